/// One level of a value, as dumps print it and differences compare it.
struct Shape {
  enum Kind: Equatable {
    /// A text that stands for the whole value.
    case text
    /// A string; `text` is its literal.
    case string
    /// Named or numbered parts between brackets: structs, classes, enum payloads, tuples.
    case fields
    case sequence
    case dictionary
    case set
  }

  struct Child {
    var name: String?
    var value: Any
    /// What pairs this child with one of another dictionary or set.
    var key: String?
  }

  var kind: Kind
  /// The whole text of a leaf, the text before the children of anything else.
  var text: String
  var closing = ""
  var children: [Child] = []

  var isLeaf: Bool { children.isEmpty }

  /// The text of a value without children.
  var leafText: String { text + closing }

  /// Whether the only part is a leaf, so that both fit on a line: `ID(rawValue: 1)`.
  func isInline(former: Bool) -> Bool {
    guard kind == .fields, children.count == 1 else { return false }
    let child = Shape(of: unwrapped(children[0].value, former: former), isRoot: false)
    guard child.isLeaf else { return false }
    return child.kind == .string || !child.leafText.contains("\n")
  }
}

/// A value behind the wrappers that dumps look through: optionals, representables, type-erased keys.
///
/// - Parameters:
///   - value: Any value.
///   - former: Whether the value is the old side of a comparison.
func unwrapped(_ value: Any, former: Bool = false) -> Any {
  var value = value
  while true {
    if let reference = value as? any SharedReferenceDumpable {
      value = former ? reference.dumpedFormerContent : reference.dumpedContent
    } else if let representable = value as? any CustomDumpRepresentable {
      value = representable.customDumpValue
    } else if let hashable = value as? AnyHashable, type(of: value) == AnyHashable.self {
      value = hashable.base
    } else if let optional = value as? any OptionalValue, let content = optional.content {
      value = content
    } else {
      return value
    }
  }
}

/// An optional of any type.
protocol OptionalValue {
  var content: Any? { get }
}

extension Optional: OptionalValue {
  var content: Any? { self }
}

extension Shape {
  /// Looks at one level of a value that is unwrapped already.
  init(of value: Any, isRoot: Bool) {
    if let convertible = value as? any CustomDumpStringConvertible {
      self.init(kind: .text, text: convertible.customDumpDescription)
      return
    }
    if let string = value as? any StringProtocol {
      self.init(kind: .string, text: literal(String(string)))
      return
    }
    if let type = value as? Any.Type {
      self.init(kind: .text, text: dumpedFullTypeName(type) + ".self")
      return
    }
    let mirror = Mirror(customDumpReflecting: value)
    switch mirror.displayStyle {
    case .optional:
      self.init(kind: .text, text: "nil")
    case .collection:
      let children = mirror.children.enumerated().map { Child(name: "[\($0.offset)]", value: $0.element.value) }
      self.init(kind: .sequence, text: "[", closing: "]", children: children)
    case .set:
      let children = mirror.children.map { child in
        Child(name: nil, value: child.value, key: String(customDumping: child.value))
      }
      self.init(kind: .set, text: "Set([", closing: "])", children: children.sorted { ($0.key ?? "") < ($1.key ?? "") })
    case .dictionary:
      let children = mirror.children.map { child in
        let pair = Array(Mirror(reflecting: child.value).children)
        let key = pair.first.map { String(customDumping: $0.value) } ?? "_"
        return Child(name: key, value: pair.last?.value ?? child.value, key: key)
      }
      self.init(
        kind: .dictionary, text: "[", closing: "]",
        children: children.isEmpty ? [] : children.sorted { ($0.key ?? "") < ($1.key ?? "") })
      if children.isEmpty { text = "[:" }
    case .tuple:
      self.init(kind: .fields, text: "(", closing: ")", children: Shape.payload(mirror))
    case .enum:
      let typePrefix = isRoot ? dumpedTypeName(mirror.subjectType) + "." : "."
      if let child = mirror.children.first {
        let payload = Mirror(reflecting: child.value)
        let isLabelled = payload.displayStyle == .tuple && !(child.value is any CustomDumpReflectable)
        self.init(
          kind: .fields, text: typePrefix + (child.label ?? "_") + "(", closing: ")",
          children: isLabelled ? Shape.payload(payload) : [Child(name: nil, value: child.value)])
      } else {
        self.init(kind: .text, text: typePrefix + "\(value)")
      }
    default:
      self.init(plain: value, mirror)
    }
  }

  /// Structs, classes and what has no style of its own.
  private init(plain value: Any, _ mirror: Mirror) {
    if let path = value as? AnyKeyPath {
      self.init(kind: .text, text: dumpedKeyPath(path))
      return
    }
    let children = Shape.fields(mirror)
    if children.isEmpty, mirror.displayStyle == nil {
      let typeName = dumpedTypeName(type(of: value))
      self.init(kind: .text, text: typeName.contains("->") ? "(Function)" : String(describing: value))
    } else {
      self.init(kind: .fields, text: dumpedTypeName(mirror.subjectType) + "(", closing: ")", children: children)
    }
  }

  private static func payload(_ mirror: Mirror) -> [Child] {
    mirror.children.map { child in
      Child(name: child.label.flatMap { $0.hasPrefix(".") ? nil : $0 }, value: child.value)
    }
  }

  /// The fields of the value and of its superclasses; storage that macros and wrappers add shows under the name that was written.
  private static func fields(_ mirror: Mirror) -> [Child] {
    let inherited = mirror.superclassMirror.map(fields) ?? []
    return inherited
      + mirror.children.compactMap { child in
        guard let label = child.label.map(withoutParameters), label.hasPrefix("_") else {
          return Child(name: child.label, value: child.value)
        }
        guard !label.hasPrefix("_$") else { return nil }
        return Child(name: String(label.dropFirst()), value: child.value)
      }
  }

  /// The storage of an endpoint is named with its parameters, `` `_fetch(id:)` ``.
  private static func withoutParameters(_ label: String) -> String {
    guard label.hasPrefix("`_"), label.hasSuffix(":)`") else { return label }
    return String(label.dropFirst().prefix { $0 != "(" })
  }
}

private func dumpedKeyPath(_ path: AnyKeyPath) -> String {
  let root = dumpedTypeName(type(of: path).rootType)
  let text = path.debugDescription
  guard text.hasPrefix("\\"), let dot = text.firstIndex(of: ".") else { return text }
  // The description leads with the root's bare name; the dump shows the types around it as well.
  let bare = String(describing: type(of: path).rootType)
  if text.dropFirst().hasPrefix(bare + ".") { return "\\" + root + text.dropFirst(1 + bare.count) }
  return "\\" + root + text[dot...]
}
