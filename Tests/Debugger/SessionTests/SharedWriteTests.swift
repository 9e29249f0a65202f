import ComposableArchitecture
import Features
import Foundation
import Testing

@testable import Session

/// What effects write to shared values, outside of any action.
@Suite struct SharedWriteTests {
  @Test func whatAnEffectWritesIsAnEntryOfItsOwn() throws {
    let session = try TranscriptSession(.writer)
    session.type("later")
    #expect(
      session.type("advance 1s") == """
        #2 write e1 count = 1
          ~ count  0 → 1
        #3 look  ← e1
          ~ seen  0 → 1
          » e1 finished

        """)
    session.type("now")
    #expect(
      session.type("log") == """
          #1 typed    0s     later  ∅  » e1 started
             input    0s     advance 1s
          #2 e1       1s     write e1 count = 1  count 0→1
          #3 e1       1s     look  seen 0→1  » e1 finished
          #4 typed    1s     now  ∅  » e2 started
        ❯ #5 e2       1s     write e2 count = 2  count 1→2  » e2 finished

        """)
    #expect(session.type("verify") == "3 inputs and 5 entries came out the same again\n")
    session.type("undo 2")
    #expect(session.type("print count", "print seen") == "0\n0\n")
    // Before what was written: the effect runs again and writes again.
    session.type("nothing", "advance 1s")
    #expect(session.type("print count", "print seen") == "1\n1\n")
  }

  @Test func whatAnEffectWroteIsNeitherLostNorWrittenTwiceWhenTravelling() throws {
    let session = try TranscriptSession(.writer)
    session.type("later", "advance 1s", "goto 2")
    #expect(session.type("print count", "print seen") == "1\n0\n")
    session.type("goto 1")
    #expect(session.type("print count") == "0\n")
    // In the middle of the step: the rest of it comes first.
    session.type("goto 2", "now")
    #expect(session.type("print count", "print seen") == "2\n1\n")
    #expect(session.errors == "")
    #expect(session.type("verify").hasSuffix("came out the same again\n"))
    // While an effect is in flight, the inputs since are run again.
    session.type("later", "now", "goto end", "undo", "nothing")
    #expect(session.type("print count") == "2\n")
    session.type("advance 1s")
    #expect(session.type("print count", "print seen") == "3\n3\n")
    #expect(session.type("verify").hasSuffix("came out the same again\n"))
  }

  @Test func whoFindAndDiffKnowWhatAnEffectWrote() throws {
    let session = try TranscriptSession(RootFeature.named("shared", in: RootFeature.all))
    session.type(
      "counter.incrementButtonTapped", "counter.incrementButtonTapped", "counter.resetLaterButtonTapped", "advance",
      "profile.stepChanged(5)")
    let who = """
      #4 write e1 counter.stats = Stats(count: 0, highest: 0, lowest: 0)
        (e1, started by #3, went on with: advance 1s)
      #3 counter.resetLaterButtonTapped
        (typed)

      """
    #expect(session.type("who counter.stats.count") == "counter.stats.count  2 → 0\n" + who)
    let stats = "Stats(count: 2, highest: 2, lowest: 0) → Stats(count: 0, highest: 0, lowest: 0)\n"
    #expect(session.type("who counter.stats") == "counter.stats  " + stats + who)
    #expect(session.type("find counter.stats.count == 0").contains("after 2 of 5 entries, and at the start: #0, #4-#5"))
    #expect(session.type("diff 3 4").contains("counter.stats.count  2 → 0"))
    for path in ["counter.stats.count", "counter.stats"] {
      let log = session.type("log /changed \(path)/").split(separator: "\n")
      #expect(log.map { $0.split(separator: " ")[0] } == ["#1", "#2", "#4"], "\(path)")
    }
    #expect(
      session.type("trace 4").hasSuffix(
        "  e1 wrote it; what an effect writes goes through no reducer\n"))
    #expect(session.type("log --json").contains("\"number\":4,\"cause\":\"write\",\"effect\":1,"))
    for path in ["counter", "profile"] {
      #expect(session.type("who \(path)").contains("(by SharedFeature › Scope profile: SharedProfileFeature › Reduce)"))
    }
    session.type("counter.incrementButtonTapped")
    #expect(session.type("who counter.stats.count").hasPrefix("counter.stats.count  0 → 5\n"))
  }

  @Test func aWatchStopsWhereAnEffectWrote() throws {
    let session = try TranscriptSession(RootFeature.named("shared", in: RootFeature.all))
    session.type("counter.incrementButtonTapped", "counter.resetLaterButtonTapped", "advance", "watch counter.stats", "goto 1")
    #expect(session.type("continue").contains("breakpoint 1 at #3, counter.stats: Stats(count: 1, highest: 1, lowest: 0) → "))
    #expect(session.type("print counter.stats.count") == "0\n")
  }

  @Test func inALiveSessionAWriteIsAnInputOfItsOwn() throws {
    let session = try live(.writer)
    session.type("live on", "now")
    session.session.catchUp()
    #expect(session.type("print count") == "1\n")
    #expect(inputs(of: session) == ["live on", "now", "write e1 count = 1", "depart e1"])
    #expect(session.type("undo 2", "print count") == "  (took back depart e1, write e1 count = 1)\n#1 now\n0\n")
    #expect(session.type("redo", "print count").hasSuffix("\n1\n"))
    session.type("redo")
    #expect(session.type("verify").hasSuffix("came out the same again\n"))
    #expect(session.type("log e1").contains("#2 e1"))
    #expect(session.type("log").contains("write e1 count = 1  count 0→1"))
  }

  @Test func inALiveSessionAnActionThatFollowsAWriteSeesIt() throws {
    let session = try live(.writer)
    session.type("live on", "later", "advance 1s")
    session.session.catchUp()
    #expect(session.type("print count", "print seen") == "1\n1\n")
    #expect(inputs(of: session) == ["live on", "later", "write e1 count = 1", "arrive e1 look", "depart e1"])
    #expect(session.type("verify").hasSuffix("came out the same again\n"))
  }

  @Test func aSavedLiveSessionReplaysWithWhatWasWritten() throws {
    let session = try live(.writer)
    session.type("live on", "now", "now")
    session.session.catchUp()
    #expect(session.type("print count") == "2\n")
    let folder = try CrashProbe.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    session.type("save \(folder)/written.hindsight")
    let other = try TranscriptSession(.writer)
    other.type("load \(folder)/written.hindsight")
    #expect(other.errors == "")
    #expect(other.type("print count") == "2\n")
    #expect(inputs(of: other) == inputs(of: session))
  }

  @Test func theUserWritesForAnEffect() throws {
    let session = try TranscriptSession(.writer)
    session.type("later")
    #expect(session.type("write e1 count = 7") == "#2 write e1 count = 7\n  ~ count  0 → 7\n")
    #expect(session.type("write e1 count = \"x\"").contains("\"x\""))
    #expect(session.type("write count = 7").hasPrefix("write needs an effect, a path and a value"))
    #expect(session.type("write e1 seen = 7").hasPrefix("seen is not shared"))
    #expect(session.type("print count", "print seen") == "7\n0\n")
    #expect(
      session.type("write e2 count = 7")
        == "no effect e2 is in flight; there are e1\n  write e2 count = 7\n        ^~\n  For example: write e1 count = 3\n")
    // The effect has only the user now.
    session.type("advance 5s")
    #expect(session.type("print count", "print seen") == "7\n0\n")
  }

  @Test func anEffectThatFailsInALiveSessionSaysSoWithItsError() throws {
    let session = try live(.writer)
    session.type("live on", "send fail")
    session.session.catchUp()
    #expect(inputs(of: session) == ["live on", "send fail", "depart e1 offline"])
    #expect(session.type("log").contains("depart e1 offline  » e1 failed: offline\n"))
    #expect(session.type("info effect e1").contains("failed"))
    #expect(session.type("verify").hasSuffix("came out the same again\n"))
    session.type("live off", "later", "depart e2 no more")
    #expect(session.type("info effect e2").contains("no more"))
  }

  @Test func anErrorOfManyLinesDepartsInOne() throws {
    let session = try live(.writer)
    session.type("live on", "failAtLength")
    session.session.catchUp()
    #expect(inputs(of: session) == ["live on", "failAtLength", "depart e1 no network no cache"])
  }

  @Test func twoEffectsThatWriteInALiveSessionDoSoInTheirOrder() throws {
    let session = try live(.writer)
    session.type("live on", "later", "later", "advance 1s")
    session.session.catchUp()
    #expect(session.type("print count") == "2\n")
    #expect(
      inputs(of: session) == [
        "live on", "later", "later", "write e1 count = 1", "arrive e1 look", "write e2 count = 2", "arrive e2 look", "depart e1",
        "depart e2",
      ])
    #expect(session.type("verify").hasSuffix("came out the same again\n"))
    #expect(session.type("goto 3", "print count").hasSuffix("\n1\n"))
  }

  @Test func eachOfTwoEffectsWritesItsOwnValue() throws {
    let session = try live(.writer)
    session.type("live on", "both")
    session.session.catchUp()
    #expect(
      inputs(of: session) == ["live on", "both", "write e1 count = 1", "write e2 count = 2", "depart e1", "depart e2"])
    #expect(session.type("print count") == "2\n")
    #expect(session.type("verify").hasSuffix("came out the same again\n"))
  }

  @Test func whatTheStateDoesNotShowIsWrittenAllTheSameAndSaidSo() throws {
    let session = try live(.writer)
    session.type("live on")
    #expect(session.type("elsewhere").contains("e1 started"))
    session.session.catchUp()
    #expect(session.type("log").contains("depart e1"))
    #expect(session.type("peek", "print seen").hasSuffix("\n5\n"))
  }

  private func live(_ root: RootFeature) throws -> TranscriptSession {
    let session = try TranscriptSession(root)
    // Each look at the clock finds it a microsecond later.
    var time = ContinuousClock.now
    session.session.realTime = {
      time += .microseconds(1)
      return time
    }
    return session
  }

  private func inputs(of session: TranscriptSession) -> [String] {
    session.session.sessionFile().items.compactMap { item -> String? in
      guard case .input(let text, _, _) = item, !text.hasPrefix("advance ") else { return nil }
      return text
    }
  }
}

/// Effects that write to a shared value.
private struct Writer: Reducer, Sendable {
  struct State: Equatable {
    @Shared(.inMemory("count")) var count = 0
    var seen = 0
  }
  enum Action: Equatable, Sendable { case both, elsewhere, fail, failAtLength, later, look, nothing, now, peek }

  struct Failure: Error, CustomStringConvertible { let description: String }

  @Dependency(\.continuousClock) var clock

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .both:
        // Both write before either ends.
        let once: Effect<Action> = .run { [count = state.$count] _ in
          count.withLock { $0 += 1 }
          await Task.yield()
        }
        return .merge(once, once)
      case .elsewhere:
        return .run { _ in
          @Shared(.inMemory("elsewhere")) var elsewhere = 0
          $elsewhere.withLock { $0 = 5 }
        }
      case .fail: return .run { _ in throw Failure(description: "offline") }
      case .failAtLength: return .run { _ in throw Failure(description: "no network\n\tno cache\u{7}\n") }
      case .later:
        return .run { [clock, count = state.$count] send in
          try await clock.sleep(for: .seconds(1))
          count.withLock { $0 += 1 }
          await send(.look)
        }
      case .look: state.seen = state.count
      case .nothing: break
      case .peek:
        @Shared(.inMemory("elsewhere")) var elsewhere = 0
        state.seen = elsewhere
      case .now: return .run { [count = state.$count] _ in count.withLock { $0 += 1 } }
      }
      return .none
    }
  }
}

extension RootFeature {
  fileprivate static let writer = RootFeature("writer", summary: "shares", tryFirst: "now") {
    Writer.State()
  } reducer: {
    Writer()
  }
}
