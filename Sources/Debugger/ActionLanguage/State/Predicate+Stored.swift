import Reflection

extension Predicate {
  /// The condition as a function of states of one type, for many of them: its paths are looked up once, and its literals read once.
  ///
  /// - Returns: `nil` when it asks for the time, or for anything but comparisons of a literal with a value that is always there, reached through stored
  ///   properties of structs. Then `examine(in:now:)` is to be used. Where there is a function, it says what that would, which neither
  ///   fails nor meets nothing.
  public func test<State>(for _: State.Type) -> ((State) -> Bool)? {
    asksForTime ? nil : StoredTest<State>(text: description).test(syntax)
  }
}

private struct StoredTest<State> {
  typealias Test = (State) -> Bool
  let text: String

  func test(_ syntax: Syntax) -> Test? {
    switch syntax.form {
    case .binary("&&", let left, let right):
      guard let left = test(left), let right = test(right) else { return nil }
      return { left($0) && right($0) }
    case .binary("||", let left, let right):
      guard let left = test(left), let right = test(right) else { return nil }
      return { left($0) || right($0) }
    case .prefix("!", let operand): return test(operand).map { test in { !test($0) } }
    case .tuple(let arguments) where arguments.count == 1: return test(arguments[0].value)
    case .binary(let symbol, let left, let right):
      if let place = leaf(left) { return compare(place, symbol, right) }
      guard let mirrored = Self.mirrored[symbol], let place = leaf(right) else { return nil }
      return compare(place, mirrored, left)
    default:
      guard let place = leaf(syntax) else { return nil }
      return StoredPlace<State, Bool>(place.keyPath).map { place in { place.value(in: $0) } }
    }
  }

  /// What a comparison becomes when its sides change places.
  private static var mirrored: [String: String] {
    ["==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="]
  }

  /// A path to a value that is always there.
  private func leaf(_ syntax: Syntax) -> (keyPath: AnyKeyPath, type: Any.Type)? {
    guard case .chain(let chain) = syntax.form, !chain.hasLeadingDot, !Self.words.contains(syntax.bareWord) else { return nil }
    return (try? StatePath(syntax, in: text))?.storedLeaf(in: State.self)
  }

  private static var words: Set<String?> { ["true", "false", "nil", "now"] }

  private func compare(_ leaf: (keyPath: AnyKeyPath, type: Any.Type), _ symbol: String, _ literal: Syntax) -> Test? {
    guard self.leaf(literal) == nil else { return nil }
    if case .optional(let optional) = Notation.of(leaf.type).form {
      guard let wrapped = optional.wrappedType as? any Equatable.Type else { return nil }
      if literal.bareWord == "nil" { return compareWithNothing(leaf.keyPath, symbol, wrapped) }
      guard isLiteral(literal), let value = try? DecodingContext().value(literal, .of(wrapped)) as? any Equatable else {
        return nil
      }
      return compareInside(leaf.keyPath, symbol, value)
    }
    guard isLiteral(literal), let value = try? DecodingContext().value(literal, .of(leaf.type)) else { return nil }
    switch value {
    // Those a feature has most are compared without asking for their type each time.
    case let value as Int: return compare(leaf.keyPath, symbol, value)
    case let value as Double: return compare(leaf.keyPath, symbol, value)
    case let value as String: return compare(leaf.keyPath, symbol, value)
    case let value as Bool: return compareEqual(leaf.keyPath, symbol, value)
    case let value as any Comparable: return compare(leaf.keyPath, symbol, value)
    case let value as any Equatable: return compareEqual(leaf.keyPath, symbol, value)
    default: return nil
    }
  }

  /// Whether a text can only be a literal: no path that may lead somewhere else in another state.
  private func isLiteral(_ syntax: Syntax) -> Bool {
    guard case .chain = syntax.form else { return true }
    return syntax.bareWord == "true" || syntax.bareWord == "false"
  }

  private func compare<Value: Comparable>(_ keyPath: AnyKeyPath, _ symbol: String, _ literal: Value) -> Test? {
    guard let place = StoredPlace<State, Value>(keyPath) else { return nil }
    switch symbol {
    case "<": return { place.value(in: $0) < literal }
    case "<=": return { place.value(in: $0) <= literal }
    case ">": return { place.value(in: $0) > literal }
    case ">=": return { place.value(in: $0) >= literal }
    default: return compareEqual(keyPath, symbol, literal)
    }
  }

  private func compareEqual<Value: Equatable>(_ keyPath: AnyKeyPath, _ symbol: String, _ literal: Value) -> Test? {
    guard let place = StoredPlace<State, Value>(keyPath) else { return nil }
    switch symbol {
    case "==": return { place.value(in: $0) == literal }
    case "!=": return { place.value(in: $0) != literal }
    default: return nil
    }
  }

  private func compareInside<Value: Equatable>(_ keyPath: AnyKeyPath, _ symbol: String, _ literal: Value) -> Test? {
    guard let place = StoredPlace<State, Value?>(keyPath) else { return nil }
    switch symbol {
    case "==": return { place.value(in: $0) == literal }
    case "!=": return { place.value(in: $0) != literal }
    default: return nil
    }
  }

  private func compareWithNothing<Value: Equatable>(_ keyPath: AnyKeyPath, _ symbol: String, _: Value.Type) -> Test? {
    guard let place = StoredPlace<State, Value?>(keyPath) else { return nil }
    switch symbol {
    case "==": return { place.value(in: $0) == nil }
    case "!=": return { place.value(in: $0) != nil }
    default: return nil
    }
  }
}
