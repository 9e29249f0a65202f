/// The marks before the lines of a difference.
public struct DiffFormat: Sendable {
  /// Before a line that only the first value has.
  public var first: String
  /// Before a line that only the second value has.
  public var second: String
  /// Before a line that both values have.
  public var both: String

  /// Makes a format.
  ///
  /// - Parameters:
  ///   - first: The mark of a line of the first value.
  ///   - second: The mark of a line of the second value.
  ///   - both: The mark of a line of both.
  public init(first: String, second: String, both: String) {
    self.first = first
    self.second = second
    self.both = both
  }

  /// Marks for terminals and text files: `-`, `+` and a space.
  public static let `default` = Self(first: "-", second: "+", both: " ")

  /// Marks of one width in proportional type: the minus sign, `+` and the figure space.
  public static let proportional = Self(first: "\u{2212}", second: "+", both: "\u{2007}")
}
