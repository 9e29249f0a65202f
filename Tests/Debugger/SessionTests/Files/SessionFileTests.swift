import Foundation
import SeededRandomness
import Testing

@testable import Session

/// Session files as text: what is read is written again byte by byte, and what is no session is refused with its place.
@Suite struct SessionFileTests {
  private static let fixtures = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Support/Sessions/version-1")

  private func read(_ text: String) throws -> SessionFile { try SessionFile(bytes: Data(text.utf8)) }

  private func inputs(_ file: SessionFile) -> [String] {
    file.items.compactMap { if case .input(let text, _, _) = $0 { text } else { nil } }
  }

  // MARK: The same bytes

  /// Files as people and editors leave them: comments and empty lines anywhere, headers in any order, any line ends.
  private struct Generator {
    var random: SeededGenerator
    private static let words = [
      "increment", "add(amount: 3)", "advance 1.5s", "path[#0].detail.edit", "이름 = \"값\"", "a ;; b", "set x = \"# no comment\"",
      "answer e1 \"→ > ~\"", "trailing  ", "#", "# comment ✓", "", "end ", "undo",
    ]
    private static let outcomes = [
      "> tick", "~ count: 0 → 1", "+ rows[0]: \"\"", "- rows[0]: 👩‍👩‍👧", "@ rows: 1 → 2", "! it fell", "= nothing",
    ]

    mutating func file() -> String {
      var header = ["feature \(["plain", "x y", "이름"].randomElement(using: &random)!)"]
      let more = ["scenario a b", "shape 00", "cases a:1 b", "seed 7", "date 2024-01-01T00:00:00Z", "# in the header"]
      header += more.filter { _ in Bool.random(using: &random) }
      header.shuffle(using: &random)
      var lines = ["hindsight 1"] + header
      if Bool.random(using: &random) { lines.insert("# first", at: 0) }
      if Bool.random(using: &random) { lines.append("") }
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        let word = Self.words.randomElement(using: &random)!
        lines.append(word)
        if word.isEmpty || word.hasPrefix("#") { continue }
        for _ in 0..<Int.random(in: 0...3, using: &random) { lines.append("  " + Self.outcomes.randomElement(using: &random)!) }
      }
      lines.append("end")
      let style = Int.random(in: 0...2, using: &random)
      var text = Bool.random(using: &random) ? "\u{FEFF}" : ""
      for (index, line) in lines.enumerated() {
        text += line
        if index == lines.count - 1, Bool.random(using: &random) { break }
        text += style == 0 || style == 2 && Bool.random(using: &random) ? "\n" : "\r\n"
      }
      return text
    }
  }

  @Test func whatIsReadIsWrittenAgainByteByByte() throws {
    var generator = Generator(random: .ofThisRun())
    for _ in 0..<3_000 {
      let text = generator.file()
      let file = try read(text)
      #expect(Array(file.text.utf8) == Array(text.utf8), "\(text.debugDescription)")
      #expect(try read(file.text) == file)
    }
  }

  @Test(arguments: ["plain", "header", "windows", "counter-timer"])
  func aFileOfVersionOneIsReadForEver(name: String) throws {
    let bytes = try Data(contentsOf: Self.fixtures.appendingPathComponent(name + ".hindsight"))
    #expect(try Data(SessionFile(bytes: bytes).text.utf8) == bytes)
  }

  @Test func theFixtureOfVersionOneStillPasses() throws {
    let recorder = try TranscriptSession(.plain)
    let path = Self.fixtures.appendingPathComponent("plain.hindsight").path
    let code = Replay(roots: [.plain], output: recorder.session.output).run(paths: [path])
    #expect(recorder.output + recorder.errors == "✓ \(path)  19 inputs, 1 left out (crashed then)\n1 passed, 0 failed\n")
    #expect(code == 0)
  }

  @Test func theHeaderOfVersionOneSaysWhatItSaid() throws {
    let file = try SessionFile(bytes: Data(contentsOf: Self.fixtures.appendingPathComponent("header.hindsight")))
    #expect(file.feature == "plain")
    #expect(file.scenario == "two words")
    #expect(file.seed == .max)
    #expect(file.shape == "082f629156dc0e7f")
    #expect(file.cases == "add:1f3a5c77 increment pop+path")
    #expect(file.date.formatted(.iso8601) == "2030-12-31T23:59:59Z")
    #expect(inputs(file) == ["increment"])
  }

  @Test func filesOfOtherSystemsMeanTheSame() throws {
    let file = try SessionFile(bytes: Data(contentsOf: Self.fixtures.appendingPathComponent("windows.hindsight")))
    #expect(
      file.items == [.input(text: "increment", outcome: ["~ count: 0 → 1"], line: 4), .remark("# café 한글")])
  }

  @Test func anOutcomeThatIsWrittenAnewKeepsEverythingElse() throws {
    var file = try read(
      "\u{FEFF}# top\r\nhindsight 1\r\nfeature plain\r\n\r\n# why\r\nincrement\r\n  ~ count: 0 → 2\r\n\r\n# end\r\nend\r\n")
    guard case .input(let text, _, let line) = file.items[1] else {
      Issue.record("no input")
      return
    }
    file.items[1] = .input(text: text, outcome: ["~ count: 0 → 1", "> tick"], line: line)
    file.record(shape: "0123456789abcdef", cases: "increment")
    #expect(
      file.text
        == "\u{FEFF}# top\r\nhindsight 1\r\nfeature plain\r\nshape 0123456789abcdef\r\ncases increment\r\n\r\n# why\r\nincrement\r\n"
        + "  ~ count: 0 → 1\r\n  > tick\r\n\r\n# end\r\nend\r\n")
    file.record(shape: "0000000000000000", cases: "")
    #expect(file.text.contains("feature plain\r\nshape 0000000000000000\r\n\r\n"))
  }

  // MARK: Refused

  private static let good = "hindsight 1\nfeature plain\n\nincrement\nend\n"

  @Test(
    arguments: [
      ("", "1:1: the file is empty; a session begins with the line: hindsight 1", []),
      ("Dear diary\n", "1:1: no session: the first line must be \"hindsight 1\", not \"Dear diary\"", ["Dear diary", "^"]),
      (
        "hindsight 9\n", "1:11: version 9 of the session format is not known here; the newest known is 1",
        ["hindsight 9", "          ^"]
      ),
      ("hindsight 1\n\nend\n", "1:1: the header has no \"feature\" line", ["hindsight 1", "^"]),
      ("hindsight 1\nfeature\n", "2:9: the header line \"feature\" needs a value", ["feature", "       ^"]),
      (good.replacing("\n\n", with: "\nseed x\n\n"), "3:6: the header line \"seed\" needs a whole number", ["seed x", "     ^"]),
      (
        good.replacing("\n\n", with: "\ndate x\n\n"), "3:6: the header line \"date\" needs a date such as 2024-01-01T00:00:00Z",
        ["date x", "     ^"]
      ),
      (
        good.replacing("\n\n", with: "\nfeature b\n\n"), "3:1: the header has a second \"feature\" line",
        ["feature b", "^"]
      ),
      (
        good.replacing("\n\n", with: "\nshape zz\n\n"),
        "3:7: the header line \"shape\" needs hexadecimal digits such as 6f0c2b1d, sixteen at the most", ["shape zz", "      ^"]
      ),
      (
        good.replacing("\n\n", with: "\ncases add:x\n\n"),
        "3:7: the header line \"cases\" needs names, with what their payloads are like, as in add:1f3a5c77 increment",
        ["cases add:x", "      ^"]
      ),
      (
        good.replacing("increment", with: " increment"),
        "4:1: an input begins without a blank, and what it caused is indented by two: expected no blank here, or two",
        [" increment", "^"]
      ),
      (
        good.replacing("end", with: "  ~ count\nend"),
        "5:10: this line is not whole; expected PATH: OLD → NEW, such as ~ count: 0 → 1", ["  ~ count", "         ^"]
      ),
      (
        good.replacing("end", with: "  ~ count: 1\nend"),
        "5:13: this line is not whole; expected PATH: OLD → NEW, such as ~ count: 0 → 1", ["  ~ count: 1", "            ^"]
      ),
      (
        good.replacing("end", with: "  + rows\nend"),
        "5:9: this line is not whole; expected PATH: NEW, such as + rows[id: 3]: \"new\"", ["  + rows", "        ^"]
      ),
      (good + "more\n", "6:1: there are lines after \"end\"", ["more", "^"]),
      (String(good.dropLast(4)), "4:1: the file stops here without its last line \"end\": it was cut off", ["increment", "^"]),
      (String(good.dropLast(8)), "4:1: the file stops here without its last line \"end\": it was cut off", ["increm", "^"]),
      (
        good.replacing("increment", with: "  ~ a: 1 → 2"),
        "4:3: an indented line says what the input above it caused, but there is no input above it", ["  ~ a: 1 → 2", "  ^"]
      ),
      (
        good.replacing("end", with: "  so\nend"),
        "5:3: an indented line begins with one of > ~ + - @ ! or is \"= nothing\", not \"so\"", ["  so", "  ^"]
      ),
      (
        good.replacing("increment", with: "이\u{0}"), "4:2: control character U+0; in a string write it as \\u{0}",
        ["이\\0", "  ^~"]
      ),
      (
        good.replacing("increment", with: "a\tb"), "4:2: control character U+9; in a string write it as \\t",
        ["a\\tb", " ^~"]
      ),
      (
        good.replacing("increment", with: "a\rb"), "4:2: control character U+D; in a string write it as \\u{d}",
        ["a\\rb", " ^~"]
      ),
    ] as [(String, String, [String])])
  func aFileThatIsNoSessionIsRefusedWithItsPlaceAndACaret(text: String, problem: String, drawn: [String]) throws {
    let path = try CrashProbe.temporaryFolder() + "/x.hindsight"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let error = try #require(throws: CommandError.self) { try FileStore.session(at: path) }
    #expect(error.message == "\(path):\(problem)")
    #expect(error.notes == drawn)
  }

  @Test func aSessionIsNoFileOfCommands() throws {
    let path = try CrashProbe.temporaryFolder() + "/x.hindsight"
    try Self.good.write(toFile: path, atomically: true, encoding: .utf8)
    let session = try TranscriptSession(.plain)
    #expect(session.type("source \(path)") == "\(path) is a saved session, not a file of commands\n  Try: load \(path)\n")
    #expect(session.type("load \(path)").hasPrefix("loaded 1 input from"))
  }

  @Test func aFileOfLineBreaksAloneIsRefusedBeforeItFillsTheMemory() throws {
    let bytes = Data("hindsight 1\nfeature plain\n\n".utf8) + Data(repeating: 0x0A, count: SessionFile.lineLimit)
    #expect(throws: SessionFileError.tooManyLines(limit: SessionFile.lineLimit)) { try SessionFile(bytes: bytes) }
  }

  @Test func aFileOfAGigabyteIsNotEvenRead() throws {
    let path = try CrashProbe.temporaryFolder() + "/large.hindsight"
    try Data().write(to: URL(fileURLWithPath: path))
    // A hole, so that the test needs no disk.
    #expect(truncate(path, 1 << 30) == 0)
    let error = try #require(throws: CommandError.self) { try FileStore.session(at: path) }
    #expect(error.message == "\(path):1:1: the file has 1073741824 bytes; a session may have 67108864 at the most")
    let session = try TranscriptSession(.plain)
    #expect(session.type("load \(path)") == error.message + "\n")
    #expect(
      session.type("source \(path)") == "cannot read \(path): it has 1073741824 bytes, and 67108864 are taken at the most\n")
    unlink(path)
  }

  @Test func whatIsNoFileIsNamedAndNeverWaitedFor() throws {
    let folder = try CrashProbe.temporaryFolder()
    #expect(mkfifo(folder + "/pipe", 0o600) == 0)
    let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let name = "\(NSTemporaryDirectory())hs\(getpid()).sock"
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name.utf8) }
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        #expect(bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0)
      }
    }
    defer {
      close(socket)
      unlink(name)
    }
    let session = try TranscriptSession(.plain)
    for (path, reason) in [
      (folder, "it is a folder"), (folder + "/pipe", "it is a pipe, not a file"), ("/dev/zero", "it is a device, not a file"),
      (name, "it is a socket, not a file"), (folder + "/none", "No such file or directory"),
    ] {
      for command in ["load", "source"] {
        let caret = "  \(command) \(path)\n\(String(repeating: " ", count: command.count + 3))^"
        let place = path.hasSuffix("/none") ? caret + String(repeating: "~", count: path.count - 1) + "\n" : ""
        #expect(session.type("\(command) \(path)") == "cannot read \(path): \(reason)\n\(place)")
      }
      #expect(Replay(roots: [.plain], output: session.session.output).run(paths: [path]) == 1)
    }
  }
}
