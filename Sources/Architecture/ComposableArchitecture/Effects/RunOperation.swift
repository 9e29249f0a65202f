import Dependencies

/// The asynchronous work of one effect.
@usableFromInline
struct RunOperation<Action>: Sendable {
  let priority: TaskPriority?
  let name: String?
  /// What the reducer saw when it made the effect.
  let dependencies: DependencyValues
  let location: SourceLocation
  /// Throws only what is to be reported.
  let body: @Sendable (Send<Action>) async throws -> Void
  /// Whether it is work of the store's own, which nothing outside can reach.
  var isInternal = false

  func map<Mapped>(_ transform: @escaping @Sendable (Action) -> Mapped) -> RunOperation<Mapped> {
    let body = self.body
    return RunOperation<Mapped>(priority: priority, name: name, dependencies: dependencies, location: location) { send in
      try await body(send.pullback(transform))
    }
  }
}
