import ComposableArchitecture
import Features
import Foundation
import Testing

@testable import Session

/// What is offered at each kind of place: all that may stand there, and nothing that would be refused.
@Suite struct CompletionPlaceTests {
  private func offered(_ session: TranscriptSession, _ line: String) -> [String] {
    session.session.completion(line: line, cursor: line.count).candidates.map(\.text)
  }

  private func session(_ feature: String, scenario: String? = nil) throws -> TranscriptSession {
    try TranscriptSession(RootFeature.named(feature, in: RootFeature.all), scenario: scenario)
  }

  @Test func behindAWholePathNoOtherIsOffered() throws {
    let session = try session("counter")
    for command in ["tree", "who", "display"] { #expect(offered(session, "\(command) count ") == [], "\(command)") }
    #expect(offered(session, "print count ") == ["== ", "!= ", "< ", "<= ", "> ", ">= "])
    #expect(offered(session, "print count > 3 ") == ["&& ", "|| "])
    #expect(offered(session, "print count --") == ["--json"])
    #expect(offered(session, "set count ") == ["= "])
    #expect(offered(session, "watch count ") == ["if "])
    #expect(offered(session, "watch count i") == ["if "])
    #expect(offered(session, "tree --") == ["--json"])
    #expect(offered(session, "diff --") == ["--json"])
  }

  @Test func pathsFollowTheLogsWordChanged() throws {
    let session = try session("counter")
    for word in ["changed", "/changed", "!changed", "user changed"] {
      #expect(offered(session, "log \(word) ") == ["count", "fact", "isLoadingFact", "isTimerOn"], "\(word)")
    }
    #expect(offered(session, "log changed isT") == ["isTimerOn"])
  }

  @Test func noFileIsOfferedAtWhichTheLineWouldBeSplit() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hindsight-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["semi ;; colon.txt", "semi a.txt", "semi \"\"\".txt"] {
      try "undo\n".write(toFile: folder.path + "/" + name, atomically: true, encoding: .utf8)
    }
    #expect(offered(try session("counter"), "source \(folder.path)/sem") == ["\(folder.path)/semi a.txt"])
  }

  @Test func aPathThatIsNoConditionGoesOnToItsOperator() throws {
    let session = try session("counter")
    let conditions = ["count ", "fact ", "isLoadingFact", "isTimerOn"]
    for line in ["find ", "bisect ", "watch count if ", "break timerTicked if ", "print isTimerOn && ", "print ("] {
      #expect(offered(session, line) == conditions, "\(line)")
    }
    #expect(offered(session, "print ") == ["count", "fact", "isLoadingFact", "isTimerOn"], "whatever it is, it is printed")
    #expect(offered(session, "chart ") == ["count", "fact ", "isLoadingFact", "isTimerOn"], "numbers are drawn")
    #expect(offered(session, "print !") == ["isLoadingFact", "isTimerOn"])
    #expect(offered(session, "print !isTimerOn ") == ["&& ", "|| "])
    #expect(offered(session, "find noSuchThing == ") == [])
    #expect(offered(session, "find 3 < ").contains("count"))
    let shared = try self.session("shared")
    #expect(shared.type("find currentTab.counter").contains("a condition is a Bool"))
    #expect(offered(shared, "find currentTab.") == [])
    #expect(offered(shared, "print currentTab.counter ") == [])
  }

  @Test func aConditionThatIsPrintedComparesWithTheCasesOfItsLeftSide() throws {
    let session = try session("standups", scenario: "samples")
    for comparison in ["==", "is"] {
      let condition = "standupsList.standups[0].theme \(comparison) "
      #expect(offered(session, "print " + condition).starts(with: [".bubblegum", ".buttercup", ".indigo"]), "\(comparison)")
      #expect(offered(session, "print " + condition) == offered(session, "find " + condition))
    }
  }

  @Test func patternsAreCompletedToWhatABreakpointTakes() throws {
    let session = try session("standups", scenario: "record-meeting")
    #expect(offered(session, "break .") == ["path", "pop", "push", "standupsList"])
    #expect(offered(session, "tbreak add") == ["addAttendeeButtonTapped", "addButtonTapped", "addStandup"])
    #expect(offered(session, "break path[") == ["#0]", "#1]", "0]", "1]", "last]"])
    #expect(offered(session, "break path[#0].") == ["detail", "recordMeeting"])
    #expect(offered(session, "break .path[last].re") == ["recordMeeting"])
    for refused in ["path[_]", "path[*]"] {
      #expect(session.type("break \(refused)") != "" && session.errors != "")
      #expect(offered(session, "break \(refused).") == [])
    }
    #expect(offered(session, "break push ") == ["path", "if "])
    #expect(offered(session, "break push path ") == ["detail", "meeting", "recordMeeting", "if "])
    #expect(session.type("break push path meeting") == "breakpoint 1: break push path .meeting\n", "\(session.errors)")
    #expect(offered(session, "break standupsList(") == [])
    #expect(offered(session, "break standupTapped(id: UUID(0") == ["UUID(0))"])
    #expect(offered(session, "break standupTapped(id: UUID(0)) i") == ["if "])
    #expect(offered(session, "break standupTapped ") == ["if "])
    #expect(offered(session, "break nothing ") == [])
    let shared = try self.session("shared")
    #expect(offered(shared, "break tabSelected.") == [])
    #expect(offered(shared, "break tabSelected(") == [".counter", ".profile"])
    #expect(shared.type("break tabSelected(.profile)") == "breakpoint 1: break tabSelected(.profile)\n")
  }

  @Test func marksAreOfferedByTheirNumbersAndNames() throws {
    let session = try session("counter")
    #expect(offered(session, "delete ") == ["checkpoints", "display "])
    session.type("break timerTicked", "watch count", "checkpoint here", "display count")
    #expect(offered(session, "delete ") == ["1", "2", "checkpoint ", "checkpoints", "display "])
    #expect(offered(session, "delete 1 ") == ["2"])
    #expect(offered(session, "delete checkpoint ") == ["here"])
    #expect(offered(session, "delete display ") == ["1"])
    #expect(offered(session, "undisplay ") == ["1"])
    #expect(offered(session, "disable ") == ["1", "2"])
    #expect(offered(session, "enable 2 ") == ["1"])
    #expect(offered(session, "ignore ") == ["1 ", "2 "])
    #expect(offered(session, "ignore 1 ") == [])
    #expect(offered(session, "goto ") == ["start", "end", "@here"])
    #expect(offered(session, "move 1 ") == ["after "])
    #expect(offered(session, "move ") == [])
    #expect(offered(session, "switch ") == [])
    session.type("incrementButtonTapped", "undo", "decrementButtonTapped")
    #expect(offered(session, "switch ") == ["#1"])
    session.type("branch down")
    #expect(offered(session, "switch ") == ["#1", "down"])
    #expect(offered(session, "drop ") == ["#1"], "the branch at hand cannot be dropped")
    #expect(session.type("switch #1").contains("on branch #1"))
  }

  @Test func aWordAroundTheCursorIsReplacedAsAWhole() throws {
    let session = try session("deeplink")
    for (line, cursor, range, text) in [
      ("print refusal", 9, 6..<13, "refusal"), ("print books.count > 2", 7, 6..<11, "books"),
      ("print books.count > 2", 13, 12..<17, "count"), ("goto start", 2, 0..<4, "goto"),
    ] {
      let completion = session.session.completion(line: line, cursor: cursor)
      #expect(completion.replaceRange == range, "\(line): \(completion)")
      #expect(completion.candidates.map(\.text) == [text], "\(line): \(completion)")
    }
    // What ends otherwise is put in at the cursor, as in a shell.
    let completion = session.session.completion(line: "print boks", cursor: 8)
    #expect(completion.replaceRange == 6..<8)
    #expect(completion.candidates.map(\.text).contains { $0.hasPrefix("books") }, "\(completion)")
  }

  @Test func callsAreCompletedByTheTypesOfTheirArguments() throws {
    let session = try session("counter")
    #expect(offered(session, "answer numberFact.fetch(") == ["number: ", "3"])
    #expect(offered(session, "answer numberFact.fetch(nu") == ["number: "])
    #expect(offered(session, "answer numberFact.fetch(number: ") == ["3"])
    #expect(session.session.hint(line: "answer numberFact.fetch(") == "number: Int)")
    #expect(session.session.hint(line: "answer numberFact.fetch(number: ") == "Int)")
    #expect(offered(session, "answer numberFact.fetch(5") == [")"])
    #expect(offered(session, "answer numberFact.fetch(\"a\"") == [])
    #expect(offered(session, "answer numberFact.fetch(5)") == [" = "])
    #expect(offered(session, "answer numberFact.fetch ") == ["= "])
    session.type("answer numberFact.fetch(5) = \"x\"", "getFactButtonTapped")
    #expect(offered(session, "unanswer ") == ["numberFact.fetch(5)"])
    #expect(offered(session, "fail e1 ") == ["\"offline\""])
    #expect(session.type("fail e1 \"offline\"") != "" && session.errors.isEmpty)
  }

  @Test func anEqualsSignMeansNothingInAValue() throws {
    let session = try session("standups-optionals")
    #expect(offered(session, "print standup != Standup(duration: 1.5s = ") == [])
    #expect(offered(session, "print standup != Standup(duration: 1.5s") == [", "])
    #expect(offered(session, "set standup.title = \"x\" = ") == [])
    #expect(offered(session, "print standup != Standup(theme: .bubblegum") == [", "], "what is typed in full is followed by more")
    #expect(offered(session, "print nothing.of that = ") == [])
  }

  @Test func onlyWhatIsSharedIsWritten() throws {
    let session = try session("shared")
    #expect(offered(session, "write e1 ") == ["counter", "profile"])
    #expect(offered(session, "write e1 counter.stats.") == ["count", "highest", "lowest"])
    #expect(offered(session, "write e1 counter.stats ") == ["= "])
    #expect(offered(session, "write e1 currentTab ") == [])
  }

  @Test func filesAreOfferedByWhatIsWrittenIntoThem() throws {
    let session = try session("counter")
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("completion-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder.appendingPathComponent("inner"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["a.txt", "b.html", "c.SVG", "d.json", "E.swift"] {
      try "".write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    func names(_ command: String) -> [String] {
      offered(session, "\(command) \(folder.path)/").map { String($0.dropFirst(folder.path.count + 1)) }
    }
    #expect(names("export") == ["b.html", "d.json", "inner/", "counter.html", "counter.json"])
    #expect(names("export test") == ["E.swift", "inner/"])
    #expect(names("import") == ["d.json", "inner/"])
    #expect(offered(session, "export \(folder.path)/mine.h") == ["\(folder.path)/mine.html"])
    session.type("incrementButtonTapped", "chart count")
    #expect(names("export") == ["b.html", "c.SVG", "d.json", "inner/", "counter.html", "counter.json", "counter.svg"])
    #expect(offered(session, "export te") == ["test "])
  }

  @Test func propertiesOfWhatIsPresentedAreOfferedWithoutTheWayThere() throws {
    let session = try session("standups", scenario: "samples")
    #expect(offered(session, "standup.ti") == [], "nothing is presented")
    session.type("standupsList.addButtonTapped")
    #expect(offered(session, "binding st") == ["standup"])
    #expect(offered(session, "foc") == ["focus"])
    #expect(offered(session, "standup") == ["standupsList", "standup", "standupTapped"])
    #expect(offered(session, "standup.ti") == ["title"])
    #expect(offered(session, "standup.title ") == ["= "])
    #expect(offered(session, "focus = ") == ["nil", ".attendee", ".title"])
    #expect(session.type("standup.title = \"x\"").contains("standupsList.addStandup.standup.title"))
  }
}
