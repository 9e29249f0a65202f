/// Somewhere an issue can go: a failing test, a log, a debugger's entry.
///
/// A conformance implements one method; the others fall back to it.
public protocol IssueReporter: Sendable {
  /// Takes an issue.
  ///
  /// - Parameters:
  ///   - message: What went wrong; evaluated only by reporters that show it.
  ///   - severity: Whether it is a warning or an error.
  ///   - fileID: The file that is to blame.
  ///   - filePath: The same file as a path.
  ///   - line: The line that is to blame.
  ///   - column: The column that is to blame.
  func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  )

  /// Takes an issue that is an error somebody threw.
  func reportIssue(
    _ error: any Error,
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  )

  /// Takes an issue that was expected, and so fails nothing.
  func expectIssue(
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  )

  /// Takes an expected issue that is an error somebody threw.
  func expectIssue(
    _ error: any Error,
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  )
}

extension IssueReporter {
  public func reportIssue(
    _ error: any Error,
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    reportIssue(
      describe(error, message()), severity: .error, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  public func expectIssue(
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {}

  public func expectIssue(
    _ error: any Error,
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    expectIssue(describe(error, message()), fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

private func describe(_ error: any Error, _ message: String?) -> String {
  guard let message, !message.isEmpty else { return "Caught error: \(error)" }
  return "\(message): \(error)"
}
