import CIssueRecording
import IssueReporting
import Synchronization
import Testing
import XCTest

/// Turns issues into failures of the running test, be it XCTest's or Swift Testing's.
final class TestingIssueReporter: IssueReporter {
  static let shared = TestingIssueReporter()

  /// XCTest runs one test at a time, and says so to its observers only.
  let isXCTestRunning = Atomic(false)
  /// How many of XCTest's tests have begun.
  let startedXCTests = Atomic(0)

  func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    let text = message() ?? "Issue reported"
    guard !isXCTestRunning.load(ordering: .relaxed) else {
      // XCTest has no warnings.
      if severity == .error { XCTFail(text, file: filePath, line: line) }
      return
    }
    Issue.record(
      Comment(rawValue: text),
      severity: severity == .warning ? .warning : .error,
      sourceLocation: SourceLocation(
        fileID: fileID.description, filePath: filePath.description, line: max(1, Int(line)), column: max(1, Int(column)))
    )
  }
}

/// Notes when one of XCTest's tests runs.
private final class XCTestWatcher: XCTestObservation {
  func testCaseWillStart(_ testCase: XCTestCase) {
    TestingIssueReporter.shared.startedXCTests.add(1, ordering: .relaxed)
    TestingIssueReporter.shared.isXCTestRunning.store(true, ordering: .relaxed)
  }

  func testCaseDidFinish(_ testCase: XCTestCase) {
    TestingIssueReporter.shared.isXCTestRunning.store(false, ordering: .relaxed)
  }
}

/// Called by a C constructor when a test program loads.
@_cdecl("hindsight_issue_recording_install")
func install() {
  IssueReporters.testRecorder = TestingIssueReporter.shared
  RunningTest.identify = {
    let reporter = TestingIssueReporter.shared
    guard reporter.isXCTestRunning.load(ordering: .relaxed) else { return Test.current.map { RunningTest($0.id) } }
    return RunningTest(reporter.startedXCTests.load(ordering: .relaxed))
  }
  XCTestObservationCenter.shared.addTestObserver(XCTestWatcher())
}
