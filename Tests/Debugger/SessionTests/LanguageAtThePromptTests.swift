import Foundation
import ComposableArchitecture
import Features
import Terminal
import Testing

@testable import Session

/// What the language promises, at the prompt of the features that come with Hindsight.
@Suite struct LanguageAtThePromptTests {
  private func session(_ name: String, scenario: String? = nil) throws -> TranscriptSession {
    try TranscriptSession(RootFeature.named(name, in: RootFeature.all), scenario: scenario)
  }

  @Test func aCallThatReturnsNothingIsAnsweredWithNothing() throws {
    for answer in ["answer", "answer e1", "answer ()", "answer e1 ()"] {
      let session = try session("auth")
      session.type("loggedOut.nameChanged(\"Blob\")", "loggedOut.loginButtonTapped")
      #expect(session.type(answer).contains("e1 finished"), "\(answer): \(session.output)\(session.errors)")
      #expect(session.errors == "")
      #expect(InputText.text(of: .answer(effect: 1, text: "()")) == "answer e1 ()")
    }
    let counter = try session("counter")
    counter.type("getFactButtonTapped")
    #expect(
      counter.type("answer e1")
        == "answer needs a value: numberFact.fetch(number: 0) returns String; for example: answer e1 \"text\"\n"
        + "  answer e1\n           ^\n")
    #expect(
      counter.type("undo", "answer")
        == "#0 the initial state\nnothing waits for an answer\n  answer\n  ^~~~~~\n  For example: answer numberFact.fetch = \"text\"\n"
    )
  }

  @Test func identifiersAreSpelledAlikeEverywhere() throws {
    let session = try session("nested")
    session.type("rows[0].toggleTimerButtonTapped")
    #expect(session.type("effects").contains("in rows[id: UUID(1)], id TimerID(row: UUID(1))"))
    #expect(session.type("info effect e1").contains("in rows[id: UUID(1)]"))
    session.type("onDelete([0])")
    #expect(session.type("log").contains("rows[id: UUID(1)] went away"), "\(session.output)")
    session.type("undo")
    #expect(session.type("print rows[id: UUID(1)].id") == "UUID(1)\n")
    #expect(session.type("rows[0].toggleTimerButtonTapped").contains("TimerID(row: UUID(1))"))
    #expect(session.type("trace").contains("cancel TimerID(row: UUID(1))"))
    #expect(session.type("row(id: UUID(77), action: .timerTicked)").contains("Id: UUID(77)"))
  }

  @Test func aLineThatAssignsPointsToSet() throws {
    #expect(try session("counter").type("count = 5").contains("To edit the state by hand: set count = 5"))
    #expect(try !session("counter").type("cuont = 5").contains("by hand"))
  }

  @Test func whatIsDoneToAStackIsNotDoneToAnElement() throws {
    let session = try session("standups", scenario: "samples")
    session.type("standupsList.standupTapped(id: UUID(0))")
    #expect(session.type("where").contains("path[#0] detail"), "\(session.output)")
    let meeting = ".meeting(Meeting(id: UUID(9), date: now, transcript: \"x\"))"
    let steps = session.session.playback.timeline.steps.count
    for (line, column, length) in [
      ("push path[#0].detail(.startMeetingButtonTapped) \(meeting)", 6, 42), ("push path[#7] \(meeting)", 10, 4),
      ("pop path[#0].detail(.startMeetingButtonTapped)", 5, 42),
    ] {
      session.type(line)
      #expect(session.errors.contains("goes before a stack"), "\(line): \(session.errors)")
      #expect(session.session.lastProblem?["column"]?.number == column, "\(session.errors)")
      #expect(session.session.lastProblem?["length"]?.number == length, "\(session.errors)")
      #expect(session.session.playback.timeline.steps.count == steps)
    }
    #expect(session.session.hint(line: "push path") == " StandupsFeature.Path.State")
    #expect(session.session.hint(line: "pop path") == "[#id]")
    #expect(session.session.hint(line: "path") == "[#id].…")
    session.type("push path \(meeting)", "pop path[#1]", "pop path")
    #expect(session.errors.isEmpty, "\(session.errors)")
    #expect(session.session.playback.timeline.steps.count == steps + 3)
  }

  @Test func anInputInTheMiddleOfAStepMeetsItsEnd() throws {
    let session = try session("contacts")
    session.type(
      "addButtonTapped", "destination.addContact.binding contact.name = \"A\"", "destination.addContact.saveButtonTapped")
    let last = session.session.playback.timeline.lastEntry
    session.type("goto \(last - 1)")
    #expect(session.output.contains("in the middle of a step"), "\(session.output)")
    // The sheet is still there, and is dismissed by the rest of the step.
    #expect(session.type("print destination").contains("addContact"), "\(session.output)")
    session.type("set destination.addContact.contact.name = \"B\"")
    #expect(
      session.errors.contains("    note: this is the middle of a step: an input comes after #\(last)\n"), "\(session.errors)")
    let example = try #require(session.errors.split(separator: "\n").first { $0.hasPrefix("    example: ") }).dropFirst(13)
    #expect(!session.type("actions").contains("destination.addContact."), "\(session.output)")
    #expect(session.type(String(example)).contains("(edit)"), "\(example): \(session.errors)")
  }

  @Test func theEnumOfAnActionMayGoBeforeIt() throws {
    let session = try session("actions")
    #expect(session.type("view.appeared").hasPrefix("#1 upload.view.appeared\n"), "\(session.errors)")
    #expect(session.type("view.draftChanged(\"한\")").hasPrefix("#2 upload.view.draftChanged(\"한\")\n"), "\(session.errors)")
  }

  @Test func whatIsMissingIsNamedWithItsType() throws {
    let session = try session("actions")
    session.type("upload.delegate.uploaded(title: \"x\")")
    #expect(
      session.errors.hasPrefix("(title: String, Receipt) needs its part 2, Receipt, which has no known default\n"),
      "\(session.errors)")
    session.type("upload.async.uploadResponse(.success(Receipt(id: 3)))")
    #expect(session.errors.contains("    expected: number: Int\n"), "\(session.errors)")
  }

  @Test func whatIsNoActionIsCalledSoWhateverFollows() throws {
    let session = try session("counter")
    session.type("incrementButtonTapped")
    for (line, column) in [("send foo x", 6), ("insert 1 foo x", 10), ("replace 1 foo x", 11), ("send print count", 6)] {
      session.type(line)
      #expect(session.errors.hasPrefix("CounterFeature.Action has no case \""), "\(line): \(session.errors)")
      #expect(session.session.lastProblem?["column"]?.number == column, "\(line): \(session.errors)")
    }
    session.type("getFactButtonTapped")
    for word in ["ex", "e", "e2x"] {
      session.type("answer \(word) \"x\"")
      #expect(
        session.errors
          == "\"\(word)\" is no effect: e1 in flight\n  answer \(word) \"x\"\n         ^\(String(repeating: "~", count: word.count - 1))\n"
          + "  For example: answer e1 \"text\"\n", "\(session.errors)")
    }
  }

  @Test func aTimeThatCannotPassSaysWhy() throws {
    let session = try session("counter")
    for (text, message) in [
      ("-5s", "time does not go back, and -5s is negative"),
      ("9223372036854775807s", "9223372036854775807s is longer than a hundred years, which is as far as time goes at once"),
      ("99999999999999999999s", "99999999999999999999s does not fit in a Duration, which takes up to 9223372036854775807s"),
      ("0.0000000001s", "0.0000000001s is finer than a nanosecond, the smallest step of time"),
      ("5", "\"5\" is a number without a unit, such as s"), ("x", "\"x\" is not a duration"),
    ] {
      #expect(session.type("advance \(text)").hasPrefix(message + "\n"), "\(session.errors)")
      #expect(session.session.lastProblem?["column"]?.number == 9)
    }
  }

  @Test func anErrorMayBeWrittenAsAValue() throws {
    let session = try session("counter")
    session.type("getFactButtonTapped")
    #expect(session.type("fail .failure(\"off\\nline\")").contains("e1 failed: off"), "\(session.errors)")
    #expect(session.session.playback.timeline.steps.count == 3)
    session.type("getFactButtonTapped")
    // Words are words.
    #expect(session.type("fail .failure is not an option").contains("e2 failed: .failure is not an option"), "\(session.errors)")
  }

  @Test func aTabInALineIsNoPartOfAnExample() throws {
    let session = try session("counter")
    session.type("print\tcount\t>\t\"x\"")
    #expect(session.errors.contains("    example: print count > 3\n"), "\(session.errors)")
  }

  @Test func aWriteThatKeepsWhatIsThereIsNone() throws {
    let session = try session("shared")
    session.type("counter.resetLaterButtonTapped", "write e1 counter.stats = _")
    #expect(
      session.errors.hasPrefix(
        "this keeps what counter.stats holds, so nothing would be written\n  write e1 counter.stats = _\n           ^~~~~~~~~~~~~\n"
      ),
      "\(session.errors)")
    #expect(session.type("write e1 counter.stats.count =").hasPrefix("a value is missing here\n"))
  }

  @Test func whatIsRefusedComesWithWhatWorks() throws {
    let session = try session("standups", scenario: "samples")
    for line in [
      "find standupsList.standups > 3", "find standupsList.standups.count >", "print standupsList.standups[", "who stndupsList",
      "tree \"x\"", "bisect path && true", "watch standupsList.standup", "display path[",
    ] {
      session.type(line)
      #expect(!session.errors.isEmpty, "\(line)")
      let command = line.prefix { $0 != " " }
      let example = try #require(
        session.errors.split(separator: "\n").first { $0.hasPrefix("    example: ") }.map { String($0.dropFirst(13)) }
          ?? session.errors.split(separator: "\n").first { $0.hasPrefix("    did you mean: ") }
          .map { "\(command) \($0.dropFirst(18))" },
        "\(session.errors)")
      session.type(example)
      #expect(session.errors.isEmpty, "\(line): \(example): \(session.errors)")
    }
  }

  @Test func typeErrorsOfConditionsNameBothTypes() throws {
    let session = try session("standups", scenario: "samples")
    for (line, types) in [
      ("find standupsList.standups.count > \"x\"", ["Int", "a String"]),
      ("find standupsList.standups > 3", ["IdentifiedArray<Standup>", "the number 3"]),
      ("find standupsList.standups[0].title > 3", ["String", "the number 3"]),
      ("find standupsList.standups.count == standupsList.standups[0].title", ["Int", "String"]),
      ("find standupsList.standups[0].theme > .indigo", ["Theme", ">"]),
      ("find standupsList.standups.count", ["Bool", "Int"]),
      ("find standupsList.standups.count contains 3", ["Int", "the number 3"]),
      ("find standupsList.standups[0].title contains 3", ["String", "the number 3"]),
      ("find standupsList.standups.count is .alert", ["Int", ".alert"]),
    ] {
      let message = session.type(line).split(separator: "\n").first ?? ""
      for type in types { #expect(message.contains(type), "\(line): \(message)") }
    }
  }

  /// Controls, an escape sequence, overrides of direction and separators, as data, as ids, in names and in what is typed.
  @Test func nothingInDataActsOnTheTerminal() throws {
    let session = try TranscriptSession(
      RootFeature("hostile", summary: "", tryFirst: "rename(\"a\")") {
        Hostile.State()
      } reducer: {
        Hostile()
      })
    let hostile = "\u{1B}[31m\u{202E}\u{7}\u{9B}2J\u{2066}\u{2028}\u{85}\u{7F}"
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hindsight-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let written = hostile.unicodeScalars.map { "\\u{\(String($0.value, radix: 16))}" }.joined()
    for line in [
      "rename(\"\(written)\")", "rename(\"\(hostile)\")", "row(id: \"\(written)\", action: \"\(hostile)\")",
      "row[id: \"\(written)\"](\"x\")", "log", "log --json", "tree", "tree --json", "print", "print text", "print text --json",
      "print rows[id: \"\(written)\"]", "diff start end", "diff start end --json", "trace", "actions", "who text", "why 1",
      "where",
      "find text == \"\(written)\"", "display text", "watch text", "info breakpoints", "set text = \"\(hostile)\"", "ask",
      "effects", "effects --json", "answer \"\(hostile)\"", "fail \(hostile)", "chart text", "undo", "redo", "history",
      "branch \(hostile)", "checkpoint \(hostile)", "save /nonexistent\(hostile)/x", "load \(hostile)", "source \(hostile)",
      "export \(folder.path)/\(hostile).html",
      "goto \(hostile)", "\(hostile)", "rename(\(hostile)", "rename(\"\(hostile)", "print \(hostile)",
      "log \(hostile)", "help \(hostile)", "apropos \(hostile)", "echo \(hostile)", "advance \(hostile)", "break \(hostile)",
      "set \(hostile) = 3", "set text = \(hostile)", "rows[id: \"\(written)\"].\(hostile)",
    ] {
      let printed = session.type(line)
      let acting = printed.unicodeScalars.filter { $0 != "\n" && Sanitized.isDangerous($0) }
      #expect(acting.isEmpty, "\(line.debugDescription): \(printed.debugDescription)")
    }
    for line in ["row[", "row(id: ", "print rows[", "print ", "set text = ", "rename("] {
      for candidate in session.session.completion(line: line, cursor: line.count).candidates {
        let acting = (candidate.text + candidate.explanation).unicodeScalars.filter { Sanitized.isDangerous($0) }
        #expect(acting.isEmpty, "\(line): \(candidate)")
      }
    }
    #expect(!session.prompt.unicodeScalars.contains { Sanitized.isDangerous($0) })
  }

  @Test func anEffectThatBeginsToWaitIsSaid() throws {
    let session = try TranscriptSession(
      RootFeature("waiting", summary: "", tryFirst: "start") {
        Waiting.State()
      } reducer: {
        Waiting()
      })
    session.type("start")
    #expect(session.type("advance 1s") == "  now 1s\n  » e1 waits for fact.fetch()\n")
    #expect(session.type("answer \"a\"") == "  now 1s\n  » e1 waits for the clock at 3s\n")
    #expect(session.type("advance 1s") == "  now 2s; nothing happened\n")
    #expect(session.type("advance 1s") == "#2 done  ← e1\n  no change\n  » e1 finished\n")
  }

  @Test func theLogWritesRowsThatAreGoneSoThatTheyCanBePasted() throws {
    let session = try TranscriptSession(
      RootFeature("rows", summary: "", tryFirst: "removeFirst") {
        DroppedRows.State()
      } reducer: {
        DroppedRows()
      })
    session.type("removeFirst")
    let log = session.type("log")
    #expect(log.contains("#2 e1       0s     row(id: 1, action: .toggle)  ∅"), "\(log)")
    #expect(log.contains("#3 e1       0s     row[id: 2].toggle"), "\(log)")
    #expect(session.type("row(id: 1, action: .toggle)").hasPrefix("#4 row(id: 1, action: .toggle)\n"))
    #expect(session.type("log").contains("#4 typed    0s     row(id: 1, action: .toggle)"))
    #expect(session.type("row[id: 1].toggle").hasPrefix("no element has the id 1\n"))
  }
}

/// Texts and ids that a person gives.
private struct Hostile: Reducer, Sendable {
  struct Row: Equatable, Identifiable, Sendable { let id: String }
  struct State: Equatable, Sendable {
    var text = ""
    var rows: IdentifiedArrayOf<Row> = []
  }
  enum Action: Equatable, Sendable {
    case rename(String)
    case row(id: String, action: String)
    case ask
  }
  @Dependency(\.endpointResponder) var outside

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .rename(let text):
        state.text = text
        return .none
      case .row(let id, let text):
        state.rows.append(Row(id: id))
        state.text = text
        return .none
      case .ask:
        return .run { [outside, text = state.text] send in
          let call = EndpointCall(client: "FactClient", endpoint: "fetch", arguments: [.init(label: nil, value: text)])
          guard let outside else { return }
          await send(.rename(try await outside.respond(to: call, returning: String.self)))
        }
      }
    }
  }
}

/// An effect that waits for the clock, then for the outside world, then for the clock again.
private struct Waiting: Reducer, Sendable {
  struct State: Equatable, Sendable {}
  enum Action: Equatable, Sendable { case start, done }
  @Dependency(\.continuousClock) var clock
  @Dependency(\.endpointResponder) var outside

  var body: some Reducer<State, Action> {
    Reduce { _, action in
      guard action == .start else { return .none }
      return .run { [clock, outside] send in
        try await clock.sleep(for: .seconds(1))
        let call = EndpointCall(client: "FactClient", endpoint: "fetch", arguments: [])
        _ = try await outside?.respond(to: call, returning: String.self)
        try await clock.sleep(for: .seconds(2))
        await send(.done)
      }
    }
  }
}

/// Rows one of which is gone when an effect speaks of it.
private struct DroppedRows: Reducer, Sendable {
  struct Row: Equatable, Identifiable, Sendable {
    let id: Int
    var isOn = false
    enum Action: Equatable, Sendable { case toggle }
  }
  struct State: Equatable, Sendable {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
  }
  enum Action: Equatable, Sendable {
    case removeFirst
    case row(id: Int, action: Row.Action)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .removeFirst:
        state.rows.remove(id: 1)
        return .run { send in
          await send(.row(id: 1, action: .toggle))
          await send(.row(id: 2, action: .toggle))
        }
      case .row(let id, .toggle):
        state.rows[id: id]?.isOn.toggle()
        return .none
      }
    }
  }
}
