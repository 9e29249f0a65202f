import Synchronization

/// Notices the writes to shared values that an operation makes, so that they can be asserted as part of an action (C67).
///
/// It sees what code inside `track` writes, and the tasks started there.
package final class SharedChangeTracker: Sendable {
  @TaskLocal static var active: [SharedChangeTracker] = []
  private let pending = Mutex(SharedChanges())

  package init() {}

  /// Runs an operation, and notes the shared values it changes.
  package func track<Output>(_ operation: () throws -> Output) rethrows -> Output {
    try Self.$active.withValue(Self.active + [self], operation: operation)
  }

  /// Runs an asynchronous operation, and notes the shared values it changes.
  package func track<Output>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Output
  ) async rethrows -> Output {
    try await Self.$active.withValue(Self.active + [self], operation: operation, isolation: isolation)
  }

  /// Whether something changed since the changes were last taken.
  package var hasChanges: Bool { pending.withLock { !$0.isEmpty } }

  /// The changes since they were last taken, with the values as they are now.
  package func takeChanges() -> SharedChanges {
    let changes = pending.withLock { pending in
      defer { pending = SharedChanges() }
      return pending
    }
    return changes.completed()
  }

  func willChange(_ reference: any AnyStoredReference) {
    pending.withLock { $0.note(reference) }
  }
}
