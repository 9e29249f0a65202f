import ActionLanguage
import CCrashRecovery
import ComposableArchitecture
import Scheduling
import Timeline

/// A feature that really runs: a store in a world, from the state and world it was started with.
///
/// It performs inputs one at a time, each until every effect is finished or waiting, and hands back what happened.
final class LiveRun<State, Action>: StoreObserver {
  /// One input, with its values built.
  enum Command {
    case action(Action)
    case advance(Duration)
    case answer(effect: Int, Any)
    case fail(effect: Int, any Error)
    case cancel(effect: Int)
    case edit(Entry<State, Action>.Edit)
  }

  /// What one input led to.
  struct Outcome {
    var entries: [Entry<State, Action>] = []
    var details = StepDetails()
    var world: WorldState
    var effectsInFlight: Int
  }

  /// Why a step was given up.
  enum Stop: Error {
    /// More actions than the limit.
    case runaway(limit: Int, action: String)
    /// The user interrupted it.
    case interrupted
  }

  let world: World
  private var core: StoreCore<State, Action>
  private let limit: Int
  private let isInterrupted: @Sendable () -> Bool
  private var entries: [Entry<State, Action>] = []
  private var details = StepDetails()
  private var lastAction: Action?
  private var reachedLimit = false
  private let reporter = ReportCollector()
  private let printer = PrintCollector()
  /// Told of each entry of the current step before its action is reduced.
  var onEntry: ((Int, Action) -> Void)?

  init<Root: Reducer>(
    reducer: Root, state: State, world: World, effectCount: Int, dependencies: DependencyValues, limit: Int,
    isInterrupted: @escaping @Sendable () -> Bool
  ) where Root.State == State, Root.Action == Action {
    self.world = world
    self.limit = limit
    self.isInterrupted = isInterrupted
    core = StoreCore(
      initialState: state, reducer: reducer, dependencies: dependencies, scheduler: world.scheduler, observer: nil)
    core.observer = self
    core.nextEffectNumber = effectCount + 1
    core.interrupt = { [unowned self] in shouldStop }
  }

  var state: State { core.state }
  var effects: [EffectRecord] { core.effectsInFlight }

  /// Performs one input until the world is quiet.
  ///
  /// - Throws: `Stop`, after which this run is in the middle of a step and must be thrown away.
  func perform(_ command: Command) throws -> Outcome {
    entries = []
    details = StepDetails()
    var finished = true
    collecting {
      switch command {
      case .action(let action): core.send(action)
      case .advance(let duration): finished = world.scheduler.advance(by: duration, interrupt: { [unowned self] in shouldStop })
      case .answer(let effect, let value): _ = world.desk.resolve(effect: effect, with: .success(value))
      case .fail(let effect, let error): _ = world.desk.resolve(effect: effect, with: .failure(error))
      case .cancel(let effect): core.cancelEffect(EffectID(effect))
      case .edit(let edit):
        entries.append(Entry(event: .edit(edit), cause: .typed, world: worldState))
        var state = core.state
        edit.apply(&state)
        core.replaceState(state)
      }
      finished = world.scheduler.runUntilIdle(interrupt: { [unowned self] in shouldStop }) && finished
    }
    takeReports()
    if reachedLimit, let lastAction { throw Stop.runaway(limit: limit, action: ValuePrinter.dotted(action: lastAction)) }
    if !finished || isInterrupted() { throw Stop.interrupted }
    return Outcome(
      entries: entries, details: details, world: worldState, effectsInFlight: core.effectsInFlight.count)
  }

  /// Throws the run away: its effects are cancelled and what they still do reaches nobody.
  func abandon() {
    core.cancelAllEffects()
    world.scheduler.abandon()
  }

  /// Runs an operation of which nothing that is reported or printed leaves the session.
  private func collecting(_ operation: () -> Void) {
    // Others may have looked at other moments since.
    world.restoreStorage()
    world.storage.tracking {
      PrintedChanges.$sink.withValue({ [printer] in printer.print($0) }) {
        withIssueReporters([reporter], operation: operation)
      }
    }
  }

  private var shouldStop: Bool {
    if entries.count > limit { reachedLimit = true }
    return reachedLimit || isInterrupted()
  }

  private var worldState: WorldState {
    var state = world.state
    state.effectCount = core.nextEffectNumber - 1
    return state
  }

  /// Puts what was reported and printed so far under the newest entry.
  private func takeReports() {
    for text in printer.take() {
      details.prints.append(StepDetails.Report(entryIndex: max(entries.count - 1, 0), message: text))
    }
    for message in reporter.take() {
      details.reports.append(StepDetails.Report(entryIndex: max(entries.count - 1, 0), message: message))
    }
  }

  // MARK: StoreObserver

  func willReduce(_ action: Action, origin: ActionOrigin) {
    let cause: Entry<State, Action>.Cause =
      switch origin {
      case .external: .typed
      case .effect(let id), .synchronous(let id): .effect(id.number)
      case .dismiss(let id): .dismissal(id.number)
      }
    takeReports()
    lastAction = action
    entries.append(Entry(event: .action(action), cause: cause, world: worldState))
    hindsight_crash_count_entry()
    onEntry?(entries.count, action)
  }

  func didReduce(_ action: Action, origin: ActionOrigin, state: borrowing State) {}

  func effectStarted(_ effect: EffectRecord) {
    details.events.append(
      .started(effect.id.number, path: effect.featurePath, cancellationIDs: effect.cancellationIDs, entryIndex: entries.count - 1)
    )
  }

  func effectFinished(_ id: EffectID, _ ending: EffectEnding) {
    details.events.append(.ended(id.number, EffectEvent.Ending(ending), entryIndex: entries.count - 1))
  }
}
