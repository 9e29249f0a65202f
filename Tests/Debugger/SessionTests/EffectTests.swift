import ComposableArchitecture
import Features
import Foundation
import Synchronization
import Terminal
import Testing

@testable import Session

/// Effects as things: held and released, answered in advance, looked at in the past; and those that never stop.
@Suite struct EffectTests {
  @Test func aHeldEffectWaitsBeforeItsNextAction() throws {
    let session = try TranscriptSession(.plain)
    session.type("startTimer", "advance 1s", "hold e1")
    session.type("advance 3s")
    #expect(session.type("print count") == "1\n")
    // It stands at its next action, and waits for nothing but the release.
    #expect(session.type("effects") == "e1  started by #1, id CancelID.timer, held, sent 1 action\n")
    session.type("release e1")
    #expect(session.type("print count") != "1\n")
    #expect(session.type("release e1") == "e1 is not held\n  release e1\n          ^~\n  For example: hold e1\n")
    session.type("undo")
    #expect(session.type("print count") == "1\n")
    #expect(session.type("effects").contains("held"))
  }

  @Test func theLogMarksWhatEffectsDidAndWhy() throws {
    let session = try TranscriptSession(RootFeature.named("effects", in: RootFeature.all))
    session.type("runButtonTapped", "cancelButtonTapped", "debounceFieldChanged", "debounceFieldChanged", "advance 1s")
    session.type("debounceFieldChanged", "cancel e5", "mergeButtonTapped", "advance 5s")
    #expect(
      session.type("log") == """
          #1 typed    0s     runButtonTapped  ∅  » e1 started
          #2 typed    0s     cancelButtonTapped  ∅  » e1 cancelled by CancelID.run
          #3 typed    0s     debounceFieldChanged  keystrokes 0→1  » e2 started
          #4 typed    0s     debounceFieldChanged  keystrokes 1→2  » e2 replaced by a newer effect of CancelID.debounce, e3 started
             input    0s     advance 1s
          #5 e4       300ms  arrived("debounced at keystroke 2")  +arrivals[0]  » e3 finished
          #6 typed    1s     debounceFieldChanged  keystrokes 2→3  » e5 started
             input    1s     cancel e5  » e5 cancelled by hand
          #7 typed    1s     mergeButtonTapped  ∅  » e6 started, e7 started
             input    1s     advance 5s
          #8 e7       2s     arrived("second of two at once")  +arrivals[1]  » e7 finished
        ❯ #9 e6       3s     arrived("first of two at once")  +arrivals[2]  » e6 finished

        """)
  }

  @Test func theOrderOfTwoAnswersIsTheUsersToChoose() throws {
    let session = try TranscriptSession(.plain)
    session.type("ask", "increment", "ask", "hold e1", "answer e1 \"first\"", "answer e2 \"second\"", "release e1")
    #expect(session.type("print fact") == "\"first\"\n")
  }

  @Test func effectsAreCompleteInThePast() throws {
    let session = try TranscriptSession(.plain)
    session.type("startTimer", "advance 2s", "ask", "stopTimer", "answer \"done\"")
    session.type("goto 4")
    #expect(
      session.type("effects") == """
        e1  started by #1, id CancelID.timer, waits for the clock at 3s, sent 2 actions
        e2  started by #4, waits for fact.fetch(2)
          (answer e2 VALUE, or fail e2 MESSAGE)

        """)
    #expect(session.type("clock") == "now 2s  2024-01-01T00:00:02Z\n  e1 at 3s, in 1s\n")
    session.type("goto end")
    #expect(session.type("effects") == "no effect is in flight\n")
    #expect(
      session.type("info effect e1") == """
        e1 is over
          started by #1 startTimer
          could be cancelled by id CancelID.timer
          sent 2 actions, the last #3 tick
          cancelled at #5: cancelled by CancelID.timer

        """)
  }

  @Test func aCallMayBeAnsweredInAdvance() throws {
    let session = try TranscriptSession(.plain)
    #expect(
      session.type("answer fact.fetch = \"any\"") == """
          fact.fetch returns "any" from now on
          (no such call has been made yet: it is kept until one is)

        """, "its client is no dependency that the reducer holds")
    session.type("answer fact.fetch(1) = \"one\"", "ask")
    #expect(session.type("print fact") == "\"any\"\n")
    session.type("increment", "ask")
    #expect(session.type("print fact") == "\"one\"\n")
    session.type("goto start", "ask")
    #expect(session.type("effects").contains("waits for fact.fetch(0)"))
  }

  @Test func aCallThatCannotWaitAsksOrIsRolledBack() throws {
    let session = try TranscriptSession(.ruleBreaker)
    #expect(session.type("limit").hasPrefix("limits.limit() needs its answer at once, a Int."))
    #expect(session.prompt == "impure 0> ")
    session.type("answer limits.limit = 7", "limit")
    #expect(session.type("print number") == "7\n")
    session.type("restart")
    session.session.ask = { question in question == "limits.limit() returns Int: " ? "9" : nil }
    session.type("limit")
    #expect(session.type("print number") == "9\n")
  }

  @Test func effectsThatNeverSuspendAreStoppedAtTheLimit() throws {
    var settings = WorldSettings()
    settings.derivedActionLimit = 50
    let session = try TranscriptSession(.ruleBreaker, settings: settings)
    session.type("increment")
    #expect(session.type("flood").contains("the feature ran away: one input led to more than 50 actions"))
    #expect(session.errors.contains("increment from e1"))
    #expect(session.prompt == "impure 1> ")
    #expect(session.type("spin").contains("e1 ran away: it never waits and sends nothing"))
    #expect(session.prompt == "impure 1> ")
    session.type("increment")
    #expect(session.type("print number") == "2\n")
  }

  @Test func aReducerThatReadsAClockIsNamedWhenInputsRunAgain() throws {
    let session = try TranscriptSession(.ruleBreaker)
    session.type("send wait", "stamp", "increment", "undo")
    let text = session.type("advance 1s")
    #expect(text.contains("running again went another way at #2: createdAt was"))
    #expect(text.contains("the reducer read a clock that is not a dependency; the recorded state was used"))
  }

  @Test func anEffectThatSendsSomethingElseIsOverruledByTheRecord() throws {
    let session = try TranscriptSession(.ruleBreaker)
    session.type("send wait", "count", "increment", "undo")
    let recorded = session.type("print number")
    let text = session.type("advance 1s")
    #expect(text.contains("the recorded action was used"))
    #expect(session.type("print number") == recorded)
  }
}

/// A feature that breaks every rule.
struct RuleBreaker: Reducer, Sendable {
  struct State: Equatable, Sendable {
    var number = 0
    var createdAt: Date?
  }
  enum Action: Equatable, Sendable { case count, flood, increment, limit, set(Int), spin, stamp, wait }

  private static let calls = Mutex(0)

  @Dependency(\.continuousClock) var clock
  @Dependency(\.endpointResponder) var outside

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .count:
        return .run { send in
          await send(
            .set(
              Self.calls.withLock { calls in
                calls += 1
                return calls
              }))
        }
      case .flood: return .run { send in while true { await send(.increment) } }
      case .increment: state.number += 1
      case .limit:
        let call = EndpointCall(client: "LimitsClient", endpoint: "limit", arguments: [])
        state.number = (try? outside?.respondImmediately(to: call, returning: Int.self)) ?? 0
      case .set(let number): state.number = number
      case .spin: return .run { _ in while true { await Task.yield() } }
      case .stamp: state.createdAt = Date()
      case .wait: return .run { [clock] _ in try await clock.sleep(for: .seconds(100)) }
      }
      return .none
    }
  }
}

extension RootFeature {
  static let ruleBreaker = RootFeature("impure", summary: "breaks every rule", tryFirst: "increment") {
    RuleBreaker.State()
  } reducer: {
    RuleBreaker()
  }
}

extension RootFeature {
  /// Knows the call that it makes.
  static let knownLimits = limits(of: "limits")
  /// Knows another whose name is almost that of the call it makes.
  static let nearLimits = limits(of: "limts")

  private static func limits(of client: String) -> RootFeature {
    RootFeature("impure", summary: "breaks every rule", tryFirst: "increment") {
      RuleBreaker.State()
    } dependencies: { _ in
      let _: @Sendable () -> Int = OutsideWorld.endpoint(client, "limit", fallback: 0)
    } reducer: {
      RuleBreaker()
    }
  }
}

extension EffectTests {
  @Test func anAnswerThatIsAskedForIsCheckedAndAskedForAgain() throws {
    let session = try TranscriptSession(.ruleBreaker)
    var questions: [String] = []
    var answers = ["\"x\"", "limits(", " 9 "]
    session.session.ask = { question in
      questions.append(question)
      #expect(session.session.completion(line: "", cursor: 0).candidates.map(\.text).contains("3"))
      #expect(session.session.hint(line: "") == "Int")
      return answers.isEmpty ? nil : answers.removeFirst()
    }
    session.type("limit")
    #expect(
      session.errors.hasPrefix(
        """
        expected Int, found a String
          "x"
          ^~~
            example: 3
        this bracket is not closed: ")" is missing
          limits(
                ^

        """), "\(session.errors)")
    #expect(questions == Array(repeating: "limits.limit() returns Int: ", count: 3))
    #expect(session.type("print number") == "9\n")
    #expect(session.type("log").contains("answer limits.limit() = 9"), "\(session.output)")
    session.type("restart")
    answers = ["\"x\"", ""]
    #expect(
      session.type("limit").hasSuffix(
        "limits.limit() needs its answer at once, a Int. The step was rolled back; say before it, for example: "
          + "answer limits.limit() = 3, or for all arguments: answer limits.limit = 3\n"), "\(session.errors)")
    #expect(session.prompt == "impure 0/1> ")
    #expect(!session.session.completion(line: "", cursor: 0).candidates.map(\.text).contains("3"))
    answers = Array(repeating: "\"x\"", count: 500)
    session.type("limit")
    #expect(answers.count == 400, "one step asks no more than a person would answer")
  }

  @Test func anEffectThatOnlySendsIsKnown() throws {
    let session = try TranscriptSession(RootFeature.named("effects", in: RootFeature.all))
    session.type("debounceFieldChanged", "advance 1s", "throttleButtonTapped", "throttleButtonTapped")
    #expect(
      session.type("info effect e3") == """
        e3 is over
          started by #3 throttleButtonTapped
          only sends, so it neither starts nor finishes
          sent 1 action, the last #4 arrived("throttled at tap 1")

        """)
    #expect(session.type("info effect e1").contains("  finished after #1\n"), "\(session.output)")
    session.type("goto 1")
    #expect(session.type("info effect e3").hasPrefix("no effect e3 was started up to here"))
  }

  @Test func whatEndedWhileHeldCannotBeReleased() throws {
    let session = try TranscriptSession(RootFeature.named("shared", in: RootFeature.all))
    session.type("counter.resetLaterButtonTapped", "hold e1", "advance 2s")
    #expect(
      session.type("release e1")
        == "there is nothing left to release: e1 finished while it was held\n  release e1\n          ^~\n  For example: effects\n"
    )
    #expect(
      session.type("release e2")
        == "no effect e2 is in flight; none is\n  release e2\n          ^~\n  For example: effects\n")
    #expect(session.type("help hold").contains("still changes @Shared values by itself"))
  }
}
