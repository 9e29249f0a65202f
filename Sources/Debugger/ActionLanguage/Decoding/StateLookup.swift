import Reflection

/// Where in the state the reducer of an action works, found by the names the two share.
enum StateLookup {
  /// The value without wrappers and optionals; `nil` when there is nothing inside.
  static func unwrapped(_ value: Any?) -> Any? {
    var value = value
    for _ in 0..<16 {
      guard let current = value else { return nil }
      if let optional = current as? any OptionalNotation {
        value = optional.unwrapped
      } else if let wrapper = current as? any WrapperNotation {
        value = wrapper.wrapped
      } else {
        return current
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
    for candidate in [name, name + "s", name + "es"] {
      if let rows = unwrapped(child(named: candidate, of: state)) as? any CollectionNotation { return rows }
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
