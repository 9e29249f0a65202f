import Synchronization

/// A type that is known to be an array, whatever its elements.
private protocol ArrayType {
  static var elementType: Any.Type { get }
}

extension Array: ArrayType {
  static var elementType: Any.Type { Element.self }
}

/// Where values of a type refer to arrays, without looking into those arrays.
public final class ArrayPlaces: @unchecked Sendable {
  // Unchecked: every stored property is immutable; `Any.Type` is immutable too.

  /// One of the places.
  public struct Link: @unchecked Sendable {
    /// The distance of the array's first byte from the value's first byte.
    public let offset: Int
    public let elementType: Any.Type
    /// The place as a number: two places in one type have different ones, also where they are in two cases of an enum.
    let key: UInt64
    /// The cases that enums on the way must have.
    fileprivate let cases: [(offset: Int, type: TypeMetadata, index: Int)]

    /// The storage of the array in a value; `nil` when the value has another case.
    ///
    /// - Parameter value: The address of an initialised value of the type.
    func storage(in value: UnsafeRawPointer) -> UnsafeRawPointer? {
      // The enums lie at their offsets while those around them have the right case, and the first is always there.
      for enumeration in cases where enumeration.type.tag(of: value + enumeration.offset) != enumeration.index { return nil }
      return ArrayStorage.address(in: value + offset)
    }

    /// Whether the array is there in each value.
    var isAlwaysThere: Bool { cases.isEmpty }
  }

  public let links: [Link]
  /// The bits that belong to a value of the type, by words up to the next value in an array; the others are padding, which may be
  /// anything at any time. Empty when the words of values in a row are not those of each.
  let valueBits: [UInt64]

  /// Types with more places than this have none that count: looking at all of them would take too long.
  private static let limit = 64

  private init(_ type: Any.Type) {
    var links: [Link] = []
    func visit(
      _ type: Any.Type, at offset: Int, _ way: CaseWay, _ cases: [(Int, TypeMetadata, Int)], sharesBits: Bool, depth: Int
    ) {
      guard depth < 24, links.count <= Self.limit else { return }
      if let array = type as? any ArrayType.Type {
        // Without bytes there is nothing to compare.
        guard TypeShape.of(array.elementType).size > 0 else { return }
        return links.append(
          Link(offset: offset, elementType: array.elementType, key: way.key(atOffset: offset), cases: cases))
      }
      let shape = TypeShape.of(type)
      switch shape.kind {
      case .structure, .tuple:
        for field in shape.fields where field.isAccessible {
          visit(field.type, at: offset + field.offset, way, cases, sharesBits: sharesBits, depth: depth + 1)
        }
      case .enumeration, .optional:
        // Which case an enum has cannot be read in place where another enum keeps its own case in the same bytes.
        guard !sharesBits else { return }
        let sharesBits = shape.cases.count { $0.payload != nil } > 1
        for found in shape.cases where found.isAccessible && !found.isIndirect {
          guard let payload = found.payload else { continue }
          visit(
            payload, at: offset, way.through(found.index, atOffset: offset),
            cases + [(offset, TypeMetadata(type), found.index)], sharesBits: sharesBits, depth: depth + 1)
        }
      case .class, .function, .existential, .metatype, .opaque: break
      }
    }
    visit(type, at: 0, CaseWay(), [], sharesBits: false, depth: 0)
    self.links = links.count <= Self.limit ? links : []
    valueBits = Self.valueBits(of: TypeShape.of(type))
  }

  private static func valueBits(of shape: TypeShape) -> [UInt64] {
    guard shape.stride % 8 == 0 else { return [] }
    var bytes = [Bool](repeating: false, count: shape.stride)
    func mark(_ range: Range<Int>) { for byte in range where byte < bytes.count { bytes[byte] = true } }
    func visit(_ shape: TypeShape, at offset: Int, depth: Int) {
      let whole = offset..<offset + shape.size
      guard depth < 24 else { return mark(whole) }
      switch shape.kind {
      case .structure, .tuple:
        // A struct of C has bytes and no fields that are described.
        guard !shape.fields.isEmpty, shape.fields.allSatisfy(\.isAccessible) else { return mark(whole) }
        for field in shape.fields { visit(.of(field.type), at: offset + field.offset, depth: depth + 1) }
      case .enumeration, .optional:
        guard !shape.cases.isEmpty, shape.cases.allSatisfy(\.isAccessible) else { return mark(whole) }
        // Besides the payloads, what tells the case: behind them, or wherever they leave room.
        var end = offset
        for found in shape.cases {
          guard let payload = found.payload else { continue }
          let inside = TypeShape.of(payload)
          let size = found.isIndirect ? 8 : inside.size
          if found.isIndirect { mark(offset..<offset + size) } else { visit(inside, at: offset, depth: depth + 1) }
          end = max(end, offset + size)
        }
        mark(min(end, whole.upperBound)..<whole.upperBound)
        for (byte, _) in shape.caseBits { mark(offset + byte..<offset + byte + 1) }
      case .class, .function, .existential, .metatype, .opaque: mark(whole)
      }
    }
    visit(shape, at: 0, depth: 0)
    return (0..<shape.stride / 8).map { word in
      (0..<8).reduce(0) { bytes[8 * word + $1] ? $0 | 0xFF << UInt64(8 * $1) : $0 }
    }
  }

  private static let cache = Mutex(TypeTable<ArrayPlaces>())

  /// The places of a type.
  public static func of(_ type: Any.Type) -> ArrayPlaces {
    if let known = cache.withLock({ $0[type] }) { return known }
    let places = ArrayPlaces(type)
    return cache.withLock { cache in
      if let known = cache[type] { return known }
      cache[type] = places
      return places
    }
  }

  /// The place that is reached through some cases.
  public func link(atOffset offset: Int, _ way: CaseWay) -> Link? {
    let key = way.key(atOffset: offset)
    return links.first { $0.key == key }
  }
}

/// The cases of enums that lead to a place in a value.
public struct CaseWay: Sendable, Hashable {
  private var key: UInt64 = 0

  public init() {}

  /// The way on through a case of the enum at an offset.
  public func through(_ caseIndex: Int, atOffset offset: Int) -> CaseWay {
    var way = self
    way.key = WatchedArray.mixed(
      WatchedArray.mixed(key, UInt64(truncatingIfNeeded: offset)), UInt64(truncatingIfNeeded: caseIndex))
    return way
  }

  func key(atOffset offset: Int) -> UInt64 { WatchedArray.mixed(key, UInt64(truncatingIfNeeded: offset)) }
}

/// The storage of an array, as the standard library lays it out where there is no Objective-C: the two words of each object, the
/// number of elements, the capacity, and the elements at their alignment.
enum ArrayStorage {
  /// The storage of the array at an address, which must be an initialised array or the payload of an enum's current case.
  static func address(in array: UnsafeRawPointer) -> UnsafeRawPointer? {
    // An array is one reference. An enum around it may keep its case in bits that no address has: the highest byte, the lowest three.
    UnsafeRawPointer(bitPattern: array.loadUnaligned(as: UInt.self) & 0x00FF_FFFF_FFFF_FFF8)
  }

  /// How many elements a storage has, all initialised.
  static func count(of storage: UnsafeRawPointer) -> Int { storage.load(fromByteOffset: 16, as: Int.self) }

  /// The first element.
  static func elements(of storage: UnsafeRawPointer, alignment: Int) -> UnsafeRawPointer {
    storage + ((32 + alignment - 1) & ~(alignment - 1))
  }
}
