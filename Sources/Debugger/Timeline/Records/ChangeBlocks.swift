import Reflection

/// Which bytes of the state, and which parts of its arrays, the entries of a log may have changed, for many entries at a time: what tells
/// where a value was *not* changed, without reducing anything again.
///
/// Comparing kept states would not do, since a value may change and change back between them. A block has the entries of some numbers
/// in a row, whatever branches they are on.
struct ChangeBlocks {
  /// Entries in a block: so many are quickly reduced again when one of them may have made a change that is asked for.
  static let length = 1_024

  /// Numbers of 64 bits, one for each byte of the state; those of one block follow each other.
  private var marks: [UInt64] = []
  private let width: Int
  /// The parts of arrays that each block changed; missing for blocks behind the last that changed one.
  private var parts: [PartFilter] = []

  /// - Parameter size: The bytes of a state, without what it refers to.
  init(stateOfSize size: Int) { width = max(1, (size + 63) / 64) }

  /// The block an entry is in.
  static func block(ofEntry number: Int) -> Int { (number - 1) / length }

  /// The number of a block's first entry.
  static func firstEntry(ofBlock block: Int) -> Int { block * length + 1 }

  /// Notes what some entries changed.
  ///
  /// - Parameters:
  ///   - entries: Their numbers.
  ///   - noted: The notes for each block they are in, in order; where there are none, anything may have changed.
  mutating func note(_ entries: Range<Int>, _ noted: [BlockNote]) {
    guard let first = entries.first, let last = entries.last else { return }
    for (index, block) in (Self.block(ofEntry: first)...Self.block(ofEntry: last)).enumerated() {
      while marks.count <= block * width { marks.append(contentsOf: repeatElement(0, count: width)) }
      let isKnown = noted.indices.contains(index) && noted[index].bytes.count == width
      for place in 0..<width { marks[block * width + place] |= isKnown ? noted[index].bytes[place] : .max }
      if isKnown, noted[index].parts.isEmpty { continue }
      while parts.count <= block { parts.append(.nothing) }
      if isKnown { parts[block].insert(noted[index].parts) } else { parts[block] = .anything }
    }
  }

  /// Whether an entry of a block may have changed one of some bytes.
  func mayChange(_ bytes: Range<Int>, inBlock block: Int) -> Bool {
    guard (block + 1) * width <= marks.count else { return true }
    return bytes.contains { marks[block * width + $0 / 64] >> ($0 % 64) & 1 != 0 }
  }

  /// Whether an entry of a block may have changed what is at a place.
  func mayChange(_ place: WatchedPlace, inBlock block: Int) -> Bool {
    if place.bytes.contains(where: { mayChange($0, inBlock: block) }) { return true }
    guard !place.parts.isEmpty else { return false }
    // A block without notes has marks for all bytes, but a place in an array need not ask for any.
    guard (block + 1) * width <= marks.count else { return true }
    return parts.indices.contains(block) && parts[block].mayContain(place.parts)
  }
}
