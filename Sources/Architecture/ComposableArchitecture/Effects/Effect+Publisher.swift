extension Effect {
  /// Sends each element of a sequence until it ends or the effect is cancelled.
  ///
  /// There is no Combine here; what takes the place of a publisher is an asynchronous sequence: `.publisher { state.$count.publisher
  /// .map(Action.countChanged) }`.
  ///
  /// - Parameter createPublisher: Makes the sequence, at once.
  public static func publisher<Actions: AsyncSequence>(
    _ createPublisher: () -> Actions,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Self where Actions.Element == Action {
    let makeReader = createPublisher().reader
    return .run(
      operation: { send in
        let next = makeReader.value()
        while let action = try await next() { await send(action) }
      }, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension AsyncSequence {
  /// Makes a function that gives the elements, one with each call.
  var reader: UncheckedSendable<() -> () async throws -> Element?> {
    let makeReader = { () -> () async throws -> Element? in
      var iterator = makeAsyncIterator()
      return { try await iterator.next() }
    }
    // Safe to send: the task of the effect that was made of the sequence is the only one that ever uses it.
    return UncheckedSendable(makeReader)
  }
}
