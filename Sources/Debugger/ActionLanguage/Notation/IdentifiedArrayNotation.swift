import IdentifiedCollections
import Reflection

extension IdentifiedArray: CollectionNotation, IdentifiedNotation {
  static var elementType: Any.Type { Element.self }
  static var identityType: Any.Type? { ID.self }

  static func make(_ elements: [Any], _ context: DecodingContext) -> Any? {
    guard let elements = castAll(elements, to: Element.self) else { return nil }
    func open<Row: Identifiable>(_: Row.Type) -> Any? {
      guard let rows = elements as? [Row], Set(rows.map(\.id)).count == rows.count else { return nil }
      return IdentifiedArray<Row.ID, Row>(uniqueElements: rows)
    }
    guard let identifiable = Element.self as? any Identifiable.Type else { return nil }
    return open(identifiable) as? Self
  }

  static func repeated(in elements: [Any]) -> (position: Int, identity: Any)? {
    func open<Row: Identifiable>(_: Row.Type) -> (position: Int, identity: Any)? {
      var known: Set<Row.ID> = []
      for (position, element) in elements.enumerated() {
        if let row = element as? Row, !known.insert(row.id).inserted { return (position, row.id) }
      }
      return nil
    }
    return (Element.self as? any Identifiable.Type).flatMap { open($0) }
  }

  var elementCount: Int { count }
  var allElements: [Any] { elements.map { $0 as Any } }
  func element(at position: Int) -> Any { elements[position] }
  func identity(at position: Int) -> Any? { elements[position][keyPath: id] }
  func key(at position: Int) -> ElementKey {
    .identity(ValuePrinter.text(of: elements[position][keyPath: id]), isLabelled: true)
  }
  func position(of identity: Any) -> Int? {
    guard let identity = identity as? ID else { return nil }
    return index(id: identity)
  }

  func replacing(at position: Int, with element: Any) -> Any? {
    guard elements.indices.contains(position), let element = element as? Element else { return nil }
    let newID = element[keyPath: id]
    if let holder = index(id: newID), holder != position { return nil }
    var copy = self
    copy[position] = element
    return copy
  }

  func changedPositions(from other: Any) -> [Int]? {
    guard let other = other as? Self, other.count == count else { return nil }
    let positions = BitwiseIdentity.differingPositions(other.elements, elements)
    // Rows elsewhere are the same; where they differ, the ids must not.
    for position in positions where other.elements[position][keyPath: id] != elements[position][keyPath: id] { return nil }
    return positions
  }
}
