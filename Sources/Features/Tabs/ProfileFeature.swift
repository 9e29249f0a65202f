import ComposableArchitecture

/// A nickname that is edited through a binding.
@Reducer
public struct ProfileFeature: Sendable {
  @ObservableState
  public struct State: Equatable {
    public var nickname = "Guest"
    public init() {}
  }

  public enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
  }
}
