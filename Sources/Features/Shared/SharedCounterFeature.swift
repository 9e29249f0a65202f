import ComposableArchitecture

/// The tab that counts.
@Reducer
public struct SharedCounterFeature: Sendable {
  @ObservableState
  public struct State: Equatable {
    @Shared(.settings) public var settings
    @Shared(.stats) public var stats
    public init() {}
  }

  public enum Action: Equatable {
    case decrementButtonTapped
    case incrementButtonTapped
    case resetLaterButtonTapped
  }

  @Dependency(\.continuousClock) var clock

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .decrementButtonTapped:
        let step = state.settings.step
        state.$stats.withLock { $0.count(by: -step) }
        return .none

      case .incrementButtonTapped:
        let step = state.settings.step
        state.$stats.withLock { $0.count(by: step) }
        return .none

      case .resetLaterButtonTapped:
        // An effect that writes by itself: no action says so, and the change is there all the same.
        return .run { [stats = state.$stats] _ in
          try await clock.sleep(for: .seconds(1))
          stats.withLock { $0 = Stats() }
        }
      }
    }
  }
}
