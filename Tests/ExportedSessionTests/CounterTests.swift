// swift-format-ignore-file
// Exported by Hindsight from a session of counter: 12 inputs.
import ComposableArchitecture
import Foundation
import Testing

@testable import Features

@MainActor
@Suite struct CounterTests {
  @Test func session() async {
    let clock = TestClock()
    let numberFactFetch = Calls<String>(3)
    let store = TestStore(initialState: CounterFeature.State()) {
      CounterFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0[NumberFactClient.self].fetch = { _ in try await numberFactFetch() }
    }

    await store.send(.incrementButtonTapped) {
      $0.count = 1
    }
    await store.send(.incrementButtonTapped) {
      $0.count = 2
    }
    await store.send(.decrementButtonTapped) {
      $0.count = 1
    }
    await store.send(.toggleTimerButtonTapped) {
      $0.isTimerOn = true
    }
    await clock.advance(by: .seconds(2))
    await store.receive(.timerTicked) {
      $0.count = 2
    }
    await store.receive(.timerTicked) {
      $0.count = 3
    }
    await store.send(.toggleTimerButtonTapped) {
      $0.isTimerOn = false
    }
    await store.send(.getFactButtonTapped) {
      $0.isLoadingFact = true
    }
    numberFactFetch.answer(0, "3 is a prime 🎲")
    await store.receive(.factResponse("3 is a prime 🎲")) {
      $0.fact = "3 is a prime 🎲"
      $0.isLoadingFact = false
    }
    // The session reported: An "Effect.run" threw an error that nothing handles: offline
    await withExpectedIssue {
      let e3 = await store.send(.getFactButtonTapped) {
        $0.fact = nil
        $0.isLoadingFact = true
      }
      numberFactFetch.fail(1, OutsideFailure(message: "offline"))
      await e3.finish()
    }
    await store.send(.getFactCarefullyButtonTapped)
    numberFactFetch.fail(2, OutsideFailure(message: "오프라인"))
    await store.receive(.factFailed("오프라인")) {
      $0.fact = "No fact: 오프라인"
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

/// The outside world could not answer.
private struct OutsideFailure: Error, Equatable, CustomStringConvertible {
  let message: String
  var description: String { message }
}
