/// Reports that something is wrong, without stopping.
///
/// The issue goes to ``IssueReporters/current``: it fails the running test, is shown by the debugger, or is printed to
/// standard error.
///
/// - Parameters:
///   - message: What is wrong.
///   - severity: Whether it is a warning or an error.
public func reportIssue(
  _ message: @autoclosure () -> String? = nil,
  severity: IssueSeverity = .error,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  let place =
    IssueContext.current ?? IssueContext(fileID: fileID, filePath: filePath, line: line, column: column)
  if let expectation = IssueExpectation.current {
    expectation.meet(message: message())
    return
  }
  for reporter in IssueReporters.current {
    reporter.reportIssue(
      message(), severity: severity, fileID: place.fileID, filePath: place.filePath, line: place.line,
      column: place.column)
  }
}

/// Reports an error that somebody threw as an issue.
///
/// - Parameters:
///   - error: The error.
///   - message: What was being done.
public func reportIssue(
  _ error: any Error,
  _ message: @autoclosure () -> String? = nil,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  let place =
    IssueContext.current ?? IssueContext(fileID: fileID, filePath: filePath, line: line, column: column)
  if let expectation = IssueExpectation.current {
    expectation.meet(message: message() ?? "Caught error: \(error)")
    return
  }
  for reporter in IssueReporters.current {
    reporter.reportIssue(
      error, message(), fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
  }
}
