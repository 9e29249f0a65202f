/// A value that an actor guards.
@dynamicMemberLookup
public final actor ActorIsolated<Value> {
  /// The value at this moment.
  public var value: Value

  /// Wraps a value.
  public init(_ value: @autoclosure @Sendable () throws -> Value) rethrows {
    self.value = try value()
  }

  public subscript<Member: Sendable>(dynamicMember keyPath: any KeyPath<Value, Member> & Sendable) -> Member {
    value[keyPath: keyPath]
  }

  /// Gives exclusive access to the value.
  public func withValue<Output>(
    _ operation: @Sendable (inout Value) throws -> Output
  ) rethrows -> Output {
    try operation(&value)
  }

  /// Replaces the value.
  public func setValue(_ newValue: @autoclosure @Sendable () throws -> Value) rethrows {
    value = try newValue()
  }
}
