// swift-format-ignore-file
// Exported by Hindsight from a session of tabs: 12 inputs.
import ComposableArchitecture
import Foundation
import Testing

@testable import Features

@MainActor
@Suite struct TabsTests {
  @Test func session() async {
    let clock = TestClock()
    let store = TestStore(initialState: {
      var value = TabsFeature.State()
      value.tab2.nickname = "Guest"
      return value
    }()) {
      TabsFeature()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(.tab1(.incrementButtonTapped)) {
      $0.tab1.count = 1
      $0.tab2.nickname = "게스트"
    }
    await store.send(.tab1(.decrementButtonTapped)) {
      $0.tab1.count = 0
    }
  }

  // Left out: #3 set tab1.count = 9, since a test store has no way to edit the state by hand; what follows begins with the edited state.
  @Test func session2() async {
    let clock = TestClock()
    let numberFactFetch = Calls<String>(2)
    let store = TestStore(initialState: {
      var value = TabsFeature.State()
      value.tab1.count = 9
      value.tab2.nickname = "게스트"
      return value
    }()) {
      TabsFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0[NumberFactClient.self].fetch = { _ in try await numberFactFetch() }
    }

    await store.send(.tab1(.incrementButtonTapped)) {
      $0.tab1.count = 10
      $0.tab2.nickname = "숫자 세기 고수 🏅"
    }
    await store.send(.tab2(.binding(.set(\.nickname, "철수 🧮")))) {
      $0.tab2.nickname = "철수 🧮"
    }
    await store.send(.tab1(.toggleTimerButtonTapped)) {
      $0.tab1.isTimerOn = true
    }
    await clock.advance(by: .seconds(1))
    await store.receive(.tab1(.timerTicked)) {
      $0.tab1.count = 11
    }
    await store.send(.tab1(.toggleTimerButtonTapped)) {
      $0.tab1.isTimerOn = false
    }
    await store.send(.tab1(.getFactButtonTapped)) {
      $0.tab1.isLoadingFact = true
    }
    numberFactFetch.answer(0, "열하나")
    await store.receive(.tab1(.factResponse("열하나"))) {
      $0.tab1.fact = "열하나"
      $0.tab1.isLoadingFact = false
    }
    await store.send(.tab1(.getFactCarefullyButtonTapped)) {
      $0.tab1.fact = nil
      $0.tab1.isLoadingFact = true
    }
    numberFactFetch.fail(1, OutsideFailure(message: "offline"))
    await store.receive(.tab1(.factFailed("offline"))) {
      $0.tab1.fact = "No fact: offline"
      $0.tab1.isLoadingFact = false
    }
    await store.finish()
  }
}

/// The calls of an endpoint, in their order; each waits until the test answers it.
private struct Calls<Value: Sendable>: Sendable {
  private typealias Answers = AsyncStream<Result<Value, any Error>>
  private let answers: [(stream: Answers, continuation: Answers.Continuation)]
  private let next = LockIsolated(0)

  init(_ count: Int) { answers = (0..<count).map { _ in Answers.makeStream() } }

  func callAsFunction() async throws -> Value {
    let call = next.withValue { next in
      defer { next += 1 }
      return next
    }
    guard answers.indices.contains(call) else { throw CancellationError() }
    for await answer in answers[call].stream {
      switch answer {
      case .success(let value): return value
      case .failure(let error): throw error
      }
    }
    throw CancellationError()
  }

  func answer(_ call: Int, _ value: Value) { answers[call].continuation.yield(.success(value)) }
  func fail(_ call: Int, _ error: any Error) { answers[call].continuation.yield(.failure(error)) }
}

/// The outside world could not answer.
private struct OutsideFailure: Error, Equatable, CustomStringConvertible {
  let message: String
  var description: String { message }
}
