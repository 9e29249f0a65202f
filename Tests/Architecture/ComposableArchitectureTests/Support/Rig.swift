import ComposableArchitecture
import Scheduling
import Testing

/// A feature that runs in a world of its own, with everything that happens in it written down.
final class Rig<State, Action>: StoreObserver {
  let core: StoreCore<State, Action>
  let scheduler: Scheduler
  /// Each reduced action with where it came from, and each ending of an effect.
  private(set) var log: [String] = []
  /// The state after each action.
  private(set) var states: [State] = []
  private(set) var actions: [Action] = []

  init<R: Reducer>(
    _ initialState: @autoclosure () -> State, @ReducerBuilder<State, Action> _ reducer: () -> R,
    dependencies: (inout DependencyValues) -> Void = { _ in }
  ) where R.State == State, R.Action == Action {
    let scheduler = Scheduler()
    self.scheduler = scheduler
    core = withDependencies {
      $0.continuousClock = SchedulerClock(scheduler: scheduler)
      $0.mainQueue = AnySchedulerOf(clock: SchedulerClock(scheduler: scheduler))
      $0.stackElementID = StackElementIDGenerator()
      dependencies(&$0)
    } operation: {
      StoreCore(
        initialState: initialState(), reducer: reducer(), dependencies: DependencyValues._current, scheduler: scheduler,
        observer: nil)
    }
    core.observer = self
  }

  var state: State { core.state }
  /// The feature paths of the effects in flight.
  var running: [String] { core.effectsInFlight.map(\.featurePath) }

  func send(_ action: Action) {
    core.send(action)
    scheduler.runUntilIdle()
  }

  /// Sends an action that is expected to have a number of issues reported.
  func send(_ action: Action, reporting count: Int) {
    let messages = issues { send(action) }
    #expect(messages.count == count, "\(messages)")
  }

  func advance(by duration: Duration) { scheduler.advance(by: duration) }

  func takeLog() -> [String] {
    defer { log = [] }
    return log
  }

  func willReduce(_ action: Action, origin: ActionOrigin) {
    actions.append(action)
    switch origin {
    case .external: log.append(shortLabel(action))
    case .effect(let id): log.append("effect \(id.number): \(shortLabel(action))")
    case .synchronous(let id): log.append("sync \(id.number): \(shortLabel(action))")
    case .dismiss(let id): log.append("dismiss \(id.number): \(shortLabel(action))")
    }
  }

  func didReduce(_ action: Action, origin: ActionOrigin, state: borrowing State) { states.append(copy state) }
  func effectStarted(_ effect: EffectRecord) {}

  func effectFinished(_ id: EffectID, _ ending: EffectEnding) {
    switch ending {
    case .finished: log.append("effect \(id.number) finished")
    case .failed(let message): log.append("effect \(id.number) failed: \(message)")
    case .cancelled(let reason): log.append("effect \(id.number) cancelled: \(reason)")
    }
  }
}

/// An action's cases: `.child(.presented(.tick))`; other payloads as they describe themselves.
func shortLabel(_ value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .enum else { return "\(value)" }
  guard let child = mirror.children.first, let name = child.label else { return ".\(value)" }
  let payload = Mirror(reflecting: child.value)
  guard payload.displayStyle == .tuple else { return ".\(name)(\(shortLabel(child.value)))" }
  let parts = payload.children.map { part in
    let label = part.label.flatMap { $0.hasPrefix(".") ? nil : $0 + ": " } ?? ""
    return label + shortLabel(part.value)
  }
  return ".\(name)(\(parts.joined(separator: ", ")))"
}
