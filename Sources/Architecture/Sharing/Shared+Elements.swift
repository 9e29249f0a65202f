import IdentifiedCollections

extension Shared where Value: RandomAccessCollection & MutableCollection, Value.Index: Hashable {
  /// Each element, shared: for a feature for every row.
  ///
  /// An element is found by its place. Should the collection become shorter, the last value stays readable and writes are lost.
  public var elements: [Shared<Value.Element>] {
    reference.visible.indices.compactMap { index in
      Shared<Value.Element>(Shared<Value.Element?>(reference: PartReference(reference, \Value[existing: index])))
    }
  }
}

extension Shared where Value: RandomAccessCollection & _MutableIdentifiedCollection, Value.Index: Hashable {
  /// Each element, shared: for a feature for every row.
  ///
  /// An element is found by its identifier, wherever it moves. Should it be removed, the last value stays readable and writes
  /// are lost.
  public var elements: [Shared<Value.Element>] {
    reference.visible.ids.compactMap { id in
      Shared<Value.Element>(Shared<Value.Element?>(reference: PartReference(reference, \Value[existingID: id])))
    }
  }
}

extension RangeReplaceableCollection {
  /// Each element of a shared collection, shared: `Array($rows)`.
  ///
  /// An element is found by its place. Should the collection become shorter, the last value stays readable and writes are lost.
  public init<Value: RandomAccessCollection & MutableCollection>(_ shared: Shared<Value>)
  where Value.Index: Hashable, Element == Shared<Value.Element> {
    self.init(shared.elements)
  }

  /// Each element of a shared collection, shared: `Array($rows)`.
  ///
  /// An element is found by its identifier, wherever it moves. Should it be removed, the last value stays readable and writes
  /// are lost.
  public init<Value: RandomAccessCollection & _MutableIdentifiedCollection>(_ shared: Shared<Value>)
  where Value.Index: Hashable, Element == Shared<Value.Element> {
    self.init(shared.elements)
  }
}

extension MutableCollection where Self: RandomAccessCollection {
  /// The element at a place, or `nil` when there is none; writing changes it only while it is there.
  fileprivate subscript(existing index: Index) -> Element? {
    get { index >= startIndex && index < endIndex ? self[index] : nil }
    set {
      guard let newValue, index >= startIndex, index < endIndex else { return }
      self[index] = newValue
    }
  }
}

extension _MutableIdentifiedCollection {
  /// The element with an identifier, or `nil` when there is none; writing changes it only while it is there.
  fileprivate subscript(existingID id: ID) -> Element? {
    get { self[id: id] }
    set { if let newValue, self[id: id] != nil { self[id: id] = newValue } }
  }
}
