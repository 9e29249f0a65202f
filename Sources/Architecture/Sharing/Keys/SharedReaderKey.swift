/// Says where a shared value comes from.
///
/// Implement `load(context:continuation:)` and `subscribe(context:subscriber:)`; or the older `load(initialValue:)` and
/// `subscribe(initialValue:didSet:)`, which answer at once. A key that implements neither keeps the initial value.
public protocol SharedReaderKey<Value>: Sendable {
  associatedtype Value: Sendable
  associatedtype ID: Hashable = Self

  /// Two keys with the same identity and type of value share one value.
  var id: ID { get }

  /// Loads the value, and resumes the continuation once, now or later.
  func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>)

  /// Tells of changes made elsewhere, until the subscription is cancelled.
  func subscribe(context: LoadContext<Value>, subscriber: SharedSubscriber<Value>) -> SharedSubscription

  /// Loads the value at once; `nil` means there is none.
  func load(initialValue: Value?) -> Value?

  /// Tells of changes made elsewhere; `nil` means that the value is gone.
  func subscribe(initialValue: Value?, didSet receiveValue: @escaping @Sendable (Value?) -> Void) -> SharedSubscription
}

extension SharedReaderKey where ID == Self {
  public var id: ID { self }
}

extension SharedReaderKey {
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    continuation.resume(with: .success(load(initialValue: context.initialValue)))
  }

  public func subscribe(context: LoadContext<Value>, subscriber: SharedSubscriber<Value>) -> SharedSubscription {
    subscribe(initialValue: context.initialValue) { subscriber.yield(with: .success($0)) }
  }

  public func load(initialValue: Value?) -> Value? { initialValue }

  public func subscribe(
    initialValue: Value?, didSet receiveValue: @escaping @Sendable (Value?) -> Void
  ) -> SharedSubscription {
    SharedSubscription {}
  }

  /// Keeps a new reference alive if the storage is what keeps its values.
  func keep(_ reference: any AnyStoredReference) {
    (self as? any ReferenceKeepingKey)?.keepReference(reference)
  }
}

/// A key whose storage is the reference itself.
protocol ReferenceKeepingKey {
  func keepReference(_ reference: any AnyStoredReference)
}

/// The older name of ``SharedReaderKey``.
public typealias PersistenceReaderKey = SharedReaderKey
