import Synchronization

/// Counts the issues of an operation that is expected to report some.
final class IssueExpectation: Sendable {
  @TaskLocal static var current: IssueExpectation?

  private let messages = Mutex<[String]>([])

  var isMet: Bool { messages.withLock { !$0.isEmpty } }

  func meet(message: String?) {
    let reporters = IssueReporters.current
    messages.withLock { $0.append(message ?? "") }
    for reporter in reporters {
      reporter.expectIssue(message, fileID: "", filePath: "", line: 0, column: 0)
    }
  }
}

/// Runs an operation that must report an issue or throw; that is then no failure, and its absence is one.
///
/// - Parameters:
///   - message: What is expected.
///   - isIntermittent: Whether nothing going wrong is all right too.
///   - body: What to run.
public func withExpectedIssue(
  _ message: String? = nil,
  isIntermittent: Bool = false,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ body: () throws -> Void
) {
  let expectation = IssueExpectation()
  do {
    try IssueExpectation.$current.withValue(expectation, operation: body)
  } catch {
    expectation.meet(message: message ?? "\(error)")
  }
  guard !isIntermittent, !expectation.isMet else { return }
  reportIssue(
    absence(of: message), fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Runs an asynchronous operation that must report an issue or throw.
public func withExpectedIssue(
  _ message: String? = nil,
  isIntermittent: Bool = false,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ body: () async throws -> Void
) async {
  let expectation = IssueExpectation()
  do {
    try await IssueExpectation.$current.withValue(expectation, operation: body, isolation: isolation)
  } catch {
    expectation.meet(message: message ?? "\(error)")
  }
  guard !isIntermittent, !expectation.isMet else { return }
  reportIssue(
    absence(of: message), fileID: fileID, filePath: filePath, line: line, column: column)
}

private func absence(of message: String?) -> String {
  "An issue was expected, but none was reported" + (message.map { ": \($0)" } ?? ".")
}
