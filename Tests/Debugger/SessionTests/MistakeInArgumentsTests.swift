import Features
import Foundation
import Testing

@testable import Session

/// Whatever a command is given wrongly, its error shows the line, a caret at the place, and a line that is accepted when it is typed.
@Suite struct MistakeInArgumentsTests {
  private func session(_ feature: String, scenario: String? = nil) throws -> TranscriptSession {
    try TranscriptSession(RootFeature.named(feature, in: RootFeature.all), scenario: scenario)
  }

  /// What may be given wrongly to any command.
  private static let wrong = [
    "", "zzz", "99", "-1", "0", "#99", "1.5", "99999999999999999999", "e99", "e1", "@zzz", "1 99", "1 zzz", "zzz zzz", "99..",
    "3..1",
    "1..99", "0..0", "start zzz", "checkpoint zzz", "checkpoint", "display 99", "effect", "effect e99", "effect zzz",
    "memory zzz",
    "memory", "pagination", "pagination zzz", "tail zzz", "tail", "from zzz", "from e99", "from", "changed zzz", "count 1..99",
    "test 1..99", "test zzz zzz", "--speed zzz", "--speed", "--zzz", "99 after 1", "1 after 99", "1 after", "e99 = 3", "e1 = 3",
    "1 incrementButtonTapped incrementButtonTapped", "99 incrementButtonTapped", "on off", "/nonexistent/zzz",
    "/nonexistent/zzz.svg", "zzz.zzz =",
  ]

  /// What takes real time, leaves, or writes.
  private static let leftOut: Set<String> = ["wait", "live", "echo", "save", "verify"]

  private func check(_ session: TranscriptSession, _ line: String, in place: String) throws {
    let before = session.session.whereabouts
    session.type(line)
    // What is wrong with a file does not stand in the line.
    guard !session.errors.isEmpty, !session.errors.hasPrefix("cannot ") else { return session.session.restore(before) }
    let errors = session.errors
    let lines = errors.split(separator: "\n").map(String.init)
    let problem = try #require(session.session.lastProblem, "\(place): \(line)")
    let column = try #require(problem["column"]?.number, "\(place): \(line): \(errors)")
    #expect((1...line.count + 1).contains(column), "\(place): \(line): \(errors)")
    #expect(lines.count > 2 && lines[1] == "  " + line, "\(place): \(errors)")
    #expect(lines[2].hasPrefix(String(repeating: " ", count: column + 1) + "^"), "\(place): \(errors)")
    #expect(
      problem["example"]?.string != nil || lines.count > 3 || lines[0].contains("for example: "), "\(place): \(line): \(errors)")
    guard let shown = lines.first(where: { $0.hasPrefix("  For example: ") }) else { return }
    let example = try #require(problem["example"]?.string, "\(place): \(line): \(errors)")
    #expect(shown.dropFirst("  For example: ".count).hasPrefix(example))
    session.session.restore(before)
    // Nothing is written into the folder of the tests.
    guard !example.hasPrefix("export session"), !example.contains("export chart") else { return }
    session.type(example)
    #expect(session.errors.isEmpty, "\(place): \(line): \(errors)\(example): \(session.errors)")
    session.session.restore(before)
    session.type("delete", "delete checkpoints", "undisplay", "journal on", "trace off", "set pagination on")
  }

  @Test(arguments: CommandTable.all.map(\.name).filter { !leftOut.contains($0) })
  func everyCommandShowsWhatIsWrong(name: String) throws {
    let fresh = try session("counter")
    let long = try session("counter")
    long.type(
      "incrementButtonTapped", "getFactButtonTapped", "toggleTimerButtonTapped", "decrementButtonTapped", "undo",
      "incrementButtonTapped")
    for arguments in Self.wrong {
      let line = arguments.isEmpty ? name : "\(name) \(arguments)"
      try check(fresh, line, in: "fresh")
      try check(long, line, in: "long")
    }
  }

  @Test func entriesAndEffectsThatAreNotThereArePointedAt() throws {
    let session = try session("counter")
    session.type("incrementButtonTapped", "incrementButtonTapped", "getFactButtonTapped")
    for (line, column, length, example) in [
      ("goto 99", 5, 2, "goto 3"), ("goto #99", 5, 3, "goto 3"), ("goto -1", 5, 2, "goto 1"), ("goto  99", 6, 2, "goto  3"),
      ("goto strat", 5, 5, "goto start"), ("goto 1 2", 7, 1, "goto 3"), ("log 99..", 4, 2, "log 3.."),
      ("log 1..99", 7, 2, "log 1..3"),
      ("log 3..1", 4, 4, "log 1..3"), ("trace -1", 6, 2, "trace 1"), ("trace 99", 6, 2, "trace 3"), ("why 99", 4, 2, "why 3"),
      ("diff 1 99", 7, 2, "diff 1 3"), ("diff 1 zzz", 7, 3, "diff"), ("back x", 5, 1, "back"), ("next 1 2", 7, 1, "next"),
      ("fail e2", 5, 2, "fail e1 \"offline\""), ("cancel e12", 7, 3, "cancel e1"), ("release e1", 8, 2, "hold e1"),
      ("answer e9 \"e9\"", 7, 2, "answer e1 \"text\""), ("answer e9 = 3", 7, 2, "answer e1 \"text\""),
      ("answer e1 = \"a\"", 10, 1, "answer e1 \"a\""), ("delete 7", 7, 1, "break incrementButtonTapped"),
      ("undisplay 7", 10, 1, "display count"), ("skip 1 99", 7, 2, "skip 3"), ("move 1 after 99", 13, 2, "move 3 after 0"),
      ("move 1 before 2", 7, 6, "move 3 after 0"), ("info effect e9", 12, 2, "info effect e1"), ("info lgo", 5, 3, "info log"),
      ("info zzz", 5, 3, "info log"), ("help gto", 5, 3, "help goto"), ("quit 999", 5, 3, "quit"),
      ("log from x", 9, 1, "log from e1"),
      ("log tail x", 9, 1, "log 50"), ("play 1..99", 8, 2, "play 1..3"), ("play --speed x", 13, 1, "play --speed 4x"),
      ("branches x", 9, 1, "branches"), ("switch 99", 7, 2, "switch 3"), ("drop 99", 5, 2, "branches"),
      ("delete checkpoint zzz", 18, 3, "checkpoint"),
    ] {
      session.type(line)
      #expect(session.session.lastProblem?["column"]?.number == column + 1, "\(line): \(session.errors)")
      #expect(session.session.lastProblem?["length"]?.number == length, "\(line): \(session.errors)")
      #expect(session.session.lastProblem?["example"]?.string == example, "\(line): \(session.errors)")
    }
    #expect(
      session.type("goto 99")
        == "there is no entry 99; the log goes from 0 (start) to 3\n  goto 99\n       ^~\n  For example: goto 3\n")
    session.type("break incrementButtonTapped", "display count", "checkpoint here")
    for (line, example) in [
      ("delete 7", "delete 1"), ("delete 1 7", "delete 1 1"), ("ignore 7 3", "ignore 1 3"), ("ignore 1 x", "ignore 1 5"),
      ("undisplay 7", "undisplay 1"), ("undisplay cuont", "undisplay count"), ("goto @her", "goto @here"),
      ("delete checkpoint hre", "delete checkpoint @here"),
    ] {
      session.type(line)
      #expect(session.session.lastProblem?["example"]?.string == example, "\(line): \(session.errors)")
    }
  }

  @Test func aFileThatIsNotThereIsPointedAtAndTheNearestProposed() throws {
    let session = try session("counter")
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hindsight-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try "incrementButtonTapped\n".write(toFile: folder + "/tour.txt", atomically: true, encoding: .utf8)
    #expect(
      session.type("source \(folder)/tuor.txt")
        == "cannot read \(folder)/tuor.txt: No such file or directory\n  source \(folder)/tuor.txt\n"
        + "         ^\(String(repeating: "~", count: folder.count + 8))\n  For example: source \(folder)/tour.txt\n")
    #expect(!session.type("source \(folder)/tuor.hindsight").contains("For example"), "a session is no file of commands")
    #expect(session.type("source \(folder)/tour.txt").hasPrefix("#1 incrementButtonTapped\n"))
  }
}
