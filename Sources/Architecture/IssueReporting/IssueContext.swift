/// The place that issues of an operation are blamed on instead of where they were reported.
struct IssueContext: Sendable {
  @TaskLocal static var current: Self?

  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt
}

/// Blames the issues of an operation on the given place.
///
/// - Parameter operation: What to run.
/// - Throws: What the operation throws.
public func withIssueContext<Output>(
  fileID: StaticString,
  filePath: StaticString,
  line: UInt,
  column: UInt,
  operation: () throws -> Output
) rethrows -> Output {
  try IssueContext.$current.withValue(
    IssueContext(fileID: fileID, filePath: filePath, line: line, column: column), operation: operation)
}

/// Blames the issues of an asynchronous operation on the given place.
public func withIssueContext<Output>(
  fileID: StaticString,
  filePath: StaticString,
  line: UInt,
  column: UInt,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Output
) async rethrows -> Output {
  try await IssueContext.$current.withValue(
    IssueContext(fileID: fileID, filePath: filePath, line: line, column: column), operation: operation,
    isolation: isolation)
}
