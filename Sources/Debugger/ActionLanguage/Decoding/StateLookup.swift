import Reflection

/// Where in the state the reducer of an action works, found by the names the two share.
enum StateLookup {
  /// The value without wrappers and optionals; `nil` when there is nothing inside.
  static func unwrapped(_ value: Any?) -> Any? {
    var value = value
    for _ in 0..<16 {
      guard let current = value else { return nil }
      // Asking the type's notation is much cheaper than two casts that mostly fail.
      switch Notation.of(type(of: current)).form {
      case .optional: value = (current as? any OptionalNotation)?.unwrapped
      case .wrapper: value = (current as? any WrapperNotation)?.wrapped
      default: return current
      }
    }
    return value
  }

  /// The state below the property or case of that name.
  static func child(named name: String, of state: Any?) -> Any? {
    guard let state = unwrapped(state) else { return nil }
    let notation = Notation.of(type(of: state))
    switch notation.form {
    case .structure, .tuple:
      guard let field = notation.field(written: name) else { return nil }
      return try? notation.shape.read(field, from: state)
    case .enumeration:
      guard let (found, payload) = try? notation.shape.project(state), found.name == name else { return nil }
      return payload
    default: return nil
    }
  }

  /// The rows an `(id:, action:)` case addresses: the property of its name, of its plural, or the only one with such ids.
  static func rows(for name: String, identity: Any.Type, in state: Any?) -> (any CollectionNotation)? {
    // Asked for before the plurals are made: mostly the property has the name itself.
    if let rows = unwrapped(child(named: name, of: state)) as? any CollectionNotation { return rows }
    for plural in [name + "s", name + "es"] {
      if let rows = unwrapped(child(named: plural, of: state)) as? any CollectionNotation { return rows }
    }
    guard let state = unwrapped(state) else { return nil }
    let notation = Notation.of(type(of: state))
    guard case .structure = notation.form else { return nil }
    let matching = notation.shape.fields.compactMap { field -> (any CollectionNotation)? in
      guard case .collection(let collection) = Notation.of(field.type).form, collection.identityType == identity else {
        return nil
      }
      return (try? notation.shape.read(field, from: state)) as? any CollectionNotation
    }
    return matching.count == 1 ? matching[0] : nil
  }

  /// `rows[0]` where the property is called `rows` and its case `row(id:action:)`: the case that the rows of the property belong to.
  static func rowCase(forProperty name: String, of notation: Notation, in state: Any?) -> TypeShape.Case? {
    guard unwrapped(child(named: name, of: state)) is any CollectionNotation else { return nil }
    let cases = notation.shape.cases.filter { $0.payload.map { Notation.of($0).rowParts != nil } ?? false }
    return cases.first { [$0.name + "s", $0.name + "es"].contains(name) } ?? (cases.count == 1 ? cases[0] : nil)
  }

  /// The state that the action in a case works on: the child of the case's name, or for a mere group of actions, such as `view`,
  /// the feature's own.
  static func actionState(named name: String, payload: Notation, in action: Notation, of state: Any?) -> Any? {
    guard state != nil else { return nil }
    if let child = child(named: name, of: state) { return child }
    if case .binding = payload.form { return state }
    // `Feature.Action.View` is declared in the action that it groups; the action of a child is not.
    let (outer, inner) = (action.shape.name.utf8, payload.shape.name.utf8)
    guard inner.starts(with: outer), inner.dropFirst(outer.count).first == UInt8(ascii: ".") else { return nil }
    return state
  }

  /// The collections in some states whose elements are found by ids of that type, nearest to the top first.
  ///
  /// - Complexity: Looks at a bounded number of values, whatever the states hold.
  static func collections(identifiedBy identity: Any.Type, in states: [Any]) -> [any CollectionNotation] {
    var found: [any CollectionNotation] = []
    var level = states
    var budget = 2_000
    for _ in 0..<12 where !level.isEmpty && budget > 0 {
      var next: [Any] = []
      for value in level {
        budget -= 1
        guard budget > 0, let value = unwrapped(value) else { continue }
        let notation = Notation.of(type(of: value))
        switch notation.form {
        case .structure, .tuple:
          next += ((try? notation.shape.readAll(from: value)) ?? []).compactMap(\.self)
        case .enumeration:
          if let payload = (try? notation.shape.project(value))?.payload { next.append(payload) }
        case .collection(let type):
          guard let collection = value as? any CollectionNotation, type.isOrdered else { continue }
          if type.identityType == identity { found.append(collection) }
          for position in 0..<min(collection.elementCount, 16) { next.append(collection.element(at: position)) }
        default: break
        }
      }
      level = next
    }
    return found
  }

  /// What a person would call a row: its name or title, or the case it is with what is inside of it called; `nil` when nothing names it.
  static func title(of element: Any, depth: Int = 0) -> String? {
    guard depth < 4, let value = unwrapped(element) else { return nil }
    let notation = Notation.of(type(of: value))
    switch notation.form {
    case .structure:
      let fields = notation.shape.fields
      let texts = fields.filter { $0.type == String.self }
      let named = texts.first { ["name", "title"].contains($0.name.lowercased()) } ?? texts.first
      if let named, let text = (try? notation.shape.read(named, from: value)) as? String, !text.isEmpty {
        return ValuePrinter.text(of: text.count > 40 ? text.prefix(39) + "…" : text[...])
      }
      // A feature is called by the one value it is about.
      for field in fields where field.type != notation.type {
        guard case .structure = Notation.of(field.type).form, let inside = try? notation.shape.read(field, from: value) else {
          continue
        }
        if let title = title(of: inside, depth: depth + 1) { return title }
      }
      return nil
    case .enumeration:
      guard let (found, payload) = try? notation.shape.project(value) else { return nil }
      return [".\(found.name)", payload.flatMap { title(of: $0, depth: depth + 1) }].compactMap(\.self).joined(separator: " ")
    default: return nil
    }
  }

  /// The id of an element.
  static func identity(in rows: any CollectionNotation, at position: Int) -> Any? {
    (rows as? any IdentifiedNotation)?.identity(at: position)
  }

  /// The keys of the first elements, for errors.
  static func keys(of rows: any CollectionNotation) -> [String] {
    (0..<min(rows.elementCount, 8)).map { rows.key(at: $0).text } + (rows.elementCount > 8 ? ["…"] : [])
  }

  /// The id after the highest alive.
  static func nextElementID(in stack: (any CollectionNotation)?) -> Int {
    guard let stack else { return 0 }
    var next = 0
    for position in 0..<stack.elementCount {
      if case .elementID(let id) = stack.key(at: position) { next = max(next, id + 1) }
    }
    return next
  }
}

/// A collection whose elements have ids.
protocol IdentifiedNotation {
  func identity(at position: Int) -> Any?
}
