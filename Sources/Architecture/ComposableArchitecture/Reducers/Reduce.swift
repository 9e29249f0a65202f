/// A reducer made of a closure.
public struct Reduce<State, Action>: Reducer {
  @usableFromInline let reducing: (inout State, Action) -> Effect<Action>
  /// The reducer whose type is hidden, for those who show what a feature is made of.
  @usableFromInline let hidden: (any Reducer<State, Action>)?

  /// Makes a reducer of a function.
  ///
  /// - Parameter reduce: Changes the state for an action and returns the effects to run.
  @inlinable
  public init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    reducing = reduce
    hidden = nil
  }

  /// Hides the type of a reducer.
  @inlinable
  public init<R: Reducer>(_ reducer: R) where R.State == State, R.Action == Action {
    reducing = ScopeTrail.kept(in: reducer.reduce)
    hidden = reducer
  }

  @inlinable
  init(erasing reducer: any Reducer<State, Action>) {
    reducing = ScopeTrail.kept(in: reducer.reduce)
    hidden = reducer
  }

  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if ReducerTrace.isOn { return ReducerTrace.run("Reduce", nil, in: &state) { reducing(&$0, action) } }
    return reducing(&state, action)
  }
}
