import ComposableArchitecture

/// The app of somebody who is logged in. Its clock stops when it goes away, whoever takes it away.
@Reducer
public struct MainFeature: Sendable {
  @ObservableState
  public struct State: Equatable {
    public var isLoggingOut = false
    public var profile: ProfileFeature.State?
    public var secondsOnline = 0
    public var user: AppUser

    public init(user: AppUser) { self.user = user }
  }

  public enum Action: Equatable {
    case closeProfileButtonTapped
    case logOutButtonTapped
    case logOutFailed
    case profile(ProfileFeature.Action)
    case profileButtonTapped
    case task
    case timerTicked
  }

  @Dependency(\.authentication) var authentication
  @Dependency(\.continuousClock) var clock

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .closeProfileButtonTapped:
        state.user.name = state.profile?.nickname ?? state.user.name
        state.profile = nil
        return .none

      case .logOutButtonTapped:
        state.isLoggingOut = true
        return .run { _ in
          try await authentication.logOut()
        } catch: { _, send in
          await send(.logOutFailed)
        }

      case .logOutFailed:
        state.isLoggingOut = false
        return .none

      case .profile:
        return .none

      case .profileButtonTapped:
        var profile = ProfileFeature.State()
        profile.nickname = state.user.name
        state.profile = profile
        return .none

      case .task:
        return .run { send in
          for await _ in clock.timer(interval: .seconds(1)) {
            await send(.timerTicked)
          }
        }

      case .timerTicked:
        state.secondsOnline += 1
        return .none
      }
    }
    .ifLet(\.profile, action: \.profile) {
      ProfileFeature()
    }
  }
}
