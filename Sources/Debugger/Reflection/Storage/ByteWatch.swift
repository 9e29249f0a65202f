#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Notes which bytes of a value change while it is changed in place again and again, and which of the arrays it refers to.
///
/// A copy of the value as it was at the beginning is held. So what a reference in it leads to cannot be changed in place unseen: the
/// first change makes a copy, and the reference becomes another one. A byte that was never seen to change therefore belongs to a part
/// of the value that has been the same all the time, whatever that part refers to. The price is one such copy each time one begins.
///
/// Of the arrays that changed, the elements are compared as well (`ArrayWatch`), as long as all of them together are small enough to be
/// compared each time.
public final class ByteWatch {
  private let held: Any
  private let size: Int
  // Invariant: both have `wordCount` words, initialised, of which `last` begins with the bytes as they were seen last and `changed` has
  // a bit set for each of their bits that was seen to change.
  private let last: UnsafeMutablePointer<UInt64>
  private let changed: UnsafeMutablePointer<UInt64>
  private let wordCount: Int
  @exclusivity(unchecked) private var ownChanges = 0

  /// An array that the value refers to.
  private struct Followed {
    let link: ArrayPlaces.Link
    /// Its storage in the value held.
    let held: UnsafeRawPointer?
    /// Made when it changes.
    var watch: ArrayWatch?
  }
  @exclusivity(unchecked) private var arrays: ContiguousArray<Followed>
  private let parts = ChangedParts(allowance: comparedBytes)

  /// So many bytes of elements are compared in a fraction of a microsecond.
  public static let comparedBytes = 16_384

  /// Begins with a value.
  public init<Value>(_ value: Value) {
    held = value
    size = MemoryLayout<Value>.size
    wordCount = (size + 7) / 8
    last = .allocate(capacity: max(1, wordCount))
    changed = .allocate(capacity: max(1, wordCount))
    last.initialize(repeating: 0, count: wordCount)
    changed.initialize(repeating: 0, count: wordCount)
    // The pointer lends an initialised value; its references are the same in the copy that is held.
    arrays = withUnsafePointer(to: value) { value in
      ContiguousArray(ArrayPlaces.of(Value.self).links.map { Followed(link: $0, held: $0.storage(in: UnsafeRawPointer(value))) })
    }
    look(at: value)
    changed.update(repeating: 0, count: wordCount)
    ownChanges = 0
  }

  deinit {
    last.deallocate()
    changed.deallocate()
  }

  /// Looks at the value after something may have changed it.
  ///
  /// - Parameter value: The value; of the type it began with.
  /// - Complexity: One pass over the bytes of the value, and over the elements of arrays that changed, up to `comparedBytes`.
  public func look<Value>(at value: borrowing Value) {
    // The pointer lends as many initialised bytes as values of the type have.
    withUnsafePointer(to: value) {
      lookAtBytes(UnsafeRawPointer($0))
      if !arrays.isEmpty { lookAtArrays(in: UnsafeRawPointer($0)) }
    }
  }

  private func lookAtBytes(_ bytes: UnsafeRawPointer) {
    // Padding may be indeterminate, which at worst marks a byte nobody asks for.
    guard memcmp(bytes, last, size) != 0 else { return }
    for index in 0..<size / 8 {
      let word = bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)
      note(word ^ last[index], at: index)
      last[index] = word
    }
    guard size % 8 != 0 else { return }
    var word: UInt64 = 0
    memcpy(&word, bytes + size / 8 * 8, size % 8)
    note(word ^ last[size / 8], at: size / 8)
    last[size / 8] = word
  }

  private func note(_ bits: UInt64, at index: Int) {
    guard bits & ~changed[index] != 0 else { return }
    changed[index] |= bits
    ownChanges += 1
  }

  /// Grows with each part of the value that changes for the first time, and only then.
  public var changeCount: Int { ownChanges + parts.keys.count }

  /// Whether something at a place was seen to change.
  ///
  /// - Complexity: The parts of the place times those that changed.
  public func hasChanged(_ place: WatchedPlace) -> Bool {
    let marks = marks
    return place.bytes.contains { $0.contains { marks[$0 / 64] >> UInt64($0 % 64) & 1 == 1 } }
      || !Set(parts.keys).isDisjoint(with: place.parts)
  }

  private func lookAtArrays(in bytes: UnsafeRawPointer) {
    for index in arrays.indices {
      if arrays[index].watch == nil {
        guard arrays[index].link.storage(in: bytes) != arrays[index].held else { continue }
        let link = arrays[index].link
        arrays[index].watch = ArrayWatch(link, name: WatchedArray(link, in: nil), held: arrays[index].held, parts: parts)
      }
      arrays[index].watch?.look(in: bytes)
    }
  }

  /// One bit for each byte of the value, the first byte's lowest: set for those that were seen to change.
  public var marks: [UInt64] {
    var marks = [UInt64](repeating: 0, count: max(1, (size + 63) / 64))
    for index in 0..<wordCount where changed[index] != 0 {
      for byte in 0..<8 where changed[index] >> UInt64(8 * byte) & 0xFF != 0 {
        marks[index / 8] |= 1 << UInt64(index % 8 * 8 + byte)
      }
    }
    return marks
  }

  /// The parts of arrays that were seen to change, in the order in which they did first; see `WatchedArray`.
  public var changedParts: [UInt64] { parts.keys }
}
