/// How much of what a feature does a test must say.
public enum Exhaustivity: Equatable, Sendable {
  /// Everything: each changed property, each received action, each effect still running at the end.
  case on
  /// Only what the test wants to. What it left out is printed if `showSkippedAssertions` is true.
  case off(showSkippedAssertions: Bool)

  /// Only what the test wants to say.
  public static let off = Exhaustivity.off(showSkippedAssertions: false)
}
