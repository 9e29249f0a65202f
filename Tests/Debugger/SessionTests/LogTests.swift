import ComposableArchitecture
import Testing

@testable import Session

@Suite struct LogTests {
  private func session() throws -> TranscriptSession {
    let session = try TranscriptSession(.plain)
    session.type("startTimer", "advance 4s", "report", "increment", "add(amount: 3)")
    return session
  }

  @Test func repeatsAreOneLine() throws {
    let session = try session()
    #expect(
      session.type("log") == """
             #1 typed    0s     startTimer  isTimerOn false→true  » e1 started
                input    0s     advance 4s
          #2-#5 e1       1s     tick ×4  count 0→4
             #6 typed    4s     report  ∅  ! something is odd
             #7 typed    4s     increment  count 4→5
        ❯    #8 typed    4s     add(amount: 3)  count 5→8

        """)
    #expect(session.type("log 2..3 --expand").split(separator: "\n").count == 3)
    session.type("goto 3")
    #expect(
      session.type("log tick") == """
          #2 e1       1s     tick  count 0→1
        ❯ #3 e1       2s     tick  count 1→2
          #4 e1       3s     tick  count 2→3
          #5 e1       4s     tick  count 3→4

        """, "what lies ahead is told apart from what happened")
  }

  @Test func inputsThatAreNoActionStandBetweenTheEntries() throws {
    let session = try TranscriptSession(.plain)
    session.type("ask", "advance 1s", "advance 1s", "advance 1s", "fail e1 offline", "advance 2s", "increment", "advance 250ms")
    #expect(
      session.type("log") == """
          #1 typed    0s     ask  ∅  » e1 started
             input    0s     advance 1s ×3
             input    3s     fail e1 offline
          #2 e1       3s     failed("offline")  fact nil→"failed: offline"  » e1 finished
             input    3s     advance 2s
          #3 typed    5s     increment  count 0→1
        ❯    input    5s     advance 250ms

        """)
    #expect(!session.type("log user").contains("input"), "a filter chooses entries")
    #expect(session.type("log --expand").split(separator: "\n").count == 9)
    session.type("undo 2")
    #expect(session.type("log").contains("❯    input    3s     advance 2s\n"))
    session.type("goto start")
    #expect(session.type("log").hasPrefix("❯ #0 the initial state\n  #1 typed"))
  }

  @Test func effectsThatOnlySendAreMarkedWhereTheyCameFrom() throws {
    let session = try TranscriptSession(Relay.root)
    session.type("pass(2)", "start")
    #expect(
      session.type("log") == """
          #1 typed    0s     pass(2)  total 0→2  » e1 sends
          #2 e1       0s     pass(1)  total 2→3  » e2 sends
          #3 e2       0s     pass(0)  ∅
          #4 typed    0s     start  ∅  » e3 started, e4 sends
        ❯ #5 e4       0s     pass(0)  ∅  » e3 finished

        """)
    #expect(session.type("info effect e4").contains("only sends"))
    #expect(session.type("info effect e3").contains("finished after #5"))
    #expect(session.type("log 4..4").hasSuffix("#4 typed    0s     start  ∅  » e3 started, e4 sends\n"), "\(session.output)")
  }

  @Test func aLogOfInputsAloneIsNotEmpty() throws {
    let session = try TranscriptSession(.plain)
    #expect(session.type("log") == "the log is empty; nothing has happened yet\n")
    session.type("advance 1s")
    #expect(session.type("log") == "❯  input    0s     advance 1s\n")
  }

  @Test(arguments: [
    ("tick", [2, 3, 4, 5]), ("!tick", [1, 6, 7, 8]), ("^(tick|report)$", [2, 3, 4, 5, 6]), ("user", [1, 6, 7, 8]),
    ("noop", [6]), ("from e1", [2, 3, 4, 5]), ("/changed count/", [2, 3, 4, 5, 7, 8]), ("changed isTimerOn", [1]),
    ("tail 2", [7, 8]), ("tick tail 1", [5]), ("3..6", [3, 4, 5, 6]), ("3..6 user", [6]), ("2", [7, 8]), ("all", Array(1...8)),
    ("\"add(amount: 3\"", []), ("!noop user !add", [1, 7]), ("!user", [2, 3, 4, 5]), ("\"amount: 3\"", [8]),
  ])
  func filtersChooseEntries(filter: String, expected: [Int]) throws {
    let session = try session()
    let text = session.type("log \(filter) --json")
    let numbers = text.split(separator: "\n").compactMap { line in
      line.firstMatch(of: /^{"number":(\d+),/).flatMap { Int($0.1) }
    }
    if filter == "\"add(amount: 3\"" {
      #expect(session.errors.contains("is no regular expression"))
    } else {
      #expect(numbers == expected, "\(text)\(session.errors)")
    }
  }

  @Test func machinesReadJSON() throws {
    let session = try session()
    session.type("ask", "set fact = \"a \\\"b\\\" <c>\"", "makeID")
    #expect(
      session.type("log tail 1 --json")
        == #"{"number":11,"cause":"typed","time":"4s","action":"makeID","changes":[{"kind":"inserted","path":"ids[0]","new":"UUID(0)"}]}"#
        + "\n")
    #expect(session.type("print count --json") == "8\n")
    #expect(session.type("tree --json") == #"{"count":8,"fact":"a \"b\" <c>","ids":["UUID(0)"],"isTimerOn":true}"# + "\n")
    #expect(
      session.type("diff 6 7 --json") == #"{"from":6,"to":7,"changes":[{"kind":"changed","path":"count","old":"4","new":"5"}]}"#
        + "\n")
    #expect(
      session.type("effects --json").split(separator: "\n").last
        == #"{"effect":2,"startedBy":9,"path":"","cancellationIDs":[],"waitsFor":"fact.fetch(8)"}"#)
  }

  @Test func inputsAreInTheJSONToo() throws {
    let session = try TranscriptSession(.plain)
    session.type("startTimer", "advance 500ms", "advance 1500ms", "ask", "fail e2 offline")
    let lines = session.type("log --json").split(separator: "\n").map(String.init)
    #expect(
      lines.filter { $0.hasPrefix(#"{"input""#) } == [
        #"{"input":"advance 500ms","time":"0s","after":1}"#,
        #"{"input":"advance 1.5s","time":"500ms","first":2,"last":3}"#,
        #"{"input":"fail e2 offline","time":"2s","first":5,"last":5}"#,
      ])
    #expect(lines.count == 8)
    #expect(lines[1].hasPrefix(#"{"input":"advance 500ms""#) && lines[3].hasPrefix(#"{"number":2,"#))
    #expect(!session.type("log user --json").contains("input"), "a filter chooses entries")
  }

  @Test func whatWouldActOnATerminalIsEscapedInJSON() {
    let text = JSONText.object([
      ("a\u{1B}", .string("\u{202E}\u{7}\"\\\n")), ("b", .array([.null, .boolean(true), .number(-3)])),
    ]).text
    #expect(text == #"{"a\u001b":"\u202e\u0007\"\\\n","b":[null,true,-3]}"#)
  }

  @Test(arguments: [
    ("log [", "\"[\" is no regular expression"), ("log --x", "log has no option --x"),
    ("log from x", "from needs an effect such as e7"),
    ("log tail", "tail needs a count"), ("log tail x", "log's count must be a whole number above zero, not \"x\""),
    ("log 0", "log's count must be a whole number above zero, not \"0\""), ("log 5..3", "\"5..3\" is no range of entries"),
    ("log 50..60", "there is no entry 50;"), ("log 50..", "there is no entry 50;"), ("log /changed nope/", "has no property"),
    ("log !", "there is no expression after \"!\""), ("log !from x", "from needs an effect such as e7"),
    ("log /tick", "an expression between slashes needs both of them"), ("log tick/", "Write /tick/, or \\/ for a slash itself."),
    ("log //", "there is no expression between the slashes"), ("log /changed", "changed needs a path"),
    ("log !!", "there is no expression after \"!\""),
    ("log !tail 1", "\"!\" stands before a filter, and tail is none: it says how much is shown\n"),
    ("log !tail 1", "  log !tail 1\n       ^~~~\n  For example: log !/tail/\n"), ("log !3", "and 3 is none"),
    ("log !all", "and all is none"), ("log !1..2", "and 1..2 is none"), ("log !--json", "--json is none"),
    ("log from e99", "there is no effect e99 on this branch; there is e1\n"),
    ("log from e99", "  log from e99\n           ^~~\n  For example: log from e1\n"),
    ("log !from e2", "there is no effect e2 on this branch; there is e1\n"),
    ("log by", "log has no word \"by\""), ("log tick and report", "log has no word \"and\""),
    ("log /changed count > 1/", "changed takes a path and shows where its value changed; a condition is looked for by find\n"),
    ("log changed count > 1", "  log changed count > 1\n                    ^\n"),
    ("log changed count>1", "  log changed count>1\n                   ^~\n"),
    ("log changed fact is .x", "a condition is looked for by find"),
    ("effects e1", "  For example: info effect e1\n"), ("effects e9", "  For example: effects\n"),
  ])
  func wrongInputIsExplained(line: String, message: String) throws {
    let session = try session()
    session.type(line)
    #expect(session.errors.contains(message), "\(session.errors)")
  }

  @Test func expressionsBetweenSlashesMayHaveBlanksAndAnyFilterMayBeTurnedRound() throws {
    let session = try TranscriptSession(Sayings.root)
    session.type("say(\"a b\")", "say(\"a/ b\")", "say(\"ab\")", "other")
    func entries(_ line: String) -> [String] {
      session.type(line).split(separator: "\n").compactMap { line in
        line.split(separator: " ").first { $0.hasPrefix("#") }.map(String.init)
      }
    }
    #expect(entries("log /a b/") == ["#1"])
    #expect(entries("log !/a b/ /say/") == ["#2", "#3"])
    #expect(entries(#"log /a\/ b/"#) == ["#2"])
    #expect(entries("log /a b/ user") == ["#1"])
    #expect(entries("log /changed text/ /a b/") == ["#1"])
    #expect(entries("log !/changed text/") == ["#4"])
    #expect(entries("log !changed text") == ["#4"])
    #expect(entries("log /changed text /") == ["#1", "#2", "#3"])
    #expect(entries("log !noop") == ["#1", "#2", "#3"])
    #expect(session.type("log !from e1").hasPrefix("there is no effect e1 on this branch; none was started\n"))
    #expect(entries("log !/say/ !/nothing/ tail 1") == ["#4"])
    #expect(session.type("log !user") == "no entry passes\n")
    #expect(entries("log !!noop") == ["#4"])
  }

  @Test func whatAnEffectSentIsFoundAlsoWhereItIsAheadAndNotOnOtherBranches() throws {
    let session = try session()
    func entries(_ line: String) -> Int { session.type(line).split(separator: "\n").count { $0.contains("#") } }
    #expect(entries("log from e1 --expand") == 4)
    #expect(entries("log !from e1 tail 1") == 1)
    session.type("goto start")
    #expect(entries("log from e1 --expand") == 4, "what is ahead is of the branch")
    session.type("increment")
    #expect(
      session.type("log from e1")
        == "there is no effect e1 on this branch; none was started\n  log from e1\n           ^~\n"
        + "  For example: log, log 50\n")
    // An effect that sent nothing is one all the same.
    session.type("ask")
    #expect(session.type("log from e1") == "no entry passes\n", "\(session.errors)")
  }

  /// One way to write a range, whatever takes one.
  @Test func rangesAreReadAlikeEverywhere() throws {
    let session = try TranscriptSession(.plain)
    session.type("increment", "increment", "increment", "add(amount: 5)", "increment")
    #expect(session.type("log 4..").split(separator: "\n").count == 3, "\(session.output)")
    #expect(session.type("log ..2").split(separator: "\n").filter { $0.contains("increment") }.count == 2)
    #expect(session.type("log 4..").contains("add(amount: 5)"))
    #expect(session.type("play 4..").contains("add(amount: 5)"))
    #expect(session.output.split(separator: "\n").count == 2)
    #expect(session.type("chart count #4..").contains("#4"))
    #expect(session.type("chart count ..2").contains("#0"))
    let from4 = session.type("export test 4..")
    #expect(from4.contains("add(amount: 5)") && from4.components(separatedBy: "store.send").count == 3, "\(from4)")
    #expect(session.type("export test ..3").components(separatedBy: "store.send").count == 4)
    for command in ["log", "play", "chart count", "export test"] {
      #expect(session.type("\(command) 3..x").contains("\"3..x\" is no range of entries"), "\(command)")
      #expect(session.type("\(command) 4..2").contains("\"4..2\" is no range of entries: it runs backwards"), "\(command)")
      #expect(session.errors.contains("\(command) 2..4"), "\(session.errors)")
      #expect(session.type("\(command) 8..9").contains("there is no entry 8"), "\(command): \(session.errors)")
    }
  }

  @Test(arguments: [
    ("log (a+)+$", "log (a+)+$", "        ^"), ("log !(a|b)*", "log !(a|b)*", "          ^"),
    ("log /((tick)?x){2,}/", "log /((tick)?x){2,}/", "               ^"),
  ])
  func aPatternThatCouldTakeForEverIsRefused(line: String, shown: String, caret: String) throws {
    let session = try session()
    let text = session.type(line)
    #expect(text.hasPrefix("a repetition of a group that repeats or chooses could take for ever"), "\(text)")
    #expect(text.contains("  \(shown)\n  \(caret)\n"), "\(text)")
  }

  @Test(arguments: ["log (ti)+ck", "log (tick|report)", "log a+[(*]?b*", "log (?:tick)+", "log \\(a*\\)+"])
  func patternsThatCannotAreTaken(line: String) throws {
    #expect(try !session().type(line).contains("for ever"))
  }

  @Test(arguments: ["[", "(", "[^", "[a&&[", "(?=", "[(", "[[:alpha:]["])
  func expressionsWithBracketsInBracketsAreBounded(bracket: String) throws {
    let session = try session()
    let deep = String(repeating: bracket, count: 80)
    #expect(session.type("log \(deep)").hasPrefix("the brackets of an expression may be nested 40 deep\n"))
    #expect(session.errors.split(separator: "\n").dropFirst(2).first?.hasSuffix("^") == true, "\(session.errors)")
    let long = String(repeating: bracket, count: 100_000)
    #expect(session.type("log /\(long)/").hasPrefix("an expression may have 1000 characters"))
  }

  @Test(arguments: ["(?i)", "a|", "a{1}", "a?", "a*?", "\\Q", ".", "(a)", "[a]", "\\[\\("])
  func longExpressionsAreTakenOrRefused(part: String) throws {
    let session = try session()
    let long = String(repeating: part, count: 1_000 / part.count)
    #expect(!session.type("log /\(long)/").isEmpty)
    #expect(session.type("log tick").contains("#2-#5 "), "the session goes on")
  }

  @Test func aRangeThatIsNotThereIsRefusedInOneWay() throws {
    let session = try TranscriptSession(.plain)
    session.type("increment", "increment", "increment")
    for command in ["log", "play", "export test"] {
      #expect(
        session.type("\(command) 2..99")
          == "there is no entry 99; the log goes from 0 (start) to 3\n  \(command) 2..99\n"
          + String(repeating: " ", count: command.count + 6) + "^~\n  For example: \(command) 2..3\n", "\(command)")
      for range in ["..0", "0..0"] {
        let refused = session.type("\(command) \(range)")
        #expect(refused.hasPrefix("0 is the start, which is no entry; the first entry is #1"), "\(command): \(refused)")
      }
    }
    for line in ["log 1 .. 3", "log 1..2 3..3", "log 2 1..2", "log all 2"] {
      #expect(session.type(line).hasPrefix("log takes one range or count"), "\(line): \(session.output)")
    }
    #expect(session.prompt == "plain 3> ")
  }

  @Test func repeatsAreNotFoldedOverAnInputBetweenThem() throws {
    let session = try TranscriptSession(.plain)
    session.type("startTimer", "advance 3s", "hold e1", "advance 1s", "release e1", "advance 3s")
    let log = session.type("log")
    for input in ["advance 3s", "hold e1", "advance 1s", "release e1"] { #expect(log.contains(input), "\(log)") }
    #expect(log.components(separatedBy: "advance 3s").count == 3, "\(log)")
    #expect(log.contains("#2-#4 e1       1s     tick ×3  count 0→3"), "\(log)")
    #expect(session.type("log tick").split(separator: "\n").count == 1, "a filter leaves the inputs out")
  }

  @Test func nothingPassing() throws {
    #expect(try session().type("log zebra") == "no entry passes\n")
    #expect(try TranscriptSession(.plain).type("log") == "the log is empty; nothing has happened yet\n")
  }
}

/// Sends on what it gets, until nothing is left.
private struct Relay: Reducer, Sendable {
  struct State: Equatable, Sendable { var total = 0 }
  enum Action: Equatable, Sendable {
    case pass(Int)
    case start
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .pass(let left):
        state.total += left
        return left > 0 ? .send(.pass(left - 1)) : .none
      case .start: return .merge(.run { _ in }, .send(.pass(0)))
      }
    }
  }

  static let root = RootFeature("relay", summary: "sends on", tryFirst: "pass(2)") {
    State()
  } reducer: {
    Relay()
  }
}

/// Keeps what was said last.
private struct Sayings: Reducer, Sendable {
  struct State: Equatable, Sendable { var text = "" }
  enum Action: Equatable, Sendable {
    case say(String)
    case other
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .say(let text) = action { state.text = text }
      return .none
    }
  }

  static let root = RootFeature("sayings", summary: "keeps what was said last", tryFirst: "other") {
    State()
  } reducer: {
    Sayings()
  }
}
