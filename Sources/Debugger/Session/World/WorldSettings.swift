import ActionLanguage
import Foundation

/// What decides a session's world besides its inputs.
public struct WorldSettings: Hashable, Sendable {
  /// What the random number generator starts from.
  public var seed: UInt64 = 0
  /// The date at virtual time zero.
  public var date = Date(timeIntervalSince1970: 1_704_067_200)
  /// How many actions one input may lead to before the feature counts as running away.
  public var derivedActionLimit = 10_000

  /// The default world: seed 0, beginning on 1 January 2024, 00:00 UTC.
  public init() {}

  /// The date at a virtual time.
  func date(at time: Duration) -> Date {
    let (seconds, attoseconds) = time.components
    return date.addingTimeInterval(Double(seconds) + Double(attoseconds) / 1e18)
  }

  /// The date that a text is in ISO 8601: a day, `2024-01-31`, or a moment, `2024-01-31T12:00:00Z`; `nil` when it is none.
  public static func date(from text: String) -> Date? { DateText.parse(text) }

  /// A date as `date(from:)` reads it.
  static func text(of date: Date) -> String { DateText.text(date) ?? date.formatted(.iso8601) }
}
