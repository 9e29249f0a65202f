/// Marks a property that bindings may write to: `@BindingState var name = ""`, written with `.set(\.$name, …)`.
@propertyWrapper
@dynamicMemberLookup
public struct BindingState<Value> {
  public var wrappedValue: Value
  var isMarked = false

  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  /// The wrapper itself, for key paths such as `\.$name`.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  /// A property of the value, for key paths such as `\.$user.name`.
  public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> BindingState<Subject> {
    get { BindingState<Subject>(wrappedValue: wrappedValue[keyPath: keyPath]) }
    set { wrappedValue[keyPath: keyPath] = newValue.wrappedValue }
  }
}

extension BindingState: MarkableBinding {}

extension BindingState: Equatable where Value: Equatable {
  public static func == (left: Self, right: Self) -> Bool { left.wrappedValue == right.wrappedValue }
}

extension BindingState: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension BindingState: Sendable where Value: Sendable {}

extension BindingState: Decodable where Value: Decodable {
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try decoder.singleValueContainer().decode(Value.self))
  }
}

extension BindingState: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension BindingState: CustomReflectable {
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
}

extension BindingState: CustomDumpRepresentable {
  public var customDumpValue: Any { wrappedValue }
}
