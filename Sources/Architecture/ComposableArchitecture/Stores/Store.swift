import CasePaths
import Dependencies
import Observation

/// A running feature: its state, and the only way to send it actions.
@MainActor
@preconcurrency
@dynamicMemberLookup
public final class Store<State, Action> {
  let backing: any StoreBacking<State, Action>
  private var members: [PartialKeyPath<State>: ObservedMember<State>] = [:]
  private var isWatching = false

  /// Starts a feature.
  ///
  /// - Parameters:
  ///   - initialState: The state to start in.
  ///   - reducer: The feature's reducers.
  ///   - prepareDependencies: Overrides dependencies for the state, the reducers and their effects.
  public convenience init<R: Reducer>(
    initialState: @autoclosure () -> State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: ((inout DependencyValues) -> Void)? = nil
  ) where R.State == State, R.Action == Action {
    let core = withDependencies {
      prepareDependencies?(&$0)
    } operation: {
      StoreCore(initialState: initialState(), reducer: reducer(), dependencies: DependencyValues._current, scheduler: nil)
    }
    self.init(backing: RootBacking(core: core))
  }

  init(backing: any StoreBacking<State, Action>) { self.backing = backing }

  /// The state as it is now.
  public var state: State { backing.state }

  /// The state as it is now.
  public var currentState: State { backing.state }

  /// Reads the state.
  public func withState<Result>(_ body: (_ state: State) -> Result) -> Result { body(backing.state) }

  /// Reduces an action, and all that it leads to at once.
  ///
  /// - Returns: The effects it led to, to await or to cancel.
  @discardableResult
  public func send(_ action: Action) -> StoreTask { backing.send(action) }

  /// Reduces an action; nothing is animated here.
  @discardableResult
  public func send(_ action: Action, animation: Animation?) -> StoreTask { send(action) }

  /// Reduces an action; nothing is animated here.
  @discardableResult
  public func send(_ action: Action, transaction: Transaction) -> StoreTask { send(action) }

  /// A store for a part of the feature.
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    let toAction = CasePathCache.path(action)
    return Store<ChildState, ChildAction>(
      backing: ScopedBacking(base: backing, toState: { $0[keyPath: state] }, fromAction: { toAction.embed($0) }))
  }

  /// A store for a part of the feature, given by functions.
  public func scope<ChildState, ChildAction>(
    state toChildState: @escaping (_ state: State) -> ChildState,
    action fromChildAction: @escaping (_ childAction: ChildAction) -> Action
  ) -> Store<ChildState, ChildAction> {
    Store<ChildState, ChildAction>(
      backing: ScopedBacking(base: backing, toState: toChildState, fromAction: fromChildAction))
  }

  /// A store for an optional part of the feature; `nil` while it is absent.
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? {
    guard let child = backing.state[keyPath: state] else { return nil }
    let toAction = CasePathCache.path(action)
    // A store of a part that went away goes on showing what was there last.
    return Store<ChildState, ChildAction>(
      backing: ScopedBacking(
        base: backing, toState: { $0[keyPath: state] ?? child }, fromAction: { toAction.embed($0) }))
  }

  /// A store for what is presented; `nil` while nothing is.
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>, action: CaseKeyPath<Action, PresentationAction<ChildAction>>
  ) -> Store<ChildState, ChildAction>? {
    guard let child = backing.state[keyPath: state] else { return nil }
    let toAction = CasePathCache.path(action)
    return Store<ChildState, ChildAction>(
      backing: ScopedBacking(
        base: backing, toState: { $0[keyPath: state] ?? child }, fromAction: { toAction.embed(.presented($0)) }))
  }

  /// A property of the state; code that tracks observations is told when it changes.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value where State: ObservableState {
    observed(keyPath)
  }

  func observed<Value>(_ keyPath: KeyPath<State, Value>) -> Value {
    let value = backing.state[keyPath: keyPath]
    observe(keyPath, value: value)
    return value
  }

  private func observe<Value>(_ keyPath: KeyPath<State, Value>, value: Value) {
    let member: ObservedMember<State>
    if let known = members[keyPath] {
      member = known
    } else {
      member = ObservedMember(keyPath, value: value)
      members[keyPath] = member
    }
    member.access()
    guard !isWatching else { return }
    isWatching = true
    backing.addWatcher { [weak self] in
      guard let self else { return false }
      let state = backing.state
      for member in members.values { member.update(from: state) }
      return true
    }
  }
}

/// The store of a feature.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>

extension Store: Observable {}

extension Store: Identifiable {}
