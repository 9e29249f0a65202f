import Synchronization

/// A child's reducer, whose body is put together once and not for every action.
///
/// Composing a body costs far more than running it: each case key path in it takes most of a microsecond. A body in which `if`,
/// `switch` or `for` chose the reducers is put together every time, since another time they may choose others.
@usableFromInline
final class HeldReducer<Base: Reducer>: Sendable {
  @usableFromInline
  final class Composed: @unchecked Sendable {
    // Safe to send: immutable, and a reducer is a description that is run only by the store it belongs to.
    @usableFromInline let reduce: (inout Base.State, Base.Action) -> Effect<Base.Action>
    init(_ reduce: @escaping (inout Base.State, Base.Action) -> Effect<Base.Action>) { self.reduce = reduce }
  }

  // Safe to send for the same reason.
  nonisolated(unsafe) let base: Base
  @usableFromInline let composed = AtomicLazyReference<Composed>()
  /// The scopes that lead to it from the feature it belongs to; none to a feature of its own.
  private let trail: ScopeTrail?

  @usableFromInline
  init(_ base: Base, trail: ScopeTrail? = nil) {
    self.base = base
    self.trail = trail
  }

  @inlinable
  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    (composed.load() ?? compose()).reduce(&state, action)
  }

  /// Composed on first use, for a feature may contain itself.
  @usableFromInline
  func compose() -> Composed {
    ScopeTrail.following(trail) { composed.storeIfNil(Composed(BindingWatch.watching(Base.self, base._composed()))) }
  }
}

extension Reducer {
  /// The reducer itself.
  @inlinable
  public func _composed() -> (_ state: inout State, _ action: Action) -> Effect<Action> {
    { reduce(into: &$0, action: $1) }
  }
}

extension Reducer where Body: Reducer, Body.State == State, Body.Action == Action {
  /// The body, put together now unless it may be another one next time.
  @inlinable
  public func _composed() -> (_ state: inout State, _ action: Action) -> Effect<Action> {
    let name = String(reflecting: Body.self)
    let isChosen = ["ReducerChoice<", "ReducerList<", "ReducerOption<"].contains { name.contains($0) }
    if isChosen { return ScopeTrail.kept(in: { reduce(into: &$0, action: $1) }) }
    let composed = body._composed()
    return { state, action in
      if ReducerTrace.isOn { return ReducerTrace.run("", Self.self, in: &state) { composed(&$0, action) } }
      return composed(&state, action)
    }
  }
}
