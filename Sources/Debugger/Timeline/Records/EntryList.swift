import Reflection

/// The entries of a log, packed: what is the same for many in a row is kept once.
public struct EntryList<State, Action>: RandomAccessCollection {
  private var events = ChunkedList<Entry<State, Action>.Event>()
  private let appender = ActionAppender<Entry<State, Action>.Event>()
  /// Apart from the events, since what is not generic is read much faster where the types are not known.
  private(set) var origins = OriginList()

  /// An empty list.
  public init() {}

  /// A list of some entries.
  public init(_ entries: some Sequence<Entry<State, Action>>) {
    for entry in entries { append(entry.event, cause: entry.cause, world: entry.world) }
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { origins.count }
  public var count: Int { origins.count }
  public var isEmpty: Bool { origins.count == 0 }

  /// - Precondition: The entry's branch was not dropped.
  public subscript(index: Int) -> Entry<State, Action> {
    Entry(event: events[index], cause: cause(at: index), world: origins.world(at: index))
  }

  /// The bytes an entry takes, without what its action holds elsewhere.
  static var bytesPerEntry: Int { MemoryLayout<Entry<State, Action>.Event>.stride + OriginList.bytesPerEntry }

  /// Adds an entry.
  ///
  /// - Parameters:
  ///   - event: What was done.
  ///   - cause: Where it came from.
  ///   - world: The world just before.
  public mutating func append(_ event: Entry<State, Action>.Event, cause: Entry<State, Action>.Cause, world: WorldState) {
    events.append(event)
    origins.append(cause: Self.number(cause), world: world)
  }

  /// Adds the entry of an action; much cheaper than to make its event first.
  public mutating func append(action: Action, cause: Entry<State, Action>.Cause, world: WorldState) {
    appender.append(action, to: &events)
    origins.append(cause: Self.number(cause), world: world)
  }

  /// Adds the entry of an action that was typed, as one of a step.
  mutating func append(action: Action, world: WorldState, asPartOf step: Int) {
    appender.append(action, to: &events)
    origins.append(world: world, asPartOf: step)
  }

  /// Adds the entries of another list as those of a step.
  ///
  /// - Parameter chains: Where the chains to those effects begin that were started before the step.
  mutating func append(_ others: EntryList, asPartOf step: Int, chains: [Int: EffectChain]) {
    events.append(contentsOf: others.events)
    origins.append(others.origins, asPartOf: step, chains: chains)
  }

  func cause(at index: Int) -> Entry<State, Action>.Cause {
    let number = origins.cause(at: index)
    return switch number & 3 {
    case 1: .effect(Int(number >> 2))
    case 2: .dismissal(Int(number >> 2))
    default: .typed
    }
  }

  private static func number(_ cause: Entry<State, Action>.Cause) -> Int32 {
    switch cause {
    case .typed: 0
    case .effect(let effect): Int32(truncatingIfNeeded: effect) << 2 | 1
    case .dismissal(let effect): Int32(truncatingIfNeeded: effect) << 2 | 2
    }
  }

  /// Reduces an entry again.
  @inline(__always)
  func apply(at index: Int, to state: inout State, reduce: Timeline<State, Action>.Reduce) {
    switch events[index] {
    case .action(let action): reduce(action, origins.world(at: index), &state)
    case .edit(let edit): edit.apply(&state)
    }
  }

  /// Gives back the memory of entries that are not needed any more.
  mutating func release(_ range: Range<Int>) {
    origins.release(range)
    let nothing = Entry<State, Action>.Event.edit(Entry<State, Action>.Edit { _ in })
    for index in range where events.holds(index) {
      events[index] = nothing
      events.release(index)
    }
  }
}
