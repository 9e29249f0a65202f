// swift-format-ignore-file
// Exported by Hindsight from a session of counter: 5 inputs.
import ComposableArchitecture
import Foundation
import Testing

@testable import Features

@MainActor
@Suite struct StuckLoadingTests {
  @Test func session() async {
    let numberFactFetch = Calls<String>(2)
    let store = TestStore(initialState: CounterFeature.State()) {
      CounterFeature()
    } withDependencies: {
      $0[NumberFactClient.self].fetch = { _ in try await numberFactFetch() }
    }

    // The session reported: An "Effect.run" threw an error that nothing handles: offline
    await withExpectedIssue {
      let e1 = await store.send(.getFactButtonTapped) {
        $0.isLoadingFact = true
      }
      numberFactFetch.fail(0, OutsideFailure(message: "offline"))
      await e1.finish()
    }
    await store.send(.getFactButtonTapped)
    numberFactFetch.answer(1, "0 is even.")
    await store.receive(.factResponse("0 is even.")) {
      $0.fact = "0 is even."
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
