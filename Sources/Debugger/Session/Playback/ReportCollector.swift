import ActionLanguage
import IssueReporting
import Synchronization

/// Takes the issues that reducers and effects report, so that they stand under the entry they belong to instead of going to a
/// test or to standard error.
final class ReportCollector: IssueReporter {
  private let messages = Mutex<[String]>([])
  /// Whether there is anything to take; asked for each action.
  private let isAny = Atomic(false)
  private let muted = Atomic(false)

  /// Whether nothing that is reported is taken.
  var isMuted: Bool {
    get { muted.load(ordering: .relaxed) }
    set { muted.store(newValue, ordering: .relaxed) }
  }

  /// Takes what was reported since the last time.
  func take() -> [String] {
    guard isAny.load(ordering: .acquiring) else { return [] }
    isAny.store(false, ordering: .releasing)
    return messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString, filePath: StaticString, line: UInt,
    column: UInt
  ) {
    guard !isMuted else { return }
    let text = message() ?? "an issue was reported"
    messages.withLock { $0.append("\(ValuePrinter.spellingIdentifiers(in: text))\n(\(fileID):\(line))") }
    isAny.store(true, ordering: .releasing)
  }
}
