import ComposableArchitecture

/// Two tabs that share their numbers in memory and their settings in a file: what one changes, the other has.
@Reducer
public struct SharedFeature: Sendable {
  @ObservableState
  public struct State: Equatable {
    public var counter = SharedCounterFeature.State()
    public var currentTab = Tab.counter
    public var profile = SharedProfileFeature.State()

    public enum Tab: Equatable, Sendable { case counter, profile }

    public init() {}
  }

  public enum Action: Equatable {
    case counter(SharedCounterFeature.Action)
    case profile(SharedProfileFeature.Action)
    case tabSelected(State.Tab)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.counter, action: \.counter) {
      SharedCounterFeature()
    }
    Scope(state: \.profile, action: \.profile) {
      SharedProfileFeature()
    }
    Reduce { state, action in
      switch action {
      case .counter, .profile:
        return .none

      case .tabSelected(let tab):
        state.currentTab = tab
        return .none
      }
    }
  }
}
