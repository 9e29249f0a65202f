import Synchronization

/// Where issues go.
public enum IssueReporters {
  /// The reporters of the current task; every issue goes to all of them.
  ///
  /// Assigning changes what tasks without an override of their own use. Use ``withIssueReporters(_:operation:)`` to override.
  public static var current: [any IssueReporter] {
    get { overrides ?? processWide.withLock { $0 } }
    set { processWide.withLock { $0 = newValue } }
  }

  @TaskLocal static var overrides: [any IssueReporter]?

  private static let processWide = Mutex<[any IssueReporter]>([DefaultIssueReporter()])

  /// Records an issue of an ordinary test run; set when a test harness is linked in.
  package static var testRecorder: (any IssueReporter)? {
    get { recorder.withLock { $0 } }
    set { recorder.withLock { $0 = newValue } }
  }

  private static let recorder = Mutex<(any IssueReporter)?>(nil)
}

/// Sends the issues of an operation to the given reporters only.
///
/// - Parameters:
///   - reporters: Where issues go; none silences them.
///   - operation: What to run.
/// - Returns: What the operation returns.
/// - Throws: What the operation throws.
public func withIssueReporters<Output>(
  _ reporters: [any IssueReporter],
  operation: () throws -> Output
) rethrows -> Output {
  try IssueReporters.$overrides.withValue(reporters, operation: operation)
}

/// Sends the issues of an asynchronous operation, and of the tasks it starts, to the given reporters only.
public func withIssueReporters<Output>(
  _ reporters: [any IssueReporter],
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Output
) async rethrows -> Output {
  try await IssueReporters.$overrides.withValue(reporters, operation: operation, isolation: isolation)
}
