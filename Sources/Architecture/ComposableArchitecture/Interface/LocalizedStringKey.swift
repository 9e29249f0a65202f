/// Stands in for SwiftUI's type, so that features which name it compile; the key is the text.
public struct LocalizedStringKey: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The key.
  public let key: String

  public init(_ value: String) { key = value }
  public init(stringLiteral value: String) { key = value }
}

extension LocalizedStringKey: CustomStringConvertible {
  public var description: String { key }
}
