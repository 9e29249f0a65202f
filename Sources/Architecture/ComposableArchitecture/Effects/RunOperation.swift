import Dependencies

/// The asynchronous work of one effect. An object, for it is handed around a lot.
@usableFromInline
final class RunOperation<Action>: Sendable {
  let priority: TaskPriority?
  let name: String?
  /// What the reducer saw when it made the effect.
  let dependencies: DependencyValues
  let location: SourceLocation
  /// Whether it is work of the store's own, which nothing outside can reach.
  let isInternal: Bool
  /// Throws only what is to be reported.
  let body: @Sendable (Send<Action>) async throws -> Void

  init(
    priority: TaskPriority?, name: String?, dependencies: DependencyValues, location: SourceLocation, isInternal: Bool = false,
    body: @escaping @Sendable (Send<Action>) async throws -> Void
  ) {
    self.priority = priority
    self.name = name
    self.dependencies = dependencies
    self.location = location
    self.isInternal = isInternal
    self.body = body
  }

  func map<Mapped>(_ transform: @escaping @Sendable (Action) -> Mapped) -> RunOperation<Mapped> {
    let body = self.body
    return RunOperation<Mapped>(
      priority: priority, name: name, dependencies: dependencies, location: location, isInternal: isInternal
    ) { send in
      try await body(send.pullback(transform))
    }
  }
}
