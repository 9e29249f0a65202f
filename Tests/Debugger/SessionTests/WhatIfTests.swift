import ComposableArchitecture
import Features
import Foundation
import Testing

@testable import Session

/// A feature that is not pure: it reads the date of the machine, not that of its world.
struct Impure: Reducer, Sendable {
  struct State: Equatable, Sendable {
    var count = 0
    var createdAt: Date?
  }
  enum Action: Equatable, Sendable {
    case increment
    case create
  }
  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .increment: state.count += 1
      case .create: state.createdAt = Date()
      }
      return .none
    }
  }
}

extension RootFeature {
  static let impure = RootFeature("impure", summary: "reads the machine's date", tryFirst: "increment") {
    Impure.State()
  } reducer: {
    Impure()
  }
}

@Suite struct WhatIfTests {
  @Test func skippedInputsLeaveTheRestToRunOnANewBranch() throws {
    let session = try TranscriptSession(.plain)
    session.type("add(amount: 1)", "add(amount: 10)", "add(amount: 100)", "branch main")
    #expect(session.type("skip 2") == "ran 1 input again after #1, on a new branch\n#4 add(amount: 100)\n")
    #expect(session.type("print count") == "101\n")
    #expect(session.type("unskip") == "  (back on branch main)\n#3 add(amount: 100)\n")
    #expect(session.type("print count") == "111\n")
    #expect(session.type("unskip").hasPrefix("nothing was skipped to make this branch"))
    session.type("skip 1 3")
    #expect(session.type("print count") == "10\n")
    session.type("unskip 3")
    #expect(session.type("print count") == "110\n")
  }

  @Test func whatNoLongerAppliesIsListed() throws {
    let session = try TranscriptSession(.plain)
    session.type("ask", "increment", "answer \"one\"", "increment")
    #expect(
      session.type("skip 1") == """
        ran 2 inputs again after #0, on a new branch
          - no longer applies: #3 answer e1 "one"  no effect e1 is in flight; none is
        #6 increment

        """)
    #expect(session.type("print fact") == "nil\n")
    #expect(session.type("print count") == "2\n")
  }

  @Test func answersGoToTheEffectTheSameEntryStartedAgain() throws {
    let session = try TranscriptSession(.plain)
    session.type("ask", "increment", "ask", "answer e2 \"second\"", "answer e1 \"first\"")
    session.type("skip 1")
    #expect(session.type("print fact") == "\"second\"\n")
    session.type("unskip", "insert 0 ask")
    #expect(session.type("print fact") == "\"first\"\n")
    #expect(session.type("effects").contains("e1  started by"))
  }

  @Test func inputsAreMovedReplacedAndInserted() throws {
    let session = try TranscriptSession(.plain)
    session.type("startTimer", "advance 1s", "set count = 100", "increment")
    #expect(session.type("print count") == "101\n")
    #expect(session.type("move 4 after 0") == "ran 4 inputs again after #0, on a new branch\n#8 set count = 100  (edit)\n")
    #expect(session.type("print count") == "100\n")
    session.type("goto 4", "replace 3 add(amount: 5)")
    #expect(session.type("print count") == "7\n")
    session.type("insert 0 add(amount: 1000)")
    #expect(session.type("print count") == "1007\n")
    #expect(session.type("effects").contains("e1  started by"))
  }

  @Test(arguments: [
    ("skip 9", "there is no entry 9; the log goes from 0 (start) to 4"),
    ("skip 0", "#0 is the initial state; there is nothing to skip"),
    ("skip x", "\"x\" is no entry's number"),
    ("skip", "skip needs an entry"),
    ("move 2 after 0", "#2 tick came from e1, which #1 started: it cannot come before that"),
    ("move 2 after 1", "#2 is there already"),
    ("move 2", "move needs two entries"),
    ("replace 3", "replace needs an entry and an action"),
    ("replace 3 incremnt", "PlainCounter.Action has no case"),
    ("insert 9 increment", "there is no entry 9"),
    ("unskip", "nothing was skipped to make this branch"),
    ("verify now", "verify takes nothing, but was given \"now\""),
  ])
  func wrongInputIsExplainedAndChangesNothing(line: String, message: String) throws {
    let session = try TranscriptSession(.plain)
    session.type("startTimer", "advance 1s", "increment", "increment", "back")
    session.type(line)
    #expect(session.errors.contains(message), "\(session.errors)")
    #expect(session.prompt == "plain 3/4> ")
    #expect(session.session.playback.timeline.branchEnds.count == 1)
  }

  @Test func anActionSentByAnActionMovesWithIt() throws {
    let session = try TranscriptSession(.chain)
    session.type("first")
    #expect(session.type("log").contains("second"))
    #expect(session.type("skip 2").hasPrefix("#2 second is what #1 led to, not an input; skip #1\n"))
  }

  @Test func aPureFeatureComesOutTheSameAgain() throws {
    let session = try TranscriptSession(.plain)
    session.type("startTimer", "advance 3s", "makeID", "ask", "answer \"x\"", "set count = 4", "report")
    #expect(session.type("verify") == "7 inputs and 9 entries came out the same again\n")
  }

  @Test func anImpureReducerIsFound() throws {
    let session = try TranscriptSession(.impure)
    session.type("increment", "create", "increment")
    let lines = session.type("verify").split(separator: "\n").map(String.init)
    #expect(lines[0] == "#2 create does not come out the same again")
    #expect(lines[1].hasPrefix("  createdAt differs: Date("))
    #expect(lines[2] == "  the reducer calls Date() directly; use @Dependency(\\.date)")
    #expect(session.prompt == "impure 3> ")
  }

  @Test func replayFindsAnImpureReducerByItself() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("impure-\(UUID().uuidString).hindsight").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try "hindsight 1\nfeature impure\nseed 0\ndate 2024-01-01T00:00:00Z\n\nincrement\ncreate\nend\n"
      .write(toFile: path, atomically: true, encoding: .utf8)
    let session = try TranscriptSession(.impure)
    let code = Replay(roots: [.impure], output: session.session.output).run(paths: [path])
    #expect(code == 3)
    #expect(session.output.contains(": #2 create does not come out the same again\n"))
    #expect(session.errors == "")
  }
}

/// An action that sends another at once.
struct Chain: Reducer, Sendable {
  struct State: Equatable, Sendable { var steps = 0 }
  enum Action: Equatable, Sendable { case first, second }
  var body: some Reducer<State, Action> {
    Reduce { state, action in
      state.steps += 1
      return action == .first ? .send(.second) : .none
    }
    .onChange(of: \.steps) { _, _ in Reduce { state, _ in .none } }
  }
}

extension RootFeature {
  static let chain = RootFeature("chain", summary: "sends on", tryFirst: "first") {
    Chain.State()
  } reducer: {
    Chain()
  }
}

extension WhatIfTests {
  @Test func aWriteCannotComeBeforeItsCause() throws {
    let session = try TranscriptSession(RootFeature.named("shared", in: RootFeature.all))
    session.type("counter.incrementButtonTapped", "counter.resetLaterButtonTapped", "write e1 counter.stats.count = 5")
    let before = session.type("log")
    #expect(
      session.type("move 3 after 1").hasPrefix(
        "#3 write e1 counter.stats.count = 5 came from e1, which #2 started: it cannot come before that\n"))
    #expect(session.type("log") == before)
  }

  @Test func whatGoesWithAnEntryIsSaid() throws {
    let session = try TranscriptSession(.plain)
    session.type("startTimer", "advance 3s", "increment")
    #expect(session.type("skip 3").contains("\n  (#3 came of advance 3s, which is gone with #2, #4)\n"))
    session.type("unskip", "undo 2", "ask", "answer \"one\"")
    let answered = session.session.playback.timeline.lastEntry
    #expect(
      session.type("replace \(answered) increment").contains("  (#\(answered) came of answer e2 \"one\", which is gone)\n"),
      "\(session.output)")
  }

  @Test func theBranchThatWasThereAlreadyIsNamed() throws {
    let session = try TranscriptSession(.plain)
    session.type("increment", "add(amount: 10)", "ask", "skip 2", "branch short", "goto 3")
    #expect(session.type("skip 2").contains("; nothing new came of it\n  (that is branch short)\n"), "\(session.output)")
  }

  @Test(arguments: [("insert 1 advance 1s", "insert", "advance"), ("replace 1 set count = 5", "replace", "set")])
  func onlyActionsAreInserted(line: String, verb: String, command: String) throws {
    let session = try TranscriptSession(.plain)
    session.type("increment")
    #expect(session.type(line).hasPrefix("\(verb) takes an action of the feature, and \(command) is a command\n"))
  }

  @Test func whatStartedAnEffectMayBeGoneWhileAnotherHasItsNumber() throws {
    let session = try TranscriptSession(.plain)
    session.type("ask", "ask", "hold e1", "increment")
    #expect(
      session.type("skip 1").contains(
        "no longer applies: hold e1  what started e1 is not there now; another effect has its number\n"), "\(session.output)")
  }

  @Test func whatIsTakenBackWithoutAnEntryIsSaid() throws {
    let session = try TranscriptSession(.plain)
    session.type("increment", "advance 1s", "advance 2s")
    #expect(session.type("undo 3") == "  (took back advance 2s, advance 1s, increment)\n#0 the initial state\n")
    session.type("increment")
    #expect(session.type("undo") == "#0 the initial state\n")
  }

  @Test func anAdvanceThatRunsAwaySaysSo() throws {
    let session = try TranscriptSession(.plain)
    session.type("startTimer")
    let text = session.type("advance 100000h")
    #expect(text.hasPrefix("the advance led to more than 10000 actions, the last of them tick from e1."))
    #expect(text.contains("--limit N"))
  }

  @Test func anOptionalChildIsAFrame() throws {
    let session = try TranscriptSession(RootFeature.named("auth", in: RootFeature.all))
    session.type("task", "answer e1 AppUser(id: 1, name: \"B\")")
    #expect(!session.type("where").contains("profile"))
    session.type("main.profileButtonTapped")
    #expect(session.type("where").hasSuffix("  #1  main \"B\"\n  #2  profile\n"), "\(session.output)")
  }
}
