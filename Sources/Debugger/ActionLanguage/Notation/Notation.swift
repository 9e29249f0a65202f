import Reflection
import Synchronization

/// A type that is written as one literal.
protocol LeafNotation {
  static func decode(_ syntax: Syntax, _ context: DecodingContext) throws(ActionLanguageError) -> Self
  /// The canonical literal, which decodes back to the same value.
  func append(to output: inout String)
  static var example: String { get }
}

/// How an element of a collection is addressed in a path.
enum ElementKey: Hashable {
  case position(Int)
  /// `[id: …]`, or `["key"]` in a dictionary, with the literal of the id.
  case identity(String, isLabelled: Bool)
  /// `[#3]`
  case elementID(Int)

  var text: String {
    switch self {
    case .position(let position): "[\(position)]"
    case .identity(let text, let isLabelled): isLabelled ? "[id: \(text)]" : "[\(text)]"
    case .elementID(let id): "[#\(id)]"
    }
  }
}

/// A type that is written as a list of elements.
protocol CollectionNotation {
  static var elementType: Any.Type { get }
  /// A collection of those elements, which have been decoded as `elementType`; `nil` when they cannot be held together.
  static func make(_ elements: [Any], _ context: DecodingContext) -> Any?
  /// The first element whose identity one before it has, and that; `nil` where each has its own, or none has one.
  static func repeated(in elements: [Any]) -> (position: Int, identity: Any)?
  static var isOrdered: Bool { get }
  /// Whether it is a navigation stack.
  static var isStack: Bool { get }
  var elementCount: Int { get }
  /// All elements in order; sets in the order of their literals.
  var allElements: [Any] { get }
  func element(at position: Int) -> Any
  /// The key of an element in paths.
  func key(at position: Int) -> ElementKey
  /// The keys of all elements, in the order of `allElements`.
  var allKeys: [ElementKey] { get }
  /// The position of the element with that id, which is written by its literal or as an element id.
  func position(of identity: Any) -> Int?
  /// The type of the ids by which elements are found; `nil` when they have positions only.
  static var identityType: Any.Type? { get }
  func replacing(at position: Int, with element: Any) -> Any?
  /// The positions that may hold another value than in `other`; `nil` when that is unknown or the keys differ.
  func changedPositions(from other: Any) -> [Int]?
}

extension CollectionNotation {
  static func repeated(in elements: [Any]) -> (position: Int, identity: Any)? { nil }
  static var isStack: Bool { false }
  static var isOrdered: Bool { true }
  static var identityType: Any.Type? { nil }
  func key(at position: Int) -> ElementKey { .position(position) }
  var allKeys: [ElementKey] { (0..<elementCount).map { key(at: $0) } }
  func position(of identity: Any) -> Int? { nil }
  func changedPositions(from other: Any) -> [Int]? { nil }
}

/// A collection whose elements are written with their ids: `[#0: .detail(…)]`.
protocol StackNotation: CollectionNotation {
  /// A stack of those elements; `nil` when an element has another type or two have one id.
  static func make(_ elements: [(id: Int, element: Any)]) -> Any?
}

/// A type that is written as `[key: value]`.
protocol DictionaryNotation {
  static var keyType: Any.Type { get }
  static var valueType: Any.Type { get }
  static func make(_ pairs: [(key: Any, value: Any)]) -> Any?
  var allPairs: [(key: Any, value: Any)] { get }
  /// How many pairs there are, which takes no time to tell.
  var pairCount: Int { get }
  func value(for key: Any) -> Any?
  func replacing(_ key: Any, with value: Any) -> Any?
}

/// A type that is written as what it wraps: presentation, shared and binding state.
protocol WrapperNotation {
  static var wrappedType: Any.Type { get }
  static func wrap(_ value: Any) -> Any?
  var wrapped: Any { get }
  /// The wrapper with another inside, whose hidden identity stays where it can.
  func rewrapping(_ value: Any) -> Any?
  /// Whether what is inside is presented on top of the feature.
  static var isPresentation: Bool { get }
}

extension WrapperNotation {
  static var isPresentation: Bool { false }
  func rewrapping(_ value: Any) -> Any? { Self.wrap(value) }
}

/// A path to a property, whose root is known by its type.
protocol KeyPathNotation {
  static var keyPathRoot: Any.Type { get }
}

extension PartialKeyPath: KeyPathNotation {
  static var keyPathRoot: Any.Type { Root.self }
}

/// The action that writes one property: `.set(\.title, "Design")`.
protocol BindingNotation {
  static var rootType: Any.Type { get }
  /// The action that sets the property at `keyPath`, which is writable, to `value`.
  static func make(_ keyPath: AnyKeyPath, _ value: Any) -> Any?
  var writtenKeyPath: AnyKeyPath { get }
  var writtenValue: Any { get }
}

/// A struct whose `id` tells values apart that are otherwise equal, and is made anew for each.
protocol EphemeralIdentityNotation {
  static func makeIdentity() -> Any
}

protocol OptionalNotation {
  static var wrappedType: Any.Type { get }
  static func wrap(_ value: Any?) -> Any?
  var unwrapped: Any? { get }
}

/// How the values of one type are written and read; found once for each type.
final class Notation: @unchecked Sendable {
  // Unchecked: every stored property is immutable or behind a lock.

  enum Form {
    case leaf(any LeafNotation.Type)
    case optional(any OptionalNotation.Type)
    case collection(any CollectionNotation.Type)
    case dictionary(any DictionaryNotation.Type)
    case wrapper(any WrapperNotation.Type)
    case binding(any BindingNotation.Type)
    /// The path to a stored property of a type, `\.title`; without a root, of any type, `\Standup.title`.
    case keyPath(root: Any.Type?)
    case structure, enumeration, tuple
    /// `Any`, `any Error` and the like: written with the type's name.
    case existential
    /// No text makes such a value; the reason completes “… cannot be written: ”.
    case unwritable(String)
  }

  let type: Any.Type
  let shape: TypeShape
  private let written = Mutex<[String: Int]?>(nil)
  let form: Form
  /// Whether it is an enum without two cases of one name, written by its cases alone.
  let isPlainEnumeration: Bool
  /// Whether its values are written as one literal.
  let isLeaf: Bool
  /// The positions of the cases by their names.
  let caseNames: NameTable
  /// Of the cases' payloads, or of the fields.
  private let parts: Mutex<[Notation?]>
  private let stateFields: Mutex<[StateField?]>
  /// The positions of `presentedAction` and `elementCase`.
  let presentedPosition: Int?
  let elementPosition: Int?

  /// The field of a state in which the action of a case works.
  struct StateField: @unchecked Sendable {
    // Unchecked: all of it is immutable.
    let state: TypeShape
    let field: TypeShape.Field
    /// Finds the position of the element with an id in a state; `nil` where the field is no list of rows.
    let position: ((_ state: Any, _ id: Any) -> Int?)?

    init(state: TypeShape, field: TypeShape.Field) {
      self.state = state
      self.field = field
      guard case .collection(let type) = Notation.of(field.type).form else {
        position = nil
        return
      }
      // The type of the rows is found out once, so that each look into them needs no cast and no copy.
      func search<Rows: CollectionNotation>(_: Rows.Type) -> (_ state: Any, _ id: Any) -> Int? {
        { value, id in (try? state.withField(field, of: value, as: Rows.self) { $0.position(of: id) }) ?? nil }
      }
      position = search(type)
    }
  }

  /// The case of a presented feature's action that holds the feature's own: enums `dismiss`, `presented(Action)`.
  let presentedAction: TypeShape.Case?
  /// The action of a navigation stack: `element(id:action:)`, `popFrom(id:)`, `push(id:state:)`.
  let isStackAction: Bool
  /// The action of identified rows: `element(id:action:)`.
  let isIdentifiedAction: Bool
  /// The case of such an action, or of a stack's, that holds an element's own.
  let elementCase: TypeShape.Case?
  /// Whether it is the payload of an `(id:, action:)` case.
  var isRow: Bool { rowParts != nil }

  private init(_ type: Any.Type) {
    self.type = type
    shape = TypeShape.of(type)
    form = Self.form(type, shape)
    if case .enumeration = form { isPlainEnumeration = !shape.hasOverloads } else { isPlainEnumeration = false }
    if case .leaf = form { isLeaf = true } else { isLeaf = false }
    caseNames = NameTable(shape.cases.map(\.name))
    parts = Mutex(Array(repeating: nil, count: max(shape.cases.count, shape.fields.count)))
    stateFields = Mutex(Array(repeating: nil, count: shape.cases.count))
    let hasElement = shape.enumCase(named: "element") != nil
    presentedAction =
      shape.name == "PresentationAction" && shape.enumCase(named: "dismiss") != nil ? shape.enumCase(named: "presented") : nil
    isStackAction = shape.name == "StackAction" && hasElement && shape.enumCase(named: "popFrom") != nil
    isIdentifiedAction = shape.name == "IdentifiedAction" && hasElement
    elementCase = isStackAction || isIdentifiedAction ? shape.enumCase(named: "element") : nil
    presentedPosition = presentedAction?.index
    elementPosition = elementCase?.index
  }

  private static let cache = Mutex(TypeTable<Notation>())

  static func of(_ type: Any.Type) -> Notation {
    if let known = cache.withLock({ $0[type] }) { return known }
    let notation = Notation(type)
    return cache.withLock { cache in
      if let known = cache[type] { return known }
      cache[type] = notation
      return notation
    }
  }

  private static func form(_ type: Any.Type, _ shape: TypeShape) -> Form {
    if let leaf = type as? any LeafNotation.Type { return .leaf(leaf) }
    if let optional = type as? any OptionalNotation.Type { return .optional(optional) }
    if let collection = type as? any CollectionNotation.Type { return .collection(collection) }
    if let dictionary = type as? any DictionaryNotation.Type { return .dictionary(dictionary) }
    if let wrapper = type as? any WrapperNotation.Type { return .wrapper(wrapper) }
    if let binding = type as? any BindingNotation.Type { return .binding(binding) }
    if let keyPath = type as? any KeyPathNotation.Type { return .keyPath(root: keyPath.keyPathRoot) }
    if type == AnyKeyPath.self { return .keyPath(root: nil) }
    switch shape.kind {
    case .structure:
      if isSystemModule(shape.module) { return .unwritable("the inside of \(shape.name) is not known") }
      return shape.fields.isEmpty || shape.fields.contains(where: \.isAccessible)
        ? .structure : .unwritable("its parts are hidden")
    case .enumeration, .optional: return .enumeration
    case .tuple: return .tuple
    case .existential: return .existential
    case .class: return .unwritable("it is a class, whose objects only code can make")
    case .function: return .unwritable("it is a function")
    case .metatype: return .unwritable("it is a type")
    case .opaque: return .unwritable("it is opaque")
    }
  }

  private static func isSystemModule(_ module: String) -> Bool {
    module == "Swift" || module.hasPrefix("Foundation") || module.hasPrefix("_") || module == "Synchronization"
      || module == "Dispatch"
  }

  /// The notation of a case's payload; `nil` when it has none.
  func payload(ofCase index: Int) -> Notation? {
    if let known = parts.withLock({ $0[index] }) { return known }
    guard let type = shape.cases[index].payload else { return nil }
    let notation = Notation.of(type)
    parts.withLock { $0[index] = notation }
    return notation
  }

  /// The notation of a field.
  func part(ofField index: Int) -> Notation {
    if let known = parts.withLock({ $0[index] }) { return known }
    let notation = Notation.of(shape.fields[index].type)
    parts.withLock { $0[index] = notation }
    return notation
  }

  /// The field that has the name of a case in a state that is a struct; `nil` when there is none.
  func stateField(ofCase index: Int, in type: Any.Type) -> StateField? {
    if let known = stateFields.withLock({ $0[index] }), known.state.type == type { return known }
    let notation = Notation.of(type)
    guard case .structure = notation.form, let field = notation.field(written: shape.cases[index].name) else { return nil }
    let found = StateField(state: notation.shape, field: field)
    stateFields.withLock { $0[index] = found }
    return found
  }

  // MARK: What it is wrapped in

  /// The notation of what is inside of wrappers, up to the first optional.
  var insideWrappers: Notation {
    var notation = self
    for _ in 0..<16 {
      guard case .wrapper(let wrapper) = notation.form else { break }
      notation = .of(wrapper.wrappedType)
    }
    return notation
  }

  /// The notation of what is inside of wrappers and optionals.
  var bare: Notation {
    var notation = self
    for _ in 0..<16 {
      switch notation.form {
      case .optional(let optional): notation = .of(optional.wrappedType)
      case .wrapper(let wrapper): notation = .of(wrapper.wrappedType)
      default: return notation
      }
    }
    return notation
  }

  /// Whether its values may be `nil`.
  var isOptional: Bool { if case .optional = insideWrappers.form { true } else { false } }

  // MARK: Names

  /// The type's name as the language prints it.
  var name: String {
    switch form {
    case .optional(let optional): Notation.of(optional.wrappedType).name + "?"
    case .collection(let collection) where shape.name == "Array": "[\(Notation.of(collection.elementType).name)]"
    case .collection(let collection): "\(shape.name)<\(Notation.of(collection.elementType).name)>"
    case .dictionary(let dictionary):
      "[\(Notation.of(dictionary.keyType).name): \(Notation.of(dictionary.valueType).name)]"
    case .wrapper(let wrapper): Notation.of(wrapper.wrappedType).name
    default: shape.name
    }
  }

  /// The name before the brackets of a constructor: `Standup`, `Detail.State`.
  var constructorName: String { shape.name }

  /// What stands between the brackets of a payload: `id: UUID, action: Row.Action`.
  var payloadSignature: String {
    guard case .tuple = form else { return name }
    return shape.fields.map { ($0.label.map { "\($0): " } ?? "") + Notation.of($0.type).name }.joined(separator: ", ")
  }

  /// The case that carries binding actions, when the enum has one.
  var bindingCase: (case: TypeShape.Case, root: Any.Type)? {
    guard let found = shape.enumCase(named: "binding"), let payload = found.payload,
      case .binding(let binding) = Notation.of(payload).form
    else { return nil }
    return (found, binding.rootType)
  }

  /// Whether no value of the type exists: `Never`, the action of a feature that sends none.
  var isUninhabited: Bool { shape.kind == .enumeration && shape.cases.isEmpty }

  /// Whether values of the type are actions, so that a payload of it continues a dotted descent.
  var isAction: Bool {
    guard case .enumeration = form else { return false }
    // `Row.Action`, `AppAction`, and what is declared inside: `Row.Action.Delegate`.
    return shape.name.hasSuffix("Action") || shape.name.contains("Action.") || presentedAction != nil || isStackAction
      || isIdentifiedAction
  }

  /// The payload of an `(id:, action:)` case: the parts by which one row is addressed.
  var rowParts: (identity: TypeShape.Field, action: TypeShape.Field)? {
    guard case .tuple = form, shape.fields.count == 2 else { return nil }
    let action = shape.fields[1]
    guard shape.fields[0].label == "id" || Notation.of(action.type).isAction else { return nil }
    return (shape.fields[0], action)
  }

  /// The name under which a field is written: a wrapped property is stored with an underscore.
  static func writtenName(of field: TypeShape.Field) -> String {
    if field.name.hasPrefix("_"), field.name.utf8.count > 1, case .wrapper = Notation.of(field.type).form {
      return String(field.name.dropFirst())
    }
    if field.name.hasPrefix("$__lazy_storage_$_") { return String(field.name.dropFirst(18)) }
    return field.name
  }

  /// Whether a field is left out of texts and differences: an identity made anew for each value, which equality ignores.
  func isHidden(_ field: TypeShape.Field) -> Bool {
    field.name == "id" && type is any EphemeralIdentityNotation.Type
  }

  /// The field that is written under that name.
  func field(written name: String) -> TypeShape.Field? { writtenFields[name].map { shape.fields[$0] } }

  /// By written name, the positions of the fields; found when first asked for, since fields may be of types that contain this one.
  private var writtenFields: [String: Int] {
    written.withLock { written in
      if let written { return written }
      var found = Dictionary(shape.fields.map { ($0.name, $0.index) }, uniquingKeysWith: { first, _ in first })
      // A wrapped property wins over one that has its name.
      for field in shape.fields where field.name.hasPrefix("_") { found[Notation.writtenName(of: field)] = field.index }
      written = found
      return found
    }
  }

  /// A text that decodes as a value of the type, for the examples in errors; `_` where only that may do.
  var example: String { knownExample ?? "_" }

  /// A text that decodes as a value of the type; `nil` when none is known, as for what no text can make.
  ///
  /// All parts are shown, but in a long one only those that have no default.
  var knownExample: String? {
    let whole = example(depth: 0, inside: [], isWhole: true)
    guard let whole, whole.count > Self.readableLength else { return whole }
    return example(depth: 0, inside: [], isWhole: false) ?? whole
  }

  /// More characters than this of an example are not read.
  private static let readableLength = 80

  /// - Parameters:
  ///   - outer: The types around this one, which an example of finite length cannot hold again.
  ///   - isWhole: Whether what may be left out is shown as well.
  private func example(depth: Int, inside outer: Set<ObjectIdentifier>, isWhole: Bool) -> String? {
    let key = ObjectIdentifier(type)
    guard depth < 12, !outer.contains(key) else { return nil }
    func part(_ type: Any.Type, depth: Int) -> String? {
      var outer = outer
      outer.insert(key)
      return Notation.of(type).example(depth: depth, inside: outer, isWhole: isWhole)
    }
    func parts() -> String? {
      guard shape.isBuildable else { return nil }
      var texts: [String] = []
      for field in shape.fields where !isHidden(field) {
        if !isWhole, field.label != nil, DecodingContext().missing(.of(field.type), current: nil) != nil { continue }
        guard let text = part(field.type, depth: depth + 1) else {
          // What has a default may be left out.
          guard DecodingContext().missing(.of(field.type), current: nil) != nil else { return nil }
          if field.label == nil { texts.append("_") }
          continue
        }
        texts.append((field.label == nil ? "" : "\(Notation.writtenName(of: field)): ") + text)
      }
      return texts.joined(separator: ", ")
    }
    switch form {
    case .leaf(let leaf): return leaf.example
    case .optional(let optional): return depth > 2 ? "nil" : part(optional.wrappedType, depth: depth) ?? "nil"
    case .collection(let collection):
      guard depth <= 2, isWhole, let element = part(collection.elementType, depth: depth + 1) else { return "[]" }
      return "[\(element)]"
    case .dictionary(let dictionary):
      guard let key = part(dictionary.keyType, depth: depth + 1), let value = part(dictionary.valueType, depth: depth + 1) else {
        return "[:]"
      }
      return "[\(key): \(value)]"
    case .wrapper(let wrapper): return part(wrapper.wrappedType, depth: depth)
    case .binding(let binding):
      let property = Self.boundExample(of: binding.rootType)
      return ".set(\\.\(property.name), \(property.value))"
    case .keyPath(let root):
      guard let root else { return nil }
      let fields = TypeShape.of(root).fields.filter(\.isAccessible)
      let fitting = fields.first { field in
        TypeShape.of(root).keyPath(named: field.name).map { DecodingContext().fits($0, self) } ?? false
      }
      return fitting.map { "\\.\(Self.writtenName(of: $0))" }
    case .structure: return parts().map { "\(constructorName)(\($0))" }
    case .tuple: return parts().map { "(\($0))" }
    case .enumeration:
      let cases = shape.cases.filter(\.isAccessible)
      if let plain = cases.last(where: { $0.payload == nil }) { return ".\(TextPrinter.name(plain.name))" }
      let texts = cases.lazy.compactMap { candidate in
        candidate.payload.flatMap { payload in
          part(payload, depth: depth + 1).map { inside in
            let name = TextPrinter.name(candidate.name)
            return Notation.of(payload).isTupleLike ? ".\(name)\(inside)" : ".\(name)(\(inside))"
          }
        }
      }
      return isWhole ? texts.first : texts.min { $0.count < $1.count }
    case .existential:
      return DecodingContext().fits("text", self) || DecodingContext().fits(WrittenError("text"), self) ? "\"text\"" : nil
    case .unwritable:
      if LiteralConformance.make(type, Syntax(form: .string("text"), range: 0..<0)) != nil { return "\"text\"" }
      if LiteralConformance.make(type, Syntax(form: .number("3"), range: 0..<0)) != nil { return "3" }
      return ValueDefaults.registered(for: type) == nil ? nil : "_"
    }
  }

  /// A property of a bindable state and a text for its value.
  static func boundExample(of root: Any.Type) -> (name: String, value: String) {
    let fields = TypeShape.of(root).fields.filter { $0.isMutable && $0.isAccessible }
    let writable = fields.filter { field in
      guard Notation.of(field.type).knownExample != nil else { return false }
      if case .wrapper = Notation.of(field.type).form { return true }
      return field.type is any Equatable.Type
    }
    let simple = writable.first { if case .leaf = Notation.of($0.type).form { true } else { false } }
    guard let field = simple ?? writable.first else { return ("title", "\"text\"") }
    return (writtenName(of: field), Notation.of(field.type).example)
  }

  /// `name(id: UUID, action: Row.Action)`: a case with its payload.
  static func signature(of enumCase: TypeShape.Case) -> String {
    guard let payload = enumCase.payload else { return enumCase.name }
    return "\(enumCase.name)(\(Notation.of(payload).payloadSignature))"
  }
}
