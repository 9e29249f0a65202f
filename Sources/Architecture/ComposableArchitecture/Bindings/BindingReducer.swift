/// Writes the values of binding actions to the state, at its place among the reducers: those above see the old value, those below
/// the new one (C09).
///
/// A binding action that no such reducer handles is reported (PR #3347).
public struct BindingReducer<State, Action, ViewAction: BindableAction>: Reducer where ViewAction.State == State {
  private let toViewAction: (Action) -> ViewAction?

  /// For actions that are themselves bindable.
  public init() where Action == ViewAction { toViewAction = { $0 } }

  /// For actions of which one case holds the bindable ones.
  public init(action toViewAction: CaseKeyPath<Action, ViewAction>) {
    let path = CasePathCache.path(toViewAction)
    self.toViewAction = { path.extract(from: $0) }
  }

  /// For actions of which some contain bindable ones.
  public init(action toViewAction: @escaping (_ action: Action) -> ViewAction?) { self.toViewAction = toViewAction }

  /// For actions of which one case holds the bindable ones, with a case path of the older kind.
  public init(action toViewAction: AnyCasePath<Action, ViewAction>) {
    self.toViewAction = { toViewAction.extract(from: $0) }
  }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let binding = toViewAction(action)?.binding
    if binding != nil { FeatureLocation.current?.unhandledWrite = nil }
    if ReducerTrace.isOn { return traced(binding, in: &state) }
    binding?.set(&state)
    return .none
  }

  private func traced(_ binding: BindingAction<State>?, in state: inout State) -> Effect<Action> {
    guard let binding else {
      ReducerTrace.skip("BindingReducer", nil, because: "no binding action")
      return .none
    }
    return ReducerTrace.run("BindingReducer", nil, in: &state) { state in
      binding.set(&state)
      return .none
    }
  }
}
