import Synchronization

/// The value a part had when it was last there, for those who still hold it after it went.
private final class LastValue<Value>: @unchecked Sendable {
  // Guarded by the lock.
  private var stored: Value
  private let lock = Mutex(())

  init(_ value: Value) { stored = value }

  var value: Value {
    get { lock.withLock { _ in stored } }
    set { lock.withLock { _ in stored = newValue } }
  }
}

/// Reads what is inside an optional; the last value there was once it is `nil`.
final class ReadOnlyUnwrappedReference<Value>: SharedReaderReference<Value>, @unchecked Sendable {
  private let base: SharedReaderReference<Value?>
  private let last: LastValue<Value>

  init?(_ base: SharedReaderReference<Value?>) {
    guard let value = base.visible else { return nil }
    self.base = base
    last = LastValue(value)
  }

  override var root: AnyObject { base.root }
  override func access() { base.access() }
  override func observe(_ onChange: @escaping @Sendable () -> Void) -> SharedSubscription { base.observe(onChange) }
  override func value(_ side: SharedSide) -> Value {
    guard let value = base.value(side) else { return last.value }
    if side == .current { last.value = value }
    return value
  }
  override var isLoading: Bool { base.isLoading }
  override var loadError: (any Error)? { base.loadError }
  override func load() async throws { try await base.load() }
}

/// Reads and writes what is inside an optional. Once that is `nil`, reads give the last value and writes are lost.
final class UnwrappedReference<Value>: SharedReference<Value>, @unchecked Sendable {
  private let base: SharedReference<Value?>
  private let last: LastValue<Value>

  init?(_ base: SharedReference<Value?>) {
    guard let value = base.visible else { return nil }
    self.base = base
    last = LastValue(value)
  }

  override var root: AnyObject { base.root }
  override func access() { base.access() }
  override func observe(_ onChange: @escaping @Sendable () -> Void) -> SharedSubscription { base.observe(onChange) }
  override func value(_ side: SharedSide) -> Value {
    guard let value = base.value(side) else { return last.value }
    if side == .current { last.value = value }
    return value
  }
  override func withLock<Output>(_ operation: (inout Value) throws -> Output) rethrows -> Output {
    var fallback = last.value
    return try base.withLock { optional in
      guard var value = optional else { return try operation(&fallback) }
      // Emptied first, so that the value has one owner less while it changes.
      optional = nil
      defer {
        optional = value
        last.value = value
      }
      return try operation(&value)
    }
  }
  override var isLoading: Bool { base.isLoading }
  override var loadError: (any Error)? { base.loadError }
  override func load() async throws { try await base.load() }
  override var saveError: (any Error)? { base.saveError }
  override func save() async throws { try await base.save() }
}
