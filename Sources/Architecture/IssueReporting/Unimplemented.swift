/// The error of an unimplemented endpoint that was called.
public struct UnimplementedFailure: Error, CustomStringConvertible, Sendable {
  /// What was called.
  public let description: String
}

/// Makes a closure that reports an issue whenever it is called.
///
/// - Parameters:
///   - description: What the closure stands for.
///   - placeholder: What the closure returns.
public func unimplemented<each Argument, Output>(
  _ description: @autoclosure @escaping @Sendable () -> String,
  placeholder: @autoclosure @escaping @Sendable () -> Output = (),
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  function: StaticString = #function,
  line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) -> Output {
  { (argument: repeat each Argument) in
    reportUnimplemented(
      description(), arguments: (repeat each argument), fileID: fileID, filePath: filePath, line: line, column: column)
    return placeholder()
  }
}

/// Makes a closure that reports an issue and throws whenever it is called.
///
/// - Parameter description: What the closure stands for.
public func unimplemented<each Argument, Output>(
  _ description: @autoclosure @escaping @Sendable () -> String,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  function: StaticString = #function,
  line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) throws -> Output {
  { (argument: repeat each Argument) in
    reportUnimplemented(
      description(), arguments: (repeat each argument), fileID: fileID, filePath: filePath, line: line, column: column)
    throw UnimplementedFailure(description: description())
  }
}

/// Makes an asynchronous closure that reports an issue whenever it is called.
public func unimplemented<each Argument, Output>(
  _ description: @autoclosure @escaping @Sendable () -> String,
  placeholder: @autoclosure @escaping @Sendable () -> Output,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  function: StaticString = #function,
  line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) async -> Output {
  { (argument: repeat each Argument) in
    reportUnimplemented(
      description(), arguments: (repeat each argument), fileID: fileID, filePath: filePath, line: line, column: column)
    return placeholder()
  }
}

/// Makes an asynchronous closure that reports an issue and throws whenever it is called.
public func unimplemented<each Argument, Output>(
  _ description: @autoclosure @escaping @Sendable () -> String,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  function: StaticString = #function,
  line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) async throws -> Output {
  { (argument: repeat each Argument) in
    reportUnimplemented(
      description(), arguments: (repeat each argument), fileID: fileID, filePath: filePath, line: line, column: column)
    throw UnimplementedFailure(description: description())
  }
}

/// Reports an issue and returns the placeholder.
///
/// - Parameters:
///   - description: What is not implemented.
///   - placeholder: What to return.
public func unimplemented<Output>(
  _ description: @autoclosure @escaping () -> String,
  placeholder: @autoclosure @escaping () -> Output,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  function: StaticString = #function,
  line: UInt = #line,
  column: UInt = #column
) -> Output {
  reportUnimplemented(description(), arguments: (), fileID: fileID, filePath: filePath, line: line, column: column)
  return placeholder()
}

private func reportUnimplemented(
  _ description: String,
  arguments: Any,
  fileID: StaticString,
  filePath: StaticString,
  line: UInt,
  column: UInt
) {
  let called = arguments is Void ? "" : "\n\n  Called with:\n    \(arguments)"
  reportIssue(
    "Unimplemented: \(description)\(called)", fileID: fileID, filePath: filePath, line: line, column: column)
}
