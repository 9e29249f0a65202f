import Reflection

/// Where the entries of a log came from, and the world each was reduced in; knows nothing of states and actions.
struct OriginList {
  private struct Record {
    /// The kind of cause in the lowest two bits, the effect in the others.
    let cause: Int32
    let world: Int32
    let step: Int32
  }

  private var records = ChunkedList<Record>()
  private var worlds = WorldList()

  var count: Int { records.count }

  static var bytesPerEntry: Int { MemoryLayout<Record>.stride }

  mutating func append(cause: Int32, world: WorldState) {
    records.append(Record(cause: cause, world: worlds.add(world), step: 0))
  }

  /// Adds all of another list as those of a step.
  mutating func append(_ others: OriginList, asPartOf step: Int) {
    let first = worlds.append(others.worlds)
    records.append(contentsOf: others.records) { Record(cause: $0.cause, world: $0.world + first, step: Int32(step)) }
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
    for index in range { records.release(index) }
  }

  /// Whether an entry certainly has another world.
  private func isOtherWorld(_ index: Int, than other: Int) -> Bool {
    records.holds(index) && records[index].world != records[other].world
  }
}
