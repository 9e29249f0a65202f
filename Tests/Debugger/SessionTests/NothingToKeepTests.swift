import Features
import Foundation
import Testing

@testable import Session

/// What a call is answered with, or fails with, is said in full: there is nothing that `_` could keep.
@Suite struct NothingToKeepTests {
  private func session(_ feature: String) throws -> TranscriptSession {
    try TranscriptSession(RootFeature.named(feature, in: RootFeature.all))
  }

  private static let message = "\"_\" keeps what is there or takes a default; here is neither"

  @Test func anAnswerIsSaidInFull() throws {
    let session = try session("counter")
    session.type("getFactButtonTapped")
    for (line, column) in [
      ("answer e1 _", 10), ("answer _", 7), ("answer numberFact.fetch = _", 26), ("answer foo.bar = _", 17),
      ("answer foo.bar = (_, 1)", 18), ("answer foo.bar = .some(A(x: [1, _]))", 32), ("answer numberFact.fetch(_) = \"a\"", 24),
    ] {
      session.type(line)
      #expect(session.session.lastProblem?["message"]?.string == Self.message, "\(line): \(session.errors)")
      #expect(session.session.lastProblem?["column"]?.number == column + 1, "\(line): \(session.errors)")
    }
    for line in ["answer foo.bar = $count", "answer foo.bar = [$count]"] {
      #expect(session.type(line).hasPrefix("\"$\" stands for the current state, and there is none here\n"), "\(line)")
    }
    #expect(session.type("info answers").hasPrefix("no answer is set"))
    #expect(session.type("effects").hasPrefix("e1 "))
    #expect(session.type("answer foo.bar = \"_\"").contains("foo.bar returns \"_\" from now on"), "\(session.errors)")
  }

  @Test func answersInFilesAreSaidInFull() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/hindsight-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/a"
    let session = try session("counter")
    for answer in ["foo.bar = [_]", "numberFact.fetch = _"] {
      try "hindsight 1\nfeature counter\nanswer \(answer)\nend\n".write(toFile: path, atomically: true, encoding: .utf8)
      let column = answer.hasPrefix("foo") ? 19 : 27
      #expect(session.type("load \(path)").contains("\(path):3:\(column): " + Self.message), "\(session.errors)")
      try #"[{"type":"x","meta":{"input":"answer \#(answer)"}}]"#.write(toFile: path, atomically: true, encoding: .utf8)
      #expect(session.type("import \(path)").contains(Self.message), "\(session.errors)")
      #expect(session.type("info answers").hasPrefix("no answer is set"))
    }
  }

  @Test func nilIsNoDefaultOfAnAnswer() throws {
    let session = try session("auth")
    session.type("task")
    let effects = session.type("effects")
    #expect(effects.contains("waits for authentication.nextUser()"), "\(effects)")
    for line in [
      "answer e1 _", "answer _", "answer e1 (_)", "answer authentication.nextUser = _", "answer authentication.nextUser = (_)",
    ] {
      session.type(line)
      #expect(session.session.lastProblem?["message"]?.string == Self.message, "\(line): \(session.output)\(session.errors)")
    }
    #expect(session.type("effects") == effects)
    #expect(session.type("info answers").hasPrefix("no answer is set"))
    session.type("answer e1 nil")
    #expect(session.errors.isEmpty)
  }

  @Test func anAnswerToAnEffectStandsWithoutSign() throws {
    let session = try session("counter")
    session.type("getFactButtonTapped")
    #expect(
      session.type("answer e1 = _")
        == "what e1 waits for is answered without \"=\"\n  answer e1 = _\n            ^\n  For example: answer e1 \"text\"\n")
    #expect(session.type("answer e1 = \"a\"").hasSuffix("  For example: answer e1 \"a\"\n"))
    #expect(session.type("answer e1 = 3").hasSuffix("  For example: answer e1 \"text\"\n"))
    #expect(
      session.type("answer e9 = 3").hasPrefix(
        "no effect e9 is in flight; there are e1\n  answer e9 = 3\n         ^~\n  For example: answer e1 \"text\""),
      "\(session.errors)")
  }

  @Test func aMessageIsSaidInFull() throws {
    let session = try session("counter")
    session.type("getFactButtonTapped")
    for (line, column, example) in [
      ("fail e1 _", 8, "fail e1 \"offline\""), ("fail _", 5, "fail \"offline\""), ("fail e1 = \"a\"", 8, "fail e1 \"offline\""),
      ("fail numberFact.fetch = \"a\"", 5, "fail \"offline\""), ("fail numberFact.fetch(0) = offline", 5, "fail \"offline\""),
      ("depart e1 _", 10, "depart e1"), ("depart e1 = 3", 10, "depart e1"),
    ] {
      session.type(line)
      #expect(session.session.lastProblem?["column"]?.number == column + 1, "\(line): \(session.errors)")
      #expect(session.session.lastProblem?["example"]?.string == example, "\(line): \(session.errors)")
    }
    #expect(session.type("effects").hasPrefix("e1 "))
    for message in ["_", "= a"] {
      #expect(InputText.text(of: .fail(effect: 1, message: message)) == "fail e1 \"\(message)\"", "what is shown can be typed")
    }
    session.type("fail e1 \"_\"")
    #expect(session.session.lastProblem?["column"]?.number == 11, "nothing is wrong any more: \(session.errors)")
  }
}
