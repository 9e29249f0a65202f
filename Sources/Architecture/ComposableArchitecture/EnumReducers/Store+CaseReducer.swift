extension Store where State: CaseReducerState, State.StateReducer.State == State, State.StateReducer.Action == Action {
  /// The case the state is in, with the store of its feature: `switch store.case`.
  public var `case`: State.StateReducer.CaseScope { State.StateReducer.scope(self) }
}

extension Store {
  /// The store of the feature in a case, where the state is known to be in it. Once the state leaves the case, the store goes on
  /// showing what was there when it was made.
  public func _$scope<ChildState, ChildAction>(
    of child: ChildState, state: KeyPath<State, ChildState?>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    scope(state: { $0[keyPath: state] ?? child }, action: { action($0) })
  }
}
