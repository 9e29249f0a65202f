/// The difference of two values as text, or `nil` when they do not differ.
///
/// Parts that are alike are folded: a struct to `User(…)`, neighbours in a collection to `… (12 unchanged)`.
///
/// - Parameters:
///   - lhs: The first value.
///   - rhs: The second value.
///   - format: The marks before the lines.
/// - Returns: The marked lines. Cost: a walk over the parts that differ; alike parts cost one comparison.
public func diff<T>(_ lhs: T, _ rhs: T, format: DiffFormat = .default) -> String? {
  guard !isSame(lhs, rhs) else { return nil }
  var differ = Differ()
  differ.compare(lhs, rhs, isRoot: true)
  return differ.lines
    .map { line in
      switch line.side {
      case .first: "\(format.first) \(line.text)"
      case .second: "\(format.second) \(line.text)"
      case .both: "\(format.both) \(line.text)"
      }
    }
    .joined(separator: "\n")
}
