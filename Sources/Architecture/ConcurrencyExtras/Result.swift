extension Result where Failure == any Error {
  /// Runs an asynchronous operation and keeps what it returns or throws.
  ///
  /// - Parameter body: What to run.
  public init(
    isolation: isolated (any Actor)? = #isolation,
    catching body: () async throws -> Success
  ) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
