extension IdentifiedArray {
  /// The identities of an identified array, in order.
  public struct IDs: RandomAccessCollection {
    /// Where the identities are: in an array that has them, or written down alone.
    fileprivate enum Source {
      case array(IdentifiedArray)
      case list([ID])
    }

    private let source: Source

    init(array: IdentifiedArray) {
      source = .array(array)
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int {
      switch source {
      case .array(let array): array.endIndex
      case .list(let list): list.endIndex
      }
    }
    public subscript(position: Int) -> ID {
      switch source {
      case .array(let array): array.elements[position][keyPath: array.id]
      case .list(let list): list[position]
      }
    }

    /// The identities as an array.
    public var elements: [ID] { Array(self) }

    /// Whether an identity is in the array.
    ///
    /// - Complexity: O(1) on average.
    public func contains(_ id: ID) -> Bool { firstIndex(of: id) != nil }

    /// The index of an identity.
    ///
    /// - Complexity: O(1) on average; O(*n*) for identities that were written down.
    public func firstIndex(of id: ID) -> Int? {
      switch source {
      case .array(let array): array.index(id: id)
      case .list(let list): list.firstIndex(of: id)
      }
    }
  }
}

extension IdentifiedArray.IDs: ExpressibleByArrayLiteral {
  /// The identities that are written down, each where it comes first: `rows.ids == [1, 2]`.
  public init(arrayLiteral ids: ID...) {
    var known: Set<ID> = []
    source = .list(ids.filter { known.insert($0).inserted })
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
extension IdentifiedArray.IDs.Source: Sendable where ID: Sendable, Element: Sendable {}

extension IdentifiedArray.IDs: CustomStringConvertible {
  public var description: String { Array(self).description }
}
