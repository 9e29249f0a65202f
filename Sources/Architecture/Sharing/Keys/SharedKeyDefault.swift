/// A key together with the value to start with: `Self[.fileStorage(url), default: []]`.
public struct _SharedKeyDefault<Base: SharedReaderKey>: SharedReaderKey {
  let base: Base
  let defaultValue: @Sendable () -> Base.Value

  /// Pairs a key with a default.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The value to start with when the key has none.
  public init(_ key: Base, _ value: @autoclosure @escaping @Sendable () -> Base.Value) {
    base = key
    defaultValue = value
  }

  /// Pairs a key with a default.
  public static subscript(key: Base, default value: @autoclosure @escaping @Sendable () -> Base.Value) -> Self {
    Self(key, value())
  }

  public var id: Base.ID { base.id }

  public func load(context: LoadContext<Base.Value>, continuation: LoadContinuation<Base.Value>) {
    base.load(context: context, continuation: continuation)
  }

  public func subscribe(context: LoadContext<Base.Value>, subscriber: SharedSubscriber<Base.Value>) -> SharedSubscription {
    base.subscribe(context: context, subscriber: subscriber)
  }
}

extension _SharedKeyDefault: SharedKey where Base: SharedKey {
  public func save(_ value: Base.Value, context: SaveContext, continuation: SaveContinuation) {
    base.save(value, context: context, continuation: continuation)
  }
}

extension SharedReaderKey {
  /// This kind of key with a default.
  public typealias Default = _SharedKeyDefault<Self>
}

/// The older name of a key with a default.
public typealias PersistenceKeyDefault = _SharedKeyDefault
