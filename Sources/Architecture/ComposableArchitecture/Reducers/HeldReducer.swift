import CasePaths
import Synchronization

/// A child's reducer, whose body is put together once and not for every action.
///
/// Composing a body costs far more than running it: each case key path in it takes most of a microsecond. A body in which `if`,
/// `switch` or `for` chose the reducers is put together every time, since another time they may choose others.
@usableFromInline
final class HeldReducer<Base: Reducer>: Sendable {
  // Safe to send: a reducer is a description that is run only by the store it belongs to.
  nonisolated(unsafe) let base: Base
  @usableFromInline let composition: Composition<Base.State, Base.Action>

  /// - Parameter trail: The scopes that lead to it from the feature it belongs to; none to a feature of its own.
  @usableFromInline
  init(_ base: Base, trail: ScopeTrail? = nil) {
    self.base = base
    composition = Composition(base, trail: trail)
  }

  @inlinable
  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    composition.reduce(into: &state, action: action)
  }
}

/// A reducer that is composed when it is first run, for a feature may contain itself.
@usableFromInline
final class Composition<State, Action>: @unchecked Sendable {
  // Safe to send: `compose` is a description of a reducer, and what it made is immutable.

  @usableFromInline let isComposed = Atomic(false)
  /// What was composed; owned by this object, written once under the lock and before `isComposed` is set, read only afterwards.
  /// (`AtomicLazyReference` would be the same, but no call of it is specialised.)
  @exclusivity(unchecked) @usableFromInline var composed: Unmanaged<_ComposedReducer<State, Action>>?
  private let lock = Mutex(())
  private let compose: () -> _ComposedReducer<State, Action>
  private let trail: ScopeTrail?

  init<Base: Reducer>(_ base: Base, trail: ScopeTrail? = nil) where Base.State == State, Base.Action == Action {
    self.trail = trail
    compose = { BindingWatch.watching(Base.self, base._composed()) }
  }

  deinit { composed?.release() }

  @inlinable
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    // Invariant: what was stored is owned, and replaced by nothing, as long as this object lives.
    if isComposed.load(ordering: .acquiring), let composed {
      return composed._withUnsafeGuaranteedRef { $0.reduce(into: &state, action: action) }
    }
    return composeOnce().reduce(into: &state, action: action)
  }

  @usableFromInline
  func composeOnce() -> _ComposedReducer<State, Action> {
    // Safe to send: it goes no further than into `composed`.
    nonisolated(unsafe) let made = ScopeTrail.following(trail, compose)
    lock.withLock { _ in
      guard composed == nil else { return }
      composed = Unmanaged.passRetained(made)
      isComposed.store(true, ordering: .releasing)
    }
    return made
  }
}

/// A reducer put together once, as a store runs it.
public final class _ComposedReducer<State, Action> {
  @usableFromInline let reducing: (inout State, Action) -> Effect<Action>
  /// The same while some trace is being taken, so that nothing inside `reducing` has to ask whether one is.
  @usableFromInline let tracing: (inout State, Action) -> Effect<Action>
  @inlinable
  init(
    reducing: @escaping (inout State, Action) -> Effect<Action>,
    tracing: ((inout State, Action) -> Effect<Action>)? = nil
  ) {
    self.reducing = reducing
    self.tracing = tracing ?? reducing
  }

  /// Changes `state` for `action` and returns the effects to run.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if ReducerTrace.isOn { return tracing(&state, action) }
    return reducing(&state, action)
  }
}

extension Reducer {
  /// The reducer itself.
  @inlinable
  public func _composed() -> _ComposedReducer<State, Action> {
    _ComposedReducer(reducing: { reduce(into: &$0, action: $1) })
  }
}

extension Reducer where Body: Reducer, Body.State == State, Body.Action == Action {
  /// The body, put together now unless it may be another one next time.
  @inlinable
  public func _composed() -> _ComposedReducer<State, Action> {
    let name = String(reflecting: Body.self)
    let isChosen = ["ReducerChoice<", "ReducerList<", "ReducerOption<"].contains { name.contains($0) }
    if isChosen { return _ComposedReducer(reducing: ScopeTrail.kept(in: { reduce(into: &$0, action: $1) })) }
    let composed = body._composed()
    return _ComposedReducer(
      reducing: composed.reducing,
      tracing: { state, action in ReducerTrace.run("", Self.self, in: &state) { composed.tracing(&$0, action) } })
  }
}

extension Reduce {
  @inlinable
  public func _composed() -> _ComposedReducer<State, Action> {
    let reducing = reducing
    return _ComposedReducer(
      reducing: reducing,
      tracing: { state, action in ReducerTrace.run("Reduce", nil, in: &state) { reducing(&$0, action) } })
  }
}

extension Scope {
  @inlinable
  public func _composed() -> _ComposedReducer<ParentState, ParentAction> {
    let scope = ComposedScope(self)
    return _ComposedReducer(
      reducing: { scope.reduce(into: &$0, action: $1) }, tracing: { scope.scope.reduce(into: &$0, action: $1) })
  }
}

/// A scope as an object: a closure that captures one object, and nothing besides, counts no references when it is called.
@usableFromInline
final class ComposedScope<ParentState, ParentAction, Child: Reducer> {
  @usableFromInline let keyPath: WritableKeyPath<ParentState, Child.State>?
  @usableFromInline let cases: AnyCasePath<ParentState, Child.State>?
  @usableFromInline let actions: AnyCasePath<ParentAction, Child.Action>
  @usableFromInline let child: Composition<Child.State, Child.Action>
  @usableFromInline let scope: Scope<ParentState, ParentAction, Child>

  @inlinable
  init(_ scope: Scope<ParentState, ParentAction, Child>) {
    self.scope = scope
    switch scope.toChildState {
    case .property(let keyPath): (self.keyPath, cases) = (keyPath, nil)
    case .enumCase(let path): (keyPath, cases) = (nil, path)
    }
    actions = scope.toChildAction
    child = scope.child.composition
  }

  @inlinable
  func reduce(into state: inout ParentState, action: ParentAction) -> Effect<ParentAction> {
    guard let childAction = actions.extract(from: action) else { return .none }
    let effects: Effect<Child.Action>
    if let keyPath {
      effects = child.reduce(into: &state[keyPath: keyPath], action: childAction)
    } else if let cases, var childState = cases.extract(from: state) {
      effects = child.reduce(into: &childState, action: childAction)
      state = cases.embed(childState)
    } else {
      scope.reportWrongCase(of: state, action: action)
      return .none
    }
    if case .none = effects.operation { return .none }
    return effects.scoped(along: scope.trail) { [actions] in actions.embed($0) }
  }
}
