extension IdentifiedArray {
  /// The identities of an identified array, in order.
  public struct IDs: RandomAccessCollection {
    private let array: IdentifiedArray

    init(array: IdentifiedArray) {
      self.array = array
    }

    public var startIndex: Int { array.startIndex }
    public var endIndex: Int { array.endIndex }
    public subscript(position: Int) -> ID { array.elements[position][keyPath: array.id] }

    /// Whether an identity is in the array.
    ///
    /// - Complexity: O(1) on average.
    public func contains(_ id: ID) -> Bool { array.index(id: id) != nil }

    /// The index of an identity.
    ///
    /// - Complexity: O(1) on average.
    public func firstIndex(of id: ID) -> Int? { array.index(id: id) }
  }
}

extension IdentifiedArray.IDs: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.elementsEqual(rhs) }
}

extension IdentifiedArray.IDs: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for id in self { hasher.combine(id) }
  }
}

extension IdentifiedArray.IDs: Sendable where ID: Sendable, Element: Sendable {}

extension IdentifiedArray.IDs: CustomStringConvertible {
  public var description: String { Array(self).description }
}
