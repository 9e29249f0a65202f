/// Says where a shared value comes from and where it is saved.
///
/// Implement `save(_:context:continuation:)`, or the older `save(_:)`.
public protocol SharedKey<Value>: SharedReaderKey {
  /// Saves a value, and resumes the continuation once, now or later.
  func save(_ value: Value, context: SaveContext, continuation: SaveContinuation)

  /// Saves a value at once.
  func save(_ value: Value)
}

extension SharedKey {
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    save(value)
    continuation.resume()
  }

  public func save(_ value: Value) {}

  /// Whether saving does anything: a key whose reference is its storage has nothing to save.
  var savesValues: Bool { !(self is any ReferenceKeepingKey) }
}

/// The older name of ``SharedKey``.
public typealias PersistenceKey = SharedKey
