import Dependencies

extension Shared where Value: Sendable {
  /// Shares the value of a key.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value to start with when the key has none.
  ///   - key: Where the value is kept.
  public init(wrappedValue: @autoclosure () -> Value, _ key: some SharedKey<Value>) {
    self.init(reference: keyedReference(key, initialValue: wrappedValue, hasInitialValue: true))
  }

  /// Shares the value of a key that has a default, with another default.
  public init<Key: SharedKey>(wrappedValue: @autoclosure () -> Value, _ key: _SharedKeyDefault<Key>)
  where Key.Value == Value {
    self.init(reference: keyedReference(key.base, initialValue: wrappedValue, hasInitialValue: true))
  }

  /// Shares the value of a key that has a default.
  public init<Key: SharedKey>(_ key: _SharedKeyDefault<Key>) where Key.Value == Value {
    self.init(reference: keyedReference(key.base, initialValue: key.defaultValue, hasInitialValue: true))
  }

  /// Shares the optional value of a key, `nil` to start with.
  public init<Wrapped>(_ key: some SharedKey<Wrapped?>) where Value == Wrapped? {
    self.init(reference: keyedReference(key, initialValue: { nil }, hasInitialValue: true))
  }

  /// Shares the value of a key once that is loaded.
  ///
  /// - Parameter key: Where the value is kept.
  /// - Throws: What loading threw, or ``SharedValueMissing`` when there is none.
  public init(require key: some SharedKey<Value>) async throws {
    let value = try await loaded(key)
    self.init(reference: keyedReference(key, initialValue: { value }, hasInitialValue: true))
  }

  /// Makes this the shared value of another key, and loads it.
  public mutating func load(_ key: some SharedKey<Value>) async throws {
    let current = wrappedValue
    reference = keyedReference(key, initialValue: { current }, hasInitialValue: true)
    try await reference.load()
  }
}

extension SharedReader where Value: Sendable {
  /// Reads the value of a key.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value to start with when the key has none.
  ///   - key: Where the value is kept.
  public init(wrappedValue: @autoclosure () -> Value, _ key: some SharedReaderKey<Value>) {
    self.init(reference: keyedReference(key, initialValue: wrappedValue, hasInitialValue: true))
  }

  /// Reads the value of a key that has a default, with another default.
  public init<Key: SharedReaderKey>(wrappedValue: @autoclosure () -> Value, _ key: _SharedKeyDefault<Key>)
  where Key.Value == Value {
    self.init(reference: keyedReference(key.base, initialValue: wrappedValue, hasInitialValue: true))
  }

  /// Reads the value of a key that has a default.
  public init<Key: SharedReaderKey>(_ key: _SharedKeyDefault<Key>) where Key.Value == Value {
    self.init(reference: keyedReference(key.base, initialValue: key.defaultValue, hasInitialValue: true))
  }

  /// Reads the optional value of a key, `nil` to start with.
  public init<Wrapped>(_ key: some SharedReaderKey<Wrapped?>) where Value == Wrapped? {
    self.init(reference: keyedReference(key, initialValue: { nil }, hasInitialValue: true))
  }

  /// Reads the value of a key once that is loaded.
  public init(require key: some SharedReaderKey<Value>) async throws {
    let value = try await loaded(key)
    self.init(reference: keyedReference(key, initialValue: { value }, hasInitialValue: true))
  }
}

/// A shared value was required of a key that has none.
public struct SharedValueMissing: Error, CustomStringConvertible {
  let key: String

  public var description: String { "\(key) has no value." }
}

private func keyedReference<Key: SharedReaderKey>(
  _ key: Key, initialValue: () -> Key.Value, hasInitialValue: Bool
) -> StoredReference<Key.Value> {
  DependencyValues._current.sharedReferences.reference(
    for: key, initialValue: initialValue, hasInitialValue: hasInitialValue)
}

private func loaded<Key: SharedReaderKey>(_ key: Key) async throws -> Key.Value {
  let value = try await withCheckedThrowingContinuation { continuation in
    key.load(context: .userInitiated, continuation: LoadContinuation { continuation.resume(with: $0) })
  }
  guard let value else { throw SharedValueMissing(key: String(describing: key)) }
  return value
}
