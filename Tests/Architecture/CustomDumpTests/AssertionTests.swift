import CustomDump
import IssueReporting
import Synchronization
import Testing

private final class Recorder: IssueReporter {
  let messages = Mutex<[String]>([])

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString, filePath: StaticString, line: UInt,
    column: UInt
  ) {
    let text = message() ?? ""
    messages.withLock { $0.append(text) }
  }
}

@Suite struct AssertionTests {
  private func issues(_ operation: () -> Void) -> [String] {
    let recorder = Recorder()
    withIssueReporters([recorder], operation: operation)
    return recorder.messages.withLock { $0 }
  }

  @Test func noDifferenceReportsTheDifference() {
    #expect(issues { expectNoDifference([1], [1]) } == [])
    #expect(
      issues { expectNoDifference(1, 2, "Count") } == [
        "Count - Difference: …\n\n  \u{2212} 1\n  + 2\n\n(First: \u{2212}, Second: +)"
      ])
    #expect(
      issues { XCTAssertNoDifference(1, 2) } == [
        "XCTAssertNoDifference failed: …\n\n  \u{2212} 1\n  + 2\n\n(First: \u{2212}, Second: +)"
      ])
  }

  @Test func differenceComparesWithTheExpectedChange() async {
    var count = 0
    #expect(
      issues {
        expectDifference(count, operation: { count += 1 }, changes: { $0 = 1 })
      } == [])
    #expect(
      issues {
        expectDifference(count, operation: { count += 1 }, changes: { $0 = 3 })
      } == ["Difference: …\n\n  \u{2212} 3\n  + 2\n\n(Expected: \u{2212}, Actual: +)"])
    #expect(
      issues { XCTAssertDifference(count, operation: {}, changes: { _ in }) } == [
        "A change was expected, but the value is still: 2"
      ])
  }
}
