/// What a store stands on: the core, or another store's backing of which it is a part.
@MainActor
protocol StoreBacking<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action

  var state: State { get }
  func send(_ action: Action) -> StoreTask
  /// Has `watcher` called after each batch of actions until it answers false.
  func addWatcher(_ watcher: @escaping () -> Bool)
}

/// The backing that owns the core.
final class RootBacking<State, Action>: StoreBacking {
  private let core: StoreCore<State, Action>
  private var watchers: [() -> Bool] = []

  init(core: StoreCore<State, Action>) { self.core = core }

  var state: State { core.state }

  func send(_ action: Action) -> StoreTask {
    StoreTask(group: core.send(action, origin: .external, group: nil), effects: core.effects)
  }

  func addWatcher(_ watcher: @escaping () -> Bool) {
    watchers.append(watcher)
    guard core.didFinishBatch == nil else { return }
    core.didFinishBatch = { [weak self] in
      // Without a scheduler the core is driven by the main actor alone.
      MainActor.assumeIsolated { self?.notify() }
    }
  }

  private func notify() { watchers = watchers.filter { $0() } }
}

/// The backing of a part of another store.
final class ScopedBacking<BaseState, BaseAction, State, Action>: StoreBacking {
  private let base: any StoreBacking<BaseState, BaseAction>
  private let toState: (BaseState) -> State
  private let fromAction: (Action) -> BaseAction

  init(
    base: any StoreBacking<BaseState, BaseAction>, toState: @escaping (BaseState) -> State,
    fromAction: @escaping (Action) -> BaseAction
  ) {
    self.base = base
    self.toState = toState
    self.fromAction = fromAction
  }

  var state: State { toState(base.state) }
  func send(_ action: Action) -> StoreTask { base.send(fromAction(action)) }
  func addWatcher(_ watcher: @escaping () -> Bool) { base.addWatcher(watcher) }
}
