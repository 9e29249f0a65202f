import Reflection

/// Texts that a loaded feature accepts in one of its states, for errors and help: all examples of commands come from here.
///
/// Nothing is changed to find them, so a value that can be written is only read, as the type that stands there.
public struct FeatureExamples {
  private let state: Any
  private let actionType: Any.Type?
  private let tryFirst: String?

  /// - Parameters:
  ///   - state: The current state.
  ///   - actionType: The type of the feature's actions.
  ///   - tryFirst: The action to name where it is accepted.
  public init(state: Any, actionType: Any.Type? = nil, tryFirst: String? = nil) {
    self.state = state
    self.actionType = actionType
    self.tryFirst = tryFirst
  }

  // MARK: The state

  /// A path that leads somewhere, to a plain value if there is one.
  public var path: String { places.first { !$0.isList }?.path ?? places.first?.path ?? StatePath.rootName }

  /// A path to a number, or to how many elements a list has; `nil` where the state has neither.
  public var numberPath: String? {
    if let number = places.first(where: { $0.rank == .number }) { return number.path }
    guard let list = places.first(where: \.isList) ?? places.first(where: { $0.rank == .text }) else {
      return places.first { $0.rank == .truth }?.path
    }
    return "\(list.path).count"
  }

  /// A path if it leads to a number or a truth now, else `numberPath`.
  public func numberPath(preferring path: String) -> String? {
    guard let value = try? StatePath(path).evaluate(in: state), Self.isNumber(value) else { return numberPath }
    return path
  }

  /// The path of what has a name somewhere inside of the state, nearest to the root; `nil` when nothing has.
  func path(endingIn name: String) -> String? {
    var found: String?
    visitPlaces { path, _, _ in
      if path.description.hasSuffix("." + name) { found = path.description }
      return found == nil
    }
    return found
  }

  /// A condition.
  public var predicate: String { predicate(near: "") }

  /// A condition on the value that a refused one begins with, or on another.
  func predicate(near text: String) -> String {
    let word = String(text.drop { "( !".contains($0) }.prefix { !" <>=!&|)".contains($0) })
    if let path = try? StatePath(word), !path.steps.isEmpty, let value = try? path.evaluate(in: state) {
      return Self.predicate(on: value, at: word)
    }
    guard let place = places.first else { return "true" }
    return Self.predicate(on: place.value, at: place.path)
  }

  /// A path and a value that can be put there.
  public var assignment: (path: String, value: String)? {
    let writable = places.filter { !$0.isList && $0.rank != .nothing && $0.rank != .identity } + places
    return assignment(among: writable.filter { !$0.isShared })
  }

  /// A path to a shared value, or to a part of it, and a value that can be put there; `nil` where nothing is shared.
  public var sharedAssignment: (path: String, value: String)? { assignment(among: places.filter(\.isShared)) }

  /// A value for the place that a path leads to.
  func value(at path: String) -> String? {
    guard let value = try? StatePath(path).evaluate(in: state) else { return nil }
    return Self.text(for: value)
  }

  private func assignment(among places: [Place]) -> (path: String, value: String)? {
    for place in places {
      if let text = Self.text(for: place.value) { return (place.path, text) }
    }
    return nil
  }

  private static func text(for value: Any) -> String? {
    switch StateLookup.unwrapped(value) {
    case let flag as Bool: return flag ? "false" : "true"
    // What a list may hold can be long.
    case is any CollectionNotation: return "[]"
    default: break
    }
    guard let text = Notation.of(type(of: value)).insideWrappers.knownExample,
      (try? read(text, inPlaceOf: value, in: nil)) != nil
    else { return nil }
    return text
  }

  /// Reads a text as what could replace the value at a path, where no other element may have its id, and gives back how that is printed.
  static func read(
    _ text: String, at path: StatePath, inPlaceOf value: Any, in state: Any
  ) throws(ActionLanguageError) -> String {
    let printed = try read(text, inPlaceOf: value, in: state)
    var probe = state
    try path.set(text, in: &probe)
    return printed
  }

  /// Reads a text as what could replace a value, and gives back how that is printed.
  ///
  /// What wraps the value is left as it is: to make a shared one anew would change it.
  static func read(_ text: String, inPlaceOf value: Any, in state: Any?) throws(ActionLanguageError) -> String {
    let notation = Notation.of(type(of: value)).insideWrappers
    let context = ActionDecoder().context(for: notation.type, state: state)
    let read = try context.value(SyntaxParser.expression(text), notation, current: StateLookup.unwrapped(value))
    return ValuePrinter.text(of: read)
  }

  /// Whether a value is a number or a truth now.
  static func isNumber(_ value: Any) -> Bool {
    switch StateLookup.unwrapped(value) {
    case is Bool, is any BinaryInteger, is Double, is Float: true
    default: false
    }
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

  // MARK: Actions

  /// An action that can be sent; `nil` where there is none.
  public var action: String? {
    guard let actionType else { return nil }
    func isAccepted(_ line: String) -> Bool {
      (try? ActionDecoder().action(line, as: actionType, state: state)) != nil
    }
    if let tryFirst, isAccepted(tryFirst) { return tryFirst }
    let entries = ActionCatalogue(of: actionType, state: state, limit: 200).entries.filter { !$0.example.contains("…") }
    return (entries.filter { $0.payload.isEmpty } + entries).first { isAccepted($0.example) }?.example
  }

  /// The names on the way to an action, without its payload.
  public var pattern: String? { action.map { String($0.prefix { $0 != "(" && $0 != "=" && $0 != " " }) } }

  // MARK: Places

  /// What a place is good for as an example, the best first.
  private enum Rank: Int, Comparable {
    case number, truth, text, plain, list, nothing, identity
    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  private struct Place {
    let path: String
    let value: Any
    let rank: Rank
    let isShared: Bool
    var isList: Bool { rank == .list }
  }

  /// How many values are looked at, and how many parts of one.
  private static let budget = 300
  private static let partLimit = 16

  /// The plain values and lists of the state, the best examples first; of equal ones those nearest to the root.
  private var places: [Place] {
    var found: [Place] = []
    visitPlaces { path, value, hasParts in
      let inside = StateLookup.unwrapped(value)
      guard !hasParts || inside is any CollectionNotation else { return true }
      found.append(
        Place(path: path.description, value: value, rank: Self.rank(inside, at: path), isShared: goesThroughShared(path)))
      return true
    }
    // A sort that keeps the order of what is equal.
    return found.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element)
  }

  /// Shows what is inside of the state, what is nearer to the root first, until `visit` says `false` or the budget is spent.
  private func visitPlaces(_ visit: (_ path: StatePath, _ value: Any, _ hasParts: Bool) -> Bool) {
    var level = [ValueNode.inspect(state)]
    var left = Self.budget
    for _ in 0..<8 where !level.isEmpty && left > 0 {
      var next: [ValueNode] = []
      for node in level.prefix(left) {
        left -= 1
        let children = node.children.prefix(Self.partLimit)
        next += children
        guard !node.path.isEmpty, let path = try? StatePath(node.path), let value = try? path.evaluate(in: state) else {
          continue
        }
        guard visit(path, value, !children.isEmpty) else { return }
      }
      level = next
    }
  }

  private static func rank(_ value: Any?, at path: StatePath) -> Rank {
    if let name = path.steps.last?.name, name == "id" { return .identity }
    switch value {
    case nil: return .nothing
    case is Bool: return .truth
    case is any BinaryInteger, is Double, is Float: return .number
    case is String: return .text
    case is any CollectionNotation: return .list
    default: return .plain
    }
  }

  /// Whether a path leads to a shared value or into one.
  func isShared(_ path: String) -> Bool { (try? StatePath(path)).map(goesThroughShared) ?? false }

  private func goesThroughShared(_ path: StatePath) -> Bool {
    var value = state
    for step in path.steps {
      guard let next = try? StatePath.child(of: value, step) else { return false }
      if Self.isShared(next) { return true }
      value = next
    }
    return false
  }

  /// Whether a value is one that is shared with others.
  static func isShared(_ value: Any) -> Bool {
    let notation = Notation.of(type(of: value))
    guard case .wrapper = notation.form else { return false }
    return notation.shape.name == "Shared" || notation.shape.name.hasPrefix("Shared<")
  }
}
