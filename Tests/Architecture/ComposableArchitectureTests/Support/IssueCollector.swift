import IssueReporting
import Synchronization

/// Keeps the issues that are reported while it is in force.
final class IssueCollector: IssueReporter {
  private let collected = Mutex<[String]>([])

  var messages: [String] { collected.withLock { $0 } }

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString, filePath: StaticString, line: UInt,
    column: UInt
  ) {
    let message = message() ?? ""
    collected.withLock { $0.append(message) }
  }

  func reportIssue(
    _ error: any Error, _ message: @autoclosure () -> String?, fileID: StaticString, filePath: StaticString, line: UInt,
    column: UInt
  ) {
    let message = message() ?? "\(error)"
    collected.withLock { $0.append(message) }
  }
}

/// The first lines of the issues that `body` reports.
func issues(_ body: () throws -> Void) rethrows -> [String] {
  let collector = IssueCollector()
  try withIssueReporters([collector], operation: body)
  return collector.messages.map(firstLine)
}

/// The first lines of the issues that `body` reports.
@MainActor
func issues(_ body: @MainActor () async throws -> Void) async rethrows -> [String] {
  let collector = IssueCollector()
  try await withIssueReporters([collector], operation: body)
  return collector.messages.map(firstLine)
}

private func firstLine(_ message: String) -> String {
  message.split(separator: "\n", omittingEmptySubsequences: false).first.map(String.init) ?? ""
}
