/// The effects that an action sent to a test store led to.
public struct TestStoreTask: Hashable, Sendable {
  private let task: StoreTask
  private let settle: Settle

  /// Waits until the store is quiet or a condition holds. A class so that the task can be compared.
  final class Settle: Sendable {
    let run: @MainActor @Sendable (_ isDone: () -> Bool, _ timeout: Duration?) async -> Bool

    init(_ run: @escaping @MainActor @Sendable (_ isDone: () -> Bool, _ timeout: Duration?) async -> Bool) {
      self.run = run
    }
  }

  init(task: StoreTask, settle: Settle) {
    self.task = task
    self.settle = settle
  }

  /// Cancels the effects and lets them react.
  @MainActor
  public func cancel() async {
    task.cancel()
    _ = await settle.run({ true }, .zero)
  }

  /// Returns when the effects have ended.
  ///
  /// - Parameter timeout: How long, in real time, to wait for what does not depend on the test's clocks.
  @MainActor
  public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let task = task
    if await settle.run({ task.group?.isEmpty ?? true }, timeout) { return }
    SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column).report(
      """
      Expected the task to finish, but its effects are still running.

      If they wait for time, advance the test's clock; if they never end, cancel the task.
      """)
  }

  /// Whether it was cancelled.
  public var isCancelled: Bool { task.isCancelled }

  public static func == (left: Self, right: Self) -> Bool { left.task == right.task }
  public func hash(into hasher: inout Hasher) { hasher.combine(task) }
}
