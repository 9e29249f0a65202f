import Foundation
import Observation

/// Any reference that holds a value, whatever its type.
protocol AnyStoredReference: AnyObject, Sendable {
  /// The value, erased.
  var anyValue: Any { get }
  /// Puts a value back that `anyValue` gave: tells observers, but writes to no storage and is no change to assert.
  func restore(_ value: Any)
  /// The difference between two values of it, or `nil` when they are alike.
  func difference(from expected: Any, to actual: Any) -> String?
}

/// Holds a shared value.
///
/// Changes happen in place under a recursive lock, so a collection with one owner is not copied. Reading the value from within its
/// own `withLock` is an exclusivity violation, as with any `inout`.
class StoredReference<Value>: SharedReference<Value>, AnyStoredReference, Observable, @unchecked Sendable {
  private var stored: Value
  private let lock = NSRecursiveLock()
  private let registrar = ObservationRegistrar()
  // Guarded by the lock.
  private var observers: [Int: @Sendable () -> Void] = [:]
  private var nextObserver = 0

  init(_ value: Value, registeredIn references: SharedReferences?) {
    stored = value
    super.init()
    references?.register(self)
  }

  /// What observers observe.
  private var observed: Value { stored }

  override func access() { registrar.access(self, keyPath: \.observed) }

  override func value(_ side: SharedSide) -> Value {
    if side != .current, let assertion = SharedAssertion.current {
      let value = side == .expected ? assertion.expected(of: self) : assertion.actual(of: self)
      if let value = value as? Value { return value }
    }
    return lock.withLock { stored }
  }

  override func withLock<Output>(_ operation: (inout Value) throws -> Output) rethrows -> Output {
    if let assertion = SharedAssertion.current {
      // What is expected is written beside the value, so nobody else sees it (C68).
      var expected = value(.expected)
      defer { assertion.expect(expected, of: self) }
      return try operation(&expected)
    }
    noteChange()
    defer {
      didWrite()
      notifyObservers()
    }
    return try registrar.withMutation(of: self, keyPath: \.observed) {
      try lock.withLock { try operation(&stored) }
    }
  }

  /// Called after each write by the program.
  func didWrite() {}

  /// Takes over a value that came from storage.
  final func receive(_ value: Value) {
    noteChange()
    replace(value)
    notifyObservers()
  }

  override func observe(_ onChange: @escaping @Sendable () -> Void) -> SharedSubscription {
    let identifier = lock.withLock {
      nextObserver += 1
      observers[nextObserver] = onChange
      return nextObserver
    }
    return SharedSubscription { [weak self] in
      guard let self else { return }
      lock.withLock { self.observers[identifier] = nil }
    }
  }

  /// In the order they came, so that the same run always tells the same story.
  private func notifyObservers() {
    let observers = lock.withLock { self.observers }
    guard !observers.isEmpty else { return }
    for (_, onChange) in observers.sorted(by: { $0.key < $1.key }) { onChange() }
  }

  private func noteChange() {
    SharedChangeTracker.active.willChange(self)
  }

  private func replace(_ value: Value) {
    registrar.withMutation(of: self, keyPath: \.observed) {
      lock.withLock { stored = value }
    }
  }

  /// Reads the value for one more owner, such as a snapshot.
  final var anyValue: Any { lock.withLock { stored } }

  final func restore(_ value: Any) {
    if let value = value as? Value { replace(value) }
  }

  final func difference(from expected: Any, to actual: Any) -> String? {
    guard let expected = expected as? Value, let actual = actual as? Value else { return nil }
    return sharedDifference(expected, actual)
  }
}
