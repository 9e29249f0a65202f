import ActionLanguage
import ComposableArchitecture
import Foundation
import Reflection
import Timeline

/// The declarations that tests need.
extension TestExport {
  /// The declarations that a text needs.
  func support(for text: String) -> [String] {
    var lines: [String] = []
    if text.contains("= Calls<") { lines += ["", Self.calls] }
    if text.contains("= AnsweredCalls<") { lines += ["", Self.answeredCalls] }
    if text.contains("SessionNumbers(") { lines += ["", Self.numbers] }
    if text.contains("OutsideFailure(") { lines += ["", Self.failure] }
    return lines
  }

  private static var calls: String {
    """
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
    """
  }

  private static var answeredCalls: String {
    """
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
    """
  }

  private static var numbers: String {
    """
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
    """
  }

  private static var failure: String {
    """
    /// The outside world could not answer.
    private struct OutsideFailure: Error, Equatable, CustomStringConvertible {
      let message: String
      var description: String { message }
    }
    """
  }
}
