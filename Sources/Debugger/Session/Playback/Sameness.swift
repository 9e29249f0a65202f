import ActionLanguage

/// Whether two values of one type are the same, as cheaply as the type allows.
enum Sameness {
  /// The comparison for a type: its own `==` when it has one, else value by value through its metadata.
  static func of<Value>(_ type: Value.Type) -> (Value, Value) -> Bool {
    if let equatable = type as? any Equatable.Type { return own(equatable) }
    return { ValueDiff.changes(from: $0, to: $1).isEmpty }
  }

  /// `Own` and `Value` are one type; the function is cast once, not the values each time.
  private static func own<Own: Equatable, Value>(_ type: Own.Type) -> (Value, Value) -> Bool {
    let same: (Own, Own) -> Bool = { $0 == $1 }
    return same as? (Value, Value) -> Bool ?? { _, _ in false }
  }
}
