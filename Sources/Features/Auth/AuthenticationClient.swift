import ComposableArchitecture

/// Somebody who logged in.
public struct AppUser: Equatable, Identifiable, Sendable {
  public let id: Int
  public var name: String

  public init(id: Int, name: String) {
    self.id = id
    self.name = name
  }
}

/// Who is logged in, and every change of that; the outside world answers.
@DependencyClient
public struct AuthenticationClient: Sendable {
  /// Waits for the next change: somebody logged in, or, with `nil`, nobody is any more.
  public var nextUser: @Sendable () async throws -> AppUser?
  /// Asks the server to let somebody in. That it did so comes as a change, like every other.
  public var logIn: @Sendable (_ name: String) async throws -> Void
  /// Asks the server to let the user out.
  public var logOut: @Sendable () async throws -> Void

  /// All changes, until the stream fails.
  public func authState() -> AsyncThrowingStream<AppUser?, any Error> {
    AsyncThrowingStream { .some(try await nextUser()) }
  }
}

extension AuthenticationClient: TestDependencyKey {
  public static let testValue = AuthenticationClient()
}

extension DependencyValues {
  public var authentication: AuthenticationClient {
    get { self[AuthenticationClient.self] }
    set { self[AuthenticationClient.self] = newValue }
  }
}
