import ActionLanguage
import ComposableArchitecture
import Foundation
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

  /// A call that must be answered at once and was not.
  struct UnansweredCall: Sendable {
    /// What was called, with its arguments.
    let text: String
    /// The type of the value that answers it.
    let valueType: Any.Type
  }

  private struct Waiting {
    var calls: [Call] = []
    var nextNumber = 0
    var unanswered: UnansweredCall?
    var changes = 0
  }
  private let waiting = Mutex(Waiting())
  private let supply = Atomic<Int32>(0)
  private let supplies: Supplies
  private let date: @Sendable () -> Date

  /// - Parameters:
  ///   - supplies: The answers that were set for calls.
  ///   - date: What `now` means in them: the moment of the call.
  init(supplies: Supplies, date: @escaping @Sendable () -> Date) {
    self.supplies = supplies
    self.date = date
  }

  /// Counts the calls that came and went, to see whether anything changed.
  var changes: Int { waiting.withLock { $0.changes } }

  /// The newest of the answers that are set in this world.
  var newestSupply: Int32 {
    get { supply.load(ordering: .acquiring) }
    set { supply.store(newValue, ordering: .releasing) }
  }

  /// Sets the answer for a call from now on, or takes it back.
  func supply(call: String, text: String?) {
    newestSupply = supplies.add(call: call, text: text, after: newestSupply)
  }

  /// Whether effects are connected to the outside.
  var isConnected: Bool { supplies.isConnected(at: newestSupply) }

  /// Connects effects to the outside from now on, or no longer.
  func connect(_ isConnected: Bool) { newestSupply = supplies.add(isConnected: isConnected, after: newestSupply) }

  /// Takes the first call that had to be answered at once and was not.
  func takeUnanswered() -> UnansweredCall? {
    waiting.withLock { waiting in
      defer { waiting.unanswered = nil }
      return waiting.unanswered
    }
  }

  /// The calls that wait, oldest first.
  var calls: [Call] { waiting.withLock { $0.calls } }

  /// Gives the oldest waiting call of an effect its result; `false` when none waits.
  func resolve(effect: Int, with result: Result<Any, any Error>) -> Bool {
    guard let call = take(where: { $0.effect == effect }) else { return false }
    call.resume(result.map(SendableBox.init))
    return true
  }

  func respond<Value>(to call: EndpointCall, returning type: Value.Type) async throws -> Value {
    note(call)
    let effect = Scheduler.owner ?? 0
    let text = Self.text(of: call)
    if let value = try supplied(call, type) { return value }
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
          waiting.withLock { waiting in
            waiting.calls.append(call)
            waiting.changes += 1
          }
        }
      }
    } onCancel: {
      take { $0.number == number }?.resume(.failure(CancellationError()))
    }
    guard let value = box.value as? Value else {
      throw AnswerTypeMismatch(call: text, answer: ValuePrinter.text(of: box.value), expected: "\(Value.self)")
    }
    return value
  }

  func respondImmediately<Value>(to call: EndpointCall, returning type: Value.Type) throws -> Value? {
    note(call)
    // There is nothing to ask where nothing comes back.
    if let nothing = () as? Value { return nothing }
    let text = Self.text(of: call)
    if let value = try supplied(call, type) { return value }
    waiting.withLock { waiting in
      if waiting.unanswered == nil { waiting.unanswered = UnansweredCall(text: text, valueType: type) }
    }
    return nil
  }

  /// The value that was set for a call.
  ///
  /// - Throws: `AnswerTypeMismatch` when what was set is no value of the type.
  private func supplied<Value>(_ call: EndpointCall, _ type: Value.Type) throws -> Value? {
    let newest = newestSupply
    guard newest > 0 else { return nil }
    let name = Self.text(of: call)
    guard let text = supplies.text(for: name, unlabelled: Self.text(of: call, showsLabels: false), at: newest) else { return nil }
    guard let value = try? ActionDecoder(now: date()).value(text, as: type) as? Value else {
      throw AnswerTypeMismatch(call: name, answer: text, expected: "\(type)")
    }
    return value
  }

  private func note(_ call: EndpointCall) { supplies.note(call: "\(Self.name(ofClient: call.client)).\(call.endpoint)") }

  private func take(where matches: (Call) -> Bool) -> Call? {
    waiting.withLock { waiting in
      waiting.calls.firstIndex(where: matches).map { index in
        waiting.changes += 1
        return waiting.calls.remove(at: index)
      }
    }
  }

  /// What a client is called in answers: `numberFact` for the type `NumberFactClient`.
  static func name(ofClient client: String) -> String {
    var client = client
    if client.hasSuffix("Client"), client != "Client" { client.removeLast("Client".count) }
    return client.prefix(1).lowercased() + client.dropFirst()
  }

  private static func text(of call: EndpointCall, showsLabels: Bool = true) -> String {
    let name = name(ofClient: call.client)
    let arguments = call.arguments.map { argument in
      (argument.label.flatMap { showsLabels ? $0 + ": " : nil } ?? "") + ValuePrinter.text(of: argument.value)
    }
    return "\(name).\(call.endpoint)(\(arguments.joined(separator: ", ")))"
  }
}

/// The user's answer had another type than the call returns.
struct AnswerTypeMismatch: Error, CustomStringConvertible {
  let call: String
  let answer: String
  let expected: String
  var description: String { "\(call) returns \(expected), and was answered \(answer)" }
}

/// The error a waiting call throws when the user lets it fail.
struct OutsideFailure: Error, CustomStringConvertible, Equatable {
  /// What the user said went wrong.
  let message: String
  var description: String { message }
}
