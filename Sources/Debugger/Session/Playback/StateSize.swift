/// How many bytes a state takes, roughly, to keep recorded states within a budget.
enum StateSize {
  /// What kept states may take before the user says otherwise.
  static let defaultBudget = 64 << 20

  /// Elements of one collection that are measured; the rest is taken to be like them.
  private static let sampledElements = 8
  private static let depthLimit = 12

  /// The bytes of a value and of what it holds elsewhere.
  ///
  /// Storage that several states share is counted for each of them, so this is more than is really used.
  /// - Complexity: bounded by the type's fields and eight elements of each collection on the way.
  static func bytes<Value>(of value: Value) -> Int { MemoryLayout<Value>.size + outside(value, depth: 0) }

  /// The bytes a value holds in other places.
  private static func outside(_ value: Any, depth: Int) -> Int {
    if let text = value as? String { return text.utf8.count > 15 ? text.utf8.count + 32 : 0 }
    guard depth < depthLimit else { return 0 }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .collection, .set, .dictionary:
      guard mirror.children.count > 0 else { return 0 }
      let sample = mirror.children.prefix(sampledElements)
      let bytes = sample.reduce(0) { $0 + inlineSize($1.value) + outside($1.value, depth: depth + 1) }
      return 32 + bytes * mirror.children.count / sample.count
    case .class: return 32
    default: return mirror.children.reduce(0) { $0 + outside($1.value, depth: depth + 1) }
    }
  }

  private static func inlineSize<Value>(_ value: Value) -> Int {
    func size<Inside>(_ value: Inside) -> Int { MemoryLayout<Inside>.size }
    return _openExistential(value as Any, do: size)
  }
}
