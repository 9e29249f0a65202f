import Reflection

/// Key paths made of the names of stored properties.
enum StoredKeyPath {
  /// A key path goes through no more properties than this, so that its names can be found again when it is printed.
  static let lengthLimit = 6

  /// The key path through `names`, and the type at its end.
  static func resolve(
    _ names: [(name: String, range: Range<Int>)], in root: Any.Type
  ) throws(ActionLanguageError) -> (AnyKeyPath, Any.Type) {
    var type = root
    var whole: AnyKeyPath?
    if names.count > lengthLimit {
      throw ActionLanguageError(
        .unknownName, "a key path through more than \(lengthLimit) properties could not be printed again",
        expected: "a property that is nearer to the state", at: names[lengthLimit].range)
    }
    for (name, range) in names {
      // A binding goes through the wrapper of the property it starts with.
      if case .wrapper = Notation.of(type).form, let inside = TypeShape.of(type).field(named: "wrappedValue"),
        let step = TypeShape.of(type).keyPath(named: inside.name), let appended = whole?.appending(path: step)
      {
        whole = appended
        type = inside.type
      }
      let plain = name.hasPrefix("$") ? String(name.dropFirst()) : name
      let notation = Notation.of(type)
      // What a collection or a date is made of is no part of what anybody reads or writes.
      if whole != nil, !notation.isStructure {
        throw ActionLanguageError(
          .unknownName, "\(notation.name) has no properties that can be written: write all of it", expected: "\"=\" and a value",
          found: "\"\(Escaping.escaped(name))\"", at: range)
      }
      guard let field = notation.field(written: plain), let step = notation.shape.keyPath(named: field.name) else {
        let known = notation.shape.fields.map(Notation.writtenName)
        throw ActionLanguageError(
          .unknownName, "\(notation.name) has no stored property \"\(Escaping.escaped(name))\"",
          nearest: NearestName.of(name, in: known), example: NearestName.of(name, in: known) ?? known.first,
          candidates: Array(known.prefix(12)), at: range)
      }
      if let before = whole {
        guard let appended = before.appending(path: step) else {
          throw ActionLanguageError(.unknownName, "\"\(Escaping.escaped(name))\" cannot be reached by a key path", at: range)
        }
        whole = appended
      } else {
        whole = step
      }
      type = field.type
    }
    guard let whole else { throw ActionLanguageError(.syntax, "a key path names a property", at: 0..<0) }
    return (whole, type)
  }

  /// The names of the stored properties a key path goes through; `nil` when it goes through anything else.
  static func names(of keyPath: AnyKeyPath) -> [String]? {
    let root = Swift.type(of: keyPath).rootType
    let value = Swift.type(of: keyPath).valueType
    return names(of: keyPath, from: root, to: value, prefix: nil, depth: 0)
  }

  private static func names(
    of keyPath: AnyKeyPath, from type: Any.Type, to value: Any.Type, prefix: AnyKeyPath?, depth: Int
  ) -> [String]? {
    guard depth < lengthLimit else { return nil }
    let shape = TypeShape.of(type)
    guard shape.kind == .structure else { return nil }
    for field in shape.fields where field.isAccessible {
      guard let step = shape.keyPath(named: field.name),
        let whole = prefix == nil ? step : prefix?.appending(path: step)
      else { continue }
      let written = Notation.writtenName(of: field)
      if whole == keyPath { return [written] }
      if Notation.of(field.type).isStructure,
        let rest = names(of: keyPath, from: field.type, to: value, prefix: whole, depth: depth + 1)
      {
        return [written] + rest
      }
    }
    return nil
  }
}

extension Notation {
  fileprivate var isStructure: Bool { if case .structure = form { true } else { false } }
}
