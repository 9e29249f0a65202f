import Reflection

extension Optional: OptionalNotation {
  static var wrappedType: Any.Type { Wrapped.self }
  static func wrap(_ value: Any?) -> Any? {
    guard let value else { return Self.none as Any }
    if Swift.type(of: value) == Wrapped.self || !(value is any OptionalNotation) {
      guard let wrapped = value as? Wrapped else { return nil }
      return Self.some(wrapped) as Any
    }
    guard let wrapped = value as? Wrapped else { return nil }
    return Self.some(wrapped) as Any
  }
  var unwrapped: Any? {
    guard case .some(let wrapped) = self else { return nil }
    return .some(wrapped as Any)
  }
}

/// Casts every element; `nil` when one has another type.
func castAll<Element>(_ elements: [Any], to: Element.Type) -> [Element]? {
  var result: [Element] = []
  result.reserveCapacity(elements.count)
  for element in elements {
    guard let element = element as? Element else { return nil }
    result.append(element)
  }
  return result
}

extension Array: CollectionNotation {
  static var elementType: Any.Type { Element.self }
  static func make(_ elements: [Any], _ context: DecodingContext) -> Any? { castAll(elements, to: Element.self) }
  var elementCount: Int { count }
  var allElements: [Any] { map { $0 as Any } }
  func element(at position: Int) -> Any { self[position] }
  func replacing(at position: Int, with element: Any) -> Any? {
    guard indices.contains(position), let element = element as? Element else { return nil }
    var copy = self
    copy[position] = element
    return copy
  }
  func changedPositions(from other: Any) -> [Int]? {
    guard let other = other as? Self, other.count == count else { return nil }
    return BitwiseIdentity.differingPositions(other, self)
  }
}

extension ContiguousArray: CollectionNotation {
  static var elementType: Any.Type { Element.self }
  static func make(_ elements: [Any], _ context: DecodingContext) -> Any? {
    castAll(elements, to: Element.self).map(ContiguousArray.init)
  }
  var elementCount: Int { count }
  var allElements: [Any] { map { $0 as Any } }
  func element(at position: Int) -> Any { self[position] }
  func replacing(at position: Int, with element: Any) -> Any? {
    guard indices.contains(position), let element = element as? Element else { return nil }
    var copy = self
    copy[position] = element
    return copy
  }
}

extension ArraySlice: CollectionNotation {
  static var elementType: Any.Type { Element.self }
  static func make(_ elements: [Any], _ context: DecodingContext) -> Any? {
    castAll(elements, to: Element.self).map { $0[...] }
  }
  var elementCount: Int { count }
  var allElements: [Any] { map { $0 as Any } }
  func element(at position: Int) -> Any { self[startIndex + position] }
  func replacing(at position: Int, with element: Any) -> Any? {
    guard position < count, let element = element as? Element else { return nil }
    var copy = self
    copy[startIndex + position] = element
    return copy
  }
}

extension Set: CollectionNotation {
  static var elementType: Any.Type { Element.self }
  static var isOrdered: Bool { false }
  static func make(_ elements: [Any], _ context: DecodingContext) -> Any? {
    castAll(elements, to: Element.self).map { Set($0) }
  }
  var elementCount: Int { count }
  var allElements: [Any] { inCanonicalOrder(map { $0 as Any }) { $0 } }
  func element(at position: Int) -> Any { allElements[position] }
  func key(at position: Int) -> ElementKey {
    .identity(ValuePrinter.text(of: element(at: position)), isLabelled: false)
  }
  /// One sorting for all, where a key alone costs one each.
  var allKeys: [ElementKey] { allElements.map { .identity(ValuePrinter.text(of: $0), isLabelled: false) } }
  func position(of identity: Any) -> Int? {
    guard let member = identity as? Element, contains(member) else { return nil }
    let text = ValuePrinter.text(of: member)
    return allElements.firstIndex { ValuePrinter.text(of: $0) == text }
  }
  static var identityType: Any.Type? { Element.self }
  func replacing(at position: Int, with element: Any) -> Any? {
    guard let member = allElements[position] as? Element, let element = element as? Element else { return nil }
    var copy = self
    copy.remove(member)
    copy.insert(element)
    return copy
  }
}

extension Dictionary: DictionaryNotation {
  static var keyType: Any.Type { Key.self }
  static var valueType: Any.Type { Value.self }
  static func make(_ pairs: [(key: Any, value: Any)]) -> Any? {
    var result: Self = [:]
    for (key, value) in pairs {
      guard let key = key as? Key, let value = value as? Value else { return nil }
      result[key] = value
    }
    return result
  }
  var allPairs: [(key: Any, value: Any)] {
    inCanonicalOrder(map { (key: $0.key as Any, value: $0.value as Any) }) { $0.key }
  }
  var pairCount: Int { count }
  func value(for key: Any) -> Any? { (key as? Key).flatMap { self[$0] } }
  func replacing(_ key: Any, with value: Any) -> Any? {
    guard let key = key as? Key, let value = value as? Value else { return nil }
    var copy = self
    copy[key] = value
    return copy
  }
}

/// Hashed collections in one order whatever the seed of this process: numbers by size, all else by their literals.
func inCanonicalOrder<Element>(_ elements: [Element], by key: (Element) -> Any) -> [Element] {
  let texts = elements.map { ValuePrinter.text(of: key($0)) }
  let numbers = texts.map { Double($0) }
  return elements.indices.sorted { first, second in
    if let left = numbers[first], let right = numbers[second], left != right { return left < right }
    return texts[first] < texts[second]
  }.map { elements[$0] }
}
