/// Why a value is loaded.
public enum LoadContext<Value> {
  /// A property with this value was declared.
  case initialValue(Value)
  /// Somebody called `load()`, or the property has no initial value.
  case userInitiated

  /// The value the property was declared with.
  public var initialValue: Value? {
    guard case .initialValue(let value) = self else { return nil }
    return value
  }
}

extension LoadContext: Sendable where Value: Sendable {}
extension LoadContext: Equatable where Value: Equatable {}
extension LoadContext: Hashable where Value: Hashable {}

/// Why a value is saved.
public enum SaveContext: Hashable, Sendable {
  /// The program changed it.
  case didSet
  /// Somebody called `save()`.
  case userInitiated
}
