@_exported import IssueReporting

/// Reports an issue, under the name XCTest made known.
///
/// - Parameter message: What is wrong.
public func XCTFail(
  _ message: String = "",
  fileID: StaticString = #fileID,
  file: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  reportIssue(message, fileID: fileID, filePath: file, line: line, column: column)
}

/// Runs an operation that must report an issue.
///
/// - Parameters:
///   - reason: Why the issue is expected.
///   - strict: Whether it is an issue when nothing goes wrong.
///   - failingBlock: What to run.
public func XCTExpectFailure(
  _ reason: String? = nil,
  strict: Bool = true,
  fileID: StaticString = #fileID,
  file: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  failingBlock: () throws -> Void
) {
  withExpectedIssue(
    reason, isIntermittent: !strict, fileID: fileID, filePath: file, line: line, column: column, failingBlock)
}
