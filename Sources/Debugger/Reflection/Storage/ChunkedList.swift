/// A list that grows without ever moving what is in it, and gives back the memory of stretches that are not needed any more.
///
/// A value: what is added to a copy is not in the original. Copies share all they have in common, and holding one makes adding no dearer.
@frozen
public struct ChunkedList<Element> {
  /// Large enough that the list of chunks stays small, small enough that a chunk is cheap to copy.
  @inlinable static var shift: Int { 10 }
  @inlinable static var chunkSize: Int { 1 << 10 }

  // Safe to share between copies: nobody reads behind their own `count`, and a chunk is added to only by who has all of it.
  // Every chunk is a `ValueBlock<Element>`; an array of a type that is not generic is read much faster where `Element` is not known.
  @usableFromInline var chunks: [AnyObject?] = []
  /// How many elements of a chunk are not needed any more.
  @usableFromInline var released: [Int: Int] = [:]
  @usableFromInline var size = 0

  @inlinable
  public var count: Int { size }

  @inlinable
  public init() {}

  @inlinable
  public var last: Element? { holds(count - 1) ? self[count - 1] : nil }

  /// - Precondition: The element is there and was not released with all of its chunk.
  @inlinable
  public subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count)
      guard let chunk = chunk(index >> Self.shift) else { preconditionFailure("the element was released") }
      return chunk.value(at: index & (Self.chunkSize - 1))
    }
    set {
      precondition(index >= 0 && index < count)
      let number = index >> Self.shift
      guard chunks[number] != nil else { return }
      if !isKnownUniquelyReferenced(&chunks[number]), let shared = chunk(number) {
        chunks[number] = shared.copy(of: min(count - number << Self.shift, Self.chunkSize), capacity: shared.capacity)
      }
      chunk(number)?.replace(at: index & (Self.chunkSize - 1), with: newValue)
    }
  }

  @inlinable
  public mutating func append(_ element: consuming Element) {
    writable().append(element)
    size += 1
  }

  /// Adds all elements of another list, none of which was released.
  public mutating func append(contentsOf other: ChunkedList) {
    var taken = 0
    while taken < other.count, let source = other.chunk(taken >> Self.shift) {
      let first = taken & (Self.chunkSize - 1)
      let end = min(Self.chunkSize, other.count - (taken - first))
      let target = writable()
      let length = min(end - first, target.capacity - target.count)
      target.append(first..<first + length, of: source)
      taken += length
      size += length
    }
  }

  /// Adds what becomes of all elements of another list, none of which was released.
  @inlinable
  public mutating func append(contentsOf other: ChunkedList, transform: (Element) -> Element) {
    var number = 0
    while number << Self.shift < other.count, let source = other.chunk(number) {
      for place in 0..<min(Self.chunkSize, other.count - number << Self.shift) { append(transform(source.value(at: place))) }
      number += 1
    }
  }

  /// Whether an element is still there to be read.
  @inlinable
  public func holds(_ index: Int) -> Bool { index >= 0 && index < count && chunks[index >> Self.shift] != nil }

  /// Notes that an element is not needed any more; once that is so for a whole chunk, its memory is given back. Each one may be
  /// released once.
  public mutating func release(_ index: Int) {
    let chunk = index >> Self.shift
    let number = released.removeValue(forKey: chunk).map { $0 + 1 } ?? 1
    if number == Self.chunkSize { chunks[chunk] = nil } else { released[chunk] = number }
  }

  @inlinable
  func chunk(_ number: Int) -> ValueBlock<Element>? {
    guard let chunk = chunks[number] else { return nil }
    // Only blocks of this type are ever put into `chunks`.
    return unsafeDowncast(chunk, to: ValueBlock<Element>.self)
  }

  /// The last chunk, with room for one more element and used by nobody else behind `count`.
  @inlinable
  mutating func writable() -> ValueBlock<Element> {
    let used = count & (Self.chunkSize - 1)
    let number = count >> Self.shift
    if number < chunks.count, let last = chunk(number), last.count == used, used < last.capacity { return last }
    return makeWritable(used, number)
  }

  @usableFromInline
  mutating func makeWritable(_ used: Int, _ number: Int) -> ValueBlock<Element> {
    guard number < chunks.count, let last = chunk(number) else {
      // The first one grows as needed, for most lists are short.
      let block = ValueBlock<Element>(capacity: number == 0 ? 16 : Self.chunkSize)
      if number < chunks.count { chunks[number] = block } else { chunks.append(block) }
      return block
    }
    let block = last.copy(of: used, capacity: used < last.capacity ? last.capacity : min(last.capacity * 2, Self.chunkSize))
    chunks[number] = block
    return block
  }
}

extension ChunkedList: @unchecked Sendable where Element: Sendable {}
