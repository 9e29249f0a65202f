import Synchronization

/// What tells a test from others.
package struct RunningTest: Hashable, @unchecked Sendable {
  // Safe to send: made of a value that is `Sendable`.
  private let identifier: AnyHashable

  package init(_ identifier: some Hashable & Sendable) { self.identifier = AnyHashable(identifier) }

  private static let provider = Mutex<(@Sendable () -> RunningTest?)?>(nil)

  /// Tells which test the current task belongs to; set when a test harness is linked in.
  package static var identify: (@Sendable () -> RunningTest?)? {
    get { provider.withLock { $0 } }
    set { provider.withLock { $0 = newValue } }
  }

  /// The test that the current task belongs to; `nil` where none runs or nobody knows.
  package static var current: RunningTest? { identify?() }
}
