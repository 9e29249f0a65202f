import ComposableArchitecture

/// The root of an app that is either logged out or in. A stream that lives as long as the app says which.
///
/// Leaving a case takes the feature in it away, and with it every effect it has in flight; the stream belongs to the root and goes on.
@Reducer
public struct AuthFeature: Sendable {
  @ObservableState
  public enum State: Equatable {
    case loggedOut(LoginFeature.State)
    case main(MainFeature.State)

    public init() { self = .loggedOut(LoginFeature.State()) }
  }

  public enum Action: Equatable {
    case authStateChanged(AppUser?)
    case authStateFailed(String)
    case loggedOut(LoginFeature.Action)
    case main(MainFeature.Action)
    case task
  }

  private enum CancelID { case authState }

  @Dependency(\.authentication) var authentication

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .authStateChanged(nil):
        state = .loggedOut(LoginFeature.State())
        return .none

      case .authStateChanged(let user?):
        state = .main(MainFeature.State(user: user))
        return .none

      case .authStateFailed(let message):
        state = .loggedOut(LoginFeature.State(failure: message))
        return .none

      case .loggedOut, .main:
        return .none

      case .task:
        return .run { send in
          for try await user in authentication.authState() {
            await send(.authStateChanged(user))
          }
        } catch: { error, send in
          await send(.authStateFailed("\(error)"))
        }
        .cancellable(id: CancelID.authState, cancelInFlight: true)
      }
    }
    .ifCaseLet(\.loggedOut, action: \.loggedOut) {
      LoginFeature()
    }
    .ifCaseLet(\.main, action: \.main) {
      MainFeature()
    }
  }
}
