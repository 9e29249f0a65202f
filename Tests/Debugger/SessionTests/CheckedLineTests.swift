import ActionLanguage
import ComposableArchitecture
import Features
import Foundation
import Terminal
import Testing

@testable import Session

/// What is wrong in a line is told when it is read, with its place, what was meant and a line that is accepted.
@Suite struct CheckedLineTests {
  func session(_ feature: String) throws -> TranscriptSession {
    try TranscriptSession(RootFeature.named(feature, in: RootFeature.all))
  }

  @Test(arguments: [
    ("contacts", "find path[0].contact.nme != \"q\"", "Contact has no property \"nme\"", "path[0].contact.name != \"q\""),
    (
      "standups", "find path[0].detial.standup.title == \"x\"",
      "StandupsFeature.Path.State has no case \"detial\", and none of its cases a property called so",
      "path[0].detail.standup.title == \"x\""
    ),
    (
      "standups", "who path[0].detail.standup.titl",
      "Standup has no property \"titl\"; now there is no element: the list is empty", "path[0].detail.standup.title"
    ),
    (
      "standups", "watch path[0].detail.standup.titl",
      "Standup has no property \"titl\"; now there is no element: the list is empty", "path[0].detail.standup.title"
    ),
    (
      "standups", "display path[0].detail.standup.titl",
      "Standup has no property \"titl\"; now there is no element: the list is empty", "path[0].detail.standup.title"
    ),
    (
      "standups", "print path[0].detail.standup.titl",
      "Standup has no property \"titl\"; now there is no element: the list is empty", "path[0].detail.standup.title"
    ),
    (
      "standups", "log /changed path[0].detail.standup.titl/",
      "Standup has no property \"titl\"; now there is no element: the list is empty", "path[0].detail.standup.title"
    ),
    (
      "standups", "chart path[0].detail.standup.titl == \"x\"", "Standup has no property \"titl\"",
      "path[0].detail.standup.title == \"x\""
    ),
    (
      "standups", "set path[0].detail.standup.titl = \"x\"", "Standup has no property \"titl\"", nil
    ),
    ("auth", "print main.usr", "MainFeature.State has no property \"usr\"; now the value is .loggedOut, not .main", "main.user"),
    ("auth", "tree main.usr", "MainFeature.State has no property \"usr\"; now the value is .loggedOut, not .main", "main.user"),
    ("auth", "print loggedOut.isLogingIn", "LoginFeature.State has no property \"isLogingIn\"", "loggedOut.isLoggingIn"),
    ("counter", "find fact == 3", "expected String, found the number 3", "fact == \"text\""),
    ("counter", "find count == 1 && cont > 3", "CounterFeature.State has no property \"cont\"", "count == 1 && count > 3"),
    ("counter", "find count == 1 && count > \"a\"", "expected Int, found a String", "count == 1 && count > 3"),
    ("counter", "bisect count == 1 && cont > 3", "CounterFeature.State has no property \"cont\"", "count == 1 && count > 3"),
    ("counter", "chart count == 1 && cont > 3", "CounterFeature.State has no property \"cont\"", "count == 1 && count > 3"),
    ("counter", "print count == 1 && cont > 3", "CounterFeature.State has no property \"cont\"", "count == 1 && count > 3"),
    (
      "counter", "break incrementButtonTapped if count == 1 && cont > 3", "CounterFeature.State has no property \"cont\"",
      "count == 1 && count > 3"
    ),
    (
      "counter", "watch count if count == 1 && cont > 3", "CounterFeature.State has no property \"cont\"",
      "count == 1 && count > 3"
    ),
    ("counter", "print fact contains", "a value is missing here", nil),
    ("counter", "find fact contains", "a value is missing here", nil),
    ("tabs", "print !tab1.count > 3", "\"!\" binds to tab1.count alone, before \">\" compares", "!(tab1.count > 3)"),
    ("auth", "print loggedIn", "AuthFeature.State has no case \"loggedIn\", and none of its cases a property called so", nil),
  ])
  func aMistakeIsToldBeforeAnythingIsThere(_ feature: String, _ line: String, _ message: String, _ example: String?) throws {
    let session = try session(feature)
    session.type(line)
    #expect(session.output.isEmpty)
    #expect(session.errors.hasPrefix(message + "\n"), "\(session.errors)")
    #expect(session.errors.contains("  \(line)\n"))
    if let example {
      // A line that can be typed as it stands.
      let start =
        line.hasPrefix("log ")
        ? "" : line.firstRange(of: " if ").map { line[..<$0.upperBound] } ?? line.prefix { $0 != " " } + " "
      #expect(session.errors.contains("    example: \(start)\(example)\n"), "\(session.errors)")
    }
    #expect(session.session.breakpoints.all.isEmpty)
    #expect(session.session.displays.all.isEmpty)
  }

  @Test func whatIsAbsentIsFalseAndCounted() throws {
    let contacts = try session("contacts")
    contacts.type("addButtonTapped")
    for condition in ["!(path[0].contact.name > \"a\")", "path[0].contact.name != \"q\""] {
      #expect(
        contacts.type("find \(condition)") == """
          \(condition) is true after none of 1 entry
            (at the start and after 1 entry it could not be told, because what it names is not there; that counts as false)

          """)
    }
    let counter = try session("counter")
    counter.type("incrementButtonTapped")
    for condition in ["fact > \"a\"", "fact contains \"3\""] {
      #expect(
        counter.type("find \(condition)") == """
          \(condition) is true after none of 1 entry
            (at the start and after 1 entry it could not be told, because what it names is not there; that counts as false)

          """)
    }
    #expect(counter.type("find fact != \"x\"") == "fact != \"x\" is true after 1 of 1 entry, and at the start: #0-#1\n")
    #expect(counter.type("find fact == nil") == "fact == nil is true after 1 of 1 entry, and at the start: #0-#1\n")
    #expect(counter.type("help find").contains("fact != \"x\" is true for a fact of nil"))
  }

  @Test func datesNeedNoQuotes() throws {
    let session = try session("standups")
    session.type("push path .meeting(Meeting(id: UUID(3), date: 2024-02-03T04:05:06Z, transcript: \"x\"))")
    #expect(session.type("print path[last].meeting.date") == "Date(\"2024-02-03T04:05:06Z\")\n")
    session.type("set path[last].meeting.date = 2024-02-04")
    #expect(session.type("print path[last].meeting.date") == "Date(\"2024-02-04T00:00:00Z\")\n")
    #expect(session.type("print path[last].meeting.date < 2025-01-01") == "true\n")
    #expect(session.type("find path[last].meeting.date < 2024-02-04").contains("is true after 1 of 2 entries: #1\n"))
  }

  @Test func thePayloadOfAPatternIsOfItsType() throws {
    let session = try session("counter")
    #expect(
      session.type("break factFailed(3)").hasPrefix(
        "expected String, found the number 3\n  break factFailed(3)\n                   ^\n  For example: break factFailed(\"text\")\n"
      ))
    #expect(session.type("break incrementButtonTapped(3)").isEmpty == false)
    #expect(session.output.isEmpty)
    #expect(session.session.breakpoints.all.isEmpty)
    #expect(session.type("break factFailed(\"3\")") == "breakpoint 1: break factFailed(\"3\")\n")
    // A name that leads to no action from the root on may mean any of them.
    let tabs = try self.session("tabs")
    #expect(tabs.type("break factFailed(3)").hasPrefix("expected String, found the number 3\n"))
    #expect(tabs.type("break factFailed(\"3\")") == "breakpoint 1: break factFailed(\"3\")\n")
  }

  @Test(arguments: [
    ("binding standup.title", "standup.title = \"text\""), ("binding standup.title =", "standup.title = \"text\""),
    ("standup.title =", "standup.title = \"text\""), ("binding standup.duration = 90 s", "standup.duration = 1.5s"),
  ])
  func aBindingWithoutItsValueIsShownOne(_ line: String, _ example: String) throws {
    let session = try session("standups")
    session.type("standupsList.addButtonTapped")
    session.type(line)
    let way = "standupsList.addStandup." + (line.hasPrefix("binding") ? "binding " : "")
    #expect(session.errors.contains("    example: \(way)\(example)\n"), "\(session.errors)")
    if !line.hasSuffix("90 s") { #expect(session.errors.hasPrefix("\"= VALUE\" is missing"), "\(session.errors)") }
    #expect(session.type("\(way)\(example)").contains("standup."))
  }

  @Test func anAssignmentToWhatIsNoBindingIsAnEdit() throws {
    let session = try session("standups")
    session.type("standupsList.addStandup = nil")
    #expect(session.errors.contains("needs its payload"))
    #expect(session.errors.contains("to edit the state by hand: set standupsList.addStandup = nil"), "\(session.errors)")
    session.type("standupsList.addButtonTapped", "set standupsList.addStandup = nil")
    #expect(session.errors.isEmpty)
  }

  @Test(arguments: [
    ("1h1m1s", "3661s"), ("1h30m", "90m"), ("1.5s", "1.5s"), ("1min", "1m"), ("1d", "24h"), ("1_000ms", "1s"), ("2µs", "2us"),
  ])
  func timePassesByEveryDurationOfTheLanguage(_ written: String, _ passed: String) throws {
    let session = try TranscriptSession(.plain)
    #expect(session.type("advance \(written)") == "  now \(passed); nothing happened\n")
    #expect(session.type("clock").contains("now \(passed)"))
  }

  @Test(arguments: [
    ("1.5ns", "1.5ns is finer than a nanosecond, the smallest step of time"),
    ("-1s", "time does not go back, and -1s is negative"), ("1", "\"1\" is a number without a unit, such as s"),
    ("1h 1m", "\"1h 1m\" is not a duration"), ("101d1", "\"101d1\" is not a duration"), ("s", "\"s\" is not a duration"),
    ("40000d", "40000d is longer than a hundred years, which is as far as time goes at once"),
  ])
  func whatIsNoDurationIsRefused(_ written: String, _ message: String) throws {
    let session = try TranscriptSession(.plain)
    #expect(session.type("advance \(written)").hasPrefix(message + "\n"), "\(session.errors)")
  }

  @Test(arguments: [
    ("diff --jsn", "diff", "--jsn", "There is --json."), ("tree --jsn", "tree", "--jsn", "There is --json."),
    ("print --jsn count", "print", "--jsn", "There is --json."), ("print count --jsn", "print", "--jsn", "There is --json."),
    ("effects --jsn", "effects", "--jsn", "There is --json."), ("log --jsn", "log", "--jsn", "There are --expand and --json."),
    ("bisect --mono count > 0", "bisect", "--mono", "There is --monotone."),
    ("play --fast", "play", "--fast", "There is --speed."),
    ("goto --x", "goto", "--x", nil), ("find count == 1 --json", "find", "--json", nil),
  ])
  func anOptionThatACommandLacksIsTold(_ line: String, _ command: String, _ option: String, _ known: String?) throws {
    let session = try TranscriptSession(.plain)
    session.type("increment")
    session.type(line)
    let column = try #require(line.firstRange(of: option)).lowerBound.utf16Offset(in: line)
    let caret = String(repeating: " ", count: column) + "^" + String(repeating: "~", count: option.count - 1)
    #expect(session.errors.hasPrefix("\(command) has no option \(option)\n  \(line)\n  \(caret)\n"), "\(session.errors)")
    #expect(known.map { session.errors.hasSuffix("  \($0)\n") } ?? true, "\(session.errors)")
  }

  @Test func anOptionInAStringIsNone() throws {
    let session = try TranscriptSession(.plain)
    #expect(session.type("find fact == \"a --jsn\"").contains("is true after none"))
  }

  @Test func theFileOfATestIsWhatIsWrongWithIt() throws {
    let session = try TranscriptSession(.plain)
    session.type("increment")
    #expect(
      session.type("export test 1..2 T.txt").hasPrefix(
        """
        export test takes entries such as 3..9, and a file that ends in .swift
          export test 1..2 T.txt
                           ^~~~~

        """))
  }

  // MARK: Lines that go on

  @Test func aMultiLineStringGoesOnWithTheNextLines() throws {
    var open = OpenLine()
    #expect(try open.take("increment", number: 1)?.text == "increment")
    #expect(try open.take("answer \"\"\"", number: 2) == nil)
    #expect(open.isOpen)
    #expect(try open.take("  say \"hi\"; # no comment", number: 3) == nil)
    #expect(try open.take("", number: 4) == nil)
    let closed = try open.take("  \"\"\"", number: 5)
    let whole = try #require(closed)
    #expect(whole.text == "answer \"\"\"\n  say \"hi\"; # no comment\n\n  \"\"\"")
    #expect(whole.number == 2)
    #expect(!open.isOpen)
    // What is closed where it began is a line of its own, and so is a comment.
    #expect(try open.take("print \"\"\"a\"\"\"", number: 6) != nil)
    #expect(try open.take("# \"\"\"", number: 7) != nil)
    #expect(try open.take("print \"a\\\"\"\"\"", number: 8) != nil)
    #expect(try open.take("answer #\"\"\"", number: 9) == nil)
    #expect(try open.take("a \"\"\" b", number: 10) == nil)
    #expect(try open.take("\"\"\"#", number: 11) != nil)
  }

  @Test func whatIsKeptOfAMultiLineStringStandsInOneLine() throws {
    #expect(OneLine.text(of: "a(\"\"\"\n  x \"y\"\n    z\n  \"\"\", 3)") == #"a("x \"y\"\n  z", 3)"#)
    #expect(OneLine.text(of: "a(#\"\"\"\n\\n\n\"\"\"#) \"\" b") == #"a("\\n") "" b"#)
    #expect(OneLine.text(of: "a(\"\"\"\nb") == "a(\"\"\"\nb", "what is not closed stays")
    let session = try TranscriptSession(.plain)
    session.type("ask")
    #expect(session.type("fail e1 \"\"\"\nx\n\"\"\"").contains("(\"x\")"), "\(session.output)\(session.errors)")
    session.type("startTimer", "depart e2 \"\"\"\nincrement\n\"\"\"")
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hindsight-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    session.type("save \(folder.path)/lines.hindsight")
    let saved = try String(contentsOfFile: folder.path + "/lines.hindsight", encoding: .utf8)
    #expect(!saved.contains("\"\"\"") && !saved.contains("\nincrement"), "\(saved)")
    session.type("load \(folder.path)/lines.hindsight")
    #expect(session.errors.isEmpty, "\(session.errors)")
    #expect(session.type("increment\nincrement").hasPrefix("a line break can stand in a multi-line string alone"))
  }

  @Test func aMultiLineStringIsBounded() throws {
    var open = OpenLine()
    #expect(try open.take("answer \"\"\"", number: 3) == nil)
    let long = String(repeating: "x", count: OpenLine.limit)
    #expect(try open.take(long, number: 4) == nil)
    #expect(try open.take(long, number: 5) == nil)
    let error = #expect(throws: CommandError.self) { try open.take("\"\"\"", number: 6) }
    #expect(error?.message == "the text that begins in line 3 is longer than 1048576 bytes")
    #expect(!open.isOpen)
    #expect(try open.take("answer \"\"\"", number: 7) == nil)
    let end = open.end()
    let problem = try #require(end)
    #expect(problem.message == "the string that begins in line 7 is not closed: its \"\"\" is missing")
    #expect(problem.line == 7)
    #expect(!open.isOpen)
  }

  @Test func aSourcedFileMayHoldMultiLineStrings() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hindsight-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("lines.txt").path
    try Data("answered(\"\"\"\n  one ;; \"two\"\n    three\n  \"\"\") ;; increment\nprint fact\n".utf8).write(
      to: URL(fileURLWithPath: path))
    let session = try TranscriptSession(.plain)
    session.type("source \(path)")
    #expect(session.errors.isEmpty, "\(session.errors)")
    #expect(session.type("print fact") == "\"one ;; \\\"two\\\"\\n  three\"\n")
    #expect(session.type("print count") == "1\n")
    try Data("increment\nanswered(\"\"\"\n  one\n".utf8).write(to: URL(fileURLWithPath: path))
    session.type("source \(path)")
    #expect(session.errors.contains("\(path):2: the string that begins in line 2 is not closed"), "\(session.errors)")
    #expect(session.type("print count") == "2\n")
  }

  @Test func thePromptAsksForTheRest() throws {
    let session = try TranscriptSession(.plain)
    let source = Typed([
      .line("answered(\"\"\""), .line("one"), .line("!!"), .line("\"\"\")"), .line("answered(\"\"\""), .line("  lost"),
      .interrupted,
      .line("increment"), .line("answered(\"\"\""),
    ])
    _ = InteractiveLoop(session: session.session, source: source).run()
    #expect(
      source.prompts.map { $0.hasPrefix("...> ") }
        == [false, true, true, true, false, true, true, false, false, true, false])
    #expect(session.errors == "the string that begins in line 1 is not closed: its \"\"\" is missing\n")
    #expect(session.type("print fact") == "\"one\\n!!\"\n")
    #expect(session.type("print count") == "1\n")
  }

  @Test func theEndOfTheInputGivesUpAnUnfinishedTextOnly() throws {
    let session = try TranscriptSession(.plain)
    let source = Typed([
      .line("answered(\"\"\""), .line("  lost"), .endOfInput, .line("increment"), .line("answered(\"\"\""), .endOfInput,
    ])
    #expect(InteractiveLoop(session: session.session, source: source).run() == 0)
    #expect(source.prompts.map { $0.hasPrefix("...> ") } == [false, true, true, false, false, true, false])
    #expect(
      session.errors == String(repeating: "the string that begins in line 1 is not closed: its \"\"\" is missing\n", count: 2))
    #expect(session.type("print count") == "1\n")
  }

  @Test func anAnswerThatIsAskedForMayHaveSeveralLines() throws {
    let session = try TranscriptSession(.asking)
    let source = Typed([
      .line("ask"), .line("\"\"\""), .line("  one"), .interrupted, .line("ask"), .line("3"), .line("\"\"\""), .line("  two"),
      .line("  \"\"\""),
    ])
    _ = InteractiveLoop(session: session.session, source: source).run()
    let question = "texts.text() returns String: "
    let prompts = source.prompts.map { $0.hasPrefix("...> ") ? "..." : $0.hasPrefix(question) ? "?" : ">" }
    #expect(prompts == [">", "?", "...", "...", ">", "?", "?", "...", "...", ">"], "\(source.prompts)")
    #expect(session.type("print text") == "\"two\"\n", "\(session.errors)")
  }

  /// Lines as a person types them.
  private final class Typed: LineSource {
    private var inputs: [LineInput]
    private(set) var prompts: [String] = []
    init(_ inputs: [LineInput]) { self.inputs = inputs.reversed() }
    func readLine(prompt: String) throws -> LineInput {
      prompts.append(prompt)
      return inputs.popLast() ?? .endOfInput
    }
  }
}

/// Takes a text from outside that it needs at once.
private struct Asking: Reducer, Sendable {
  struct State: Equatable, Sendable { var text = "" }
  enum Action: Equatable, Sendable { case ask }

  @Dependency(\.endpointResponder) var outside

  var body: some Reducer<State, Action> {
    Reduce { state, _ in
      let call = EndpointCall(client: "TextsClient", endpoint: "text", arguments: [])
      state.text = (try? outside?.respondImmediately(to: call, returning: String.self)) ?? ""
      return .none
    }
  }
}

extension RootFeature {
  fileprivate static let asking = RootFeature("asking", summary: "takes a text", tryFirst: "ask") {
    Asking.State()
  } reducer: {
    Asking()
  }
}
