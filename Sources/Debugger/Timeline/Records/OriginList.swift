import Reflection

/// A chain of effects, each started by an entry that the one before sent.
public struct EffectChain: Hashable, Sendable {
  /// The entry it begins with: one that no effect sent, or whose effect was started before any entry.
  public let beginning: Int
  /// How many effects it has.
  public let links: Int
}

/// Where the entries of a log came from, and the world each was reduced in; knows nothing of states and actions.
struct OriginList {
  private struct Record {
    /// The kind of cause in the lowest two bits, the effect in the others.
    let cause: Int32
    let world: Int32
    let step: Int32
  }

  /// Where the chain of effects that leads to an entry begins, and how many there are on the way.
  private struct Chain {
    let beginning: Int32
    let links: Int32
  }

  private var records = ChunkedList<Record>()
  private var worlds = WorldList()
  /// Those of the entries that are parts of steps.
  private var chains = ChunkedList<Chain>()

  var count: Int { records.count }

  static var bytesPerEntry: Int { MemoryLayout<Record>.stride + MemoryLayout<Chain>.stride }

  mutating func append(cause: Int32, world: WorldState) {
    records.append(Record(cause: cause, world: worlds.add(world), step: 0))
  }

  /// Adds an entry of a step that no effect sent.
  mutating func append(world: WorldState, asPartOf step: Int) {
    records.append(Record(cause: 0, world: worlds.add(world), step: Int32(step)))
    chains.append(Chain(beginning: Int32(records.count), links: 0))
  }

  /// Adds all of another list as those of a step.
  ///
  /// - Parameter earlier: The chains to those effects that were started before the step and sent some of its entries.
  mutating func append(_ others: OriginList, asPartOf step: Int, chains earlier: [Int: EffectChain]) {
    let firstWorld = worlds.append(others.worlds)
    records.append(contentsOf: others.records) { Record(cause: $0.cause, world: $0.world + firstWorld, step: Int32(step)) }
    appendChains(of: others, earlier)
  }

  private mutating func appendChains(of others: OriginList, _ earlier: [Int: EffectChain]) {
    let first = chains.count
    // Effects in a row are mostly the same, and if not, mostly started by the entry before.
    var last: (effect: Int32, chain: Chain)?
    var before: Chain?
    let effectsBefore = others.count == 0 ? 0 : others.effectCount(at: 0)
    for index in 0..<others.count {
      var chain = Chain(beginning: Int32(first + index + 1), links: 0)
      let cause = others.records[index].cause
      let effect = cause >> 2
      if cause & 3 != 0, effect > 0 {
        if let last, last.effect == effect {
          chain = last.chain
        } else if effect <= effectsBefore {
          if let earlier = earlier[Int(effect)] {
            chain = Chain(beginning: Int32(earlier.beginning), links: Int32(earlier.links))
          }
        } else if let before, others.effectCount(at: index - 1) < effect {
          chain = Chain(beginning: before.beginning, links: before.links + 1)
        } else {
          let starter = chains[first + others.lastIndex(in: 0..<index, startedBefore: Int(effect))]
          chain = Chain(beginning: starter.beginning, links: starter.links + 1)
        }
        last = (effect, chain)
      }
      before = chain
      chains.append(chain)
    }
  }

  /// The effects that sent some of the entries and were started before the first of them.
  var earlierEffects: [Int] {
    guard count > 0 else { return [] }
    let effectsBefore = effectCount(at: 0)
    var effects: [Int] = []
    for index in 0..<count {
      guard let effect = effect(at: index), effect > 0, effect <= effectsBefore, effect != effects.last else { continue }
      if !effects.contains(effect) { effects.append(effect) }
    }
    return effects
  }

  /// The last of some entries, of which the first is one, before which an effect had not been started.
  func lastIndex(in range: Range<Int>, startedBefore effect: Int) -> Int {
    // Mostly it is the very last.
    guard range.count > 1, effectCount(at: range.upperBound - 1) >= effect else { return range.upperBound - 1 }
    var (low, high) = (range.lowerBound, range.upperBound - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if effectCount(at: middle) < effect { low = middle } else { high = middle }
    }
    return low
  }

  /// Where the chain of effects that leads to an entry begins.
  func chain(to index: Int) -> EffectChain {
    EffectChain(beginning: Int(chains[index].beginning), links: Int(chains[index].links))
  }

  /// The step an entry belongs to; `nil` when it was released and nothing of it is left.
  func step(at index: Int) -> Int? { records.holds(index) ? Int(records[index].step) : nil }

  func cause(at index: Int) -> Int32 { records[index].cause }

  func world(at index: Int) -> WorldState { worlds[records[index].world] }

  /// How many effects had been started before an entry.
  func effectCount(at index: Int) -> Int { worlds.effectCount(at: records[index].world) }

  /// The effect that sent an entry's action, or by which its feature was dismissed; `nil` when no effect did.
  func effect(at index: Int) -> Int? {
    let cause = records[index].cause
    return cause & 3 == 0 ? nil : Int(cause >> 2)
  }

  /// Gives back the memory of entries that are not needed any more.
  mutating func release(_ range: Range<Int>) {
    guard let first = range.first, let last = range.last, records.holds(first), records.holds(last) else { return }
    var low = records[first].world
    var high = records[last].world + 1
    // The entries before and behind may have the same world, and the next one to come may.
    if first > 0, !isOtherWorld(first - 1, than: first) { low += 1 }
    if !isOtherWorld(last + 1, than: last) { high -= 1 }
    if low < high { worlds.release(low..<high) }
    for index in range {
      records.release(index)
      chains.release(index)
    }
  }

  /// Whether an entry certainly has another world.
  private func isOtherWorld(_ index: Int, than other: Int) -> Bool {
    records.holds(index) && records[index].world != records[other].world
  }
}
