/// Runs an operation and reports what it throws as an issue.
///
/// - Parameters:
///   - message: What was being done.
///   - reporters: Where the issue goes; `nil` means the current reporters.
///   - body: What to run.
/// - Returns: What the operation returns, or `nil` when it threw.
@discardableResult
public func withErrorReporting<Output>(
  _ message: @autoclosure () -> String? = nil,
  to reporters: [any IssueReporter]? = nil,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  catching body: () throws -> Output
) -> Output? {
  do {
    return try withIssueReporters(reporters ?? IssueReporters.current, operation: body)
  } catch {
    withIssueReporters(reporters ?? IssueReporters.current) {
      reportIssue(error, message(), fileID: fileID, filePath: filePath, line: line, column: column)
    }
    return nil
  }
}

/// Runs an asynchronous operation and reports what it throws as an issue.
@discardableResult
public func withErrorReporting<Output>(
  _ message: @autoclosure () -> String? = nil,
  to reporters: [any IssueReporter]? = nil,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  catching body: () async throws -> Output
) async -> Output? {
  do {
    return try await withIssueReporters(reporters ?? IssueReporters.current, operation: body)
  } catch {
    withIssueReporters(reporters ?? IssueReporters.current) {
      reportIssue(error, message(), fileID: fileID, filePath: filePath, line: line, column: column)
    }
    return nil
  }
}
