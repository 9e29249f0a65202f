/// An array whose elements are also found by their identity in constant time.
///
/// No two elements share an identity. An element changed through its identity must keep it; an element changed through
/// its index may get another one, if no other element has that.
public struct IdentifiedArray<ID: Hashable, Element> {
  /// The key path of an element's identity.
  public let id: KeyPath<Element, ID>

  /// The elements in order.
  ///
  /// - Complexity: O(1).
  @inlinable
  public var elements: [Element] { storage }

  /// The elements. Inlined code changes them, hence the name of its own.
  @usableFromInline var storage: [Element]

  /// Where each identity is.
  @usableFromInline var positions: [ID: Int]

  @usableFromInline let readID: (Element) -> ID

  /// Which identities are in the array, for those who ask whether some may have gone since they looked.
  @usableFromInline package var membership = Membership()

  @inlinable init(id: KeyPath<Element, ID>, readID: @escaping (Element) -> ID) {
    self.id = id
    self.readID = readID
    storage = []
    positions = [:]
  }

  /// An empty array.
  ///
  /// - Parameter id: The key path of an element's identity.
  @inlinable
  public init(id: KeyPath<Element, ID>) {
    self.init(id: id, readID: { $0[keyPath: id] })
  }

  /// The identity of an element.
  @inlinable
  func identity(of element: Element) -> ID { readID(element) }
}

/// An identified array of elements that know their identity.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

// MARK: - Making

extension IdentifiedArray {
  /// Takes elements that are known to have distinct identities.
  ///
  /// - Parameters:
  ///   - elements: The elements; of several with the same identity only the first is found by it.
  ///   - id: The key path of an element's identity.
  @inlinable
  public init(uncheckedUniqueElements elements: some Sequence<Element>, id: KeyPath<Element, ID>) {
    self.init(id: id)
    self.storage = Array(elements)
    rebuildPositions(from: 0)
    membership.grow()
  }

  /// Takes elements with distinct identities.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - id: The key path of an element's identity.
  /// - Precondition: The identities are distinct.
  @inlinable
  public init(uniqueElements elements: some Sequence<Element>, id: KeyPath<Element, ID>) {
    self.init(id: id)
    for element in elements {
      let (isNew, _) = append(element)
      precondition(isNew, "Elements of an identified array must have distinct identities: \(element)")
    }
  }

  /// Takes elements, combining those with the same identity into the place of the first.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - id: The key path of an element's identity.
  ///   - combine: Makes one element of the earlier and the later one.
  @inlinable
  public init(
    _ elements: some Sequence<Element>,
    id: KeyPath<Element, ID>,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    self.init(id: id)
    for element in elements {
      if let index = positions[identity(of: element)] {
        self.storage[index] = try combine(self.storage[index], element)
      } else {
        append(element)
      }
    }
  }
}

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  /// An empty array.
  @inlinable
  public init() {
    self.init(id: \.id, readID: { $0.id })
  }

  /// Takes elements that are known to have distinct identities.
  @inlinable
  public init(uncheckedUniqueElements elements: some Sequence<Element>) {
    self.init()
    self.storage = Array(elements)
    rebuildPositions(from: 0)
    membership.grow()
  }

  /// Takes elements with distinct identities.
  ///
  /// - Precondition: The identities are distinct.
  @inlinable
  public init(uniqueElements elements: some Sequence<Element>) {
    self.init()
    for element in elements {
      let (isNew, _) = append(element)
      precondition(isNew, "Elements of an identified array must have distinct identities: \(element)")
    }
  }

  /// Takes elements; of several with the same identity the first is kept.
  @inlinable
  public init(_ elements: some Sequence<Element>) {
    self.init()
    append(contentsOf: elements)
  }

  /// Takes elements, combining those with the same identity into the place of the first.
  @inlinable
  public init(
    _ elements: some Sequence<Element>,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    self.init()
    for element in elements {
      if let index = positions[element.id] {
        self.storage[index] = try combine(self.storage[index], element)
      } else {
        append(element)
      }
    }
  }
}

// MARK: - Looking up

extension IdentifiedArray {
  /// The identities in order.
  ///
  /// - Complexity: O(1); iterating is O(*n*).
  public var ids: IDs { IDs(array: self) }

  /// The index of the element with an identity.
  ///
  /// - Complexity: O(1) on average.
  @inlinable
  public func index(id: ID) -> Int? { positions[id] }

  /// The element with an identity; assigning replaces, appends or, when `nil`, removes it.
  ///
  /// - Complexity: O(1) on average for reading, changing and appending; O(*n*) for removing.
  @inlinable
  public subscript(id id: ID) -> Element? {
    get { positions[id].map { storage[$0] } }
    _modify {
      let index = positions[id]
      var value: Element?
      if let index {
        // The slot is emptied while the caller changes the element, so that nothing it holds is copied.
        value = takeElement(at: index)
      }
      defer { putBack(value, at: index, id: id) }
      yield &value
    }
  }

  /// The element with an identity, changed in place.
  @inlinable
  mutating func takeElement(at index: Int) -> Element {
    storage.swapAt(index, storage.endIndex - 1)
    return storage.removeLast()
  }

  @inlinable
  mutating func putBack(_ value: Element?, at index: Int?, id: ID) {
    switch (index, value) {
    case (.some(let index), .some(let value)):
      precondition(
        identity(of: value) == id, "The identity of an element must not change: \(id) became \(identity(of: value))")
      storage.append(value)
      storage.swapAt(index, storage.endIndex - 1)
    case (.some(let index), nil):
      // The last element waits in the emptied slot; bring it back to the end first.
      if index < storage.endIndex {
        let last = storage[index]
        storage.remove(at: index)
        storage.append(last)
      }
      positions[id] = nil
      membership.change()
      rebuildPositions(from: index)
    case (nil, .some(let value)):
      precondition(
        identity(of: value) == id, "An element assigned to the identity \(id) has another: \(identity(of: value))")
      append(value)
    case (nil, nil):
      break
    }
  }

  /// Whether an element is in the array, by its identity and its value.
  ///
  /// - Complexity: O(1) on average.
  @inlinable
  public func contains(_ element: Element) -> Bool where Element: Equatable {
    self[id: identity(of: element)] == element
  }

  @inlinable
  mutating func rebuildPositions(from start: Int) {
    if start == 0 {
      positions.removeAll(keepingCapacity: true)
      positions.reserveCapacity(storage.count)
    }
    for index in start..<storage.endIndex {
      let key = identity(of: storage[index])
      if start == 0, positions[key] != nil { continue }
      positions[key] = index
    }
  }
}

// MARK: - Changing

extension IdentifiedArray {
  /// Adds an element at the end unless its identity is there already.
  ///
  /// - Returns: Whether it was added, and where the element of that identity is.
  /// - Complexity: O(1) on average.
  @discardableResult
  @inlinable
  public mutating func append(_ item: Element) -> (inserted: Bool, index: Int) {
    let result = appendUncounted(item)
    if result.inserted { membership.grow() }
    return result
  }

  /// Adds an element as `append` does, but leaves `membership` to the caller.
  @inlinable
  mutating func appendUncounted(_ item: Element) -> (inserted: Bool, index: Int) {
    let key = identity(of: item)
    if let index = positions[key] { return (false, index) }
    positions[key] = storage.endIndex
    storage.append(item)
    return (true, storage.endIndex - 1)
  }

  /// Adds the elements whose identity is not there yet.
  @inlinable
  public mutating func append(contentsOf newElements: some Sequence<Element>) {
    let count = storage.count
    for element in newElements { _ = appendUncounted(element) }
    if storage.count > count { membership.grow() }
  }

  /// Inserts an element unless its identity is there already.
  ///
  /// - Returns: Whether it was inserted, and where the element of that identity is.
  /// - Complexity: O(*n*).
  @discardableResult
  @inlinable
  public mutating func insert(_ item: Element, at index: Int) -> (inserted: Bool, index: Int) {
    if let existing = positions[identity(of: item)] { return (false, existing) }
    storage.insert(item, at: index)
    rebuildPositions(from: index)
    membership.grow()
    return (true, index)
  }

  /// Replaces the element of the same identity, or adds the element at the end.
  ///
  /// - Returns: The element that was replaced.
  @discardableResult
  @inlinable
  public mutating func updateOrAppend(_ item: Element) -> Element? {
    guard let index = positions[identity(of: item)] else {
      append(item)
      return nil
    }
    let old = storage[index]
    storage[index] = item
    return old
  }

  /// Replaces the element of the same identity, or inserts the element.
  ///
  /// - Returns: The element that was replaced, and where the element is.
  @discardableResult
  @inlinable
  public mutating func updateOrInsert(_ item: Element, at i: Int) -> (originalMember: Element?, index: Int) {
    guard let index = positions[identity(of: item)] else {
      insert(item, at: i)
      return (nil, i)
    }
    let old = storage[index]
    storage[index] = item
    return (old, index)
  }

  /// Replaces the element at an index by one of the same identity.
  ///
  /// - Returns: The element that was replaced.
  /// - Precondition: The identities are the same.
  @discardableResult
  @inlinable
  public mutating func update(_ item: Element, at i: Int) -> Element {
    let old = storage[i]
    precondition(identity(of: item) == identity(of: old), "The replacement must have the same identity.")
    storage[i] = item
    return old
  }

  /// Removes the element with an identity.
  ///
  /// - Returns: The element, or `nil` when there is none.
  /// - Complexity: O(*n*).
  @discardableResult
  @inlinable
  public mutating func remove(id: ID) -> Element? {
    positions[id].map { remove(at: $0) }
  }

  /// Removes the element with the identity of the given one.
  @discardableResult
  @inlinable
  public mutating func remove(_ element: Element) -> Element? {
    remove(id: identity(of: element))
  }

  /// Removes the element at an index.
  ///
  /// - Complexity: O(*n*).
  @discardableResult
  @inlinable
  public mutating func remove(at index: Int) -> Element {
    let element = storage.remove(at: index)
    positions[identity(of: element)] = nil
    membership.change()
    rebuildPositions(from: index)
    return element
  }

  /// Removes all elements.
  @inlinable
  public mutating func removeAll(keepingCapacity keepCapacity: Bool = false) {
    storage.removeAll(keepingCapacity: keepCapacity)
    positions.removeAll(keepingCapacity: keepCapacity)
    membership.change()
  }

  /// Removes the elements that satisfy a condition.
  @inlinable
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    defer {
      rebuildPositions(from: 0)
      membership.change()
    }
    try storage.removeAll(where: shouldBeRemoved)
  }

  /// Removes the first element and returns it.
  ///
  /// - Precondition: The array is not empty.
  @discardableResult
  @inlinable
  public mutating func removeFirst() -> Element { remove(at: startIndex) }

  /// Removes the first elements.
  @inlinable
  public mutating func removeFirst(_ n: Int) { removeSubrange(0..<n) }

  /// Removes the last element and returns it.
  ///
  /// - Precondition: The array is not empty.
  @discardableResult
  @inlinable
  public mutating func removeLast() -> Element { remove(at: endIndex - 1) }

  /// Removes the last elements.
  @inlinable
  public mutating func removeLast(_ n: Int) { removeSubrange((endIndex - n)..<endIndex) }

  /// Removes the last element and returns it, or returns `nil` when there is none.
  @inlinable
  public mutating func popLast() -> Element? { isEmpty ? nil : removeLast() }

  /// Removes the elements in a range.
  @inlinable
  public mutating func removeSubrange(_ bounds: Range<Int>) {
    for element in storage[bounds] { positions[identity(of: element)] = nil }
    storage.removeSubrange(bounds)
    membership.change()
    rebuildPositions(from: bounds.lowerBound)
  }

  /// Removes the elements in a range.
  @inlinable
  public mutating func removeSubrange(_ bounds: some RangeExpression<Int>) {
    removeSubrange(bounds.relative(to: self))
  }

  /// Makes room for a number of elements.
  @inlinable
  public mutating func reserveCapacity(_ minimumCapacity: Int) {
    storage.reserveCapacity(minimumCapacity)
    positions.reserveCapacity(minimumCapacity)
  }

  /// Reverses the order in place.
  @inlinable
  public mutating func reverse() {
    storage.reverse()
    rebuildPositions(from: 0)
  }

  /// Shuffles the elements in place.
  @inlinable
  public mutating func shuffle() {
    var generator = SystemRandomNumberGenerator()
    shuffle(using: &generator)
  }

  /// Shuffles the elements in place with a generator.
  @inlinable
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    storage.shuffle(using: &generator)
    rebuildPositions(from: 0)
  }

  /// Sorts the elements in place.
  @inlinable
  public mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
    defer { rebuildPositions(from: 0) }
    try storage.sort(by: areInIncreasingOrder)
  }

  /// Sorts the elements in place.
  @inlinable
  public mutating func sort() where Element: Comparable { sort(by: <) }

  /// Exchanges two elements.
  @inlinable
  public mutating func swapAt(_ i: Int, _ j: Int) {
    storage.swapAt(i, j)
    positions[identity(of: storage[i])] = i
    positions[identity(of: storage[j])] = j
  }

  /// Moves the elements that satisfy a condition to the end.
  ///
  /// - Returns: The index of the first of them.
  @inlinable
  public mutating func partition(by belongsInSecondPartition: (Element) throws -> Bool) rethrows -> Int {
    defer { rebuildPositions(from: 0) }
    return try storage.partition(by: belongsInSecondPartition)
  }

  /// The elements that satisfy a condition.
  @inlinable
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    var filtered = self
    filtered.storage = try storage.filter(isIncluded)
    filtered.rebuildPositions(from: 0)
    filtered.membership.change()
    return filtered
  }

  /// Changes the elements as a plain array, and finds their places anew; for `move` and `remove` at offsets.
  mutating func replaceElements(_ change: (inout [Element]) -> Void) {
    change(&storage)
    rebuildPositions(from: 0)
    membership.change()
  }
}

// MARK: - Collection

extension IdentifiedArray: RandomAccessCollection, MutableCollection {
  public typealias Index = Int
  public typealias Indices = Range<Int>

  @inlinable
  public var startIndex: Int { storage.startIndex }
  @inlinable
  public var endIndex: Int { storage.endIndex }
  @inlinable
  public func index(after i: Int) -> Int { i + 1 }
  @inlinable
  public func index(before i: Int) -> Int { i - 1 }

  /// The element at an index; its identity may change only to one that is not there.
  @inlinable
  public subscript(position: Int) -> Element {
    _read { yield storage[position] }
    _modify {
      let before = identity(of: storage[position])
      defer {
        let after = identity(of: storage[position])
        if before != after {
          precondition(positions[after] == nil, "The identity \(after) is in the array already.")
          positions[before] = nil
          positions[after] = position
          membership.change()
        }
      }
      yield &storage[position]
    }
  }
}

extension IdentifiedArray: Sequence {
  @inlinable
  public func makeIterator() -> IndexingIterator<[Element]> { storage.makeIterator() }

  @inlinable
  public func withContiguousStorageIfAvailable<Output>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Output
  ) rethrows -> Output? {
    try storage.withContiguousStorageIfAvailable(body)
  }
}

// MARK: - Conformances

extension IdentifiedArray: Equatable where Element: Equatable {
  @inlinable
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.storage == rhs.storage }
}

extension IdentifiedArray: Hashable where Element: Hashable {
  public func hash(into hasher: inout Hasher) { storage.hash(into: &hasher) }
}

// The key path and the closure over it are immutable and capture nothing else.
extension IdentifiedArray: @unchecked Sendable where ID: Sendable, Element: Sendable {}

extension IdentifiedArray: Decodable where Element: Decodable & Identifiable, ID == Element.ID {
  public init(from decoder: any Decoder) throws {
    let elements = try [Element](from: decoder)
    self.init()
    for element in elements {
      guard append(element).inserted else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: decoder.codingPath, debugDescription: "Two elements have the identity \(element.id)."))
      }
    }
  }
}

extension IdentifiedArray: Encodable where Element: Encodable {
  public func encode(to encoder: any Encoder) throws { try storage.encode(to: encoder) }
}

extension IdentifiedArray: ExpressibleByArrayLiteral where Element: Identifiable, ID == Element.ID {
  @inlinable
  public init(arrayLiteral elements: Element...) {
    self.init(uniqueElements: elements)
  }
}

extension IdentifiedArray: CustomStringConvertible {
  public var description: String { storage.description }
}

extension IdentifiedArray: CustomDebugStringConvertible {
  public var debugDescription: String { "IdentifiedArray<\(ID.self), \(Element.self)>(\(storage.debugDescription))" }
}

extension IdentifiedArray: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: storage, displayStyle: .collection) }
}

// MARK: - Operators

extension IdentifiedArray {
  @inlinable
  public static func + (lhs: Self, rhs: some Sequence<Element>) -> Self {
    var sum = lhs
    sum.append(contentsOf: rhs)
    return sum
  }

  @inlinable
  public static func += (lhs: inout Self, rhs: some Sequence<Element>) {
    lhs.append(contentsOf: rhs)
  }
}
