import ActionLanguage
import Terminal

/// Durations as a user types and reads them: `1.5s`, `250ms`, `2m`, `1h`.
enum DurationText {
  private static let units: [(suffix: String, nanoseconds: Int64)] = [
    ("h", 3_600_000_000_000), ("m", 60_000_000_000), ("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000), ("ns", 1),
  ]

  /// A duration in the largest unit that writes it without a fraction, seconds with a fraction otherwise.
  static func text(of duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    if nanoseconds == 0 { return "0s" }
    if nanoseconds % 1_000_000_000 == 0 {
      let unit = seconds % 3600 == 0 ? units[0] : seconds % 60 == 0 ? units[1] : units[2]
      return "\(nanoseconds / unit.nanoseconds)\(unit.suffix)"
    }
    if abs(nanoseconds) < 1_000_000_000 {
      let unit = nanoseconds % 1_000_000 == 0 ? units[3] : nanoseconds % 1_000 == 0 ? units[4] : units[5]
      return "\(nanoseconds / unit.nanoseconds)\(unit.suffix)"
    }
    var fraction = String(abs(nanoseconds % 1_000_000_000))
    fraction = String(repeating: "0", count: 9 - fraction.count) + fraction
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return "\(nanoseconds / 1_000_000_000).\(fraction)s"
  }

  /// Reads a duration as values of the language are read, `1.5s`, `1h30m`; `nil` when the text is not one, is negative or finer than a
  /// nanosecond, or is longer than a hundred years.
  static func duration(from text: String) -> Duration? {
    guard let duration = ActionLanguage.DurationText.parse(text), duration >= .zero,
      duration.components.attoseconds % 1_000_000_000 == 0, duration <= limit
    else { return nil }
    return duration
  }

  /// Why a text is not taken as a time to pass.
  static func refusal(of text: String) -> String {
    let shown = DisplayWidth.truncate(text, to: 60)
    if let duration = ActionLanguage.DurationText.parse(text) {
      if duration < .zero { return "time does not go back, and \(shown) is negative" }
      return duration > limit
        ? "\(shown) is longer than a hundred years, which is as far as time goes at once"
        : "\(shown) is finer than a nanosecond, the smallest step of time"
    }
    if let problem = ActionLanguage.DurationText.problem(of: text) { return DisplayWidth.truncate(problem, to: 200) }
    return Double(text) != nil ? "\"\(shown)\" is a number without a unit, such as s" : "\"\(shown)\" is not a duration"
  }

  private static let limit = Duration.seconds(100 * 366 * 24 * 3_600)
}
