// swift-format-ignore-file
// Exported by Hindsight from a session of counter: 6 inputs.
import ComposableArchitecture
import Foundation
import Testing

@testable import Features

@MainActor
@Suite struct OutsideWorldTests {
  // Left out: #1 set count = 7, since a test store has no way to edit the state by hand; what follows begins with the edited state.
  @Test func session() async {
    let numberFactFetch = Calls<String>(2)
    let store = TestStore(initialState: {
      var value = CounterFeature.State()
      value.count = 7
      return value
    }()) {
      CounterFeature()
    } withDependencies: {
      $0[NumberFactClient.self].fetch = { _ in try await numberFactFetch() }
    }

    await store.send(.getFactButtonTapped) {
      $0.isLoadingFact = true
    }
    numberFactFetch.answer(0, "7 is prime.")
    await store.receive(.factResponse("7 is prime.")) {
      $0.fact = "7 is prime."
      $0.isLoadingFact = false
    }
    await store.send(.getFactButtonTapped) {
      $0.fact = nil
      $0.isLoadingFact = true
    }
    await store.send(.incrementButtonTapped) {
      $0.count = 8
    }
    numberFactFetch.answer(1, "7 is a lucky number.")
    await store.receive(.factResponse("7 is a lucky number.")) {
      $0.fact = "7 is a lucky number."
      $0.isLoadingFact = false
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
