import ActionLanguage
import IssueReporting

/// Takes the issues that reducers and effects report, so that they stand under the entry they belong to instead of going to a
/// test or to standard error.
final class ReportCollector: IssueReporter {
  let texts = CollectedTexts()

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString, filePath: StaticString, line: UInt,
    column: UInt
  ) {
    texts.add("\(ValuePrinter.spellingIdentifiers(in: message() ?? "an issue was reported"))\n(\(fileID):\(line))")
  }
}
