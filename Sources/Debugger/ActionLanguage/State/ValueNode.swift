import Reflection

/// A value as a tree to look at.
public struct ValueNode {
  /// What a node is, for colours and marks.
  public enum Kind: Sendable, Hashable {
    /// A value without parts.
    case value
    /// A struct, tuple or enum with parts.
    case plain
    /// A list, set or dictionary.
    case collection
    /// A navigation stack.
    case path
    /// A place that presents something or nothing.
    case presentation
    /// What is presented, or one element of a stack.
    case destination
    /// A presented alert or dialog.
    case alert
  }

  /// The property's name, the case's name, or the key of an element.
  public let label: String
  /// The type's name without module and generic arguments.
  public let typeName: String
  /// The value in a few words: the literal, the case, the number of elements.
  public let summary: String
  public let kind: Kind
  /// The path from the inspected value, as `StatePath` reads it.
  public let path: String
  /// Whether the node presents something now: a stack with elements, a presentation that is not nil, what is presented.
  public let isActive: Bool

  private let content: Any?

  /// The tree of a value.
  ///
  /// - Complexity: constant; the children are made when asked for.
  public static func inspect(_ value: Any, label: String = "", path: String = "") -> ValueNode {
    node(value, Notation.of(type(of: value)), label: label, path: path, isPresented: false)
  }

  /// The parts, in order.
  ///
  /// - Complexity: linear in the number of parts.
  public var children: [ValueNode] {
    guard let content else { return [] }
    if kind == .presentation {
      let notation = Notation.of(type(of: content))
      if case .enumeration = notation.form, let (found, payload) = try? notation.shape.project(content), let payload,
        let type = found.payload
      {
        return [ValueNode.node(payload, .of(type), label: found.name, path: joined(found.name), isPresented: true)]
      }
    }
    return ValueNode.parts(of: content, path: path, isStack: kind == .path)
  }

  /// Whether there are parts.
  public var hasChildren: Bool { content != nil }

  private func joined(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  // MARK: Making nodes

  private static func node(
    _ original: Any, _ place: Notation, label: String, path: String, isPresented: Bool
  ) -> ValueNode {
    var value = original
    var isPresentation = false
    // Wrappers and optionals are looked through; only presentation leaves a mark.
    for _ in 0..<16 {
      if let wrapper = value as? any WrapperNotation {
        isPresentation = isPresentation || type(of: wrapper).isPresentation
        value = wrapper.wrapped
      } else if let optional = value as? any OptionalNotation {
        guard let inside = optional.unwrapped else {
          return ValueNode(
            label: label, typeName: place.name, summary: "nil", kind: isPresentation ? .presentation : .value, path: path,
            isActive: false, content: nil)
        }
        value = inside
      } else {
        break
      }
    }
    let notation = Notation.of(type(of: value))
    func make(_ summary: String, _ kind: Kind, _ content: Any?, isActive: Bool = false) -> ValueNode {
      ValueNode(
        label: label, typeName: notation.name, summary: summary, kind: kind, path: path, isActive: isActive, content: content)
    }
    if let alert = value as? any AlertNotation {
      return make(alert.alertSummary, .alert, alert.alertParts.isEmpty ? nil : value, isActive: true)
    }
    switch notation.form {
    case .collection(let type):
      guard let collection = value as? any CollectionNotation else { break }
      let count = collection.elementCount
      return make(
        count == 0 ? "empty" : count == 1 ? "1 element" : "\(count) elements", type.isStack ? .path : .collection,
        count == 0 ? nil : value, isActive: type.isStack && count > 0)
    case .dictionary:
      guard let dictionary = value as? any DictionaryNotation else { break }
      let count = dictionary.pairCount
      return make(count == 0 ? "empty" : count == 1 ? "1 entry" : "\(count) entries", .collection, count == 0 ? nil : value)
    case .structure, .tuple:
      let hasParts = !notation.shape.fields.isEmpty
      let kind: Kind = isPresentation ? .presentation : isPresented ? .destination : hasParts ? .plain : .value
      return make(
        notation.isTupleLike ? "" : notation.name, kind, hasParts ? value : nil, isActive: isPresentation || isPresented)
    case .enumeration:
      guard let (found, payload) = try? notation.shape.project(value) else { break }
      if isPresentation { return make(".\(found.name)", .presentation, payload == nil ? nil : value, isActive: true) }
      var hasParts = false
      var summary = ".\(found.name)"
      if let payload {
        hasParts = self.hasParts(payload)
        if !hasParts {
          var printer = TextPrinter()
          printer.appendPayload(payload, Notation.of(found.payload ?? type(of: payload)))
          summary += printer.output
        }
      }
      return make(
        summary, isPresented ? .destination : hasParts ? .plain : .value, hasParts ? value : nil, isActive: isPresented)
    case .unwritable: return make(Escaping.escaped("<\(notation.name)>"), .value, nil)
    default: break
    }
    return make(ValuePrinter.text(of: value), isPresentation ? .presentation : .value, nil, isActive: isPresentation)
  }

  private static func hasParts(_ value: Any) -> Bool {
    guard let value = StateLookup.unwrapped(value) else { return false }
    let notation = Notation.of(type(of: value))
    switch notation.form {
    case .structure: return !notation.shape.fields.isEmpty
    case .tuple: return !notation.shape.fields.isEmpty
    case .collection: return (value as? any CollectionNotation)?.elementCount ?? 0 > 0
    case .dictionary: return true
    case .enumeration: return ((try? notation.shape.project(value).payload) ?? nil) != nil
    default: return value is any AlertNotation
    }
  }

  private static func parts(of container: Any, path: String, isStack: Bool) -> [ValueNode] {
    guard let value = StateLookup.unwrapped(container) else { return [] }
    let notation = Notation.of(type(of: value))
    func joined(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
    if let alert = value as? any AlertNotation {
      return alert.alertParts.map {
        ValueNode(
          label: $0.label, typeName: "", summary: $0.text, kind: .value, path: path, isActive: false, content: nil)
      }
    }
    switch notation.form {
    case .structure, .tuple:
      guard let parts = try? notation.shape.readAll(from: value) else { return [] }
      return zip(notation.shape.fields, parts).map { field, part in
        let name = Notation.writtenName(of: field)
        let type = Notation.of(field.type)
        guard let part else {
          return ValueNode(
            label: name, typeName: type.name, summary: "<\(type.name)>", kind: .value, path: joined(name), isActive: false,
            content: nil)
        }
        return node(part, type, label: name, path: joined(name), isPresented: false)
      }
    case .enumeration:
      guard let (found, payload) = try? notation.shape.project(value), let payload else { return [] }
      // The parts of a struct stand below its case; anything else is a node of its own.
      if let inside = StateLookup.unwrapped(payload) {
        switch Notation.of(type(of: inside)).form {
        case .structure, .tuple: return parts(of: inside, path: joined(found.name), isStack: false)
        default: break
        }
      }
      return [node(payload, .of(type(of: payload)), label: found.name, path: joined(found.name), isPresented: false)]
    case .collection(let type):
      guard let collection = value as? any CollectionNotation else { return [] }
      let place = Notation.of(type.elementType)
      return zip(collection.allElements, collection.allKeys).map { element, elementKey in
        let key = elementKey.text
        return node(element, place, label: key, path: path + key, isPresented: isStack)
      }
    case .dictionary(let type):
      guard let dictionary = value as? any DictionaryNotation else { return [] }
      let place = Notation.of(type.valueType)
      return dictionary.allPairs.map { pair in
        let key = "[\(ValuePrinter.text(of: pair.key))]"
        return node(pair.value, place, label: key, path: path + key, isPresented: false)
      }
    default: return []
    }
  }
}

/// An alert or dialog: what its tree shows.
protocol AlertNotation {
  /// The title as a literal.
  var alertSummary: String { get }
  /// Message and buttons.
  var alertParts: [(label: String, text: String)] { get }
}
