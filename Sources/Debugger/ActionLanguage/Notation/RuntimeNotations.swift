import ComposableArchitecture
import Reflection

// MARK: Presentation

extension PresentationState: WrapperNotation {
  static var wrappedType: Any.Type { State?.self }
  static var isPresentation: Bool { true }
  static func wrap(_ value: Any) -> Any? { (value as? State?).map { Self(wrappedValue: $0) } }
  var wrapped: Any { wrappedValue as Any }
  func rewrapping(_ value: Any) -> Any? {
    guard let value = value as? State? else { return nil }
    var copy = self
    copy.wrappedValue = value
    return copy
  }
}

// MARK: Stacks

extension StackElementID: LeafNotation {
  static func decode(_ syntax: Syntax, _ context: DecodingContext) throws(ActionLanguageError) -> StackElementID {
    switch syntax.form {
    case .elementID(let id): return StackElementID(generation: id)
    case .number(let text):
      if let id = Int(text) { return StackElementID(generation: id) }
    default: break
    }
    throw .mismatch(Self.self, syntax)
  }
  func append(to output: inout String) { output += "#\(generation)" }
  static var example: String { "#0" }
}

extension StackState: CollectionNotation, IdentifiedNotation, StackNotation {
  static var elementType: Any.Type { Element.self }
  static var identityType: Any.Type? { StackElementID.self }
  static var isStack: Bool { true }

  static func make(_ elements: [Any], _ context: DecodingContext) -> Any? {
    let first = context.nextStackElementID ?? 0
    return make(elements.enumerated().map { (id: first + $0.offset, element: $0.element) })
  }

  static func make(_ elements: [(id: Int, element: Any)]) -> Any? {
    guard Set(elements.map(\.id)).count == elements.count else { return nil }
    var stack = StackState()
    for (id, element) in elements {
      guard let element = element as? Element else { return nil }
      let generator = StackElementIDGenerator(nextGeneration: id)
      withDependencies {
        $0.stackElementID = generator
      } operation: {
        stack.append(element)
      }
    }
    return stack
  }

  var elementCount: Int { count }
  var allElements: [Any] { map { $0 as Any } }
  func element(at position: Int) -> Any { self[position] }
  func identity(at position: Int) -> Any? { ids[position] }
  func key(at position: Int) -> ElementKey { .elementID(ids[position].generation) }
  func position(of identity: Any) -> Int? { (identity as? StackElementID).flatMap { ids.firstIndex(of: $0) } }
  func replacing(at position: Int, with element: Any) -> Any? {
    guard indices.contains(position), let element = element as? Element else { return nil }
    var copy = self
    copy[position] = element
    return copy
  }
}
