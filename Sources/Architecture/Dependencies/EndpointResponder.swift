/// A call of a client's endpoint that nobody supplied.
package struct EndpointCall: Sendable {
  /// An argument with its label.
  package struct Argument: @unchecked Sendable {
    /// Its label, if it has one.
    package let label: String?
    /// Its value; only read, to be shown.
    package let value: Any

    package init(label: String?, value: Any) {
      self.label = label
      self.value = value
    }
  }

  /// The client's type, `NumberFactClient`.
  package let client: String
  /// The endpoint, `fetch`.
  package let endpoint: String
  package let arguments: [Argument]

  package init(client: String, endpoint: String, arguments: [Argument]) {
    self.client = client
    self.endpoint = endpoint
    self.arguments = arguments
  }
}

/// Answers calls of endpoints that nobody supplied, before they are reported as an issue.
package protocol EndpointResponder: Sendable {
  /// Answers an asynchronous call, at once or later.
  func respond<Value>(to call: EndpointCall, returning: Value.Type) async throws -> Value
  /// Answers a synchronous call; `nil` leaves it to be reported.
  func respondImmediately<Value>(to call: EndpointCall, returning: Value.Type) throws -> Value?
}

private enum EndpointResponderKey: DependencyKey {
  static let liveValue: (any EndpointResponder)? = nil
  static let testValue: (any EndpointResponder)? = nil
}

extension DependencyValues {
  /// Who answers calls of endpoints that nobody supplied.
  package var endpointResponder: (any EndpointResponder)? {
    get { override(for: EndpointResponderKey.self) ?? nil }
    set { self[EndpointResponderKey.self] = newValue }
  }
}
