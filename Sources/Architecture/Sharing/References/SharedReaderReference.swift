/// Which value of a shared reference is meant.
enum SharedSide {
  /// The value as it is.
  case current
  /// While changes are asserted: the value they are expected to lead to.
  case expected
  /// While changes are asserted: the value that the asserted action left behind.
  case actual
}

/// Where a shared value is read from; the value itself lives in the one at its root.
class SharedReaderReference<Value>: @unchecked Sendable {
  /// The reference that holds the value this one reads a part of.
  var root: AnyObject { self }

  /// Reads the value without telling observers.
  func value(_ side: SharedSide) -> Value { preconditionFailure("Every kind of reference reads its own way.") }

  /// Notes for `withObservationTracking` that the value was read.
  func access() {}

  /// Calls back after each write to the root, on the thread that wrote, until the subscription is cancelled.
  func observe(_ onChange: @escaping @Sendable () -> Void) -> SharedSubscription { SharedSubscription {} }

  var isLoading: Bool { false }
  var loadError: (any Error)? { nil }
  func load() async throws {}

  /// The value as the code that asks should see it: the expected one inside an assertion.
  final var visible: Value {
    access()
    return value(SharedAssertion.current == nil ? .current : .expected)
  }
}

/// Where a shared value is read from and written to.
class SharedReference<Value>: SharedReaderReference<Value>, @unchecked Sendable {
  /// Changes the value in place.
  func withLock<Output>(_ operation: (inout Value) throws -> Output) rethrows -> Output {
    preconditionFailure("Every kind of reference writes its own way.")
  }

  var saveError: (any Error)? { nil }
  func save() async throws {}
}
