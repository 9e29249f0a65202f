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

  /// Reads a duration; `nil` when the text is not one, is negative, or is longer than a hundred years.
  static func duration(from text: String) -> Duration? {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "_") }
    let suffix = text.dropFirst(digits.count)
    guard !digits.isEmpty, let unit = units.first(where: { $0.suffix == suffix || ($0.suffix == "us" && suffix == "µs") }) else {
      return nil
    }
    let parts = digits.replacing("_", with: "").split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = Int64(parts[0]) else { return nil }
    var nanoseconds = whole.multipliedReportingOverflow(by: unit.nanoseconds)
    if parts.count == 2 {
      guard !parts[1].isEmpty, parts[1].count <= 18 else { return nil }
      var scale = unit.nanoseconds
      for digit in parts[1] {
        guard let value = digit.wholeNumberValue, scale % 10 == 0 || value == 0 else { return nil }
        scale /= 10
        nanoseconds.partialValue += Int64(value) * scale
      }
    }
    guard !nanoseconds.overflow, nanoseconds.partialValue >= 0, nanoseconds.partialValue <= 100 * 366 * 24 * units[0].nanoseconds
    else {
      return nil
    }
    return .nanoseconds(nanoseconds.partialValue)
  }
}
