import Reflection

/// The types that the value at a path may have, told from types alone: several behind an enum whose cases share a name.
struct PossibleTypes {
  private(set) var types: [Any.Type] = []
  /// Whether it may be of a type that only the value tells, as what is inside of an `Any`.
  private(set) var isOpen = false

  init(_ type: Any.Type) { types = [type] }

  private init(isOpen: Bool) { self.isOpen = isOpen }

  /// What the types are without wrappers and optionals.
  var bare: [Notation] { types.map { Notation.of($0).bare } }

  private mutating func add(_ other: PossibleTypes) {
    isOpen = isOpen || other.isOpen
    for type in other.types where !types.contains(where: { $0 == type }) { types.append(type) }
  }

  /// Where a step leads from there.
  ///
  /// - Throws: `ActionLanguageError` when it leads nowhere from any of the types.
  func child(_ step: Syntax.Step) throws(ActionLanguageError) -> PossibleTypes {
    var result = PossibleTypes(isOpen: isOpen)
    var failure: ActionLanguageError?
    for type in types {
      var visited: Set<ObjectIdentifier> = []
      do throws(ActionLanguageError) {
        result.add(try Self.child(of: type, step, &visited))
      } catch {
        failure = failure ?? error
      }
    }
    if let failure, result.types.isEmpty, !result.isOpen { throw failure }
    return result
  }

  /// - Parameter visited: The types already asked on the way through enums, which may hold themselves.
  private static func child(
    of type: Any.Type, _ step: Syntax.Step, _ visited: inout Set<ObjectIdentifier>
  ) throws(ActionLanguageError) -> PossibleTypes {
    let notation = Notation.of(type).bare
    visited.insert(ObjectIdentifier(notation.type))
    if case .existential = notation.form { return PossibleTypes(isOpen: true) }
    if notation.type == AnyHashable.self { return PossibleTypes(isOpen: true) }
    switch step.form {
    case .name(let name): return try child(of: notation, named: name, step, &visited)
    case .index(let arguments): return try element(of: notation, arguments, step, &visited)
    case .call: throw ActionLanguageError(.syntax, "a path cannot call anything", at: step.range)
    }
  }

  private static func child(
    of notation: Notation, named name: String, _ step: Syntax.Step, _ visited: inout Set<ObjectIdentifier>
  ) throws(ActionLanguageError) -> PossibleTypes {
    switch notation.form {
    case .structure, .tuple:
      guard let field = notation.field(written: name) else { throw StatePath.noProperty(name, notation, at: step.range) }
      guard field.isAccessible else {
        throw ActionLanguageError(.notWritable, "\"\(name)\" cannot be read", at: step.range)
      }
      return PossibleTypes(field.type)
    case .enumeration:
      var result = PossibleTypes(isOpen: false)
      for found in notation.shape.cases where found.name == name { result.add(PossibleTypes(found.payload ?? Void.self)) }
      if result.types.isEmpty { result = insideCases(of: notation, step, &visited) }
      if !result.types.isEmpty || result.isOpen { return result }
      let names = names(in: notation, depth: 0)
      let cases = notation.shape.cases.map(\.name)
      throw ActionLanguageError(
        .unknownName, "\(notation.name) has no case \"\(Escaping.escaped(name))\", and none of its cases a property called so",
        nearest: NearestName.of(name, in: names), candidates: ActionLanguageError.listed(cases), at: step.range
      )
    case .collection(let collection):
      switch name {
      case "count": return PossibleTypes(Int.self)
      case "isEmpty": return PossibleTypes(Bool.self)
      case "first", "last": return PossibleTypes(collection.elementType)
      default: break
      }
    case .dictionary, .leaf:
      if StatePath.properties(of: notation).contains(name) { return PossibleTypes(name == "count" ? Int.self : Bool.self) }
    default: break
    }
    throw StatePath.noProperty(name, notation, at: step.range)
  }

  /// A path goes into the case that an enum has without naming it.
  private static func insideCases(
    of notation: Notation, _ step: Syntax.Step, _ visited: inout Set<ObjectIdentifier>
  ) -> PossibleTypes {
    var result = PossibleTypes(isOpen: false)
    for found in notation.shape.cases {
      guard let payload = found.payload, !visited.contains(ObjectIdentifier(Notation.of(payload).bare.type)),
        let inside = try? child(of: payload, step, &visited)
      else { continue }
      result.add(inside)
    }
    return result
  }

  private static func names(in notation: Notation, depth: Int) -> [String] {
    switch notation.form {
    case .structure: notation.shape.fields.map(Notation.writtenName)
    case .enumeration where depth < 4:
      notation.shape.cases.map(\.name)
        + notation.shape.cases.flatMap { found in found.payload.map { names(in: Notation.of($0).bare, depth: depth + 1) } ?? [] }
    default: []
    }
  }

  private static func element(
    of notation: Notation, _ arguments: [Syntax.Argument], _ step: Syntax.Step, _ visited: inout Set<ObjectIdentifier>
  ) throws(ActionLanguageError) -> PossibleTypes {
    switch notation.form {
    case .dictionary(let dictionary):
      _ = try StatePath.dictionaryKey(dictionary, arguments, step)
      return PossibleTypes(dictionary.valueType)
    case .collection(let collection):
      switch try StatePath.place(in: collection, arguments, step) {
      case .position, .last, .identity: return PossibleTypes(collection.elementType)
      }
    case .enumeration:
      let result = insideCases(of: notation, step, &visited)
      if !result.types.isEmpty || result.isOpen { return result }
    default: break
    }
    throw ActionLanguageError(.unexpectedPart, "\(notation.name) has no elements", at: step.range)
  }
}

extension StatePath {
  /// Fails for a path that leads nowhere in any state of a type, by a name that does not exist or an id of another type.
  ///
  /// What only a value tells, as what is inside of an `Any`, passes.
  /// - Parameter root: The type of the state.
  /// - Complexity: linear in the number of steps and of the cases on the way.
  public func check(in root: Any.Type) throws(ActionLanguageError) { _ = try possibleTypes(in: root) }

  func possibleTypes(in root: Any.Type) throws(ActionLanguageError) -> PossibleTypes {
    try checkBeginning(in: root)
    var found = PossibleTypes(root)
    for step in steps(from: root) { found = try found.child(step) }
    return found
  }

  static func noProperty(_ name: String, _ notation: Notation, at range: Range<Int>) -> ActionLanguageError {
    let names: [String] =
      switch notation.form {
      case .structure, .tuple: notation.shape.fields.map(Notation.writtenName)
      default: properties(of: notation)
      }
    return ActionLanguageError(
      .unknownName, "\(notation.name) has no property \"\(Escaping.escaped(name))\"", nearest: NearestName.of(name, in: names),
      candidates: ActionLanguageError.listed(names), at: range)
  }
}
