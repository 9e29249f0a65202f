import IssueReporting

/// Reports an issue, with the difference, when two values are not equal.
///
/// - Parameters:
///   - expression1: The first value.
///   - expression2: The second value.
///   - message: What is being compared.
public func expectNoDifference<T: Equatable>(
  _ expression1: @autoclosure () throws -> T,
  _ expression2: @autoclosure () throws -> T,
  _ message: @autoclosure () -> String? = nil,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  do {
    guard let failure = differenceFailure(try expression1(), try expression2(), title: "Difference: …", message()) else {
      return
    }
    reportIssue(failure, fileID: fileID, filePath: filePath, line: line, column: column)
  } catch {
    reportIssue(error, message(), fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// Fails the test, with the difference, when two values are not equal.
///
/// - Parameters:
///   - expression1: The first value.
///   - expression2: The second value.
///   - message: What is being compared.
public func XCTAssertNoDifference<T: Equatable>(
  _ expression1: @autoclosure () throws -> T,
  _ expression2: @autoclosure () throws -> T,
  _ message: @autoclosure () -> String = "",
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  do {
    let title = "XCTAssertNoDifference failed: …"
    guard let failure = differenceFailure(try expression1(), try expression2(), title: title, message()) else { return }
    reportIssue(failure, fileID: fileID, filePath: filePath, line: line, column: column)
  } catch {
    reportIssue(error, message(), fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// The message of a comparison that found two values unequal, or `nil` when they are equal.
func differenceFailure<T: Equatable>(_ first: T, _ second: T, title: String, _ message: String?) -> String? {
  guard first != second else { return nil }
  let format = DiffFormat.proportional
  let lead = message.flatMap { $0.isEmpty ? nil : $0 + " - " } ?? ""
  guard let difference = diff(first, second, format: format) else {
    return "\(lead)Not equal, though no part differs: \(String(customDumping: first))"
  }
  let indented = difference.split(separator: "\n", omittingEmptySubsequences: false).map { "  " + $0 }
  return """
    \(lead)\(title)

    \(indented.joined(separator: "\n"))

    (First: \(format.first), Second: \(format.second))
    """
}
