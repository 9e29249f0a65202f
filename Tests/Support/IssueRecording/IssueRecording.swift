import CIssueRecording
import IssueReporting
import Testing

/// Turns issues into failures of the running Swift Testing test.
struct TestingIssueReporter: IssueReporter {
  func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    Issue.record(
      Comment(rawValue: message() ?? "Issue reported"),
      severity: severity == .warning ? .warning : .error,
      sourceLocation: SourceLocation(
        fileID: fileID.description, filePath: filePath.description, line: max(1, Int(line)), column: max(1, Int(column)))
    )
  }
}

/// Called by a C constructor when a test program loads.
@_cdecl("hindsight_issue_recording_install")
func install() {
  IssueReporters.testRecorder = TestingIssueReporter()
}
