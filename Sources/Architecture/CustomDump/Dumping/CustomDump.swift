/// Prints a value with all its parts, one a line.
///
/// - Parameters:
///   - value: Any value.
///   - name: A name to print before it.
///   - indent: Spaces before every line.
///   - maxDepth: How many levels of parts to show; deeper ones print `…`.
/// - Returns: The value.
@discardableResult
public func customDump<T>(_ value: T, name: String? = nil, indent: Int = 0, maxDepth: Int = .max) -> T {
  print(dumpedText(value, name: name, indent: indent, maxDepth: maxDepth))
  return value
}

/// Writes a value with all its parts, one a line.
///
/// - Parameters:
///   - value: Any value.
///   - target: Where the text goes.
///   - name: A name to write before it.
///   - indent: Spaces before every line.
///   - maxDepth: How many levels of parts to show; deeper ones write `…`.
/// - Returns: The value.
@discardableResult
public func customDump<T, Target: TextOutputStream>(
  _ value: T, to target: inout Target, name: String? = nil, indent: Int = 0, maxDepth: Int = .max
) -> T {
  target.write(dumpedText(value, name: name, indent: indent, maxDepth: maxDepth))
  return value
}

extension String {
  /// The dump of a value.
  ///
  /// - Parameter subject: Any value.
  public init<Subject>(customDumping subject: Subject) {
    self = dumpedText(subject, name: nil, indent: 0, maxDepth: .max)
  }
}

private func dumpedText(_ value: Any, name: String?, indent: Int, maxDepth: Int) -> String {
  Printer(objects: ObjectNumbers()).lines(value, name: name, maxDepth: maxDepth, isRoot: true)
    .map { String(repeating: " ", count: indent) + $0 }
    .joined(separator: "\n")
}
