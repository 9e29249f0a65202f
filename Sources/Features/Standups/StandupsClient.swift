import ComposableArchitecture

/// Keeps the standups beyond the end of the program; the outside world answers.
@DependencyClient
public struct StandupsClient: Sendable {
  public var save: @Sendable (_ standups: IdentifiedArrayOf<Standup>) async throws -> Void
}

extension StandupsClient: TestDependencyKey {
  public static let testValue = StandupsClient()
}

extension DependencyValues {
  public var standups: StandupsClient {
    get { self[StandupsClient.self] }
    set { self[StandupsClient.self] = newValue }
  }
}
