import IssueReporting
import XCTest

/// The only tests here that XCTest runs: they show that issues fail its tests as well.
final class XCTestIssueTests: XCTestCase {
  private var failures: [String] = []

  /// Keeps the failures that are expected from failing this very test.
  override func recordFailure(
    withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
  ) {
    guard description.contains("on purpose") else {
      return super.recordFailure(withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
    }
    failures.append(description)
  }

  func testAnIssueFailsTheRunningTest() {
    reportIssue("wrong on purpose")
    XCTAssertEqual(failures.count, 1)
    XCTAssertEqual(failures.first?.hasSuffix("wrong on purpose"), true)
  }

  func testAWarningFailsNothing() {
    reportIssue("a warning on purpose", severity: .warning)
    XCTAssertEqual(failures, [])
  }
}
