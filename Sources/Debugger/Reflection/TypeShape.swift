import Synchronization

/// What a type is made of, read once from its metadata: the fields of a struct or tuple, the cases of an enum.
///
/// No conformance is needed. Shapes are cached for the life of the process; a look-up costs one lock and one hash.
public final class TypeShape: @unchecked Sendable {
  // Unchecked: every stored property is immutable; `Any.Type` and key paths of stored properties are immutable too.

  /// The kinds of type that metadata tells apart.
  public enum Kind: Sendable, Hashable {
    case structure, enumeration, optional, tuple, `class`, function, existential, metatype
    /// A builtin, a type without copies, or a type whose fields metadata does not describe.
    case opaque
  }

  /// One stored property of a struct or one element of a tuple.
  public struct Field: @unchecked Sendable {
    /// The property's name; a tuple element without label is named by its position.
    public let name: String
    /// The label in a tuple; the name in a struct; `nil` for an unlabelled tuple element.
    public let label: String?
    /// The stored type.
    public let type: Any.Type
    /// The distance of the field's first byte from the value's first byte.
    public let offset: Int
    /// The position among the fields.
    public let index: Int
    /// Whether the property is a `var`; tuple elements are.
    public let isMutable: Bool
    /// Whether the field can be copied out and written: false for weak and unowned references and types without copies.
    public let isAccessible: Bool
  }

  /// One case of an enum.
  public struct Case: @unchecked Sendable {
    /// The case's name, without labels.
    public let name: String
    /// The payload's type: a tuple when there are several parts or one labelled part; `nil` when there is none.
    ///
    /// Metadata does not tell a payload of an empty type, such as `Void`, from no payload.
    public let payload: Any.Type?
    /// Whether the payload is boxed.
    public let isIndirect: Bool
    /// The position among the cases, which is also the tag.
    public let index: Int
    /// Whether the case was declared with a payload that metadata cannot describe.
    public let isAccessible: Bool
  }

  /// The type described.
  public let type: Any.Type
  /// What kind of type it is.
  public let kind: Kind
  /// The type's name without its module and without generic arguments: `Standup`, `Detail.State`.
  public let name: String
  /// The module that declares the type; empty for tuples, functions and existentials.
  public let module: String
  /// The fields of a struct or tuple, in order.
  public let fields: [Field]
  /// The cases of an enum or Optional: those with a payload first, each group in the order of declaration.
  public let cases: [Case]

  /// Whether two cases share a name and differ in their labels.
  public let hasOverloads: Bool

  /// The bytes a value takes, without what it refers to.
  public var size: Int { TypeMetadata(type).size }

  /// The bytes from one value to the next in an array.
  public var stride: Int { TypeMetadata(type).stride }

  private let fieldsByName: [String: Int]
  private let casesByName: [String: Int]

  init(type: Any.Type, kind: Kind, fields: [Field], cases: [Case]) {
    self.type = type
    self.kind = kind
    self.fields = fields
    self.cases = cases
    fieldsByName = Dictionary(fields.map { ($0.name, $0.index) }, uniquingKeysWith: { first, _ in first })
    casesByName = Dictionary(cases.map { ($0.name, $0.index) }, uniquingKeysWith: { first, _ in first })
    hasOverloads = casesByName.count < cases.count
    (module, name) = TypeShape.names(of: type, kind: kind)
  }

  private static let cache = Mutex(TypeTable<TypeShape>())

  /// The shape of a type.
  public static func of(_ type: Any.Type) -> TypeShape {
    if let known = cache.withLock({ $0[type] }) { return known }
    let shape = TypeMetadata(type).shape()
    return cache.withLock { cache in
      if let known = cache[type] { return known }
      cache[type] = shape
      return shape
    }
  }

  /// The field of that name.
  public func field(named name: String) -> Field? { fieldsByName[name].map { fields[$0] } }

  /// The case of that name; of overloaded cases, the first.
  public func enumCase(named name: String) -> Case? {
    // Comparing a few short names costs less than hashing one.
    if cases.count <= 6 { return cases.first { $0.name == name } }
    return casesByName[name].map { cases[$0] }
  }

  /// Whether every field can be read and written.
  public var isBuildable: Bool {
    switch kind {
    case .structure, .tuple: fields.allSatisfy(\.isAccessible)
    case .enumeration, .optional: true
    case .class, .function, .existential, .metatype, .opaque: false
    }
  }

  /// The type that a function returns; `nil` when the type is no function.
  public var functionResult: Any.Type? { kind == .function ? TypeMetadata(type).functionResult : nil }

  /// The types of a function's parameters; `nil` when the type is no function.
  public var functionParameters: [Any.Type]? { kind == .function ? TypeMetadata(type).functionParameters : nil }

  private static func names(of type: Any.Type, kind: Kind) -> (module: String, name: String) {
    let full = String(reflecting: type)
    switch kind {
    case .structure, .enumeration, .class, .optional, .opaque: break
    case .tuple, .function, .existential, .metatype: return ("", stripModules(full))
    }
    // Generic arguments and the "(unknown context at $…)" of private types are left out.
    var plain = ""
    var depth = 0
    for character in full {
      switch character {
      case "<", "(": depth += 1
      case ">", ")": depth -= 1
      default: if depth == 0 { plain.append(character) }
      }
    }
    var parts = plain.split(separator: ".").map(String.init)
    guard parts.count > 1 else { return ("", plain) }
    let module = parts.removeFirst()
    return (module, parts.joined(separator: "."))
  }

  /// Removes the first component of each dotted name: `(a: Swift.Int, b: M.A.B)` becomes `(a: Int, b: A.B)`.
  private static func stripModules(_ text: String) -> String {
    var result = ""
    var word = ""
    func flush() {
      if let dot = word.firstIndex(of: "."), dot != word.startIndex, word[word.index(after: dot)...].isEmpty == false {
        result += word[word.index(after: dot)...]
      } else {
        result += word
      }
      word = ""
    }
    for character in text {
      if character.isLetter || character.isNumber || character == "_" || character == "." {
        word.append(character)
      } else {
        flush()
        result.append(character)
      }
    }
    flush()
    return result
  }
}
