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

// MARK: Bindings

extension BindingAction: BindingNotation {
  static var rootType: Any.Type { Root.self }

  static func make(_ keyPath: AnyKeyPath, _ value: Any) -> Any? {
    if let state = value as? any BindingStateNotation {
      return equatable(state.boundValue).flatMap { makeForBindingState(keyPath, $0) }
    }
    return equatable(value).flatMap { makeForProperty(keyPath, $0) }
  }

  /// The value as what a binding takes; `nil` when it has no equality.
  private static func equatable(_ value: Any) -> (any Equatable & Sendable)? {
    // The cast is made on the type: a cast of the value would look into an optional.
    func open<Value: Equatable>(_: Value.Type) -> (any Equatable & Sendable)? {
      (value as? Value).map { MarkerProtocols.assumingSendable($0) }
    }
    return (type(of: value) as? any Equatable.Type).flatMap { open($0) }
  }

  private static func makeForProperty<Value: Equatable & Sendable>(_ keyPath: AnyKeyPath, _ value: Value) -> Any? {
    (keyPath as? WritableKeyPath<Root, Value>).map { Self.set($0, value) }
  }

  private static func makeForBindingState<Value: Equatable & Sendable>(_ keyPath: AnyKeyPath, _ value: Value) -> Any? {
    (keyPath as? WritableKeyPath<Root, BindingState<Value>>).map { Self.set($0, value) }
  }

  var writtenKeyPath: AnyKeyPath { keyPath }
  var writtenValue: Any {
    let shape = TypeShape.of(Self.self)
    guard let field = shape.field(named: "value"), let value = try? shape.read(field, from: self) else { return () }
    return value
  }
}

/// A property that bindings write through its projected value.
protocol BindingStateNotation {
  var boundValue: Any { get }
}

extension BindingState: WrapperNotation, BindingStateNotation {
  static var wrappedType: Any.Type { Value.self }
  static func wrap(_ value: Any) -> Any? { (value as? Value).map { Self(wrappedValue: $0) } }
  var wrapped: Any { wrappedValue }
  var boundValue: Any { wrappedValue }
}

// MARK: Shared values

extension Shared: WrapperNotation {
  static var wrappedType: Any.Type { Value.self }
  static func wrap(_ value: Any) -> Any? {
    guard let made = value as? Value else { return nil }
    // Safe to send: what text made is referred to from nowhere else.
    nonisolated(unsafe) let content = made
    return Shared(value: content)
  }
  var wrapped: Any { wrappedValue }
  /// Writes through the reference, so that everybody who shares it sees the value.
  func rewrapping(_ value: Any) -> Any? {
    guard let value = value as? Value else { return nil }
    withLock { $0 = value }
    return self
  }
}

extension SharedReader: WrapperNotation {
  static var wrappedType: Any.Type { Value.self }
  static func wrap(_ value: Any) -> Any? {
    guard let made = value as? Value else { return nil }
    // Safe to send: what text made is referred to from nowhere else.
    nonisolated(unsafe) let content = made
    return SharedReader(value: content)
  }
  var wrapped: Any { wrappedValue }
}
