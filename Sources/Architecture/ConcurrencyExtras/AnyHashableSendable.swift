/// A hashable value of any type that threads may share.
public struct AnyHashableSendable: Hashable, Sendable {
  /// The value.
  public let base: any Hashable & Sendable

  /// Wraps a value; a value that is wrapped already is not wrapped again.
  public init(_ base: some Hashable & Sendable) {
    self.base = (base as? Self)?.base ?? base
  }

  public static func == (lhs: Self, rhs: Self) -> Bool {
    AnyHashable(lhs.base) == AnyHashable(rhs.base)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(base)
  }
}

extension AnyHashableSendable: CustomStringConvertible {
  public var description: String { String(describing: base) }
}

extension AnyHashableSendable: CustomDebugStringConvertible {
  public var debugDescription: String { "AnyHashableSendable(\(String(reflecting: base)))" }
}

extension AnyHashableSendable: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: ["value": base]) }
}

extension AnyHashableSendable: _HasCustomAnyHashableRepresentation {
  public func _toCustomAnyHashable() -> AnyHashable? { AnyHashable(base) }
}

extension AnyHashableSendable: ExpressibleByBooleanLiteral {
  public init(booleanLiteral value: Bool) { self.init(value) }
}

extension AnyHashableSendable: ExpressibleByFloatLiteral {
  public init(floatLiteral value: Double) { self.init(value) }
}

extension AnyHashableSendable: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self.init(value) }
}

extension AnyHashableSendable: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self.init(value) }
}
