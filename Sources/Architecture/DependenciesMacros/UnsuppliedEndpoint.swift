import ConcurrencyExtras
import Dependencies
import IssueReporting

/// One call of an endpoint that nobody supplied; what `@DependencyEndpoint` puts in the place of a closure.
///
/// The call first asks whoever answers for the outside world in the current dependencies; if nobody does, an issue is reported.
public struct _UnsuppliedEndpoint: @unchecked Sendable {
  private let name: String
  private let client: String
  private let arguments: [(label: String?, value: Any)]
  private let location: (fileID: StaticString, filePath: StaticString, line: UInt, column: UInt)

  /// - Parameters:
  ///   - client: The client's type.
  ///   - name: The endpoint's property.
  ///   - arguments: The arguments of the call with their labels. They are only read, to be shown.
  public init(
    client: Any.Type, name: String, arguments: [(label: String?, value: Any)],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.client = "\(client)"
    self.name = name
    self.arguments = arguments
    self.location = (fileID, filePath, line, column)
  }

  /// The answer to a call that may throw; `nil` when nobody answers, which is reported.
  ///
  /// - Throws: The error that was given as answer.
  public func answer<Value>(returning type: Value.Type) throws -> Value? {
    if let answer = try responder?.respondImmediately(to: call, returning: type) { return answer }
    report()
    return nil
  }

  /// The answer to a call that may wait and throw; `nil` when nobody answers, which is reported.
  ///
  /// - Throws: The error that was given as answer.
  public func answer<Value>(
    returning type: Value.Type, isolation: isolated (any Actor)? = #isolation
  ) async throws -> Value? {
    guard let responder else {
      report()
      return nil
    }
    return try await ask(responder, returning: type).value
  }

  /// The answer to a call that cannot throw; `nil` when nobody answers or the answer is an error.
  public func answerIfAny<Value>(returning type: Value.Type) -> Value? {
    do {
      return try answer(returning: type)
    } catch {
      reportFailure(error)
      return nil
    }
  }

  /// The answer to a call that may wait but not throw; `nil` when nobody answers or the answer is an error.
  public func answerIfAny<Value>(
    returning type: Value.Type, isolation: isolated (any Actor)? = #isolation
  ) async -> Value? {
    do {
      return try await answer(returning: type)
    } catch is CancellationError {
      return nil
    } catch {
      reportFailure(error)
      return nil
    }
  }

  /// The answer to a call that throws ``Unimplemented`` when nobody answers.
  public func answerOrThrow<Value>(returning type: Value.Type) throws -> Value {
    guard let answer = try answer(returning: type) else { throw Unimplemented(name) }
    return answer
  }

  /// The answer to a call that may wait, and throws ``Unimplemented`` when nobody answers.
  public func answerOrThrow<Value>(
    returning type: Value.Type, isolation: isolated (any Actor)? = #isolation
  ) async throws -> Value {
    guard let answer = try await answer(returning: type) else { throw Unimplemented(name) }
    return answer
  }

  private var responder: (any EndpointResponder)? { DependencyValues._current.endpointResponder }

  private var call: EndpointCall {
    EndpointCall(
      client: client, endpoint: name,
      arguments: arguments.map { EndpointCall.Argument(label: $0.label, value: $0.value) })
  }

  /// The answer crosses from the responder to the caller, who alone gets it.
  private func ask<Value>(
    _ responder: any EndpointResponder, returning type: Value.Type
  ) async throws -> UncheckedSendable<Value> {
    UncheckedSendable(try await responder.respond(to: call, returning: type))
  }

  private func report() {
    reportIssue(
      "Unimplemented: '\(client).\(name)'", fileID: location.fileID, filePath: location.filePath, line: location.line,
      column: location.column)
  }

  private func reportFailure(_ error: any Error) {
    reportIssue(
      error, "'\(client).\(name)' cannot throw, but was answered with an error", fileID: location.fileID,
      filePath: location.filePath, line: location.line, column: location.column)
  }
}
