#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Notes which bytes of a value change while it is changed in place again and again.
///
/// A copy of the value as it was at the beginning is held. So what a reference in it leads to cannot be changed in place unseen: the
/// first change makes a copy, and the reference becomes another one. A byte that was never seen to change therefore belongs to a part
/// of the value that has been the same all the time, whatever that part refers to. The price is one such copy each time one begins.
public final class ByteWatch {
  private let held: Any
  private let size: Int
  // Invariant: both have `wordCount` words, initialised, of which `last` begins with the bytes as they were seen last and `changed` has
  // a bit set for each of their bits that was seen to change.
  private let last: UnsafeMutablePointer<UInt64>
  private let changed: UnsafeMutablePointer<UInt64>
  private let wordCount: Int

  /// Begins with a value.
  public init<Value>(_ value: Value) {
    held = value
    size = MemoryLayout<Value>.size
    wordCount = (size + 7) / 8
    last = .allocate(capacity: max(1, wordCount))
    changed = .allocate(capacity: max(1, wordCount))
    last.initialize(repeating: 0, count: wordCount)
    changed.initialize(repeating: 0, count: wordCount)
    look(at: value)
    changed.update(repeating: 0, count: wordCount)
  }

  deinit {
    last.deallocate()
    changed.deallocate()
  }

  /// Looks at the value after something may have changed it.
  ///
  /// - Parameter value: The value; of the type it began with.
  /// - Complexity: One pass over the bytes of the value, not of what it refers to.
  public func look<Value>(at value: borrowing Value) {
    // The pointer lends as many initialised bytes as values of the type have.
    withUnsafePointer(to: value) { look(at: UnsafeRawPointer($0)) }
  }

  private func look(at bytes: UnsafeRawPointer) {
    // Padding may be indeterminate, which at worst marks a byte nobody asks for.
    guard memcmp(bytes, last, size) != 0 else { return }
    for index in 0..<size / 8 {
      let word = bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)
      changed[index] |= word ^ last[index]
      last[index] = word
    }
    guard size % 8 != 0 else { return }
    var word: UInt64 = 0
    memcpy(&word, bytes + size / 8 * 8, size % 8)
    changed[size / 8] |= word ^ last[size / 8]
    last[size / 8] = word
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
}
