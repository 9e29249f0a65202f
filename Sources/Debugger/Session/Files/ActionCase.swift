import ActionLanguage
import Reflection

/// The case of an action that a dotted spelling names, found by the types alone: the state need not be there.
enum ActionCase {
  /// What the names of a spelling lead to.
  enum Finding: Equatable {
    /// The way to the case, `path.detail.editButtonTapped`, and the shape of its payload; an empty shape when it has none.
    case found(name: String, shape: String)
    /// A name on the way that the action does not have any more.
    case gone(name: String, nearest: String?)
    /// Nothing can be said without the state.
    case unclear
  }

  /// Finds the case of an action.
  ///
  /// - Parameters:
  ///   - spelling: An action as the log and session files write it.
  ///   - type: The type of the root's action.
  /// - Complexity: Linear in the length of the spelling, and in the number of types a payload is made of.
  static func find(_ spelling: String, in type: Any.Type) -> Finding {
    var parts = ActionPattern.split(spelling).parts
    var prefix = ""
    if let verb = parts.first, parts.count > 1, verb == "pop" || verb == "push",
      TypeShape.of(type).enumCase(named: verb) == nil
    {
      prefix = verb + " "
      parts.removeFirst()
    }
    var names: [String] = []
    var place: Any.Type? = type
    var payload: Any.Type?
    for part in parts {
      guard let type = place else { break }
      let name = part.prefix { $0 != "[" }.filter { $0 != "`" }
      guard let inside = owner(of: name, in: type) else {
        let shape = TypeShape.of(type)
        // What is no enum has no cases: the rest is the path of a binding.
        guard shape.kind == .enumeration else { break }
        return missing(name, after: names, in: shape, spelling: spelling)
      }
      names.append(name)
      payload = inside.payload
      // A row's action stands behind its id.
      place = part.hasSuffix("]") ? payload.map { action(in: $0) } : payload
    }
    guard !names.isEmpty else { return .unclear }
    let isTravel = !prefix.isEmpty
    let shape = isTravel ? "" : payload.map { String(ShapeFingerprint.text(of: [$0]).prefix(8)) } ?? ""
    return .found(name: prefix + names.joined(separator: "."), shape: shape)
  }

  /// The case with a name, in an action or in what it wraps: stacks, rows and presentations are written without the cases that wrap
  /// their actions.
  private static func owner(of name: String, in type: Any.Type, depth: Int = 0) -> TypeShape.Case? {
    let shape = TypeShape.of(type)
    guard shape.kind == .enumeration, depth < 4 else { return nil }
    if let found = shape.enumCase(named: name) { return found }
    guard let wrapped = (shape.enumCase(named: "element") ?? shape.enumCase(named: "presented"))?.payload else { return nil }
    return owner(of: name, in: action(in: wrapped), depth: depth + 1)
  }

  /// The action in a payload: the last part where an id stands before it.
  private static func action(in payload: Any.Type) -> Any.Type {
    let shape = TypeShape.of(payload)
    return shape.kind == .tuple ? shape.fields.last?.type ?? payload : payload
  }

  private static func missing(_ name: String, after names: [String], in shape: TypeShape, spelling: String) -> Finding {
    // A binding may be written as an assignment alone.
    if spelling.contains(" = "), shape.enumCase(named: "binding") != nil { return .unclear }
    let nearest = NearestName.of(name, in: Self.names(in: shape.type))
    return .gone(
      name: (names + [name]).joined(separator: "."), nearest: nearest.map { (names + [$0]).joined(separator: ".") })
  }

  /// The names that may stand at a place, in the type itself or in what it wraps.
  private static func names(in type: Any.Type, depth: Int = 0) -> [String] {
    let shape = TypeShape.of(type)
    guard shape.kind == .enumeration, depth < 4 else { return [] }
    let wrapped = (shape.enumCase(named: "element") ?? shape.enumCase(named: "presented"))?.payload
    return shape.cases.map(\.name) + (wrapped.map { names(in: action(in: $0), depth: depth + 1) } ?? [])
  }

  /// The cases some actions use, as a session file's header keeps them: `decrement add:1f3a5c77`, in the order of their names.
  static func header(of spellings: some Sequence<String>, in type: Any.Type) -> String {
    var shapes: [String: String] = [:]
    for spelling in Set(spellings) {
      guard case .found(let name, let shape) = find(spelling, in: type), !name.contains(where: { $0 == ":" || $0.isNewline })
      else { continue }
      shapes[name.replacing(" ", with: "+")] = shape
    }
    return shapes.sorted { $0.key < $1.key }.map { $0.value.isEmpty ? $0.key : "\($0.key):\($0.value)" }.joined(separator: " ")
  }

  /// What a header keeps, by name.
  static func shapes(inHeader text: String) -> [String: String] {
    var shapes: [String: String] = [:]
    for word in text.split(separator: " ") {
      let sides = word.split(separator: ":", maxSplits: 1)
      shapes[String(sides[0]).replacing("+", with: " ")] = sides.count == 2 ? String(sides[1]) : ""
    }
    return shapes
  }
}
