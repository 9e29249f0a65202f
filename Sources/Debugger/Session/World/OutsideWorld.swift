import ComposableArchitecture
import IssueReporting

/// Clients without `@DependencyClient`, registered by a root feature, so that their calls wait for the user's answer.
///
/// ```swift
/// RootFeature("weather", …) { … } dependencies: {
///   $0.weather = WeatherClient(forecast: OutsideWorld.endpoint("weather", "forecast"))
/// } reducer: { … }
/// ```
public enum OutsideWorld {
  /// An endpoint whose calls wait until they are answered: `e4 waits for weather.forecast(3)`.
  ///
  /// - Parameters:
  ///   - client: What the client is called.
  ///   - endpoint: What the endpoint is called.
  public static func endpoint<each Argument: Sendable, Value: Sendable>(
    _ client: String, _ endpoint: String
  ) -> @Sendable (repeat each Argument) async throws -> Value {
    note(client, endpoint, Value.self, repeat (each Argument).self)
    return { (argument: repeat each Argument) async throws -> Value in
      guard let responder = DependencyValues._current.endpointResponder else {
        throw Unanswered(client: client, endpoint: endpoint)
      }
      return try await responder.respond(
        to: call(client, endpoint, repeat each argument), returning: Value.self)
    }
  }

  /// An endpoint that needs its answer at once: it is asked for at the prompt, or set before with `answer client.endpoint = VALUE`.
  ///
  /// - Parameters:
  ///   - client: What the client is called.
  ///   - endpoint: What the endpoint is called.
  ///   - fallback: What it returns until then; the step is rolled back, so nothing is made of it.
  public static func endpoint<each Argument: Sendable, Value: Sendable>(
    _ client: String, _ endpoint: String, fallback: Value
  ) -> @Sendable (repeat each Argument) -> Value {
    note(client, endpoint, Value.self, repeat (each Argument).self)
    return { (argument: repeat each Argument) -> Value in
      do {
        let call = call(client, endpoint, repeat each argument)
        return try DependencyValues._current.endpointResponder?.respondImmediately(to: call, returning: Value.self) ?? fallback
      } catch {
        reportIssue(error)
        return fallback
      }
    }
  }

  private static func note<each Argument>(
    _ client: String, _ endpoint: String, _ value: Any.Type, _ parameter: repeat (each Argument).Type
  ) {
    guard let notes = EndpointNotes.current else { return }
    var parameters: [Any.Type] = []
    for type in repeat each parameter { parameters.append(type) }
    notes.note(client: client, endpoint: endpoint, parameters: parameters, valueType: value)
  }

  private static func call<each Argument: Sendable>(
    _ client: String, _ endpoint: String, _ argument: repeat each Argument
  ) -> EndpointCall {
    var arguments: [EndpointCall.Argument] = []
    for argument in repeat each argument { arguments.append(EndpointCall.Argument(label: nil, value: argument)) }
    return EndpointCall(client: client, endpoint: endpoint, arguments: arguments)
  }

  /// Nobody answers for the outside world where the call was made.
  struct Unanswered: Error, CustomStringConvertible {
    let client: String
    let endpoint: String
    var description: String { "\(client).\(endpoint) was called outside of a session" }
  }
}
