import IssueReporting
import Testing

struct IssueReportingTests {
  struct Broken: Error, CustomStringConvertible {
    var description: String { "broken" }
  }

  @Test func issuesGoToEveryReporterOfTheOperation() {
    let first = RecordingReporter()
    let second = RecordingReporter()
    withIssueReporters([first, second]) {
      reportIssue("odd", line: 7)
      reportIssue("meh", severity: .warning, line: 8)
      reportIssue(Broken(), "while counting", line: 9)
      reportIssue(Broken(), line: 10)
      reportIssue(line: 11)
    }
    let expected = [
      "error 7: odd", "warning 8: meh", "error 9: while counting: broken", "error 10: Caught error: broken", "error 11: nil",
    ]
    #expect(first.messages == expected)
    #expect(second.messages == expected)
  }

  @Test func tasksInheritTheReporters() async {
    let reporter = RecordingReporter()
    await withIssueReporters([reporter]) {
      await Task { reportIssue("inside", line: 1) }.value
    }
    #expect(reporter.messages == ["error 1: inside"])
  }

  @Test func anIssueFailsTheRunningTest() {
    withKnownIssue {
      reportIssue("on purpose")
    } matching: { issue in
      issue.comments.map(\.rawValue) == ["on purpose"]
    }
  }

  @Test func aContextMovesTheBlame() {
    let reporter = RecordingReporter()
    withIssueReporters([reporter]) {
      withIssueContext(fileID: "a", filePath: "b", line: 42, column: 1) {
        reportIssue("elsewhere", line: 1)
      }
    }
    #expect(reporter.messages == ["error 42: elsewhere"])
  }

  @Test func anExpectedIssueIsNoIssue() {
    let reporter = RecordingReporter()
    withIssueReporters([reporter]) {
      withExpectedIssue { reportIssue("as expected") }
      withExpectedIssue { throw Broken() }
    }
    #expect(reporter.messages == [])
    #expect(reporter.expectedMessages == ["as expected", "broken"])
  }

  @Test func theAbsenceOfAnExpectedIssueIsOne() async {
    let reporter = RecordingReporter()
    await withIssueReporters([reporter]) {
      withExpectedIssue("crash", line: 3) {}
      withExpectedIssue("maybe", isIntermittent: true) {}
      await withExpectedIssue(line: 5) { await Task.yield() }
    }
    #expect(
      reporter.messages == [
        "error 3: An issue was expected, but none was reported: crash",
        "error 5: An issue was expected, but none was reported.",
      ])
  }

  @Test func errorReportingTurnsErrorsIntoIssues() async {
    let reporter = RecordingReporter()
    let value = withErrorReporting { 42 }
    #expect(value == 42)
    let nothing: Int? = withErrorReporting("sums", to: [reporter], line: 2) { throw Broken() }
    #expect(nothing == nil)
    let later: Int? = await withErrorReporting(to: [reporter], line: 3) { () async throws -> Int in throw Broken() }
    #expect(later == nil)
    #expect(reporter.messages == ["error 2: sums: broken", "error 3: Caught error: broken"])
  }

  @Test func unimplementedClosuresReportAndReturnThePlaceholder() async {
    let reporter = RecordingReporter()
    let sum: @Sendable (Int, Int) -> Int = unimplemented("Client.sum", placeholder: 7, line: 1)
    let fetch: @Sendable (Int) async throws -> String = unimplemented("Client.fetch", line: 2)
    await withIssueReporters([reporter]) {
      #expect(sum(1, 2) == 7)
      await #expect(throws: UnimplementedFailure.self) { try await fetch(3) }
    }
    #expect(
      reporter.messages == [
        "error 1: Unimplemented: Client.sum\n\n  Called with:\n    (1, 2)",
        "error 2: Unimplemented: Client.fetch\n\n  Called with:\n    3",
      ])
  }

  @Test func thisIsATestProcess() {
    #expect(isTesting)
    #expect(TestContext.current == .swiftTesting)
  }
}
