import ComposableArchitecture

/// What the server says about something it took.
public struct Receipt: Equatable, Sendable {
  public var number: Int

  public init(number: Int) { self.number = number }
}

/// Sends something to a server; the outside world answers.
@DependencyClient
public struct UploadClient: Sendable {
  public var send: @Sendable (_ title: String) async throws -> Receipt
}

extension UploadClient: TestDependencyKey {
  public static let testValue = UploadClient()
}

extension DependencyValues {
  public var upload: UploadClient {
    get { self[UploadClient.self] }
    set { self[UploadClient.self] = newValue }
  }
}
