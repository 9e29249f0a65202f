import IssueReporting

/// Makes a closure that reports an issue whenever it is called, under the older name of `unimplemented`.
public func XCTUnimplemented<each Argument, Output>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  placeholder: @autoclosure @escaping @Sendable () -> Output = (),
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) -> Output {
  unimplemented(
    description(), placeholder: placeholder(), fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Makes a closure that reports an issue and throws whenever it is called, under the older name of `unimplemented`.
public func XCTUnimplemented<each Argument, Output>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) throws -> Output {
  unimplemented(description(), fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Makes an asynchronous closure that reports an issue whenever it is called, under the older name of `unimplemented`.
public func XCTUnimplemented<each Argument, Output>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  placeholder: @autoclosure @escaping @Sendable () -> Output,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) async -> Output {
  unimplemented(
    description(), placeholder: placeholder(), fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Makes an asynchronous closure that reports an issue and throws whenever it is called, under the older name of `unimplemented`.
public func XCTUnimplemented<each Argument, Output>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) async throws -> Output {
  unimplemented(description(), fileID: fileID, filePath: filePath, line: line, column: column)
}
