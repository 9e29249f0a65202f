extension Task where Success == Never, Failure == Never {
  /// Lets other tasks run, many times.
  ///
  /// - Parameter count: How many times.
  public static func megaYield(count: Int = 20) async {
    for _ in 0..<count {
      await Task<Void, Never>.detached(priority: .background) { await Task.yield() }.value
    }
  }

  /// Waits until the current task is cancelled.
  ///
  /// - Throws: `CancellationError`, always.
  public static func never() async throws -> Never {
    for await element in AsyncStream<Never>.never {
      switch element {}
    }
    throw _Concurrency.CancellationError()
  }
}

extension Task where Failure == any Error {
  /// The value of the task, which is cancelled when the current task is cancelled.
  public var cancellableValue: Success {
    get async throws {
      try await withTaskCancellationHandler {
        try await value
      } onCancel: {
        cancel()
      }
    }
  }
}

extension Task where Failure == Never {
  /// The value of the task, which is cancelled when the current task is cancelled.
  public var cancellableValue: Success {
    get async {
      await withTaskCancellationHandler {
        await value
      } onCancel: {
        cancel()
      }
    }
  }
}
