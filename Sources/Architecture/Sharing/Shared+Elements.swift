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
