import Dependencies

/// Shares a value by name until the program ends.
public struct InMemoryKey<Value: Sendable>: SharedKey, ReferenceKeepingKey {
  private let name: String
  private let storage: InMemoryStorage

  /// What two keys have in common when they share a value.
  public struct ID: Hashable, Sendable {
    let name: String
    let storage: InMemoryStorage
  }

  init(_ name: String) {
    @Dependency(\.defaultInMemoryStorage) var storage
    self.name = name
    self.storage = storage
  }

  public var id: ID { ID(name: name, storage: storage) }

  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    continuation.resumeReturningInitialValue()
  }

  public func subscribe(context: LoadContext<Value>, subscriber: SharedSubscriber<Value>) -> SharedSubscription {
    SharedSubscription {}
  }

  func keepReference(_ reference: any AnyStoredReference) {
    // Values of several types may have one name, as they may have one key.
    storage.keep(reference, named: "\(name): \(Value.self)")
  }
}

extension _SharedKeyDefault: ReferenceKeepingKey where Base: ReferenceKeepingKey {
  func keepReference(_ reference: any AnyStoredReference) { base.keepReference(reference) }
}

extension InMemoryKey: CustomStringConvertible {
  public var description: String { ".inMemory(\(name.debugDescription))" }
}

extension SharedReaderKey {
  /// Shares a value by name until the program ends.
  ///
  /// - Parameter key: The name.
  public static func inMemory<Value>(_ key: String) -> Self where Self == InMemoryKey<Value> { InMemoryKey(key) }
}
