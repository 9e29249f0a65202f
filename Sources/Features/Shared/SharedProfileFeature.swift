import ComposableArchitecture

/// The tab that shows what was counted, and decides how.
@Reducer
public struct SharedProfileFeature: Sendable {
  @ObservableState
  public struct State: Equatable {
    @Shared(.settings) public var settings
    @Shared(.stats) public var stats
    public init() {}
  }

  public enum Action: Equatable {
    case nicknameChanged(String)
    case resetButtonTapped
    case stepChanged(Int)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .nicknameChanged(let nickname):
        state.$settings.nickname.withLock { $0 = nickname }
        return .none

      case .resetButtonTapped:
        state.$stats.withLock { $0 = Stats() }
        return .none

      case .stepChanged(let step):
        state.$settings.withLock { $0.step = step }
        return .none
      }
    }
  }
}
