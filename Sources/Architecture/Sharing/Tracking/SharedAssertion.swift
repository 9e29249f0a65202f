import CustomDump
import Synchronization

/// A comparison of the shared values an action left behind with what was expected of it.
///
/// Inside `run`, shared values read as they are expected to be, starting with what they were before the action; writes change what is
/// expected, never the value itself, and tell no observer (C68). Comparing two shared values with `==`, or two states that hold some,
/// compares the expected value of the left with the value the action left in the right; `diff` shows the same (C69).
package final class SharedAssertion: @unchecked Sendable {
  @TaskLocal static var current: SharedAssertion?

  private struct Expectation {
    let reference: any AnyStoredReference
    var value: Any
  }

  private let changes: SharedChanges
  private let later: [SharedChanges]
  // Guarded by the lock.
  private var expectations: [ObjectIdentifier: Expectation] = [:]
  private var order: [ObjectIdentifier] = []
  private let lock = Mutex(())

  /// Begins an assertion.
  ///
  /// - Parameters:
  ///   - changes: What the action changed.
  ///   - later: What actions changed that were reduced since but are not asserted yet; their writes do not show.
  package init(_ changes: SharedChanges, later: [SharedChanges] = []) {
    self.changes = changes
    self.later = later
  }

  /// Runs an operation in which shared values are expectations.
  package func run<Output>(_ operation: () throws -> Output) rethrows -> Output {
    try Self.$current.withValue(self, operation: operation)
  }

  /// Runs an asynchronous operation in which shared values are expectations.
  package func run<Output>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Output
  ) async rethrows -> Output {
    try await Self.$current.withValue(self, operation: operation, isolation: isolation)
  }

  /// Expects what the action really did, for stores that do not assert exhaustively.
  package func expectEverything() {
    for identifier in changes.order {
      guard let change = changes.changes[identifier] else { continue }
      expect(change.after, of: change.reference)
    }
  }

  /// Whether a shared value is expected to be something else than it was before the action.
  package var expectsChange: Bool {
    let expectations = lock.withLock { _ in Array(self.expectations.values) }
    return expectations.contains { expectation in
      let identifier = ObjectIdentifier(expectation.reference)
      let before = changes.changes[identifier]?.before ?? actual(of: expectation.reference)
      return expectation.reference.difference(from: before, to: expectation.value) != nil
    }
  }

  /// A difference for each value whose change was not asserted, or asserted otherwise; in the order of the first writes.
  package var unassertedDifferences: [String] {
    let (expectations, order) = lock.withLock { _ in (self.expectations, self.order) }
    let references =
      changes.order.compactMap { changes.changes[$0]?.reference }
      + order.filter { changes.changes[$0] == nil }.compactMap { expectations[$0]?.reference }
    return references.compactMap { $0.difference(from: expected(of: $0), to: actual(of: $0)) }
  }

  func expected(of reference: any AnyStoredReference) -> Any {
    let identifier = ObjectIdentifier(reference)
    if let expectation = lock.withLock({ _ in expectations[identifier] }) { return expectation.value }
    return changes.changes[identifier]?.before ?? before(later: identifier) ?? reference.anyValue
  }

  func actual(of reference: any AnyStoredReference) -> Any {
    let identifier = ObjectIdentifier(reference)
    return changes.changes[identifier]?.after ?? before(later: identifier) ?? reference.anyValue
  }

  func expect(_ value: Any, of reference: any AnyStoredReference) {
    let identifier = ObjectIdentifier(reference)
    lock.withLock { _ in
      if expectations.updateValue(Expectation(reference: reference, value: value), forKey: identifier) == nil {
        order.append(identifier)
      }
    }
  }

  private func before(later identifier: ObjectIdentifier) -> Any? {
    later.lazy.compactMap { $0.changes[identifier]?.before }.first
  }
}

/// The difference of two values of a shared reference, compared as they are and not as expectations.
func sharedDifference<Value>(_ expected: Value, _ actual: Value) -> String? {
  SharedAssertion.$current.withValue(nil) { diff(expected, actual, format: .proportional) }
}
