import Reflection
import Synchronization

/// The ids that the elements of a state's stacks have.
public enum StackElements {
  /// The number of the highest id; `nil` when no stack has an element.
  ///
  /// - Complexity: Linear in what leads to stacks and is in them; nothing is read of values whose types hold none.
  public static func highest(in state: Any) -> Int? { highest(in: state, depth: 0) }

  private static let depthLimit = 64

  private static func highest(in value: Any, depth: Int) -> Int? {
    let notation = Notation.of(type(of: value))
    guard depth < depthLimit, holdsStack(notation.type) else { return nil }
    var found: Int?
    if let stack = value as? any StackNotation {
      for position in 0..<stack.elementCount {
        guard case .elementID(let id) = stack.key(at: position) else { continue }
        found = max(found ?? id, id)
      }
    }
    for part in parts(of: value, notation) {
      guard let inside = highest(in: part, depth: depth + 1) else { continue }
      found = max(found ?? inside, inside)
    }
    return found
  }

  private static func parts(of value: Any, _ notation: Notation) -> [Any] {
    switch notation.form {
    case .optional: return [(value as? any OptionalNotation)?.unwrapped].compactMap(\.self)
    case .wrapper: return [(value as? any WrapperNotation)?.wrapped].compactMap(\.self)
    case .structure, .tuple:
      return notation.shape.fields.filter { holdsStack($0.type) }.compactMap { try? notation.shape.read($0, from: value) }
    case .enumeration: return [(try? notation.shape.project(value))?.payload].compactMap(\.self)
    case .dictionary: return (value as? any DictionaryNotation)?.allPairs.map(\.value) ?? []
    case .collection: return (value as? any CollectionNotation)?.allElements ?? []
    default: return []
    }
  }

  private static let known = Mutex<[ObjectIdentifier: Bool]>([:])

  /// Whether a value of a type can hold a stack.
  private static func holdsStack(_ type: Any.Type) -> Bool {
    if let known = known.withLock({ $0[ObjectIdentifier(type)] }) { return known }
    var seen: Set<ObjectIdentifier> = []
    var next: [Any.Type] = [type]
    var holds = false
    while !holds, let type = next.popLast() {
      guard seen.insert(ObjectIdentifier(type)).inserted else { continue }
      holds = type is any StackNotation.Type
      next += typesInside(Notation.of(type))
    }
    known.withLock { $0[ObjectIdentifier(type)] = holds }
    return holds
  }

  private static func typesInside(_ notation: Notation) -> [Any.Type] {
    switch notation.form {
    case .optional(let optional): [optional.wrappedType]
    case .wrapper(let wrapper): [wrapper.wrappedType]
    case .structure, .tuple: notation.shape.fields.map(\.type)
    case .enumeration: notation.shape.cases.compactMap(\.payload)
    case .dictionary(let dictionary): [dictionary.valueType]
    case .collection(let collection): [collection.elementType]
    default: []
    }
  }
}
