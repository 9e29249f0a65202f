// swift-format-ignore-file
// Exported by Hindsight from a session of dice: 17 inputs.
import ComposableArchitecture
import Foundation
import Testing

@testable import Session

@MainActor
@Suite struct DiceSessionTests {
  @Test func session() async {
    let clock = TestClock()
    let oddsOdds = AnsweredCalls<Int>(3, unread: 4)
    let store = TestStore(initialState: DiceFeature.State(rolls: [], odds: nil)) {
      DiceFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(SessionNumbers(from: 0))
      $0[OddsClient.self].odds = { _ in await oddsOdds() }
    }

    await store.send(.roll) {
      $0.rolls.append(6)
    }
    await store.send(.roll) {
      $0.rolls.append(3)
    }
    await store.send(.rollLater)
    await store.receive(.rolled(26434)) {
      $0.rolls.append(26434)
    }
    await store.send(.ask)
    await store.send(.ask)
    oddsOdds.answer(1, 4)
    await store.receive(.answered(4)) {
      $0.odds = 4
    }
    await store.send(.roll) {
      $0.rolls.append(6)
    }
    let e4 = await store.send(.wait)
    // The session held e4 here, and let it go on before it wanted to do anything.
    await store.send(.roll) {
      $0.rolls.append(1)
    }
    await e4.cancel()
    let e5 = await store.send(.ask)
    await e5.cancel()
    await store.finish()
  }

  // Left out: #12 set rolls = [1], since a test store has no way to edit the state by hand; what follows begins with the edited state.
  @Test func session2() async {
    let clock = TestClock()
    let store = TestStore(initialState: DiceFeature.State(rolls: [1], odds: 4)) {
      DiceFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(SessionNumbers(from: 1663341875487337577))
    }

    await store.send(.roll) {
      $0.rolls.append(2)
    }
    await store.send(.rollLater)
    await store.receive(.rolled(173868)) {
      $0.rolls.append(173868)
    }
    await store.finish()
  }
}

/// The calls of an endpoint that cannot throw, in their order; each waits until the test answers it. One whose effect is cancelled
/// comes back with a value that nobody reads.
private struct AnsweredCalls<Value: Sendable>: Sendable {
  private let answers: [(stream: AsyncStream<Value>, continuation: AsyncStream<Value>.Continuation)]
  private let unread: Value
  private let next = LockIsolated(0)

  init(_ count: Int, unread: Value) {
    answers = (0..<count).map { _ in AsyncStream<Value>.makeStream() }
    self.unread = unread
  }

  func callAsFunction() async -> Value {
    let call = next.withValue { next in
      defer { next += 1 }
      return next
    }
    guard answers.indices.contains(call) else { return unread }
    for await answer in answers[call].stream { return answer }
    return unread
  }

  func answer(_ call: Int, _ value: Value) { answers[call].continuation.yield(value) }
}

/// The random numbers of the session: SplitMix64, from where the session's generator stood.
private final class SessionNumbers: RandomNumberGenerator, Sendable {
  private let state: LockIsolated<UInt64>

  init(from state: UInt64) { self.state = LockIsolated(state) }

  func next() -> UInt64 {
    state.withValue { state in
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }
}
