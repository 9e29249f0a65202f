/// Which bytes of the state the entries of a log may have changed, for many entries at a time: what tells where a value was *not*
/// changed, without reducing anything again.
///
/// Comparing kept states would not do, since a value may change and change back between them. A block has the entries of some numbers
/// in a row, whatever branches they are on.
struct ChangeBlocks {
  /// Entries in a block: so many are quickly reduced again when one of them may have made a change that is asked for.
  static let length = 1_024

  /// Numbers of 64 bits, one for each byte of the state; those of one block follow each other.
  private var marks: [UInt64] = []
  private let width: Int

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
  ///   - noted: The marks for each block they are in, in order; where there are none, anything may have changed.
  mutating func note(_ entries: Range<Int>, _ noted: [[UInt64]]) {
    guard let first = entries.first, let last = entries.last else { return }
    for (index, block) in (Self.block(ofEntry: first)...Self.block(ofEntry: last)).enumerated() {
      while marks.count <= block * width { marks.append(contentsOf: repeatElement(0, count: width)) }
      let isKnown = noted.indices.contains(index) && noted[index].count == width
      for place in 0..<width { marks[block * width + place] |= isKnown ? noted[index][place] : .max }
    }
  }

  /// Whether an entry of a block may have changed one of some bytes.
  func mayChange(_ bytes: Range<Int>, inBlock block: Int) -> Bool {
    guard (block + 1) * width <= marks.count else { return true }
    return bytes.contains { marks[block * width + $0 / 64] >> ($0 % 64) & 1 != 0 }
  }
}
