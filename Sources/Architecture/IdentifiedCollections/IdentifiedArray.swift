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
  public private(set) var elements: [Element]

  /// Where each identity is.
  private var positions: [ID: Int]

  private let readID: (Element) -> ID

  private init(id: KeyPath<Element, ID>, readID: @escaping (Element) -> ID) {
    self.id = id
    self.readID = readID
    elements = []
    positions = [:]
  }

  /// An empty array.
  ///
  /// - Parameter id: The key path of an element's identity.
  public init(id: KeyPath<Element, ID>) {
    self.init(id: id, readID: { $0[keyPath: id] })
  }

  /// The identity of an element.
  @inline(__always)
  private func identity(of element: Element) -> ID { readID(element) }
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
  public init(uncheckedUniqueElements elements: some Sequence<Element>, id: KeyPath<Element, ID>) {
    self.init(id: id)
    self.elements = Array(elements)
    rebuildPositions(from: 0)
  }

  /// Takes elements with distinct identities.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - id: The key path of an element's identity.
  /// - Precondition: The identities are distinct.
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
  public init(
    _ elements: some Sequence<Element>,
    id: KeyPath<Element, ID>,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    self.init(id: id)
    for element in elements {
      if let index = positions[identity(of: element)] {
        self.elements[index] = try combine(self.elements[index], element)
      } else {
        append(element)
      }
    }
  }
}

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  /// An empty array.
  public init() {
    self.init(id: \.id, readID: { $0.id })
  }

  /// Takes elements that are known to have distinct identities.
  public init(uncheckedUniqueElements elements: some Sequence<Element>) {
    self.init()
    self.elements = Array(elements)
    rebuildPositions(from: 0)
  }

  /// Takes elements with distinct identities.
  ///
  /// - Precondition: The identities are distinct.
  public init(uniqueElements elements: some Sequence<Element>) {
    self.init()
    for element in elements {
      let (isNew, _) = append(element)
      precondition(isNew, "Elements of an identified array must have distinct identities: \(element)")
    }
  }

  /// Takes elements; of several with the same identity the first is kept.
  public init(_ elements: some Sequence<Element>) {
    self.init()
    append(contentsOf: elements)
  }

  /// Takes elements, combining those with the same identity into the place of the first.
  public init(
    _ elements: some Sequence<Element>,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    self.init()
    for element in elements {
      if let index = positions[element.id] {
        self.elements[index] = try combine(self.elements[index], element)
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
  public func index(id: ID) -> Int? { positions[id] }

  /// The element with an identity; assigning replaces, appends or, when `nil`, removes it.
  ///
  /// - Complexity: O(1) on average for reading, changing and appending; O(*n*) for removing.
  public subscript(id id: ID) -> Element? {
    get { positions[id].map { elements[$0] } }
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
  private mutating func takeElement(at index: Int) -> Element {
    elements.swapAt(index, elements.endIndex - 1)
    return elements.removeLast()
  }

  private mutating func putBack(_ value: Element?, at index: Int?, id: ID) {
    switch (index, value) {
    case (.some(let index), .some(let value)):
      precondition(
        identity(of: value) == id, "The identity of an element must not change: \(id) became \(identity(of: value))")
      elements.append(value)
      elements.swapAt(index, elements.endIndex - 1)
    case (.some(let index), nil):
      // The last element waits in the emptied slot; bring it back to the end first.
      if index < elements.endIndex {
        let last = elements[index]
        elements.remove(at: index)
        elements.append(last)
      }
      positions[id] = nil
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
  public func contains(_ element: Element) -> Bool where Element: Equatable {
    self[id: identity(of: element)] == element
  }

  private mutating func rebuildPositions(from start: Int) {
    if start == 0 {
      positions.removeAll(keepingCapacity: true)
      positions.reserveCapacity(elements.count)
    }
    for index in start..<elements.endIndex {
      let key = identity(of: elements[index])
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
  public mutating func append(_ item: Element) -> (inserted: Bool, index: Int) {
    let key = identity(of: item)
    if let index = positions[key] { return (false, index) }
    positions[key] = elements.endIndex
    elements.append(item)
    return (true, elements.endIndex - 1)
  }

  /// Adds the elements whose identity is not there yet.
  public mutating func append(contentsOf newElements: some Sequence<Element>) {
    for element in newElements { append(element) }
  }

  /// Inserts an element unless its identity is there already.
  ///
  /// - Returns: Whether it was inserted, and where the element of that identity is.
  /// - Complexity: O(*n*).
  @discardableResult
  public mutating func insert(_ item: Element, at index: Int) -> (inserted: Bool, index: Int) {
    if let existing = positions[identity(of: item)] { return (false, existing) }
    elements.insert(item, at: index)
    rebuildPositions(from: index)
    return (true, index)
  }

  /// Replaces the element of the same identity, or adds the element at the end.
  ///
  /// - Returns: The element that was replaced.
  @discardableResult
  public mutating func updateOrAppend(_ item: Element) -> Element? {
    guard let index = positions[identity(of: item)] else {
      append(item)
      return nil
    }
    let old = elements[index]
    elements[index] = item
    return old
  }

  /// Replaces the element of the same identity, or inserts the element.
  ///
  /// - Returns: The element that was replaced, and where the element is.
  @discardableResult
  public mutating func updateOrInsert(_ item: Element, at i: Int) -> (originalMember: Element?, index: Int) {
    guard let index = positions[identity(of: item)] else {
      insert(item, at: i)
      return (nil, i)
    }
    let old = elements[index]
    elements[index] = item
    return (old, index)
  }

  /// Replaces the element at an index by one of the same identity.
  ///
  /// - Returns: The element that was replaced.
  /// - Precondition: The identities are the same.
  @discardableResult
  public mutating func update(_ item: Element, at i: Int) -> Element {
    let old = elements[i]
    precondition(identity(of: item) == identity(of: old), "The replacement must have the same identity.")
    elements[i] = item
    return old
  }

  /// Removes the element with an identity.
  ///
  /// - Returns: The element, or `nil` when there is none.
  /// - Complexity: O(*n*).
  @discardableResult
  public mutating func remove(id: ID) -> Element? {
    positions[id].map { remove(at: $0) }
  }

  /// Removes the element with the identity of the given one.
  @discardableResult
  public mutating func remove(_ element: Element) -> Element? {
    remove(id: identity(of: element))
  }

  /// Removes the element at an index.
  ///
  /// - Complexity: O(*n*).
  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    let element = elements.remove(at: index)
    positions[identity(of: element)] = nil
    rebuildPositions(from: index)
    return element
  }

  /// Removes all elements.
  public mutating func removeAll(keepingCapacity keepCapacity: Bool = false) {
    elements.removeAll(keepingCapacity: keepCapacity)
    positions.removeAll(keepingCapacity: keepCapacity)
  }

  /// Removes the elements that satisfy a condition.
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    defer { rebuildPositions(from: 0) }
    try elements.removeAll(where: shouldBeRemoved)
  }

  /// Removes the first element and returns it.
  ///
  /// - Precondition: The array is not empty.
  @discardableResult
  public mutating func removeFirst() -> Element { remove(at: startIndex) }

  /// Removes the first elements.
  public mutating func removeFirst(_ n: Int) { removeSubrange(0..<n) }

  /// Removes the last element and returns it.
  ///
  /// - Precondition: The array is not empty.
  @discardableResult
  public mutating func removeLast() -> Element { remove(at: endIndex - 1) }

  /// Removes the last elements.
  public mutating func removeLast(_ n: Int) { removeSubrange((endIndex - n)..<endIndex) }

  /// Removes the last element and returns it, or returns `nil` when there is none.
  public mutating func popLast() -> Element? { isEmpty ? nil : removeLast() }

  /// Removes the elements in a range.
  public mutating func removeSubrange(_ bounds: Range<Int>) {
    for element in elements[bounds] { positions[identity(of: element)] = nil }
    elements.removeSubrange(bounds)
    rebuildPositions(from: bounds.lowerBound)
  }

  /// Removes the elements in a range.
  public mutating func removeSubrange(_ bounds: some RangeExpression<Int>) {
    removeSubrange(bounds.relative(to: self))
  }

  /// Makes room for a number of elements.
  public mutating func reserveCapacity(_ minimumCapacity: Int) {
    elements.reserveCapacity(minimumCapacity)
    positions.reserveCapacity(minimumCapacity)
  }

  /// Reverses the order in place.
  public mutating func reverse() {
    elements.reverse()
    rebuildPositions(from: 0)
  }

  /// Shuffles the elements in place.
  public mutating func shuffle() {
    var generator = SystemRandomNumberGenerator()
    shuffle(using: &generator)
  }

  /// Shuffles the elements in place with a generator.
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    elements.shuffle(using: &generator)
    rebuildPositions(from: 0)
  }

  /// Sorts the elements in place.
  public mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
    defer { rebuildPositions(from: 0) }
    try elements.sort(by: areInIncreasingOrder)
  }

  /// Sorts the elements in place.
  public mutating func sort() where Element: Comparable { sort(by: <) }

  /// Exchanges two elements.
  public mutating func swapAt(_ i: Int, _ j: Int) {
    elements.swapAt(i, j)
    positions[identity(of: elements[i])] = i
    positions[identity(of: elements[j])] = j
  }

  /// Moves the elements that satisfy a condition to the end.
  ///
  /// - Returns: The index of the first of them.
  public mutating func partition(by belongsInSecondPartition: (Element) throws -> Bool) rethrows -> Int {
    defer { rebuildPositions(from: 0) }
    return try elements.partition(by: belongsInSecondPartition)
  }

  /// The elements that satisfy a condition.
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    var filtered = self
    filtered.elements = try elements.filter(isIncluded)
    filtered.rebuildPositions(from: 0)
    return filtered
  }

  /// Changes the elements as a plain array, and finds their places anew; for `move` and `remove` at offsets.
  mutating func replaceElements(_ change: (inout [Element]) -> Void) {
    change(&elements)
    rebuildPositions(from: 0)
  }
}

// MARK: - Collection

extension IdentifiedArray: RandomAccessCollection, MutableCollection {
  public typealias Index = Int
  public typealias Indices = Range<Int>

  public var startIndex: Int { elements.startIndex }
  public var endIndex: Int { elements.endIndex }
  public func index(after i: Int) -> Int { i + 1 }
  public func index(before i: Int) -> Int { i - 1 }

  /// The element at an index; its identity may change only to one that is not there.
  public subscript(position: Int) -> Element {
    _read { yield elements[position] }
    _modify {
      let before = identity(of: elements[position])
      defer {
        let after = identity(of: elements[position])
        if before != after {
          precondition(positions[after] == nil, "The identity \(after) is in the array already.")
          positions[before] = nil
          positions[after] = position
        }
      }
      yield &elements[position]
    }
  }
}

extension IdentifiedArray: Sequence {
  public func makeIterator() -> IndexingIterator<[Element]> { elements.makeIterator() }

  public func withContiguousStorageIfAvailable<Output>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Output
  ) rethrows -> Output? {
    try elements.withContiguousStorageIfAvailable(body)
  }
}

// MARK: - Conformances

extension IdentifiedArray: Equatable where Element: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.elements == rhs.elements }
}

extension IdentifiedArray: Hashable where Element: Hashable {
  public func hash(into hasher: inout Hasher) { elements.hash(into: &hasher) }
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
  public func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }
}

extension IdentifiedArray: ExpressibleByArrayLiteral where Element: Identifiable, ID == Element.ID {
  public init(arrayLiteral elements: Element...) {
    self.init(uniqueElements: elements)
  }
}

extension IdentifiedArray: CustomStringConvertible {
  public var description: String { elements.description }
}

extension IdentifiedArray: CustomDebugStringConvertible {
  public var debugDescription: String { "IdentifiedArray<\(ID.self), \(Element.self)>(\(elements.debugDescription))" }
}

extension IdentifiedArray: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: elements, displayStyle: .collection) }
}

// MARK: - Operators

extension IdentifiedArray {
  public static func + (lhs: Self, rhs: some Sequence<Element>) -> Self {
    var sum = lhs
    sum.append(contentsOf: rhs)
    return sum
  }

  public static func += (lhs: inout Self, rhs: some Sequence<Element>) {
    lhs.append(contentsOf: rhs)
  }
}
