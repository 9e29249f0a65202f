import ActionLanguage
import ComposableArchitecture
import Scheduling
import Synchronization

/// The desk where dependency calls that nobody supplied wait for the user, who is the outside world.
final class EndpointDesk: EndpointResponder {
  /// A call that waits.
  struct Call: Sendable {
    /// The effect that made it.
    let effect: Int
    /// What was called, with its arguments: `numberFact.fetch(5)`.
    let text: String
    /// The type of the value that answers it.
    let valueType: Any.Type
    fileprivate let number: Int
    fileprivate let resume: @Sendable (Result<SendableBox, any Error>) -> Void
  }

  /// A value on its way from the user's line to the waiting call; both run on the session's one thread.
  struct SendableBox: @unchecked Sendable { let value: Any }

  private struct Waiting {
    var calls: [Call] = []
    var nextNumber = 0
  }
  private let waiting = Mutex(Waiting())

  /// The calls that wait, oldest first.
  var calls: [Call] { waiting.withLock { $0.calls } }

  /// Gives the oldest waiting call of an effect its result; `false` when none waits.
  func resolve(effect: Int, with result: Result<Any, any Error>) -> Bool {
    guard let call = take(where: { $0.effect == effect }) else { return false }
    call.resume(result.map(SendableBox.init))
    return true
  }

  func respond<Value>(to call: EndpointCall, returning type: Value.Type) async throws -> Value {
    let effect = Scheduler.owner ?? 0
    let text = Self.text(of: call)
    let number = waiting.withLock { waiting in
      defer { waiting.nextNumber += 1 }
      return waiting.nextNumber
    }
    let box: SendableBox = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let call = Call(
          effect: effect, text: text, valueType: type, number: number, resume: { continuation.resume(with: $0) })
        if Task.isCancelled {
          continuation.resume(throwing: CancellationError())
        } else {
          waiting.withLock { $0.calls.append(call) }
        }
      }
    } onCancel: {
      take { $0.number == number }?.resume(.failure(CancellationError()))
    }
    guard let value = box.value as? Value else { throw AnswerTypeMismatch(expected: "\(Value.self)") }
    return value
  }

  func respondImmediately<Value>(to call: EndpointCall, returning type: Value.Type) throws -> Value? { nil }

  private func take(where matches: (Call) -> Bool) -> Call? {
    waiting.withLock { waiting in
      waiting.calls.firstIndex(where: matches).map { waiting.calls.remove(at: $0) }
    }
  }

  private static func text(of call: EndpointCall) -> String {
    var client = call.client
    if client.hasSuffix("Client"), client != "Client" { client.removeLast("Client".count) }
    let name = client.prefix(1).lowercased() + client.dropFirst()
    let arguments = call.arguments.map { argument in
      (argument.label.map { $0 + ": " } ?? "") + ValuePrinter.text(of: argument.value)
    }
    return "\(name).\(call.endpoint)(\(arguments.joined(separator: ", ")))"
  }
}

/// The user's answer had another type than the call returns.
struct AnswerTypeMismatch: Error {
  let expected: String
}

/// The error a waiting call throws when the user lets it fail.
struct OutsideFailure: Error, CustomStringConvertible, Equatable {
  /// What the user said went wrong.
  let message: String
  var description: String { message }
}
