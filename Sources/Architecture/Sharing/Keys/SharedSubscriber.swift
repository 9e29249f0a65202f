import Synchronization

/// Takes values that a key found changed elsewhere.
public struct SharedSubscriber<Value>: Sendable {
  private let callback: @Sendable (Result<Value?, any Error>) -> Void
  private let onLoading: @Sendable (Bool) -> Void

  /// Makes a subscriber.
  ///
  /// - Parameters:
  ///   - callback: Takes each result; no value means the initial one.
  ///   - onLoading: Is told when loading begins and ends.
  public init(
    callback: @escaping @Sendable (Result<Value?, any Error>) -> Void,
    onLoading: @escaping @Sendable (Bool) -> Void = { _ in }
  ) {
    self.callback = callback
    self.onLoading = onLoading
  }

  /// The value changed.
  public func yield(_ value: Value) { yield(with: .success(value)) }
  /// The value is gone, so the initial one is used.
  public func yieldReturningInitialValue() { yield(with: .success(nil)) }
  /// The value could not be read.
  public func yield(throwing error: any Error) { yield(with: .failure(error)) }
  /// The value changed, or could not be read.
  public func yield(with result: Result<Value?, any Error>) { callback(result) }
  /// Loading began, or ended.
  public func yieldLoading(_ isLoading: Bool = true) { onLoading(isLoading) }
}

/// Ends a key's watch over its value, when cancelled or no longer held.
public struct SharedSubscription: Sendable {
  private final class Cancellation: Sendable {
    private let action: Mutex<(@Sendable () -> Void)?>
    init(_ action: @escaping @Sendable () -> Void) { self.action = Mutex(action) }
    deinit { run() }

    func run() {
      let action = action.withLock { action in
        defer { action = nil }
        return action
      }
      action?()
    }
  }

  private let cancellation: Cancellation

  /// Makes a subscription.
  ///
  /// - Parameter cancel: Ends the watch; called once.
  public init(_ cancel: @escaping @Sendable () -> Void) { cancellation = Cancellation(cancel) }

  /// Ends the watch.
  public func cancel() { cancellation.run() }
}
