extension AsyncStream {
  /// Streams the elements of any sequence, asked for one at a time as they are consumed.
  ///
  /// - Parameter sequence: Where elements come from; an error it throws ends the stream.
  public init<S: AsyncSequence>(_ sequence: S) where S.Element == Element, S: Sendable {
    let iterator = UncheckedBox<S.AsyncIterator?>(wrappedValue: nil)
    self.init {
      if iterator.wrappedValue == nil {
        iterator.wrappedValue = sequence.makeAsyncIterator()
      }
      return try? await iterator.wrappedValue?.next()
    }
  }

  /// A stream and the continuation that feeds it; the older name of `makeStream`.
  public static func streamWithContinuation(
    _ elementType: Element.Type = Element.self,
    bufferingPolicy limit: Continuation.BufferingPolicy = .unbounded
  ) -> (stream: Self, continuation: Continuation) {
    makeStream(of: elementType, bufferingPolicy: limit)
  }

  /// A stream that never emits and never finishes, until its task is cancelled.
  public static var never: Self { Self { _ in } }

  /// A stream that is finished from the start.
  public static var finished: Self { Self { $0.finish() } }
}

extension AsyncThrowingStream where Failure == any Error {
  /// Streams the elements of any sequence, asked for one at a time as they are consumed.
  ///
  /// - Parameter sequence: Where elements and the error come from.
  public init<S: AsyncSequence>(_ sequence: S) where S.Element == Element, S: Sendable {
    let iterator = UncheckedBox<S.AsyncIterator?>(wrappedValue: nil)
    self.init {
      if iterator.wrappedValue == nil {
        iterator.wrappedValue = sequence.makeAsyncIterator()
      }
      return try await iterator.wrappedValue?.next()
    }
  }

  /// A throwing stream and the continuation that feeds it; the older name of `makeStream`.
  public static func streamWithContinuation(
    _ elementType: Element.Type = Element.self,
    bufferingPolicy limit: Continuation.BufferingPolicy = .unbounded
  ) -> (stream: Self, continuation: Continuation) {
    makeStream(of: elementType, throwing: Failure.self, bufferingPolicy: limit)
  }

  /// A stream that never emits and never finishes, until its task is cancelled.
  public static var never: Self { Self { _ in } }

  /// A stream that is finished from the start.
  ///
  /// - Parameter error: Thrown to the consumer, unless `nil`.
  public static func finished(throwing error: (any Error)? = nil) -> Self {
    Self { $0.finish(throwing: error) }
  }
}

extension AsyncSequence {
  /// This sequence as a stream; an error ends it.
  public func eraseToStream() -> AsyncStream<Element> where Self: Sendable {
    AsyncStream(self)
  }

  /// This sequence as a throwing stream.
  public func eraseToThrowingStream() -> AsyncThrowingStream<Element, any Error> where Self: Sendable {
    AsyncThrowingStream(self)
  }
}
