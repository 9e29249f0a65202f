extension Store where State: ObservableState, Action: BindableAction, Action.State == State {
  /// A property of the state; setting it sends the binding action that writes it.
  public subscript<Value: Equatable & Sendable>(dynamicMember keyPath: WritableKeyPath<State, Value>) -> Value {
    get { observed(keyPath) }
    set { send(.set(keyPath, newValue)) }
  }
}

extension Store
where
  State: ObservableState, Action: ViewAction, Action.ViewAction: BindableAction, Action.ViewAction.State == State
{
  /// A property of the state; setting it sends the view's binding action that writes it.
  public subscript<Value: Equatable & Sendable>(dynamicMember keyPath: WritableKeyPath<State, Value>) -> Value {
    get { observed(keyPath) }
    set { send(.view(.set(keyPath, newValue))) }
  }
}
