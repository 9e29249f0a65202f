/// A collection whose elements are found by an identifier.
public protocol _IdentifiedCollection: Collection {
  associatedtype ID: Hashable
  associatedtype IDs: Collection where IDs.Element == ID

  /// The identifiers, in the order of the elements.
  var ids: IDs { get }
  /// The element with an identifier, or `nil` when there is none.
  subscript(id id: ID) -> Element? { get }
}

/// A collection whose elements are found and changed by an identifier.
public protocol _MutableIdentifiedCollection: _IdentifiedCollection, MutableCollection {
  /// The element with an identifier; writing `nil` removes it.
  subscript(id id: ID) -> Element? { get set }
}

extension IdentifiedArray: _MutableIdentifiedCollection {}
