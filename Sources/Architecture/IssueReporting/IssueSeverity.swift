/// How much an issue matters.
public enum IssueSeverity: String, Codable, Comparable, CaseIterable, Hashable, Sendable {
  /// Worth knowing; fails nothing.
  case warning
  /// Wrong: fails the running test.
  case error

  public static func < (lhs: Self, rhs: Self) -> Bool {
    lhs == .warning && rhs == .error
  }
}
