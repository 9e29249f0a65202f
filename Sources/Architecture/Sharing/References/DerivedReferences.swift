/// Reads a part of another reference.
final class ReadOnlyPartReference<Base, Value>: SharedReaderReference<Value>, @unchecked Sendable {
  private let base: SharedReaderReference<Base>
  private let keyPath: KeyPath<Base, Value>

  init(_ base: SharedReaderReference<Base>, _ keyPath: KeyPath<Base, Value>) {
    self.base = base
    self.keyPath = keyPath
  }

  override var root: AnyObject { base.root }
  override func access() { base.access() }
  override func observe(_ onChange: @escaping @Sendable () -> Void) -> SharedSubscription { base.observe(onChange) }
  override func value(_ side: SharedSide) -> Value { base.value(side)[keyPath: keyPath] }
  override var isLoading: Bool { base.isLoading }
  override var loadError: (any Error)? { base.loadError }
  override func load() async throws { try await base.load() }
}

/// Reads and writes a part of another reference, in place.
final class PartReference<Base, Value>: SharedReference<Value>, @unchecked Sendable {
  private let base: SharedReference<Base>
  private let keyPath: WritableKeyPath<Base, Value>

  init(_ base: SharedReference<Base>, _ keyPath: WritableKeyPath<Base, Value>) {
    self.base = base
    self.keyPath = keyPath
  }

  override var root: AnyObject { base.root }
  override func access() { base.access() }
  override func observe(_ onChange: @escaping @Sendable () -> Void) -> SharedSubscription { base.observe(onChange) }
  override func value(_ side: SharedSide) -> Value { base.value(side)[keyPath: keyPath] }
  override func withLock<Output>(_ operation: (inout Value) throws -> Output) rethrows -> Output {
    try base.withLock { try operation(&$0[keyPath: keyPath]) }
  }
  override var isLoading: Bool { base.isLoading }
  override var loadError: (any Error)? { base.loadError }
  override func load() async throws { try await base.load() }
  override var saveError: (any Error)? { base.saveError }
  override func save() async throws { try await base.save() }
}
