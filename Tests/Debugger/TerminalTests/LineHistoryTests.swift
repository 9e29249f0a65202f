import Foundation
import Testing

@testable import Terminal

@Suite struct LineHistoryTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("history-\(UUID().uuidString)")
  private var path: String { folder.appendingPathComponent("deep/er/history").path }

  private func content() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  @Test func keepsEachLineOnceAndTheLatestOnes() {
    let history = LineHistory(limit: 3)
    for line in ["a", "b", "a", "  ", "", "a", "c", "d"] { history.append(line) }
    #expect(history.entries == ["a", "c", "d"])
  }

  @Test func hiddenChangesOfDirectionAreNotKept() {
    let history = LineHistory()
    for line in ["print \u{202E}x", "a\u{2066}", "b\u{7F}", "한글"] { history.append(line) }
    #expect(history.entries == ["한글"])
  }

  @Test func numbersStayWhatTheyWere() throws {
    let history = LineHistory(limit: 3)
    for line in ["undo", "redo", "undo", "log"] { history.append(line) }
    #expect(history.entries == ["redo", "undo", "log"])
    #expect(history.numbers == [2, 3, 4])
    #expect(try ["!1", "!2", "!3", "!4"].map { try history.expand($0) } == ["undo", "redo", "undo", "log"])

    history.append("tree")
    #expect(history.numbers == [3, 4, 5])
    #expect(throws: LineHistory.Missing(reference: "!2")) { try history.expand("!2") }
    #expect(try history.expand("!-1") == "tree")
  }

  @Test func whatWasTypedAgainIsRememberedWithinBounds() throws {
    let history = LineHistory(limit: 2)
    for _ in 0..<100 {
      history.append("a")
      history.append("b")
    }
    #expect(history.numbers == [199, 200])
    #expect(try history.expand("!197") == "a")
    #expect(throws: LineHistory.Missing.self) { try history.expand("!3") }
  }

  @Test func createsItsFoldersWithTheFirstLineOnly() throws {
    let history = LineHistory(path: path)
    #expect(!FileManager.default.fileExists(atPath: folder.path))
    history.append("증가")
    history.append("b")
    #expect(try content() == "증가\nb\n")
    #expect(LineHistory(path: path).entries == ["증가", "b"])
    #expect(history.takeProblem() == nil)
    try FileManager.default.removeItem(at: folder)
  }

  @Test func theFileStaysBounded() throws {
    let history = LineHistory(path: path, limit: 3)
    for number in 1...100 { history.append("line \(number)") }
    #expect(try content().split(separator: "\n").count <= 6)
    #expect(LineHistory(path: path, limit: 3).entries == ["line 98", "line 99", "line 100"])
    try FileManager.default.removeItem(at: folder)
  }

  @Test func twoSessionsShareOneFile() throws {
    let one = LineHistory(path: path, limit: 10)
    let two = LineHistory(path: path, limit: 10)
    one.append("a")
    two.append("b")
    one.append("c")
    #expect(LineHistory(path: path).entries == ["a", "b", "c"])
    try FileManager.default.removeItem(at: folder)
  }

  @Test func aFileThatCannotBeWrittenIsReportedOnce() {
    let history = LineHistory(path: "/dev/null/history")
    history.append("a")
    history.append("b")
    #expect(history.takeProblem() == "the history is not kept: /dev/null/history: Not a directory")
    #expect(history.takeProblem() == nil)
    #expect(history.entries == ["a", "b"])
  }

  @Test func damagedFilesAreReadAsFarAsTheyGo() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let url = folder.appendingPathComponent("damaged")
    try Data([0x61, 0x0A, 0xFF, 0x0A, 0x1B, 0x5B, 0x0A, 0x62]).write(to: url)
    #expect(LineHistory(path: url.path).entries == ["a", "\u{FFFD}", "b"])
    try FileManager.default.removeItem(at: folder)
  }

  @Test(arguments: [
    ("!!", "goto end"), ("!! x", "goto end x"), ("!1", "log"), ("!2 now", "tree path now"), ("!-1", "goto end"),
    ("!-3", "tree path"),
    ("!tr", "tree path"), ("!goto e", "goto end"), ("! ls", "! ls"), ("!", "!"), ("!(a)", "!(a)"), ("a !!", "a !!"),
    ("!.tab", ".tab1"),
  ])
  func expansion(line: String, expected: String) throws {
    let history = LineHistory()
    for entry in ["log", "tree path", ".tab1", "goto end"] { history.append(entry) }

    #expect(try history.expand(line) == expected)
  }

  @Test(arguments: ["!!", "!0", "!9", "!-9", "!nothing", "!99999999999999999999"])
  func referencesToNothing(line: String) {
    let history = LineHistory()
    if line != "!!" { history.append("log") }
    #expect(throws: LineHistory.Missing(reference: line)) { try history.expand(line) }
  }
}
