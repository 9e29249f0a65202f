import Reflection

/// Finds what is shared in a state, by its paths.
enum SharedPlaces {
  /// How many values are looked at for a path at the most.
  private static let budget = 200

  /// Whether a path leads to a shared value, into one, or to something that has one in it.
  static func leads(_ path: String, in state: Any) -> Bool {
    guard let path = try? StatePath(path), let value = walk(path, in: state) else { return false }
    var budget = budget
    return value.isShared || has(value.end, depth: 0, &budget)
  }

  /// Whether a path leads to a shared value, or into one.
  static func goesThrough(_ path: String, in state: Any) -> Bool {
    guard let path = try? StatePath(path) else { return false }
    return walk(path, in: state)?.isShared ?? false
  }

  private static func walk(_ path: StatePath, in state: Any) -> (end: Any, isShared: Bool)? {
    var value = state
    var isShared = false
    for step in path.steps {
      guard let next = try? StatePath.child(of: value, step) else { return nil }
      isShared = isShared || FeatureExamples.isShared(next)
      value = next
    }
    return (value, isShared)
  }

  private static func has(_ value: Any, depth: Int, _ budget: inout Int) -> Bool {
    guard depth < 12, budget > 0 else { return false }
    budget -= 1
    if FeatureExamples.isShared(value) { return true }
    let notation = Notation.of(type(of: value))
    let parts: [Any]
    switch notation.form {
    case .optional: parts = [(value as? any OptionalNotation)?.unwrapped].compactMap(\.self)
    case .wrapper: parts = [(value as? any WrapperNotation)?.wrapped].compactMap(\.self)
    case .structure, .tuple: parts = notation.shape.fields.compactMap { try? notation.shape.read($0, from: value) }
    case .enumeration: parts = [(try? notation.shape.project(value))?.payload].compactMap(\.self)
    default:
      // Elements are alike.
      guard let rows = value as? any CollectionNotation, rows.elementCount > 0 else { return false }
      parts = [rows.element(at: 0)]
    }
    return parts.contains { has($0, depth: depth + 1, &budget) }
  }
}
