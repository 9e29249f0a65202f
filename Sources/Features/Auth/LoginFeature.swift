import ComposableArchitecture

/// The screen of somebody who is logged out.
@Reducer
public struct LoginFeature: Sendable {
  @ObservableState
  public struct State: Equatable {
    public var failure: String?
    public var isLoggingIn = false
    public var name = ""

    public init(failure: String? = nil) { self.failure = failure }
  }

  public enum Action: Equatable {
    case loginButtonTapped
    case loginFailed(String)
    case nameChanged(String)
  }

  @Dependency(\.authentication) var authentication

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .loginButtonTapped:
        state.failure = nil
        state.isLoggingIn = true
        return .run { [name = state.name] _ in
          try await authentication.logIn(name: name)
        } catch: { error, send in
          await send(.loginFailed("\(error)"))
        }

      case .loginFailed(let message):
        state.failure = message
        state.isLoggingIn = false
        return .none

      case .nameChanged(let name):
        state.name = name
        return .none
      }
    }
  }
}
