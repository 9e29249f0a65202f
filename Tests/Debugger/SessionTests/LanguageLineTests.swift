import ActionLanguage
import Features
import Foundation
import Testing

@testable import Session

/// The action language at the prompt: columns of the whole line, what is recorded, hints.
@Suite struct LanguageLineTests {
  @Test func errorsOfSetPointIntoTheWholeLine() throws {
    let session = try TranscriptSession(.plain)
    #expect(
      session.type("set  fact  =  한글").split(separator: "\n").prefix(3) == [
        "expected String?, found 한글", "  set  fact  =  한글", "                ^~~~",
      ])
    #expect(
      session.type("set  cuont = 3").split(separator: "\n").prefix(3) == [
        "PlainCounter.State has no property \"cuont\"", "  set  cuont = 3", "       ^~~~~",
      ])
    #expect(session.type("set ids[\"=\"] = 3").contains("the elements have positions only"))
    #expect(session.type("set fact = \"a=b\"").contains("nil → \"a=b\""))
  }

  @Test func aStepHoldsTheValueThatADollarStoodFor() throws {
    let session = try TranscriptSession(.plain)
    session.type("add(amount: 3)", "add(amount: $count)")
    #expect(session.type("print count") == "6\n")
    #expect(session.type("log").contains("add(amount: 3)  count 3→6"))
    session.type("set count = $ids.count")
    #expect(session.type("log").contains("set count = 0"))
    session.type("ask")
    #expect(session.type("answer $count").contains("expected String, and $count is Int"))
  }

  @Test func theHintShowsThePayloadOfTheActionThatStandsThere() throws {
    let session = try TranscriptSession(.plain).session
    #expect(session.hint(line: "add") == "(amount: Int)")
    #expect(session.hint(line: "add(") == "amount: Int)")
    #expect(session.hint(line: "send .add") == "(amount: Int)")
    #expect(session.hint(line: "send ") == "ACTION")
    #expect(session.hint(line: "undo") == "[N]")
    #expect(session.hint(line: "goto add") == nil)
    #expect(session.hint(line: "increment") == nil)
    #expect(session.hint(line: "") == nil)
    #expect(session.hint(line: "set count") == "= Int")
    #expect(session.hint(line: "set count = ") == "Int")
    #expect(session.hint(line: "set count = 3") == nil)
    #expect(session.hint(line: "set cuont") == nil)
  }

  @Test func valuesAreCompletedByTheTypeOfTheirPlace() throws {
    let session = try TranscriptSession(RootFeature.named("standups", in: RootFeature.all), scenario: "samples")
    func complete(_ line: String) -> [String] {
      let completion = session.session.completion(line: line, cursor: line.count)
      #expect(completion.replaceRange.upperBound == line.count)
      return completion.candidates.map { String(line.prefix(completion.replaceRange.lowerBound)) + $0.text }
    }
    let edit = "set standupsList.standups[0]"
    #expect(complete(edit + ".theme = .per") == [edit + ".theme = .periwinkle"])
    #expect(complete(edit + ".theme = ").contains(edit + ".theme = .indigo"))
    #expect(complete(edit + ".id = ").contains(edit + ".id = UUID(5)"))
    #expect(complete(edit + ".titl") == [edit + ".title"])
    #expect(complete("set standupsList.addStandup = ").first == "set standupsList.addStandup = nil")
    #expect(complete("set standupsList.addStandup = StandupFormFeature.State(fo").last?.hasSuffix("(focus: ") == true)
    #expect(session.session.hint(line: edit + ".theme = ") == "Theme")
  }

  @Test func wordsAreCompletedWhereverTheyMayStand() throws {
    let session = try TranscriptSession(RootFeature.named("standups", in: RootFeature.all), scenario: "record-meeting")
    session.session.lessonsFolder =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("sessions/lessons").path
    func complete(_ line: String) -> [String] {
      let completion = session.session.completion(line: line, cursor: line.count)
      return completion.candidates.map { String(line.prefix(completion.replaceRange.lowerBound)) + $0.text }
    }
    #expect(Set(complete("learn ")) == Set(session.session.lessons.entries(of: "standups").map { "learn \($0.name)" }))
    #expect(complete("learn ").count > 1)
    #expect(complete("export te") == ["export test "])
    #expect(complete("export ").first == "export test ")
    #expect(complete("export test zzzz") == [])
    #expect(complete("pop ") == ["pop path["])
    #expect(complete("pop path[") == ["#0]", "#1]", "0]", "1]", "last]"].map { "pop path[" + $0 })
    #expect(complete("push ") == ["push path "])
    #expect(complete("push path re") == ["push path recordMeeting"])
    #expect(complete("po") == ["pop "])
    #expect(complete("find path.count ").first == "find path.count == ")
    #expect(complete("find path.count > 1 a") == [])
    #expect(complete("find path.count > 1 ") == ["find path.count > 1 && ", "find path.count > 1 || "])
    #expect(complete("bisect --monotone path.cou") == ["bisect --monotone path.count "], "a number is no condition yet")
    #expect(
      complete("watch path.count if path.count >") == ["watch path.count if path.count > ", "watch path.count if path.count >= "])
    #expect(complete("find path[0].detail.standup.id == UUID(").contains("find path[0].detail.standup.id == UUID(0)"))
    #expect(complete("log all --j") == ["log all --json"])
    #expect(complete("set pag") == ["set pagination "])
    #expect(complete("set pagination o") == ["set pagination on", "set pagination off"])
    #expect(complete("standupsList.standupTapped(id: UUID(0").contains("standupsList.standupTapped(id: UUID(0))"))
    #expect(complete("journal ") == ["journal on", "journal off"])
    #expect(complete("info effect ") == [])
    session.type("path[1].recordMeeting.task")
    #expect(complete("info effect ") == ["info effect e1"])
  }

  @Test func filesAreOfferedToThoseWhoCanUseThem() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hindsight-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder + "/deeper", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, text) in [
      ("mine.hindsight", "hindsight 1\nfeature plain\n\nend\n"),
      ("other.hindsight", "# a tour\nhindsight 1\nfeature tabs\n\nend\n"),
      ("mine.txt", "# of the first days\r\nhindsight 1\r\nseed 3\r\nfeature plain\r\n\r\nend\r\n"),
      ("tour.txt", "increment\nundo\n"),
      ("picture", "\u{0}\u{1}\u{2}"), ("empty.hindsight", ""),
    ] { try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
    mkfifo(folder + "/pipe", 0o600)
    let session = try TranscriptSession(.plain)
    func complete(_ command: String) -> [String] {
      let line = "\(command) \(folder)/"
      return session.session.completion(line: line, cursor: line.count).candidates
        .map { String($0.text.dropFirst(folder.count + 1)) }
    }
    #expect(complete("load") == ["deeper/", "mine.hindsight", "mine.txt"])
    #expect(complete("source") == ["deeper/", "tour.txt"])
    #expect(complete("save") == ["deeper/", "mine.hindsight", "mine.txt", "other.hindsight"])
    session.type("load \(folder)/mine.txt")
    #expect(session.errors.isEmpty, "\(session.errors)")
    // What is not offered may be typed.
    session.type("save \(folder)/new.log", "load \(folder)/new.log")
    #expect(session.errors.isEmpty, "\(session.errors)")
    for number in 0..<3_000 { try Data("x".utf8).write(to: URL(fileURLWithPath: "\(folder)/many\(number)")) }
    #expect(complete("load").first == "deeper/")
    #expect(complete("source").count <= 500)
  }

  @Test func whateverMayStandAtTheCursorIsOffered() throws {
    let session = try TranscriptSession(RootFeature.named("counter", in: RootFeature.all))
    func complete(_ line: String) -> [String] {
      let completion = session.session.completion(line: line, cursor: line.count)
      return completion.candidates.map { String(line.prefix(completion.replaceRange.lowerBound)) + $0.text }
    }
    #expect(complete("undo ;; dec") == ["undo ;; decrementButtonTapped"])
    #expect(complete("undo ;; print isT") == ["undo ;; print isTimerOn"])
    #expect(session.session.hint(line: "undo ;; set count = ") == "Int")
    #expect(complete("echo \" ;; dec") == [], "a string is not over")
    #expect(complete("effects --") == ["effects --json"])
    #expect(complete("bisect --") == ["bisect --monotone"])
    #expect(complete("log /changed co") == ["log /changed count"])
    #expect(complete("log from ") == [])
    #expect(complete("log f") == [], "there was no effect yet")
    #expect(complete("watch count ") == ["watch count if "])
    #expect(complete("watch count if isT") == ["watch count if isTimerOn"])
    #expect(complete("watch count co") == [], "one path is watched")
    #expect(complete("set count ") == ["set count = "])
    #expect(complete("find count > ") == ["find count > 0", "find count > count"])
    #expect(complete("find isTimerOn == ").contains("find isTimerOn == isLoadingFact"))
    #expect(!complete("find isTimerOn == ").contains("find isTimerOn == count"))
    #expect(complete("factResponse(\"abc\"") == ["factResponse(\"abc\")"])
    #expect(complete("factResponse(\"abc\\\"") == [], "the string goes on")
    session.type("getFactButtonTapped", "answer numberFact.fetch(7) = \"x\"")
    #expect(complete("log f") == ["log from "])
    #expect(complete("log from ") == ["log from e1"])
    #expect(complete("unanswer ") == ["unanswer numberFact.fetch(7)"])
    let standups = try TranscriptSession(RootFeature.named("standups", in: RootFeature.all))
    standups.type("standupsList.addButtonTapped")
    func offered(_ line: String) -> [String] {
      standups.session.completion(line: line, cursor: line.count).candidates.map(\.text)
    }
    let form = "standupsList.addStandup"
    #expect(offered(form + ".binding(") == [".set(\\."])
    #expect(offered(form + ".binding(.set(\\.") == ["focus", "standup"])
    #expect(offered(form + ".binding(.set(\\.standup.ti") == ["title"])
    #expect(offered(form + ".binding(.set(\\.focus, ") == ["nil", ".attendee", ".title"])
    #expect(standups.type(form + ".binding(.set(\\.focus, nil))").hasPrefix("#2 "))
    #expect(
      offered(form + ".binding standup.meetings = [Meeting(date: ") == ["now", "now + 5m", "\"2024-01-31T12:00:00Z\""])
    #expect(standups.session.hint(line: "write e1 \(form).focus = ") == "StandupFormFeature.State.Field?")
  }

  @Test func answersForKnownCallsAreCheckedBeforeTheyAreMade() throws {
    let session = try TranscriptSession(RootFeature.named("counter", in: RootFeature.all))
    #expect(session.session.playback.knownEndpoints().map(\.name) == ["numberFact.fetch"])
    #expect(session.type("answer numberFact.fetch = 3").contains("expected String, found the number 3"))
    #expect(session.errors.contains("  answer numberFact.fetch = 3\n                            ^\n"))
    #expect(
      session.type("answer numberFact.fetsh = \"x\"").contains(
        "numberFact has no endpoint \"fetsh\"; did you mean \"numberFact.fetch\"?"))
    #expect(session.errors.contains("  answer numberFact.fetsh = \"x\"\n                    ^~~~~\n"))
    #expect(session.session.playback.timeline.steps.count == 1, "nothing of that was performed")
    #expect(session.type("answer no.such = 3").contains("(no such call has been made yet: it is kept until one is)"))
    #expect(
      session.type("answer numbrFact.fetch = 3").contains(
        "no call is known as \"numbrFact.fetch\"; did you mean \"numberFact.fetch\"?"))
    #expect(session.errors.contains("  answer numbrFact.fetch = 3\n         ^~~~~~~~~~~~~~~\n"))
    session.type("answer numberFact.fetch(0) = \"none\"", "getFactButtonTapped")
    #expect(session.type("print fact") == "\"none\"\n")
  }

  @Test func theArgumentsOfAnAnswerAreReadAsTheEndpointTakesThem() throws {
    let session = try TranscriptSession(RootFeature.named("counter", in: RootFeature.all))
    for text in ["0x5", "5", " 5 ", "0_5", "number: 5"] {
      #expect(session.type("answer numberFact.fetch(\(text)) = \"x\"") == "  numberFact.fetch(5) returns \"x\" from now on\n")
    }
    let steps = session.session.playback.timeline.steps.count
    #expect(
      session.type("answer numberFact.fetch(5, 6) = \"x\"") == """
        numberFact.fetch takes one argument, and is given 2
          answer numberFact.fetch(5, 6) = "x"
                                     ^
            expected: numberFact.fetch(number: Int), or numberFact.fetch for any arguments
            example: answer numberFact.fetch(number: 3) = "x"

        """)
    #expect(
      session.type("answer numberFact.fetch() = \"x\"").hasPrefix("numberFact.fetch takes one argument, and is given none\n"))
    #expect(
      session.type("answer numberFact.fetch(\"a\") = \"x\"") == """
        expected Int, found a String
          answer numberFact.fetch("a") = "x"
                                  ^~~
            example: answer numberFact.fetch(number: 3) = "x"

        """)
    #expect(
      session.type("answer numberFact.fetch(nmuber: 5) = \"x\"") == """
        expected the label "number", found "nmuber"
          answer numberFact.fetch(nmuber: 5) = "x"
                                  ^~~~~~
            expected: number: Int
            example: answer numberFact.fetch(number: 3) = "x"

        """)
    #expect(
      session.type("answer foo.bar = )").hasPrefix("\")\" closes nothing here\n  answer foo.bar = )\n                   ^\n"))
    #expect(session.type("answer foo.bar( = 3").hasPrefix("this bracket is not closed"))
    #expect(session.type("answer foo.bar[1] = 3").hasPrefix("this is no call\n  answer foo.bar[1] = 3\n                ^~~\n"))
    #expect(session.session.playback.timeline.steps.count == steps, "nothing of that was performed")
    #expect(throws: CommandError.self) { try InputText.request(from: "answer foo.bar = )") }
  }

  @Test func anAnswerIsTakenBackByAnInput() throws {
    let session = try TranscriptSession(RootFeature.named("counter", in: RootFeature.all))
    #expect(session.type("info answers") == "no answer is set for any call (answer CALL = VALUE)\n")
    session.type("answer numberFact.fetch(0) = \"none\"", "answer numberFact.fetch = \"any\"", "getFactButtonTapped")
    #expect(session.type("print fact") == "\"none\"\n", "the special one goes before the later general one")
    #expect(session.type("info answers").hasPrefix("numberFact.fetch(0) = \"none\"\nnumberFact.fetch = \"any\"\n"))
    #expect(
      session.type("unanswer numberFact.fetch(1)")
        == "no answer is set for numberFact.fetch(1); did you mean \"numberFact.fetch(0)\"?\n"
        + "  unanswer numberFact.fetch(1)\n           ^~~~~~~~~~~~~~~~~~~\n  For example: unanswer numberFact.fetch(0)\n")
    #expect(session.type("unanswer numberFact.fetch(0x0)") == "  no answer is set for numberFact.fetch(0) any more\n")
    session.type("getFactButtonTapped")
    #expect(session.type("print fact") == "\"any\"\n")
    session.type("unanswer numberFact.fetch", "getFactButtonTapped")
    #expect(session.type("effects").contains("waits for numberFact.fetch(number: 0)"))
    let file = session.session.sessionFile()
    #expect(file.text.contains("\nunanswer numberFact.fetch(0)\n  = nothing\n"))
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("unanswer-\(UUID().uuidString).hindsight").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try file.text.write(toFile: path, atomically: true, encoding: .utf8)
    let again = try TranscriptSession(RootFeature.named("counter", in: RootFeature.all))
    again.type("load \(path)")
    #expect(again.session.sessionFile().text == file.text)
    #expect(again.type("effects").contains("waits for numberFact.fetch(number: 0)"))
    session.type("undo 2", "getFactButtonTapped")
    #expect(session.type("effects") == "no effect is in flight\n", "taken back, it is set again")
    #expect(
      session.type("unanswer")
        == "unanswer needs a call\n  unanswer\n          ^\n  For example: unanswer numberFact.fetch\n  Try \"info answers\".\n")
  }

  @Test func theCallsOfEveryFeatureAreKnown() throws {
    var known: [String: [String]] = [:]
    for root in RootFeature.all {
      let endpoints = try root.open(scenario: nil, settings: WorldSettings()).knownEndpoints()
      known[root.name] = endpoints.map { "\($0.name) \(ActionDecoder.name(of: $0.valueType))" }
    }
    #expect(known["standups"] == ["standups.save nothing"])
    #expect(known["actions"] == ["upload.send Receipt"])
    #expect(known["tabs"] == ["numberFact.fetch String"], "the counters in it")
  }

  @Test func answersAreCompletedByTheTypeOfTheWaitingCall() throws {
    let session = try TranscriptSession(RootFeature.named("actions", in: RootFeature.all))
    session.type("upload.view.appeared", "upload.view.uploadButtonTapped")
    func complete(_ line: String) -> [String] {
      session.session.completion(line: line, cursor: line.count).candidates.map(\.text)
    }
    #expect(complete("answer ") == ["e2 ", "upload.send = "])
    #expect(complete("answer upl") == ["upload.send = "])
    #expect(complete("answer upload.send = ") == ["Receipt("])
    #expect(session.session.hint(line: "answer upload.send = ") == "Receipt")
    #expect(complete("answer e2 ") == ["Receipt("])
    #expect(complete("answer e2 Receipt(") == ["number: "])
    #expect(complete("answer Rec") == ["Receipt("])
    #expect(session.session.hint(line: "answer e2 ") == "Receipt")
    #expect(complete("answer e7 ") == [])
    session.type("undo")
    #expect(complete("answer e2 Rec") == [])
  }
}
