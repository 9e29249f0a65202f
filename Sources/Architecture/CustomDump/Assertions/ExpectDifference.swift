import IssueReporting

/// Reports an issue unless an operation changes a value exactly as described.
///
/// - Parameters:
///   - expression: The value; evaluated before and after the operation.
///   - message: What is being tested.
///   - operation: What changes the value.
///   - updateExpectingResult: Changes a copy of the value from before as the operation is expected to.
public func expectDifference<T: Equatable>(
  _ expression: @autoclosure () throws -> T,
  _ message: @autoclosure () -> String? = nil,
  operation: (() throws -> Void)? = nil,
  changes updateExpectingResult: (inout T) throws -> Void,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  do {
    let before = try expression()
    var expected = before
    try updateExpectingResult(&expected)
    try operation?()
    let failure = changeFailure(before, expected, try expression(), title: "Difference: …", message())
    guard let failure else { return }
    reportIssue(failure, fileID: fileID, filePath: filePath, line: line, column: column)
  } catch {
    reportIssue(error, message(), fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// Reports an issue unless an asynchronous operation changes a value exactly as described.
public func expectDifference<T: Equatable & Sendable>(
  _ expression: @autoclosure @Sendable () throws -> T,
  _ message: @autoclosure @Sendable () -> String? = nil,
  operation: @Sendable () async throws -> Void,
  changes updateExpectingResult: @Sendable (inout T) throws -> Void,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async {
  do {
    let before = try expression()
    var expected = before
    try updateExpectingResult(&expected)
    try await operation()
    let failure = changeFailure(before, expected, try expression(), title: "Difference: …", message())
    guard let failure else { return }
    reportIssue(failure, fileID: fileID, filePath: filePath, line: line, column: column)
  } catch {
    reportIssue(error, message(), fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// Fails the test unless an operation changes a value exactly as described.
public func XCTAssertDifference<T: Equatable>(
  _ expression: @autoclosure () throws -> T,
  _ message: @autoclosure () -> String = "",
  operation: (() throws -> Void)? = nil,
  changes updateExpectingResult: (inout T) throws -> Void,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  do {
    let before = try expression()
    var expected = before
    try updateExpectingResult(&expected)
    try operation?()
    let title = "XCTAssertDifference failed: …"
    guard let failure = changeFailure(before, expected, try expression(), title: title, message()) else { return }
    reportIssue(failure, fileID: fileID, filePath: filePath, line: line, column: column)
  } catch {
    reportIssue(error, message(), fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// Fails the test unless an asynchronous operation changes a value exactly as described.
public func XCTAssertDifference<T: Equatable & Sendable>(
  _ expression: @autoclosure @Sendable () throws -> T,
  _ message: @autoclosure @Sendable () -> String = "",
  operation: @Sendable () async throws -> Void,
  changes updateExpectingResult: @Sendable (inout T) throws -> Void,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async {
  do {
    let before = try expression()
    var expected = before
    try updateExpectingResult(&expected)
    try await operation()
    let title = "XCTAssertDifference failed: …"
    guard let failure = changeFailure(before, expected, try expression(), title: title, message()) else { return }
    reportIssue(failure, fileID: fileID, filePath: filePath, line: line, column: column)
  } catch {
    reportIssue(error, message(), fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

private func changeFailure<T: Equatable>(
  _ before: T, _ expected: T, _ after: T, title: String, _ message: String?
) -> String? {
  if let failure = differenceFailure(expected, after, title: title, message) {
    return failure.replacingSuffix("(First: ", with: "(Expected: ", "Second: ", with: "Actual: ")
  }
  guard before == after else { return nil }
  let lead = message.flatMap { $0.isEmpty ? nil : $0 + " - " } ?? ""
  return lead + "A change was expected, but the value is still: \(String(customDumping: after))"
}

extension String {
  /// Renames the two sides in the last line.
  fileprivate func replacingSuffix(_ first: String, with newFirst: String, _ second: String, with newSecond: String) -> String {
    var lines = split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let last = lines.last, last.hasPrefix(first) else { return self }
    let parts = last.dropFirst(first.count).split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[1].hasPrefix(second) else { return self }
    lines[lines.count - 1] = newFirst + parts[0] + " " + newSecond + parts[1].dropFirst(second.count)
    return lines.joined(separator: "\n")
  }
}
