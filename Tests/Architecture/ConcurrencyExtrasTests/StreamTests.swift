import ConcurrencyExtras
import Testing

struct StreamTests {
  private struct Broken: Error, Equatable {}

  private struct Countdown: AsyncSequence, Sendable {
    let start: Int
    let breaksAtZero: Bool

    struct Iterator: AsyncIteratorProtocol {
      var next: Int
      let breaksAtZero: Bool

      mutating func next() async throws -> Int? {
        guard next > 0 else {
          if breaksAtZero { throw Broken() }
          return nil
        }
        defer { next -= 1 }
        return next
      }
    }

    func makeAsyncIterator() -> Iterator { Iterator(next: start, breaksAtZero: breaksAtZero) }
  }

  @Test func erasingKeepsTheElements() async {
    var elements: [Int] = []
    for await element in Countdown(start: 3, breaksAtZero: false).eraseToStream() { elements.append(element) }
    #expect(elements == [3, 2, 1])
  }

  @Test func anErasedErrorEndsTheStream() async {
    var elements: [Int] = []
    for await element in Countdown(start: 2, breaksAtZero: true).eraseToStream() { elements.append(element) }
    #expect(elements == [2, 1])
  }

  @Test func aThrowingStreamKeepsTheError() async {
    var elements: [Int] = []
    await #expect(throws: Broken.self) {
      for try await element in Countdown(start: 2, breaksAtZero: true).eraseToThrowingStream() { elements.append(element) }
    }
    #expect(elements == [2, 1])
  }

  @Test func finishedStreamsAreFinished() async throws {
    for await _ in AsyncStream<Int>.finished { Issue.record("nothing may come") }
    for try await _ in AsyncThrowingStream<Int, any Error>.finished() { Issue.record("nothing may come") }
    await #expect(throws: Broken.self) {
      for try await _ in AsyncThrowingStream<Int, any Error>.finished(throwing: Broken()) {}
    }
  }

  @Test func theOlderNameOfMakeStreamWorks() async throws {
    let (stream, continuation) = AsyncStream<Int>.streamWithContinuation()
    continuation.yield(1)
    continuation.finish()
    #expect(await stream.reduce(0, +) == 1)
    let (throwing, feed) = AsyncThrowingStream<Int, any Error>.streamWithContinuation()
    feed.finish(throwing: Broken())
    await #expect(throws: Broken.self) { for try await _ in throwing {} }
  }

  @Test func neverEndsByCancellationOnly() async {
    let stream = Task { for await _ in AsyncStream<Int>.never { Issue.record("nothing may come") } }
    stream.cancel()
    await stream.value
    let task = Task<Never, any Error> { try await Task.never() }
    task.cancel()
    let ending = await task.result
    #expect(throws: CancellationError.self) { _ = try ending.get() }
  }

  @Test func cancellingWhoWaitsCancelsTheTaskWaitedFor() async {
    let inner = Task<Int, any Error> { try await Task.never() }
    let outer = Task { try await inner.cancellableValue }
    outer.cancel()
    await #expect(throws: CancellationError.self) { try await outer.value }
    #expect(inner.isCancelled)
    let calm = Task {
      await withTaskCancellationHandler {
        await Task.yield(); return 2
      } onCancel: {
      }
    }
    #expect(await calm.cancellableValue == 2)
  }

  @Test func resultsOfAsynchronousWork() async throws {
    let good = await Result { try await answer(42) }
    #expect(try good.get() == 42)
    let bad = await Result { try await answer(nil) }
    #expect(throws: Broken.self) { try bad.get() }
  }

  @Test func theWishForASerialExecutorIsKeptWhileItRuns() async {
    #expect(!uncheckedUseMainSerialExecutor)
    withMainSerialExecutor { #expect(uncheckedUseMainSerialExecutor) }
    #expect(!uncheckedUseMainSerialExecutor)
  }

  private func answer(_ value: Int?) async throws -> Int {
    await Task.yield()
    guard let value else { throw Broken() }
    return value
  }
}
