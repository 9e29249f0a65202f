import ActionLanguage
import ComposableArchitecture
import Foundation
import Timeline

/// Recorded steps that are run again: compares what happens with the record, entry by entry, and where they differ the record wins.
///
/// States are not recorded for every entry. So the recorded state is reduced along, in the recorded world; a reducer that is pure
/// gives the same state both times, and one that is not gives itself away.
final class StepRecord<State, Action> {
  /// What all steps of one resumption share.
  struct Comparison {
    /// Reduces a recorded entry again; what it reports and prints is not to be shown once more.
    let reduce: (_ entry: Entry<State, Action>, _ state: inout State) -> Void
    let isSameState: (State, State) -> Bool
    let isSameAction: (Action, Action) -> Bool
  }

  private(set) var entries: Slice<EntryList<State, Action>> = EntryList()[...]
  private(set) var worldAfter: WorldState
  /// The recorded state after the entries so far.
  private(set) var state: State
  /// Whether the state of the run has to be put back to the recorded one.
  var hasStateDiverged = false
  /// The first place where the steps so far went another way.
  private(set) var divergence: Divergence?
  private var events: [EffectEvent] = []
  private var firstEntry = 0
  private let comparison: Comparison

  /// - Parameters:
  ///   - state: The recorded state before the first step.
  ///   - world: The recorded world before it.
  ///   - comparison: How to reduce and compare.
  init(state: State, world: WorldState, comparison: Comparison) {
    self.state = state
    worldAfter = world
    self.comparison = comparison
  }

  /// Goes on to the next step.
  ///
  /// - Parameters:
  ///   - entries: Its recorded entries.
  ///   - firstEntry: The number of the first of them.
  ///   - events: The recorded starts and ends of effects.
  ///   - worldAfter: The recorded world after it.
  func begin(entries: Slice<EntryList<State, Action>>, firstEntry: Int, events: [EffectEvent], worldAfter: WorldState) {
    self.entries = entries
    self.firstEntry = firstEntry
    self.events = events
    self.worldAfter = worldAfter
  }

  func entry(at index: Int) -> Entry<State, Action>? {
    index < entries.count ? entries[entries.startIndex + index] : nil
  }

  /// What to reduce when the run comes up with an action: the recorded one, or nothing where none is recorded.
  func recorded(_ action: Action, cause: Entry<State, Action>.Cause, at index: Int) -> Action? {
    guard let entry = entry(at: index) else {
      note(index, "\(Self.text(of: cause)) sent \(ValuePrinter.dotted(action: action)), which it did not before; it was left out")
      return nil
    }
    guard case .action(let was) = entry.event, entry.cause == cause else {
      note(
        index,
        "\(Self.text(of: entry.cause)) sent an action, and now \(Self.text(of: cause)) sent "
          + "\(ValuePrinter.dotted(action: action)); it was left out")
      return nil
    }
    if comparison.isSameAction(was, action) { return action }
    let change = Impurity(from: was, to: action, who: Self.text(of: cause))
    note(
      index,
      "was \(ValuePrinter.dotted(action: was)), is now \(ValuePrinter.dotted(action: action))\(change.suspicion); the recorded action was used"
    )
    return was
  }

  /// An entry was reduced again.
  func follow(to state: borrowing State, at index: Int) {
    guard let entry = entry(at: index) else { return }
    comparison.reduce(entry, &self.state)
    let state = copy state
    guard !comparison.isSameState(self.state, state) else { return }
    hasStateDiverged = true
    guard divergence == nil, let change = Impurity(from: self.state, to: state, who: "the reducer").change else { return }
    let suspicion = Impurity(from: self.state, to: state, who: "the reducer").suspicion
    note(
      index,
      "\(change.path.isEmpty ? "the state" : change.path) was \(change.old), is now \(change.new)\(suspicion); the recorded state was used"
    )
  }

  /// Whether an effect wrote to shared values as the next thing.
  func hasWrite(by effect: Int, at index: Int) -> Bool {
    guard let entry = entry(at: index), case .edit = entry.event else { return false }
    return entry.cause == .effect(effect)
  }

  /// An effect wrote to shared values, which it did not before.
  func noteWrite(by effect: Int, at index: Int) {
    note(index, "e\(effect) wrote a shared value, which it did not before; it was taken back")
  }

  /// An entry did not come again by itself.
  func missed(at index: Int) {
    guard let entry = entry(at: index) else { return }
    guard case .action(let action) = entry.event else {
      return note(index, "\(Self.text(of: entry.cause)) did not write a shared value again; what it wrote before was used")
    }
    note(
      index,
      "\(Self.text(of: entry.cause)) did not send \(ValuePrinter.dotted(action: action)) again: it waited for something outside "
        + "the session; the recorded action was used")
  }

  /// Compares the effects that started and ended.
  func compare(_ now: [EffectEvent]) {
    guard now != events else { return }
    let index = zip(events, now).prefix { $0 == $1 }.count
    let was = index < events.count ? events[index] : nil
    let become = index < now.count ? now[index] : nil
    let place = max(0, (was ?? become)?.entryIndex ?? 0)
    switch (was, become) {
    case (let was?, let become?): note(place, "\(was.text), and now \(become.text)")
    case (let was?, nil): note(place, "\(was.text), and now it did not")
    case (nil, let become?): note(place, "\(become.text), which it did not before")
    case (nil, nil): break
    }
  }

  /// The effects that ended by themselves in the record, those that failed with their errors.
  var endedEffects: [(effect: Int, error: String?)] {
    events.compactMap { event in
      switch event.kind {
      case .ended(.finished): (event.effect, nil)
      case .ended(.failed(let message)): (event.effect, message)
      case .ended(.cancelled), .started: nil
      }
    }
  }

  /// Compares the counters behind the generators.
  func compare(_ world: WorldState) {
    if world.uuidCount != worldAfter.uuidCount {
      note(max(0, entries.count - 1), "the uuid dependency was asked \(worldAfter.uuidCount) times, and now \(world.uuidCount)")
    } else if world.generator != worldAfter.generator {
      note(max(0, entries.count - 1), "the random number generator was asked another number of times")
    } else if world != worldAfter {
      note(max(0, entries.count - 1), "the world's counters went another way")
    }
  }

  private func note(_ index: Int, _ message: String) {
    if divergence == nil { divergence = Divergence(entry: firstEntry + index, message: message) }
  }

  private static func text(of cause: Entry<State, Action>.Cause) -> String {
    switch cause {
    case .typed: "the user"
    case .effect(let effect): "e\(effect)"
    case .dismissal(let effect): effect == 0 ? "a dismissal" : "the dismissal by e\(effect)"
    }
  }
}

/// Why the same inputs may have given another value: guessed from the type of what differs.
struct Impurity {
  /// The first difference.
  let change: ValueDiff.Change?
  /// `: the reducer read a clock that is not a dependency`, or nothing when there is no guess.
  let suspicion: String

  init(from old: Any, to new: Any, who: String) {
    change = ValueDiff.changes(from: old, to: new).first
    guard let change else {
      suspicion = ""
      return
    }
    let value: Any? = change.path.isEmpty ? old : try? StatePath(change.path).evaluate(in: old)
    suspicion =
      switch value {
      case is Date, is Date?: ": \(who) read a clock that is not a dependency"
      case is UUID, is UUID?: ": \(who) made a UUID without the uuid dependency"
      default:
        change.old.hasPrefix("Date(") || change.old.contains("T") && change.old.hasSuffix("Z\"")
          ? ": \(who) read a clock that is not a dependency"
          : change.old.hasPrefix("UUID(")
            ? ": \(who) made a UUID without the uuid dependency"
            : ": \(who) read something that is neither state nor a dependency, such as a random number or a global"
      }
  }
}
