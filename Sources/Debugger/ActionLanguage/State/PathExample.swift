import Reflection

extension ActionLanguageError {
  /// The same error of a path, with an example that leads somewhere in `state`.
  ///
  /// - Parameter text: The path, which the error's range points into.
  public func proposingPath(for text: String, in state: Any) -> ActionLanguageError {
    proposing(for: text, fallback: { PathExample.path(in: state) }) { (text) throws(ActionLanguageError) in
      _ = try StatePath(text).evaluate(in: state)
      return text
    }
  }

  /// The same error of a condition, with an example that is a condition on `state`.
  ///
  /// - Parameter text: The condition, which the error's range points into.
  public func proposingPredicate(for text: String, in state: Any) -> ActionLanguageError {
    proposing(for: text, fallback: { PathExample.predicate(near: text, in: state) }) { (text) throws(ActionLanguageError) in
      _ = try Predicate(text).evaluate(in: state)
      return text
    }
  }

  private func proposing(
    for text: String, fallback: () -> String?, attempt: @escaping Repair.Attempt
  ) -> ActionLanguageError {
    var better = self
    let repaired = Repair.of(text, after: self, attempt: attempt)
    better.example = (repaired ?? fallback() ?? example).map {
      String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    return better
  }
}

/// Paths and conditions that exist in a state.
private enum PathExample {
  /// The path of the first property of the state.
  static func path(in state: Any) -> String? { leaf(in: ValueNode.inspect(state)).map(\.path) }

  /// A condition on the value that a refused one begins with, or on another.
  static func predicate(near text: String, in state: Any) -> String? {
    let word = String(text.drop { "( !".contains($0) }.prefix { !" <>=!&|)".contains($0) })
    if let path = try? StatePath(word), !path.steps.isEmpty, let value = try? path.evaluate(in: state) {
      return predicate(on: value, at: word)
    }
    guard let leaf = leaf(in: ValueNode.inspect(state)), let value = try? StatePath(leaf.path).evaluate(in: state) else {
      return nil
    }
    return predicate(on: value, at: leaf.path)
  }

  private static func predicate(on value: Any, at path: String) -> String {
    switch StateLookup.unwrapped(value) {
    case is Bool: return path
    case is any BinaryInteger, is Double, is Float: return "\(path) > 2"
    case is String: return "\(path) contains \"a\""
    case is any CollectionNotation: return "\(path).count > 2"
    case let value?:
      guard case .enumeration = Notation.of(type(of: value)).form,
        let found = try? Notation.of(type(of: value)).shape.enumCase(of: value)
      else { return "\(path) != nil" }
      return "\(path) is .\(found.name)"
    case nil: return "\(path) != nil"
    }
  }

  /// The first value without parts, looking into as little as possible.
  private static func leaf(in root: ValueNode) -> ValueNode? {
    var level = [root]
    for _ in 0..<8 {
      if let found = level.first(where: { !$0.hasChildren && !$0.path.isEmpty }) { return found }
      level = Array(level.prefix(16).flatMap { $0.children.prefix(16) })
    }
    return nil
  }
}
