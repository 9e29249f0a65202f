/// Finds the duration that a person is most likely to have written among many that are near each other.
enum RoundDuration {
  /// Steps of time from a coarse one to the finest, in nanoseconds: of each power of ten the multiples by 5, 2.5, 2 and 1.
  private static let steps: [Int64] = {
    var steps: [Int64] = []
    var power: Int64 = 1_000_000_000_000_000
    while power >= 10 {
      steps += [power, power / 2, power / 4, power / 5].filter { power % $0 == 0 && $0 > 0 }
      power /= 10
    }
    return steps + [1]
  }()

  /// The roundest duration of a range: `1s` for 0.99s...1.01s.
  static func roundest(in range: ClosedRange<Duration>) -> Duration {
    let lower = max(nanoseconds(range.lowerBound), 0)
    let upper = nanoseconds(range.upperBound)
    guard lower > 0, upper > lower else { return max(range.upperBound, .zero) }
    for step in steps {
      let multiple = upper / step * step
      if multiple >= lower { return .nanoseconds(multiple) }
    }
    return range.upperBound
  }

  private static func nanoseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? .max / 2 : product + attoseconds / 1_000_000_000
  }
}
