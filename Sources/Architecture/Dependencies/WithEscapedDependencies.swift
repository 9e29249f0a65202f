/// Hands the current dependencies to an operation that goes on later, where task-local values do not reach.
///
/// - Parameter operation: Keeps the continuation, and calls `yield` on it when it goes on.
public func withEscapedDependencies<R>(_ operation: (DependencyValues.Continuation) throws -> R) rethrows -> R {
  try operation(DependencyValues.Continuation())
}

/// Hands the current dependencies to an asynchronous operation that goes on later.
public func withEscapedDependencies<R>(
  isolation: isolated (any Actor)? = #isolation, _ operation: (DependencyValues.Continuation) async throws -> R
) async rethrows -> R {
  try await operation(DependencyValues.Continuation())
}

extension DependencyValues {
  /// The dependencies of the moment it was made.
  public struct Continuation: Sendable {
    private let values = DependencyValues._current

    /// Runs an operation with these dependencies.
    public func yield<R>(_ operation: () throws -> R) rethrows -> R {
      try DependencyValues.$_current.withValue(values, operation: operation)
    }

    /// Runs an asynchronous operation with these dependencies.
    public func yield<R>(
      isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> R
    ) async rethrows -> R {
      try await DependencyValues.$_current.withValue(values, operation: operation, isolation: isolation)
    }
  }
}
