import Foundation
import PseudoTerminal
import Testing

/// `hindsight replay` as a build server and as a person use it.
@Suite struct ReplayTests {
  private static let header = "hindsight 1\nfeature counter\n\n"
  private static let crashing = header + "set count = 9223372036854775807\nincrementButtonTapped\ndecrementButtonTapped\nend\n"
  private static let passing = header + "# why\nincrementButtonTapped\n  ~ count: 0 → 1\n\nend\n"
  private static let wrong = header + "incrementButtonTapped\n  ~ count: 0 → 2\nend\n"

  private func folder(_ files: [String: String]) throws -> String {
    let folder = try Program.temporaryFolder()
    for (name, text) in files {
      let path = folder + "/" + name
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }
    return folder
  }

  private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  @Test(arguments: ["1", "2", "8"])
  func aCrashOfOneFileDoesNotStopTheRest(jobs: String) throws {
    let folder = try folder([
      "a.hindsight": Self.passing, "b.hindsight": Self.crashing, "c/d.hindsight": Self.passing, "c/e.txt": "x",
    ])
    let result = try Program.run(["replay", "--jobs", jobs, folder])
    #expect(result.output.hasPrefix("✓ \(folder)/a.hindsight  1 input\n\(folder)/b.hindsight:5:1: the feature crashed: "))
    #expect(result.output.hasSuffix("\n✓ \(folder)/c/d.hindsight  1 input\n2 passed, 1 failed\n"))
    #expect(result.output.contains("\n  while performing: incrementButtonTapped\n"), "\(result.output)")
    #expect(result.errors == "", "the report is one, and a result")
    #expect(result.exitCode == 1)
  }

  @Test func aFolderWithoutSessionsSaysSo() throws {
    let folder = try folder(["a.hindsight": Self.passing, "empty/x.txt": ""])
    let result = try Program.run(["replay", folder + "/empty", folder + "/a.hindsight"])
    #expect(result.errors == "\(folder)/empty: there are no session files in this folder; their names end with .hindsight\n")
    #expect(result.output.hasSuffix("1 passed, 0 failed\n"))
    #expect(result.exitCode == 1)
    let alone = try Program.run(["replay", folder + "/empty"])
    #expect(alone.output == "0 passed, 0 failed\n")
    #expect(alone.exitCode == 1)
    let json = try Program.run(["replay", folder + "/empty", "--json"])
    #expect(json.output == "{\"passed\":0,\"failed\":0,\"files\":[]}\n")
    #expect(json.errors == alone.errors)
    #expect(json.exitCode == 1)
  }

  @Test func updatingRecordsTheOutcomeAnewAndShowsIt() throws {
    let folder = try folder(["a.hindsight": Self.wrong])
    let path = folder + "/a.hindsight"
    let result = try Program.run(["replay", "--update", folder])
    #expect(
      result.output == """
        ✓ \(path)  1 input, 1 outcome updated
          \(path):4: incrementButtonTapped
          recorded  ~ count: 0 → 2
          now       ~ count: 0 → 1
        1 passed, 0 failed

        """)
    #expect(result.exitCode == 0)
    let updated = try text(path)
    #expect(updated.hasPrefix("hindsight 1\nfeature counter\nshape "))
    #expect(updated.hasSuffix("\ncases incrementButtonTapped\n\nincrementButtonTapped\n  ~ count: 0 → 1\nend\n"))
    let again = try Program.run(["replay", "--update", folder])
    #expect(again.output == "✓ \(path)  1 input\n1 passed, 0 failed\n")
    #expect(try text(path) == updated)
  }

  @Test func anUpdateThatCannotRunToTheEndWritesNothing() throws {
    let broken = Self.wrong.replacing("end\n", with: "undo\nend\n")
    let folder = try folder(["a.hindsight": broken, "b.hindsight": Self.crashing])
    let result = try Program.run(["replay", "--update", folder])
    #expect(result.exitCode == 1)
    #expect(result.output.contains("the file was not written"))
    #expect(try text(folder + "/a.hindsight") == broken)
    #expect(try text(folder + "/b.hindsight") == Self.crashing)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2, "nothing is left aside")
  }

  @Test func crashedInputsAreRunOnlyWhenAsked() throws {
    let still = Self.crashing.replacing("decrement", with: "  ! a trap\ndecrement")
    let nowFine = Self.header + "incrementButtonTapped\n  ! it fell then\nend\n"
    let folder = try folder(["a.hindsight": still, "b.hindsight": nowFine])
    let plain = try Program.run(["replay", folder])
    #expect(plain.output.contains("a.hindsight  2 inputs, 1 left out (crashed then)\n"))
    #expect(plain.output.contains("b.hindsight  0 inputs, 1 left out (crashed then)\n"))
    #expect(plain.output.hasSuffix("2 passed, 0 failed\n"))
    let asked = try Program.run(["replay", "--crashed", folder])
    #expect(asked.exitCode == 3)
    #expect(
      asked.output == """
        ✓ \(folder)/a.hindsight  2 inputs, 1 crashed again
        \(folder)/b.hindsight:4: went another way
          incrementButtonTapped
          recorded  ! it fell then
          now       ~ count: 0 → 1
        1 passed, 1 failed

        """)
    let updated = try Program.run(["replay", "--crashed", "--update", folder])
    #expect(updated.exitCode == 0)
    #expect(try text(folder + "/b.hindsight").hasSuffix("\nincrementButtonTapped\n  ~ count: 0 → 1\nend\n"))
    #expect(try text(folder + "/a.hindsight").contains("incrementButtonTapped\n  ! a trap\ndecrementButtonTapped\n"))
  }

  @Test func buildServersGetAReport() throws {
    let folder = try folder([
      "a.hindsight": Self.passing, "b.hindsight": Self.wrong, "c & <d>.hindsight": Self.header + "bogus \"1\"\nend\n",
      "e.hindsight": Self.crashing,
    ])
    let report = folder + "/report.xml"
    let result = try Program.run(["replay", "--junit=\(report)", folder])
    #expect(result.exitCode == 3)
    let xml = try text(report)
    #expect(
      xml.hasPrefix(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"hindsight replay\" tests=\"4\" failures=\"1\" errors=\"2\""
      ))
    #expect(xml.contains("<failure type=\"diverged\" message=\"\(folder)/b.hindsight:4: went another way\">"))
    #expect(xml.contains("  recorded  ~ count: 0 → 2\n  now       ~ count: 0 → 1</failure>"))
    #expect(xml.contains("name=\"\(folder)/c &amp; &lt;d&gt;.hindsight\""))
    #expect(xml.contains("<error type=\"failed\""))
    #expect(xml.contains("<error type=\"crashed\""))
    let parser = XMLCounter()
    #expect(parser.count(xml) == ["testsuites": 1, "testsuite": 1, "testcase": 4, "failure": 1, "error": 2])
    let refused = try Program.run(["replay", "--junit", "/dev/full", folder + "/a.hindsight"])
    #expect(refused.errors == "cannot write /dev/full: it is not a regular file\n")
    #expect(refused.exitCode == 1)
    #expect(refused.output == "", "nothing is run before")
    let nowhere = try Program.run(["replay", "--junit", folder + "/no/report.xml", folder + "/a.hindsight"])
    #expect(nowhere.errors == "cannot write \(folder)/no/report.xml: No such file or directory\n")
    #expect(nowhere.output == "")
    #expect(nowhere.exitCode == 1)
  }

  @Test func machinesGetJSON() throws {
    let folder = try folder(["a.hindsight": Self.passing, "b.hindsight": Self.wrong, "c.hindsight": Self.crashing])
    let result = try Program.run(["replay", "--json", folder])
    #expect(result.exitCode == 3)
    #expect(result.errors == "")
    let report = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(report["passed"] as? Int == 1)
    #expect(report["failed"] as? Int == 2)
    let files = try #require(report["files"] as? [[String: Any]])
    #expect(files.map { $0["verdict"] as? String } == ["passed", "diverged", "crashed"])
    #expect(files[1]["line"] as? Int == 4)
    #expect(files[1]["recorded"] as? [String] == ["~ count: 0 → 2"])
    #expect(files[1]["now"] as? [String] == ["~ count: 0 → 1"])
    #expect(files[2]["input"] as? String == "incrementButtonTapped")
  }

  @Test func aTerminalShowsABarAndOnlyWhatFailed() throws {
    let folder = try folder(["a.hindsight": Self.passing, "b.hindsight": Self.wrong, "c.hindsight": Self.passing])
    let terminal = try PseudoTerminal(
      PseudoTerminal.builtProduct("hindsight"), arguments: ["replay", "--no-color", folder], environment: [:], columns: 120,
      rows: 24)
    #expect(try terminal.waitForExit() == 3)
    #expect(
      terminal.screen.text.filter { !$0.isEmpty } == [
        "\(folder)/b.hindsight:4: went another way", "  incrementButtonTapped", "  recorded  ~ count: 0 → 2",
        "  now       ~ count: 0 → 1", "2 passed, 1 failed",
      ])
  }

  @Test(arguments: [
    (["replay", "x", "--jobs", "0"], "--jobs needs a whole number from 1 to 1000, not \"0\""),
    (["replay", "x", "--junit"], "--junit needs a value"),
    (["counter", "--update"], "--update belongs to replay"),
    (["counter", "--json"], "--json belongs to replay"),
    (["replay", "x", "--timeout", "soon"], "--timeout needs a number of seconds, 0 for no limit, not \"soon\""),
    (["counter", "--timeout=2"], "--timeout belongs to replay"),
    (["--jobs=2"], "--jobs belongs to replay"),
  ])
  func wrongUsageExitsWithTwo(arguments: [String], message: String) throws {
    let result = try Program.run(arguments)
    #expect(result.exitCode == 2)
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test(arguments: ["/tmp", "/dev/zero", "/nonexistent-file"])
  func aScriptThatIsNoFileIsNamed(path: String) throws {
    let reasons = [
      "/tmp": "it is a folder", "/dev/zero": "it is a device, not a file", "/nonexistent-file": "No such file or directory",
    ]
    let result = try Program.run(["counter", "-f", path, "-e", "print count"])
    #expect(result.errors == "\(path):1: cannot read \(path): \(reasons[path]!)\n")
    #expect(result.output == "0\n")
    #expect(result.exitCode == 1)
  }

  @Test func aScriptMayBeAPipe() throws {
    let folder = try Program.temporaryFolder()
    #expect(mkfifo(folder + "/pipe", 0o600) == 0)
    // Open for both, so that nobody waits for anybody.
    let descriptor = open(folder + "/pipe", O_RDWR | O_CLOEXEC)
    _ = "incrementButtonTapped\nquit 4\n".utf8.withContiguousStorageIfAvailable { write(descriptor, $0.baseAddress, $0.count) }
    let result = try Program.run(["counter", "-f", folder + "/pipe"])
    close(descriptor)
    #expect(result.output == "#1 incrementButtonTapped\n  ~ count  0 → 1\n")
    #expect(result.exitCode == 4)
  }

  @Test func memoryStaysBoundedWhateverTheFileHolds() throws {
    let folder = try Program.temporaryFolder()
    let head = Data(Self.header.utf8)
    let files: [(name: String, bytes: Data, message: String)] = [
      ("breaks", head + Data(repeating: 0x0A, count: 8 << 20), ":4000001:1: the file has more than 4000000 lines"),
      ("line", head + Data(repeating: 0x78, count: 8 << 20) + Data("\nend\n".utf8), ":4:1: "),
      (
        "nested",
        head + Data("factResponse".utf8) + Data(repeating: 0x28, count: 8 << 20) + Data("\nend\n".utf8), ":4:"
      ),
    ]
    for (name, bytes, message) in files {
      let path = "\(folder)/\(name).hindsight"
      try bytes.write(to: URL(fileURLWithPath: path))
      let result = try Program.run(["replay", path], memoryLimit: 500_000)
      #expect(result.exitCode == 1, "\(name) ended with \(result.exitCode)")
      #expect(result.output.contains(path + message), "\(result.output.prefix(400))")
      #expect(result.output.utf8.count < 10_000)
      unlink(path)
    }
  }
}

/// Counts the elements of a text that is XML.
private struct XMLCounter {
  /// The number of each element; nothing when they do not nest.
  func count(_ text: String) -> [String: Int] {
    var counts: [String: Int] = [:]
    var open: [String] = []
    var rest = text[...]
    while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
      let tag = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      if tag.hasPrefix("?") { continue }
      let name = String(tag.drop { $0 == "/" }.prefix { $0.isLetter })
      if tag.hasPrefix("/") {
        guard open.popLast() == name else { return [:] }
        continue
      }
      counts[name, default: 0] += 1
      if !tag.hasSuffix("/") { open.append(name) }
    }
    return open.isEmpty ? counts : [:]
  }
}
