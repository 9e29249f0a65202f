import Features
import Foundation
import Terminal
import Testing

@testable import Session

/// What a newcomer reads when something is nearly right.
@Suite struct WordingTests {
  private func session(_ name: String, scenario: String? = nil) throws -> TranscriptSession {
    try TranscriptSession(RootFeature.named(name, in: RootFeature.all), scenario: scenario)
  }

  private func loggedIn() throws -> TranscriptSession {
    let session = try session("auth")
    session.type("task", "answer AppUser(id: 1, name: \"Blob\")")
    return session
  }

  @Test func theRootHasOneNameInAllCommands() throws {
    let session = try loggedIn()
    #expect(session.type("log").split(separator: "\n").last?.hasSuffix("state .loggedOut→.main") == true, "\(session.output)")
    for root in ["state", "."] {
      #expect(session.type("who \(root)").hasPrefix("state  .loggedOut("), "\(session.errors)")
      #expect(session.type("find \(root) is .main").contains("is true after 1 of 2 entries: #2"), "\(session.errors)")
      #expect(session.type("log /changed \(root)/").contains("#2"), "\(session.errors)")
      #expect(session.type("print \(root)").hasPrefix(".main("), "\(session.errors)")
      #expect(session.type("chart \(root) is .main").hasPrefix("\(root) is .main"), "\(session.errors)")
    }
    #expect(session.type("print state.user.name") == "\"Blob\"\n")
    #expect(session.type("log --json").contains("\"path\":\"state\""))
    let counter = try self.session("counter")
    #expect(counter.type("set state.count = 4").contains("count  0 → 4"), "\(counter.errors)")
    #expect(counter.type("find . == . && state.count == 4").contains("after 1 of 1 entry"), "\(counter.errors)")
    #expect(counter.type("find count is .").hasPrefix("\"is\" takes a case"))
    #expect(counter.type("find count == .").contains("does not compare"))
  }

  @Test func aPartOfAnotherCaseIsAPathEverywhere() throws {
    let session = try session("auth")
    session.type("task")
    for line in ["who secondsOnline", "watch secondsOnline", "display secondsOnline", "log /changed secondsOnline/"] {
      session.type(line)
      #expect(session.errors.isEmpty, "\(line): \(session.errors)")
    }
    #expect(
      session.type("find secondsOnline == 1") == """
        secondsOnline == 1 is true after none of 1 entry
          (at the start and after 1 entry it could not be told, because what it names is not there; that counts as false)

        """)
    #expect(session.type("print secondsOnline").hasPrefix("the value is .loggedOut, and \"secondsOnline\" is a part of .main\n"))
    #expect(session.type("who secondsOnlin").contains("    did you mean: secondsOnline\n"))
  }

  @Test func anEffectInFlightCanBeCancelled() throws {
    let session = try session("auth")
    session.type("task")
    #expect(session.type("info effect e1").contains("  can be cancelled by id CancelID.authState"))
  }

  @Test func importOfTheSameMakesNoBranchAndSaysNone() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("wording-\(UUID().uuidString).json").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let session = try session("counter")
    session.type("incrementButtonTapped", "undo", "decrementButtonTapped", "export \(file)")
    #expect(!session.type("import \(file)").contains("kept as a branch"), "\(session.output)")
    session.type("undo", "incrementButtonTapped", "incrementButtonTapped")
    session.type("export \"\(file)\"")
    #expect(session.errors.isEmpty, "\(session.errors)")
  }

  @Test func filesToExportMayBeQuotedAndInCapitals() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("wording-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let session = try session("counter")
    session.type("incrementButtonTapped", "chart count")
    session.type("export \"\(folder.path)/a b.html\"", "export \(folder.path)/p.HTML", "export \(folder.path)/p.SVG")
    #expect(session.errors.isEmpty, "\(session.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["a b.html", "p.HTML", "p.SVG"])
    #expect(session.type("export p.svg 0..1").hasPrefix("export takes no entries but for a test"))
  }

  @Test func messagesMayBeQuotedForBothWaysToFail() throws {
    let plain = try TranscriptSession(.plain)
    for line in ["fail e1 \"boom\"", "fail e1 boom"] {
      plain.type("goto start", "ask")
      #expect(plain.type(line).contains("failed(\"boom\")"), "\(plain.output)\(plain.errors)")
    }
    #expect(InputText.message(in: "\"a b\"") == "a b")
    guard case .fail(_, let message) = try InputText.request(from: InputText.text(of: .fail(effect: 1, message: "\"a\""))) else {
      Issue.record("no failure")
      return
    }
    #expect(message == "\"a\"")
    guard case .departure(_, let error) = try InputText.request(from: "depart e1 \"boom\"") else {
      Issue.record("no departure")
      return
    }
    #expect(error == "boom")
  }

  @Test func writesAreCompleted() throws {
    let session = try session("shared")
    func candidates(_ line: String) -> [String] {
      session.session.completion(line: line, cursor: line.count).candidates.map(\.text)
    }
    #expect(candidates("write e1 counter.set").contains { $0.contains("settings") })
    #expect(candidates("write e1 ").contains { $0.hasPrefix("counter") })
    let cases = candidates("find currentTab == .")
    #expect(cases.filter { $0.contains("counter") }.count == 1, "\(cases)")
    #expect(session.type("help write").contains("write e1 counter.settings.step = 3"))
    #expect(session.type("print counter.settings.step") != "" && session.errors.isEmpty, "\(session.errors)")
  }

  @Test func whatFallsShortSaysHowFarItCame() throws {
    let session = try TranscriptSession(.plain)
    session.type("increment", "increment", "increment")
    #expect(session.type("undo 99") == "  (only 3 steps, not 99: this is the start)\n#0 the initial state\n")
    #expect(session.type("redo 99") == "  (only 3 steps, not 99: this is the end of the branch)\n#3 increment\n")
    #expect(session.type("back 5") == "  (only 3 entries, not 5: this is the start)\n#0 the initial state\n")
    #expect(session.type("next 9") == "  (only 3 entries, not 9: this is the end of the branch)\n#3 increment\n")
    #expect(session.type("undo 3") == "#0 the initial state\n")
    #expect(session.type("next 1") == "#1 increment\n")
  }

  @Test func entriesThatAreNotThere() throws {
    let session = try TranscriptSession(.plain)
    for (line, example) in [("why 1", "why"), ("skip 1", "increment"), ("trace 5", "trace on"), ("goto 1", "goto start")] {
      let number = line.last ?? " "
      #expect(
        session.type(line)
          == "there is no entry \(number) yet: the log is empty\n  \(line)\n\(String(repeating: " ", count: line.count + 1))^\n"
          + "  For example: \(example)\n", "\(line)")
    }
    session.type("increment", "increment", "undo", "add(amount: 2)", "drop 2")
    #expect(
      session.type("goto 2") == "there is no entry 2 any more: its branch was dropped\n  goto 2\n       ^\n"
        + "  For example: goto 1\n")
    #expect(session.type("goto 99999999999999999999999").hasPrefix("there is no entry 99999999999999999999999; the log goes"))
  }

  @Test func answersWithoutAValueOrAnEffect() throws {
    let session = try session("counter")
    for line in ["answer numberFact.fetch =", "answer numberFact.fetch"] {
      #expect(session.type(line).hasPrefix("the value is missing: numberFact.fetch returns String\n"), "\(session.errors)")
      #expect(session.errors.contains("For example: answer numberFact.fetch = \""))
    }
    session.type("getFactButtonTapped")
    for (line, caret, example) in [
      ("answer e9 \"x\"", "         ^~", "answer e1 \"text\", answer numberFact.fetch = \"text\""),
      ("fail e9 x", "       ^~", "fail e1 \"offline\""),
    ] {
      #expect(
        session.type(line) == "no effect e9 is in flight; there are e1\n  \(line)\n\(caret)\n  For example: \(example)\n",
        "\(line)")
    }
  }

  @Test func theWayToABindingMayBeLeftOut() throws {
    let session = try session("standups")
    session.type("standupsList.addButtonTapped")
    #expect(session.type("binding standup.title = \"A\"").contains("standupsList.addStandup.binding standup.title = \"A\"\n"))
    #expect(session.errors.isEmpty, "\(session.errors)")
    #expect(session.type("standup.title = \"B\"").contains("title  \"A\" → \"B\""), "\(session.errors)")
    #expect(session.type("standup.title = 3").contains("expected String"), "\(session.output)")
    #expect(session.type("standup.titel = \"B\"").contains("^"))
    session.type("goto start")
    #expect(session.type("standup.title = \"B\"").contains("has no case \"standup\""), "\(session.output)")
  }

  @Test func wordsForOperatorsAndUnknownOptions() throws {
    let session = try TranscriptSession(.plain)
    session.type("increment")
    for (line, meant) in [
      ("find count == 1 and isTimerOn", "count == 1 && isTimerOn"), ("find isTimerOn or count == 1", "isTimerOn || count == 1"),
      ("find not isTimerOn", "!isTimerOn"),
    ] {
      #expect(session.type(line).contains("    example: find \(meant)\n"), "\(line): \(session.errors)")
      #expect(session.type("find \(meant)").contains("is true"), "\(session.errors)")
    }
    #expect(session.type("bisect --mono count > 0").hasPrefix("bisect has no option --mono\n"))
    #expect(session.type("set memory 64M").contains(" 1 is kept"), "\(session.output)")
  }
}
