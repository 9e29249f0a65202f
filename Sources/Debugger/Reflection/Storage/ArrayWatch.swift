#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The parts of arrays that were seen to change, and how much more may be looked at each time.
final class ChangedParts {
  /// In the order in which they changed first; see `WatchedArray`.
  fileprivate(set) var keys: [UInt64] = []
  /// The bytes that may still come to those that are compared each time.
  fileprivate var allowance: Int

  init(allowance: Int) { self.allowance = allowance }
}

/// Notes which parts of an array change, for `ByteWatch`, which holds the value that the array belongs to as it was in the beginning.
///
/// While the array has the storage it had then, nothing was changed in it, since that storage has a second owner. From then on its
/// elements are compared each time, byte by byte, with what they were the time before. As long as an element's byte was never seen to
/// change, it is the byte of the first storage, and what it refers to is what that refers to, which the value held keeps as it was.
/// So a group of bits without a mark has had one value all the time: also in elements that share a word, move or come back, for a mark is only
/// ever added.
final class ArrayWatch {
  private let link: ArrayPlaces.Link
  private let name: WatchedArray
  /// The storage in the value held, which keeps it; `nil` when that has no array here.
  private let held: UnsafeRawPointer?
  private let stride: Int
  private let alignment: Int
  private let inner: [ArrayPlaces.Link]
  /// The bits of an element's words that are no padding; empty when all count.
  private let valueBits: [UInt64]
  private unowned let parts: ChangedParts

  private enum Phase { case untouched, compared, lost }
  private var phase = Phase.untouched
  private var count = 0
  // Invariant: memory for `capacity` bytes, of which the first `count * stride` are the elements' as they were seen last.
  private var last = UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8)
  private var capacity = 0
  /// A bit for each group of bits that has a mark.
  private var marked: [UInt64] = []
  /// The arrays in the elements, by element and place, as far as they changed.
  private var children: [Int: ArrayWatch] = [:]
  private var followsElements = true

  /// Comparing a few places in each of a few elements is quick; the rest is not followed.
  private static let followedPlaces = 64

  init(_ link: ArrayPlaces.Link, name: WatchedArray, held: UnsafeRawPointer?, parts: ChangedParts) {
    self.link = link
    self.name = name
    self.held = held
    self.parts = parts
    let metadata = TypeMetadata(link.elementType)
    alignment = metadata.alignment
    stride = metadata.stride
    let places = ArrayPlaces.of(link.elementType)
    inner = places.links
    valueBits = places.valueBits
  }

  deinit { last.deallocate() }

  /// Looks at the value that the array belongs to.
  ///
  /// - Parameter value: The address of the initialised value, or of the element, that has the array.
  func look(in value: UnsafeRawPointer) {
    guard phase != .lost else { return }
    guard let storage = link.storage(in: value), let held else {
      // It came or went with its case.
      if link.storage(in: value) != held { lose() }
      return
    }
    if phase == .untouched {
      guard storage != held else { return }
      begin(with: held)
    }
    guard phase == .compared else { return }
    compare(with: storage)
  }

  private func lose() {
    phase = .lost
    parts.allowance += capacity
    parts.keys.append(name.everything)
  }

  private func begin(with storage: UnsafeRawPointer) {
    count = ArrayStorage.count(of: storage)
    guard reserve(count * stride) else { return lose() }
    memcpy(last, ArrayStorage.elements(of: storage, alignment: alignment), count * stride)
    phase = .compared
  }

  /// Makes room, if there is any left.
  private func reserve(_ bytes: Int) -> Bool {
    guard bytes > capacity else { return true }
    let wanted = min(max(bytes, 2 * capacity), max(bytes, capacity + parts.allowance))
    guard wanted - capacity <= parts.allowance else { return false }
    parts.allowance -= wanted - capacity
    let larger = UnsafeMutableRawPointer.allocate(byteCount: wanted, alignment: 8)
    memcpy(larger, last, capacity)
    last.deallocate()
    (last, capacity) = (larger, wanted)
    return true
  }

  private func compare(with storage: UnsafeRawPointer) {
    let elements = ArrayStorage.elements(of: storage, alignment: alignment)
    let now = ArrayStorage.count(of: storage)
    if now != count {
      guard reserve(now * stride) else { return lose() }
      parts.keys.append(name.count)
      let (fewer, more) = (min(count, now), max(count, now))
      for element in fewer..<more { parts.keys.append(name.presence(of: element)) }
      for word in fewer * stride / 8..<(more * stride + 7) / 8 { mark(word, changedBits: .max) }
      if now > count { memcpy(last + count * stride, elements + count * stride, (now - count) * stride) }
      count = now
    }
    findChanges(0, count * stride, elements)
    if !inner.isEmpty { follow(elements) }
  }

  /// Marks the groups of bits that differ between two offsets, the first of which is a multiple of eight, by halving.
  private func findChanges(_ lower: Int, _ upper: Int, _ elements: UnsafeRawPointer) {
    guard lower < upper, memcmp(last + lower, elements + lower, upper - lower) != 0 else { return }
    if upper - lower > 128 {
      let middle = (lower + upper) / 2 & ~7
      findChanges(lower, middle, elements)
      return findChanges(middle, upper, elements)
    }
    var offset = lower
    while offset < upper {
      let length = min(8, upper - offset)
      var (before, now): (UInt64, UInt64) = (0, 0)
      memcpy(&before, last + offset, length)
      memcpy(&now, elements + offset, length)
      if before != now {
        let bits = valueBits.isEmpty ? UInt64.max : valueBits[offset / 8 % valueBits.count]
        mark(offset / 8, changedBits: (before ^ now).littleEndian & bits)
        memcpy(last + offset, elements + offset, length)
      }
      offset += 8
    }
  }

  private func mark(_ word: Int, changedBits: UInt64) {
    if changedBits & ~WatchedArray.caseBits != 0 { mark(2 * word) }
    if changedBits & WatchedArray.caseBits != 0 { mark(2 * word + 1) }
  }

  private func mark(_ group: Int) {
    while marked.count <= group / 64 { marked.append(0) }
    let bit: UInt64 = 1 << UInt64(group % 64)
    guard marked[group / 64] & bit == 0 else { return }
    marked[group / 64] |= bit
    parts.keys.append(name.group(group))
  }

  /// Looks at the arrays that the elements refer to.
  private func follow(_ elements: UnsafeRawPointer) {
    guard followsElements else { return }
    guard count * inner.count <= Self.followedPlaces else {
      followsElements = false
      children = [:]
      return parts.keys.append(name.everythingInside)
    }
    // Elements of the value held are initialised for as long as it is held.
    let heldElements = held.map { ArrayStorage.elements(of: $0, alignment: alignment) }
    let heldCount = held.map { ArrayStorage.count(of: $0) } ?? 0
    for element in 0..<count {
      for (number, link) in inner.enumerated() {
        let place = element * inner.count + number
        let value = elements + element * stride
        if let child = children[place] {
          child.look(in: value)
          continue
        }
        let before = element < heldCount ? heldElements.flatMap { link.storage(in: $0 + element * stride) } : nil
        guard link.storage(in: value) != before else { continue }
        let child = ArrayWatch(link, name: WatchedArray(link, in: (name, element)), held: before, parts: parts)
        children[place] = child
        child.look(in: value)
      }
    }
  }
}
