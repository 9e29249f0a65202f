/// A set of numbers that takes no more room however many come to it, and then and again has one more than was put in: a Bloom filter.
///
/// The numbers are spread evenly, as `WatchedArray` makes them.
enum PartFilter {
  case nothing
  case some([UInt64])
  case anything

  /// Bits, a power of two: a thousand words changed by a thousand entries make one other in two hundred look changed, at two bytes an
  /// entry.
  private static let size: UInt64 = 16_384

  mutating func insert(_ numbers: ArraySlice<UInt64>) {
    var words: [UInt64]
    switch self {
    case .anything: return
    case .nothing: words = [UInt64](repeating: 0, count: Int(Self.size / 64))
    case .some(let known): words = known
    }
    self = .nothing
    for number in numbers {
      let places = Self.places(of: number)
      for place in [places.0, places.1, places.2] { words[place / 64] |= 1 << UInt64(place % 64) }
    }
    self = .some(words)
  }

  /// Whether one of some numbers may have been put in.
  func mayContain(_ numbers: [UInt64]) -> Bool {
    switch self {
    case .nothing: false
    case .anything: true
    case .some(let words):
      numbers.contains {
        let places = Self.places(of: $0)
        func has(_ place: Int) -> Bool { words[place / 64] >> UInt64(place % 64) & 1 == 1 }
        return has(places.0) && has(places.1) && has(places.2)
      }
    }
  }

  private static func places(of number: UInt64) -> (Int, Int, Int) {
    (Int(number % size), Int(number / size % size), Int(number / size / size % size))
  }
}
