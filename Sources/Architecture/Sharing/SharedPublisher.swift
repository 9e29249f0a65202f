import Synchronization

/// The values of a shared value over time: the one there is when somebody begins to read, then each that is written.
///
/// An asynchronous sequence, so `map`, `filter`, `dropFirst` and the like apply. Values read late are kept in order.
public struct SharedPublisher<Output: Sendable>: AsyncSequence, Sendable {
  public typealias Element = Output
  public typealias Failure = Never

  private let reference: SharedReaderReference<Output>
  private let isDuplicate: @Sendable (Output, Output) -> Bool

  init(
    _ reference: SharedReaderReference<Output>,
    isDuplicate: @escaping @Sendable (Output, Output) -> Bool = { _, _ in false }
  ) {
    self.reference = reference
    self.isDuplicate = isDuplicate
  }

  public func makeAsyncIterator() -> AsyncStream<Output>.AsyncIterator {
    let (stream, continuation) = AsyncStream.makeStream(of: Output.self)
    let (reference, isDuplicate) = (reference, isDuplicate)
    let first = reference.value(.current)
    continuation.yield(first)
    let last = LastPublished(first)
    let subscription = reference.observe {
      let value = reference.value(.current)
      if last.replace(with: value, unless: isDuplicate) { continuation.yield(value) }
    }
    continuation.onTermination = { _ in subscription.cancel() }
    return stream.makeAsyncIterator()
  }
}

extension SharedPublisher where Output: Equatable {
  /// The values without those that equal the one before.
  public func removeDuplicates() -> SharedPublisher { SharedPublisher(reference) { $0 == $1 } }
}

/// The value that was published last.
private final class LastPublished<Value: Sendable>: Sendable {
  private let value: Mutex<Value>

  init(_ value: Value) { self.value = Mutex(value) }

  /// Replaces it, unless the new one is a duplicate.
  ///
  /// - Returns: Whether it was replaced.
  func replace(with newValue: Value, unless isDuplicate: (Value, Value) -> Bool) -> Bool {
    value.withLock { value in
      guard !isDuplicate(value, newValue) else { return false }
      value = newValue
      return true
    }
  }
}

extension Shared where Value: Sendable {
  /// The value as it is, and then each value it gets.
  public var publisher: SharedPublisher<Value> { SharedPublisher(reference) }
}

extension SharedReader where Value: Sendable {
  /// The value as it is, and then each value it gets.
  public var publisher: SharedPublisher<Value> { SharedPublisher(reference) }
}
