import IssueReporting

// Spelled as XCTest's own functions are; they report issues, so they fail the test of either kind.

/// Takes the payload of a case out of a value, or fails the test and throws.
///
/// - Throws: ``CaseMismatch``, and what the expression throws.
public func XCTUnwrap<Enum: CasePathable, Payload>(
  _ expression: @autoclosure () throws -> Enum, case keyPath: CaseKeyPath<Enum, Payload>,
  _ message: @autoclosure () -> String = "",
  fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) throws -> Payload {
  let root = try expression()
  if let payload = root[case: keyPath] { return payload }
  report("XCTUnwrap", Payload.self, in: root, message(), fileID: fileID, filePath: file, line: line, column: column)
  throw CaseMismatch(expected: Payload.self, root: Enum.self)
}

/// Changes the payload of a case in place, or fails the test when the value is in another case.
public func XCTModify<Enum: CasePathable, Payload>(
  _ root: inout Enum, case keyPath: CaseKeyPath<Enum, Payload>, _ message: @autoclosure () -> String = "",
  _ body: (inout Payload) throws -> Void,
  fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) rethrows {
  try modify(&root, AnyCasePath(keyPath), message(), body, fileID: fileID, filePath: file, line: line, column: column)
}

/// Changes the payload of a case in place, with a case path of the older kind.
public func XCTModify<Root, Payload>(
  _ root: inout Root, case path: AnyCasePath<Root, Payload>, _ message: @autoclosure () -> String = "",
  _ body: (inout Payload) throws -> Void,
  fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) rethrows {
  try modify(&root, path, message(), body, fileID: fileID, filePath: file, line: line, column: column)
}

/// Changes what an optional holds in place, or fails the test when it holds nothing.
public func XCTModify<Wrapped>(
  _ optional: inout Wrapped?, _ message: @autoclosure () -> String = "", _ body: (inout Wrapped) throws -> Void,
  fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) rethrows {
  try modify(
    &optional, Optional<Wrapped>.allCasePaths.some, message(), body, fileID: fileID, filePath: file, line: line, column: column)
}

private func modify<Root, Payload>(
  _ root: inout Root, _ path: AnyCasePath<Root, Payload>, _ message: String, _ body: (inout Payload) throws -> Void,
  fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
) rethrows {
  guard var payload = path.extract(from: root) else {
    return report(
      "XCTModify", Payload.self, in: root, message, fileID: fileID, filePath: filePath, line: line, column: column)
  }
  try body(&payload)
  root = path.embed(payload)
}

private func report<Root>(
  _ function: String, _ payload: Any.Type, in root: Root, _ message: String,
  fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
) {
  reportIssue(
    "\(function) failed: expected a payload of \(payload), but the value is \(root)\(message.isEmpty ? "" : " - \(message)")",
    fileID: fileID, filePath: filePath, line: line, column: column)
}
