import Reflection

/// The steps of a log, packed: what is the same for many in a row is kept once.
public struct StepList: RandomAccessCollection, Sendable {
  private enum StoredInput {
    case none
    case action(String)
    /// Seldom enough that a box for each costs nothing to speak of.
    case other(Box)
  }

  private final class Box: Sendable {
    let input: Input
    init(_ input: Input) { self.input = input }
  }

  private struct Record {
    var input: StoredInput
    let parent: Int32
    let depth: Int32
    let firstEntry: Int32
    let entryCount: Int32
    let entryBefore: Int32
    let entriesOnPath: Int32
    let effectsInFlight: Int32
    let world: Int32
    /// The only step that follows; 0 when none does, -1 when there are several.
    var next: Int32
  }

  private var records = ChunkedList<Record>()
  private var worlds = WorldList()

  public var startIndex: Int { 0 }
  public var endIndex: Int { records.count }
  public var count: Int { records.count }

  /// A step; one of no entries for a step that was released.
  public subscript(index: Int) -> Step {
    guard records.holds(index) else { return .nothing }
    let record = records[index]
    return Step(
      input: input(of: index), parent: Int(record.parent), depth: Int(record.depth), firstEntry: Int(record.firstEntry),
      entryCount: Int(record.entryCount), entryBefore: Int(record.entryBefore), worldAfter: worlds[record.world],
      effectsInFlight: Int(record.effectsInFlight), entriesOnPath: Int(record.entriesOnPath))
  }

  /// Adds a step.
  mutating func append(_ step: Step) {
    let input: StoredInput =
      switch step.input {
      case nil: .none
      case .action(let text)?: .action(text)
      case let other?: .other(Box(other))
      }
    records.append(
      Record(
        input: input, parent: Int32(step.parent), depth: Int32(step.depth), firstEntry: Int32(step.firstEntry),
        entryCount: Int32(step.entryCount), entryBefore: Int32(step.entryBefore), entriesOnPath: Int32(step.entriesOnPath),
        effectsInFlight: Int32(step.effectsInFlight), world: worlds.add(step.worldAfter), next: 0))
  }

  /// Adds a step of one entry after which nothing is in flight.
  mutating func append(_ input: Input, after parent: Int, entry: Int, worldAfter: WorldState) {
    let before = records[parent]
    let stored: StoredInput = if case .action(let text) = input { .action(text) } else { .other(Box(input)) }
    records.append(
      Record(
        input: stored, parent: Int32(parent), depth: before.depth + 1, firstEntry: Int32(entry), entryCount: 1,
        entryBefore: before.entryCount == 0 ? before.entryBefore : before.firstEntry + before.entryCount - 1,
        entriesOnPath: before.entriesOnPath + 1, effectsInFlight: 0, world: worlds.add(worldAfter), next: 0))
  }

  // Single parts, for walks through many steps.

  func parent(of index: Int) -> Int { records.holds(index) ? Int(records[index].parent) : 0 }
  func depth(of index: Int) -> Int { records.holds(index) ? Int(records[index].depth) : 0 }
  func effectsInFlight(after index: Int) -> Int { records.holds(index) ? Int(records[index].effectsInFlight) : 0 }
  func entriesOnPath(to index: Int) -> Int { records.holds(index) ? Int(records[index].entriesOnPath) : 0 }
  func entryBefore(of index: Int) -> Int { records.holds(index) ? Int(records[index].entryBefore) : 0 }
  func entryCount(of index: Int) -> Int { records.holds(index) ? Int(records[index].entryCount) : 0 }
  func firstEntry(of index: Int) -> Int { records.holds(index) ? Int(records[index].firstEntry) : 1 }
  /// How many effects had been started when the step was over.
  func effectCount(after index: Int) -> Int { records.holds(index) ? worlds[records[index].world].effectCount : 0 }

  func entries(of index: Int) -> Range<Int> {
    guard records.holds(index) else { return 0..<0 }
    let first = Int(records[index].firstEntry)
    return first..<first + Int(records[index].entryCount)
  }

  func input(of index: Int) -> Input? {
    guard records.holds(index) else { return nil }
    switch records[index].input {
    case .none: return nil
    case .action(let text): return .action(text: text)
    case .other(let box): return box.input
    }
  }

  func next(after index: Int) -> Int32 { records.holds(index) ? records[index].next : 0 }
  mutating func setNext(after index: Int, to next: Int32) { records[index].next = next }

  /// Gives back the memory of a step that is not needed any more.
  mutating func release(_ index: Int) {
    guard records.holds(index) else { return }
    let world = records[index].world
    func isOther(_ index: Int) -> Bool { records.holds(index) && records[index].world != world }
    if isOther(index - 1), isOther(index + 1) { worlds.release(world..<world + 1) }
    records[index].input = .none
    records.release(index)
  }
}

extension Step {
  /// What is left of a step that was dropped.
  fileprivate static let nothing = Step(
    input: nil, parent: 0, depth: 0, firstEntry: 1, entryCount: 0, entryBefore: 0, worldAfter: WorldState(seed: 0),
    effectsInFlight: 0, entriesOnPath: 0)
}
