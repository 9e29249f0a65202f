// The ecosystem has these on Combine's publishers. There is no Combine here, and `Effect` has one type parameter in every version
// since 1.0, so `Effect<Action, Never>` cannot be spelled; what took the place of a publisher, an asynchronous sequence, offers the same.

extension AsyncSequence {
  /// An effect that sends each element.
  public func eraseToEffect(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Effect<Element> {
    .publisher({ self }, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// An effect that sends what `transform` makes of each element.
  public func eraseToEffect<Action>(
    _ transform: @escaping (Element) -> Action,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Effect<Action> {
    eraseToEffect(fileID: fileID, filePath: filePath, line: line, column: column).map(transform)
  }

  /// An effect that sends each element as a success, and at the end the error that the sequence threw, if it did.
  public func catchToEffect<Action>(
    _ transform: @escaping (Result<Element, any Error>) -> Action,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Effect<Action> {
    let (makeReader, transform) = (reader, UncheckedSendable(transform))
    return .run(
      operation: { send in
        let next = makeReader.value()
        do {
          while let element = try await next() { await send(transform.value(.success(element))) }
        } catch {
          guard !Task.isCancelled else { return }
          await send(transform.value(.failure(error)))
        }
      }, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// An effect that sends each element as a success, and at the end the error that the sequence threw, if it did.
  public func catchToEffect(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Effect<Result<Element, any Error>> {
    catchToEffect({ $0 }, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
