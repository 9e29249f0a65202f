/// Groups several reducers so that one operator applies to all of them.
public struct CombineReducers<State, Action, Reducers: Reducer>: Reducer
where Reducers.State == State, Reducers.Action == Action {
  @usableFromInline let reducers: Reducers

  /// - Parameter build: The reducers, run from top to bottom.
  @inlinable
  public init(@ReducerBuilder<State, Action> _ build: () -> Reducers) { reducers = build() }

  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    reducers.reduce(into: &state, action: action)
  }
}
