extension ValuePrinter {
  /// The way to a feature, as the runtime names it, in the spelling of paths: `rows[id: UUID(1)].alert` for
  /// `rows[00000000-0000-0000-0000-000000000001].alert`.
  ///
  /// - Parameters:
  ///   - text: The way, its elements by the plain texts of their ids.
  ///   - root: The type of the root feature's state. Where the way does not lead through it, only identifiers are spelled.
  /// - Complexity: linear in the length of the text.
  public static func spellingElements(in text: String, of root: Any.Type) -> String {
    guard text.contains("[") else { return text }
    var result = ""
    var type = root
    var rest = text[...]
    while !rest.isEmpty {
      if rest.first == "." {
        result += "."
        rest = rest.dropFirst()
      }
      let name = rest.prefix { $0 != "." && $0 != "[" }
      guard !name.isEmpty, let part = part(of: type, named: String(name)) else { return spellingIdentifiers(in: text) }
      result += name
      rest = rest.dropFirst(name.count)
      type = part
      guard rest.first == "[" else { continue }
      guard let end = closing(of: rest) else { return spellingIdentifiers(in: text) }
      let id = String(rest[rest.index(after: rest.startIndex)..<end])
      rest = rest[rest.index(after: end)...]
      // What is presented has an identity, but no other beside it to be told from.
      guard case .collection(let collection) = Notation.of(type).form else { continue }
      type = collection.elementType
      if collection.isStack {
        result += "[\(id)]"
      } else {
        result += "[id: \(collection.identityType == String.self ? self.text(of: id) : spellingIdentifiers(in: id))]"
      }
    }
    return result
  }

  /// The bracket that ends an id: the first one behind which the way goes on or ends.
  private static func closing(of text: Substring) -> Substring.Index? {
    text.indices.first { index in
      guard text[index] == "]" else { return false }
      let next = text.index(after: index)
      return next == text.endIndex || text[next] == "."
    }
  }

  /// The type of a property or of what is in a case, whatever it is wrapped in.
  private static func part(of type: Any.Type, named name: String) -> Any.Type? {
    let notation = Notation.of(type).bare
    switch notation.form {
    case .structure, .tuple: return notation.field(written: name)?.type
    case .enumeration: return notation.shape.enumCase(named: name)?.payload
    default: return nil
    }
  }
}
