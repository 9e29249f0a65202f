import Reflection
import Synchronization

extension StatePath {
  /// The key path to a value that is written as one literal, where the path leads through stored properties of structs alone: then it
  /// leads somewhere in every state.
  func storedLeaf(in root: Any.Type) -> (keyPath: AnyKeyPath, type: Any.Type)? {
    var names: [String] = []
    var type = root
    for step in steps(from: root) {
      let notation = Notation.of(type)
      guard case .structure = notation.form, let name = step.name, let field = notation.field(written: name) else { return nil }
      names.append(field.name)
      type = field.type
    }
    guard Self.isLeaf(type), let keyPath = TypeShape.of(root).keyPath(through: names) else { return nil }
    return (keyPath, type)
  }

  /// The bytes of a state on which the value at the path depends, together with what they refer to; `nil` where something else may
  /// change the value, such as an object or a shared value.
  ///
  /// - Parameter root: The type of the state.
  public func ownBytes(in root: Any.Type) -> Range<Int>? {
    var (type, offset) = (root, 0)
    for step in steps(from: root) {
      let notation = Notation.of(type)
      // What is inside of an enum or of an element has no place of its own.
      guard case .structure = notation.form, let name = step.name, let field = notation.field(written: name) else { break }
      offset += field.offset
      type = field.type
    }
    guard !Self.leadsOutside(type, countingUnknown: true) else { return nil }
    return offset..<offset + TypeShape.of(type).size
  }

  /// Whether the path leads on from there to what a case or an element has inside.
  public func leadsBehindOwnBytes(in root: Any.Type) -> Bool {
    var type = root
    for step in steps(from: root) {
      let notation = Notation.of(type)
      guard case .structure = notation.form, let name = step.name, let field = notation.field(written: name) else { return true }
      type = field.type
    }
    return false
  }

  /// Whether values of a type may refer to values that are no part of them, as shared ones: then a value that is kept does not keep
  /// those.
  ///
  /// - Complexity: linear in the number of types inside the first time, constant then.
  public static func refersToOthers(_ type: Any.Type) -> Bool {
    if let known = typesReferring.withLock({ $0[ObjectIdentifier(type)] }) { return known }
    let refers = leadsOutside(type, countingUnknown: false)
    typesReferring.withLock { $0[ObjectIdentifier(type)] = refers }
    return refers
  }

  private static let typesReferring = Mutex<[ObjectIdentifier: Bool]>([:])

  /// Whether a value of a type may refer to others that are no part of it.
  ///
  /// - Parameter countsUnknown: Whether what cannot be looked into counts as such: an object, an existential, a part that is not
  ///   accessible.
  static func leadsOutside(_ type: Any.Type, countingUnknown countsUnknown: Bool) -> Bool {
    var visited: Set<ObjectIdentifier> = []
    func leads(_ type: Any.Type) -> Bool {
      guard visited.insert(ObjectIdentifier(type)).inserted else { return false }
      let notation = Notation.of(type)
      switch notation.form {
      case .leaf, .keyPath: return false
      case .binding, .existential, .unwritable: return countsUnknown
      case .optional(let optional): return leads(optional.wrappedType)
      case .collection(let collection): return leads(collection.elementType)
      case .dictionary(let dictionary): return leads(dictionary.keyType) || leads(dictionary.valueType)
      case .wrapper(let wrapper): return !wrapper.isPresentation || leads(wrapper.wrappedType)
      case .structure, .tuple: return notation.shape.fields.contains { $0.isAccessible ? leads($0.type) : countsUnknown }
      case .enumeration:
        return notation.shape.cases.contains { found in
          found.isAccessible ? found.payload.map(leads) ?? false : countsUnknown
        }
      }
    }
    return leads(type)
  }

  private static func isLeaf(_ type: Any.Type) -> Bool {
    switch Notation.of(type).form {
    case .leaf: true
    case .optional(let optional): if case .leaf = Notation.of(optional.wrappedType).form { true } else { false }
    default: false
    }
  }

  /// A function that tells whether the value at the path is another one than in the state it was given before; much faster than
  /// looking the path up in each.
  ///
  /// - Returns: `nil` when the path does not lead through stored properties of structs alone to a literal, or when a value need not
  ///   equal itself.
  public func changeDetector<State>(in _: State.Type) -> ((State) -> Bool)? {
    guard let (keyPath, type) = storedLeaf(in: State.self), let equatable = type as? any Equatable.Type,
      !Self.holdsFloatingPoint(type)
    else { return nil }
    if let detector: (State) -> Bool = Self.detector(keyPath, Int.self) { return detector }
    if let detector: (State) -> Bool = Self.detector(keyPath, Bool.self) { return detector }
    if let detector: (State) -> Bool = Self.detector(keyPath, String.self) { return detector }
    return Self.detector(keyPath, equatable)
  }

  private static func holdsFloatingPoint(_ type: Any.Type) -> Bool {
    if type is any FloatingPoint.Type { return true }
    if case .optional(let optional) = Notation.of(type).form { return optional.wrappedType is any FloatingPoint.Type }
    return false
  }

  private static func detector<State, Value: Equatable>(_ keyPath: AnyKeyPath, _: Value.Type) -> ((State) -> Bool)? {
    guard let place = StoredPlace<State, Value>(keyPath) else { return nil }
    var last: Value?
    return { state in
      let value = place.value(in: state)
      guard value != last else { return false }
      defer { last = value }
      return last != nil
    }
  }
}
