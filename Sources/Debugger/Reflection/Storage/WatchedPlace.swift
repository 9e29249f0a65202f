/// The parts of a value on which something in it depends, as `ByteWatch` marks them: while none of them changed, it did not either.
public struct WatchedPlace: Sendable, Hashable {
  /// Bytes of the value itself.
  public var bytes: [Range<Int>] = []
  /// Parts of arrays that it refers to; see `WatchedArray`.
  public var parts: [UInt64] = []

  public init() {}
}

/// An array that a value refers to, known by its place in the value, and the names of its parts.
///
/// Names are numbers that are spread evenly. Two parts may share one, which at worst lets one look changed because of the other.
public struct WatchedArray: Sendable, Hashable {
  let key: UInt64

  /// - Parameters:
  ///   - link: The place in the value, or in the element of the array that it is in.
  ///   - parent: The array that it is in, and the position of the element there; `nil` when it is in the value itself.
  public init(_ link: ArrayPlaces.Link, in parent: (array: WatchedArray, element: Int)?) {
    let outer = parent.map { Self.mixed($0.array.key, UInt64(truncatingIfNeeded: $0.element)) } ?? 0
    key = Self.mixed(outer, link.key)
  }

  /// Anything about the array may have changed.
  public var everything: UInt64 { Self.mixed(key, 1) }
  /// The number of elements changed.
  public var count: UInt64 { Self.mixed(key, 2) }
  /// Anything may have changed in the arrays that its elements refer to.
  public var everythingInside: UInt64 { Self.mixed(key, 3) }
  /// There was no element at a position for some time.
  public func presence(of element: Int) -> UInt64 { Self.mixed(Self.mixed(key, 4), UInt64(truncatingIfNeeded: element)) }
  /// Some bits of the elements, which lie side by side, changed; see `groups(ofByte:bits:)`.
  public func group(_ group: Int) -> UInt64 { Self.mixed(Self.mixed(key, 5), UInt64(truncatingIfNeeded: group)) }

  /// The groups that some bits of a byte of the elements belong to.
  ///
  /// Each word has two: the bits that no address has, in which enums keep their case beside a reference, and the others. A reference changes
  /// much more often than a case.
  public static func groups(ofByte offset: Int, bits: UInt8 = .max) -> [Int] {
    let (word, position) = (offset / 8, UInt64(offset % 8) * 8)
    let mask = UInt64(bits) << position
    return (mask & ~caseBits != 0 ? [2 * word] : []) + (mask & caseBits != 0 ? [2 * word + 1] : [])
  }

  /// Of a word, its lowest byte first: the highest byte and the lowest three bits.
  static let caseBits: UInt64 = 0xFF00_0000_0000_0007

  /// Two numbers as one, with all bits of both in all of its bits.
  static func mixed(_ first: UInt64, _ second: UInt64) -> UInt64 {
    var bits = (first &+ 0x9E37_79B9_7F4A_7C15) ^ (second &* 0xD6E8_FEB8_6659_FD93)
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
