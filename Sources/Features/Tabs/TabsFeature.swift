import ComposableArchitecture

/// Two features side by side. The parent watches the first and changes the second: whoever counts to ten gets a new nickname.
@Reducer
public struct TabsFeature: Sendable {
  @ObservableState
  public struct State: Equatable {
    public var tab1 = CounterFeature.State()
    public var tab2 = ProfileFeature.State()
    public init() {}
  }

  public enum Action: Equatable {
    case tab1(CounterFeature.Action)
    case tab2(ProfileFeature.Action)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.tab1, action: \.tab1) {
      CounterFeature()
    }
    Scope(state: \.tab2, action: \.tab2) {
      ProfileFeature()
    }
    Reduce { state, action in
      switch action {
      case .tab1(.incrementButtonTapped):
        state.tab2.nickname = state.tab1.count >= 10 ? "숫자 세기 고수 🏅" : "게스트"
        return .none

      case .tab1, .tab2:
        return .none
      }
    }
  }
}
