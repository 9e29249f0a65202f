import Synchronization

private let mainSerialExecutorWish = Atomic<Bool>(false)

/// Whether work was asked to run on the main serial executor.
///
/// Effects run on a scheduler of one thread here, which is what this flag is wished for; so it is kept, and changes nothing.
public var uncheckedUseMainSerialExecutor: Bool {
  get { mainSerialExecutorWish.load(ordering: .relaxed) }
  set { mainSerialExecutorWish.store(newValue, ordering: .relaxed) }
}

/// Runs an operation with the wish that everything it starts runs in order on one thread.
@MainActor
public func withMainSerialExecutor(
  @_implicitSelfCapture operation: @MainActor @Sendable () async throws -> Void
) async rethrows {
  let before = uncheckedUseMainSerialExecutor
  defer { uncheckedUseMainSerialExecutor = before }
  uncheckedUseMainSerialExecutor = true
  try await operation()
}

/// Runs an operation with the wish that everything it starts runs in order on one thread.
public func withMainSerialExecutor<Output>(
  @_implicitSelfCapture operation: () throws -> Output
) rethrows -> Output {
  let before = uncheckedUseMainSerialExecutor
  defer { uncheckedUseMainSerialExecutor = before }
  uncheckedUseMainSerialExecutor = true
  return try operation()
}
