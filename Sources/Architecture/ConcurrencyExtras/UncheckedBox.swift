/// A mutable value behind a reference, without any protection.
public final class UncheckedBox<Value>: @unchecked Sendable {
  /// The value.
  public var wrappedValue: Value

  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }
}
