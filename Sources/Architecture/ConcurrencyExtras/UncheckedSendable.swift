/// A value that the programmer, not the compiler, knows to be safe to share between threads.
@dynamicMemberLookup
@propertyWrapper
public struct UncheckedSendable<Value>: @unchecked Sendable {
  /// The value.
  public var value: Value

  public init(_ value: Value) {
    self.value = value
  }

  public init(wrappedValue: Value) {
    value = wrappedValue
  }

  public var wrappedValue: Value {
    _read { yield value }
    _modify { yield &value }
  }

  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> Member {
    value[keyPath: keyPath]
  }

  public subscript<Member>(dynamicMember keyPath: WritableKeyPath<Value, Member>) -> Member {
    _read { yield value[keyPath: keyPath] }
    _modify { yield &value[keyPath: keyPath] }
  }
}

extension UncheckedSendable: Equatable where Value: Equatable {}
extension UncheckedSendable: Hashable where Value: Hashable {}

extension UncheckedSendable: Decodable where Value: Decodable {
  public init(from decoder: any Decoder) throws {
    value = try Value(from: decoder)
  }
}

extension UncheckedSendable: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws {
    try value.encode(to: encoder)
  }
}
