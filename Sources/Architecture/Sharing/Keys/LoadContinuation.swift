import Synchronization

/// Takes the result of loading a value, once; further results are dropped.
public struct LoadContinuation<Value>: Sendable {
  private let once: Once
  private let callback: @Sendable (Result<Value?, any Error>) -> Void

  /// Makes a continuation.
  public init(_ callback: @escaping @Sendable (Result<Value?, any Error>) -> Void) {
    once = Once()
    self.callback = callback
  }

  /// The value was loaded.
  public func resume(returning value: Value) { resume(with: .success(value)) }
  /// There is none, so the initial value is used.
  public func resumeReturningInitialValue() { resume(with: .success(nil)) }
  /// It could not be loaded.
  public func resume(throwing error: any Error) { resume(with: .failure(error)) }
  /// Loading ended; no value means the initial one.
  public func resume(with result: Result<Value?, any Error>) {
    if once.first() { callback(result) }
  }
}

/// Takes the result of saving a value, once; further results are dropped.
public struct SaveContinuation: Sendable {
  private let once = Once()
  private let callback: @Sendable (Result<Void, any Error>) -> Void

  /// Makes a continuation.
  public init(_ callback: @escaping @Sendable (Result<Void, any Error>) -> Void) { self.callback = callback }

  /// The value was saved.
  public func resume() { resume(with: .success(())) }
  /// It could not be saved.
  public func resume(throwing error: any Error) { resume(with: .failure(error)) }
  /// Saving ended.
  public func resume(with result: Result<Void, any Error>) {
    if once.first() { callback(result) }
  }
}

/// Lets the first caller through.
private final class Once: Sendable {
  private let done = Atomic(false)
  func first() -> Bool { !done.exchange(true, ordering: .relaxed) }
}
