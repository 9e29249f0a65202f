/// The error that an endpoint throws when nobody supplied it.
public struct Unimplemented: Error, CustomStringConvertible, Sendable {
  /// The endpoint's name.
  public let endpoint: String

  public init(_ endpoint: String) { self.endpoint = endpoint }

  public var description: String { "Unimplemented: '\(endpoint)'" }
}
