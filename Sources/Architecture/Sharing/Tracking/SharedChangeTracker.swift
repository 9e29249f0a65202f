import Synchronization

/// Notices the writes to shared values that an operation makes, so that they can be asserted as part of an action (C67).
///
/// It sees what code inside `track` writes, and the tasks started there.
package final class SharedChangeTracker: Sendable {
  /// The trackers that see what code does here; mostly one, for which nothing is allocated.
  struct Active {
    var first: SharedChangeTracker?
    var others: [SharedChangeTracker] = []

    func adding(_ tracker: SharedChangeTracker) -> Active {
      first == nil ? Active(first: tracker) : Active(first: first, others: others + [tracker])
    }

    func willChange(_ reference: any AnyStoredReference) {
      first?.willChange(reference)
      for tracker in others { tracker.willChange(reference) }
    }
  }

  @TaskLocal static var active = Active()
  private let pending = Mutex(SharedChanges())
  /// Whether any change is pending; asked for each action.
  private let isAnyPending = Atomic(false)

  private let writeHandler = Mutex<(@Sendable (SharedWrite) -> Void)?>(nil)

  /// Told of each change before it is made.
  package var onWrite: (@Sendable (SharedWrite) -> Void)? {
    get { writeHandler.withLock { $0 } }
    set { writeHandler.withLock { $0 = newValue } }
  }

  package init() {}

  /// Runs an operation, and notes the shared values it changes.
  package func track<Output>(_ operation: () throws -> Output) rethrows -> Output {
    try Self.$active.withValue(Self.active.adding(self), operation: operation)
  }

  /// Runs an asynchronous operation, and notes the shared values it changes.
  package func track<Output>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Output
  ) async rethrows -> Output {
    try await Self.$active.withValue(Self.active.adding(self), operation: operation, isolation: isolation)
  }

  /// Whether something changed since the changes were last taken.
  package var hasChanges: Bool { isAnyPending.load(ordering: .acquiring) }

  /// The changes since they were last taken, with the values as they are now.
  package func takeChanges() -> SharedChanges {
    let changes = pending.withLock { pending in
      defer { pending = SharedChanges() }
      isAnyPending.store(false, ordering: .releasing)
      return pending
    }
    return changes.completed()
  }

  func willChange(_ reference: any AnyStoredReference) {
    onWrite?(SharedWrite(reference))
    pending.withLock { pending in
      pending.note(reference)
      isAnyPending.store(true, ordering: .releasing)
    }
  }
}
