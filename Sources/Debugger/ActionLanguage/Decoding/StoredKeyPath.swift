import Reflection

/// Key paths made of the names of stored properties.
enum StoredKeyPath {
  /// A key path goes through no more properties than this, so that its names can be found again when it is printed.
  static let lengthLimit = 6

  /// The properties that a written key path goes through where the type it begins in is known: that may be named or left out, in part
  /// or whole, as in `\State.count` and `\Counter.State.count`.
  ///
  /// - Parameters:
  ///   - names: What follows the first dot.
  ///   - written: What stands before it; `nil` for nothing.
  /// - Throws: `ActionLanguageError` when another type is named; it names both.
  static func properties(
    _ names: [String], written: String?, in root: Any.Type, at range: Range<Int>
  ) throws(ActionLanguageError) -> [String] {
    guard let written else { return names }
    let notation = Notation.of(root)
    let own = rootNames(of: notation)
    let whole = [written] + names
    for count in (1...min(own.count, whole.count)).reversed() where own.suffix(count).elementsEqual(whole.prefix(count)) {
      let rest = Array(whole.dropFirst(count))
      guard rest.isEmpty else { return rest }
    }
    let named = max(1, whole.prefix { $0.first?.isUppercase == true }.count)
    throw wrongRoot(Array(whole.prefix(named)), Array(whole.dropFirst(named)), of: notation, at: range)
  }

  /// What a type may be called in front of a key path, in part or whole: its module, the types it is declared in, itself.
  static func rootNames(of notation: Notation) -> ArraySlice<String> {
    ([notation.shape.module] + components(of: notation.constructorName))[...]
  }

  /// Whether a type may be called so in front of a key path.
  static func isName(_ names: [String], of root: Any.Type) -> Bool {
    rootNames(of: .of(root)).suffix(names.count).elementsEqual(names)
  }

  /// The error of a key path that begins in another type.
  ///
  /// - Parameters:
  ///   - names: What it calls the type.
  ///   - rest: What it names in it.
  static func wrongRoot(
    _ names: [String], _ rest: [String], of notation: Notation, at range: Range<Int>
  ) -> ActionLanguageError {
    let property =
      rest.first.flatMap { notation.field(written: $0) == nil ? nil : rest.joined(separator: ".") }
      ?? notation.shape.fields.first(where: \.isAccessible).map(Notation.writtenName)
    return ActionLanguageError(
      .typeMismatch,
      "the path begins in \(Escaping.escaped(names.joined(separator: "."))), "
        + "and here it must begin in \(notation.constructorName)",
      expected: "a path that begins in \(notation.constructorName)",
      found: Escaping.escaped("\\" + (names + rest).joined(separator: ".")),
      example: property.map { "\\.\($0)" }, at: range)
  }

  /// The names of a type that is declared in others, without what they are generic over.
  private static func components(of name: String) -> [String] {
    var parts = [""]
    var depth = 0
    for character in name {
      switch character {
      case "<": depth += 1
      case ">": depth -= 1
      case "." where depth == 0: parts.append("")
      default: if depth == 0 { parts[parts.count - 1].append(character) }
      }
    }
    return parts
  }

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
          candidates: ActionLanguageError.listed(known), at: range)
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
