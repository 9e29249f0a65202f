import IssueReporting
import Synchronization

/// Keeps what it is told, for tests to look at.
final class RecordingReporter: IssueReporter {
  private let kept = Mutex<[String]>([])
  private let expected = Mutex<[String]>([])

  var messages: [String] { kept.withLock { $0 } }
  var expectedMessages: [String] { expected.withLock { $0 } }

  func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    let text = "\(severity) \(line): \(message() ?? "nil")"
    kept.withLock { $0.append(text) }
  }

  func expectIssue(
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    let text = message() ?? "nil"
    expected.withLock { $0.append(text) }
  }
}
