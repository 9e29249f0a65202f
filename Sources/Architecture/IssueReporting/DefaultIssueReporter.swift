import Foundation

/// Fails the running test, or prints to standard error when no test runs.
public struct DefaultIssueReporter: IssueReporter {
  public init() {}

  public func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    if let recorder = IssueReporters.testRecorder {
      recorder.reportIssue(
        message(), severity: severity, fileID: fileID, filePath: filePath, line: line, column: column)
    } else {
      let text = message().flatMap { $0.isEmpty ? nil : $0 } ?? "Issue reported"
      FileHandle.standardError.write(Data("\(fileID):\(line): \(severity.rawValue): \(text)\n".utf8))
    }
  }
}

extension IssueReporter where Self == DefaultIssueReporter {
  /// Fails the running test, or prints to standard error when no test runs.
  public static var `default`: Self { Self() }
  /// Warns without stopping: here the same as ``default``, as there is no debugger to show a purple warning in.
  public static var runtimeWarning: Self { Self() }
}
