import Foundation
import IssueReporting

private enum CalendarKey: DependencyKey {
  static let liveValue = Calendar.autoupdatingCurrent
  static var testValue: Calendar { reportingUnimplemented("calendar", .autoupdatingCurrent) }
}

private enum LocaleKey: DependencyKey {
  static let liveValue = Locale.autoupdatingCurrent
  static var testValue: Locale { reportingUnimplemented("locale", .autoupdatingCurrent) }
}

private enum TimeZoneKey: DependencyKey {
  static let liveValue = TimeZone.autoupdatingCurrent
  static var testValue: TimeZone { reportingUnimplemented("timeZone", .autoupdatingCurrent) }
}

private func reportingUnimplemented<Value>(_ name: String, _ value: Value) -> Value {
  reportIssue("Unimplemented: @Dependency(\\.\(name))")
  return value
}

extension DependencyValues {
  /// The calendar features compute dates with.
  public var calendar: Calendar {
    get { self[CalendarKey.self] }
    set { self[CalendarKey.self] = newValue }
  }

  /// The language and region features format with.
  public var locale: Locale {
    get { self[LocaleKey.self] }
    set { self[LocaleKey.self] = newValue }
  }

  /// The time zone features format with.
  public var timeZone: TimeZone {
    get { self[TimeZoneKey.self] }
    set { self[TimeZoneKey.self] = newValue }
  }
}
