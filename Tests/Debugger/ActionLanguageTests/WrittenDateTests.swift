import Foundation
import Testing

@testable import ActionLanguage

@Suite struct WrittenDateTests {
  struct Meeting: Equatable { var id: Int, date: Date, ends: Date? }

  func date(_ text: String) throws -> Date {
    let value = try ActionDecoder().value(text, as: Date.self)
    return try #require(value as? Date)
  }

  @Test(arguments: [
    // Seconds since 1970-01-01.
    ("2024-02-03", 1_706_918_400.0), ("2024-02-03T04:05:06Z", 1_706_933_106), ("2024-02-03T04:05", 1_706_933_100),
    ("2024-02-03T04:05:06.5Z", 1_706_933_106.5), ("2024-02-03T04:05:06+09:00", 1_706_900_706),
    ("2024-02-03T04:05:06-0130", 1_706_938_506), ("2024-02-03 + 5m", 1_706_918_700), ("2024-02-03T04:05:06Z - 6s", 1_706_933_100),
    ("Date(2024-02-03)", 1_706_918_400),
  ])
  func aDateNeedsNoQuotes(_ text: String, _ seconds: Double) throws {
    #expect(try date(text) == Date(timeIntervalSince1970: seconds))
  }

  @Test func aDateStandsWhereverOneIsExpected() throws {
    let text = "Meeting(id: 3, date: 2024-02-03T04:05:06Z, ends: 2024-02-04)"
    let meeting = try #require(try ActionDecoder().value(text, as: Meeting.self) as? Meeting)
    let expected = Meeting(
      id: 3, date: Date(timeIntervalSince1970: 1_706_933_106), ends: Date(timeIntervalSince1970: 1_707_004_800))
    #expect(meeting == expected)
    let printed = ValuePrinter.text(of: meeting)
    #expect(try ActionDecoder().value(printed, as: Meeting.self) as? Meeting == expected)
    for (condition, holds) in [
      ("date < 2025-01-01", true), ("2025-01-01 < date", false), ("ends == 2024-02-04T00:00:00Z", true),
      ("date > 2024-02-03", true),
    ] {
      try Predicate(condition).check(in: Meeting.self)
      #expect(try Predicate(condition).evaluate(in: meeting) == holds, "\(condition)")
    }
    let dates = try #require(try ActionDecoder().value("[2024-02-03: 1]", as: [Date: Int].self) as? [Date: Int])
    #expect(dates == [Date(timeIntervalSince1970: 1_706_918_400): 1])
  }

  @Test func whatIsNoDateIsTold() throws {
    let month = #expect(throws: ActionLanguageError.self) { try date("2024-13-01") }
    #expect(month?.message == "there is no month 13 in a year")
    #expect(month?.range == 0..<10)
    let text = #expect(throws: ActionLanguageError.self) { try ActionDecoder().value("2024-02-03", as: String.self) }
    #expect(text?.message == "expected String, found the date 2024-02-03")
    // A difference of numbers is none.
    #expect(try ActionDecoder().value("-3", as: Int.self) as? Int == -3)
  }

  @Test func aUUIDsNumberIsNotBelowZero() throws {
    for (text, message) in [
      ("UUID(-1)", "-1 is too small for the number of a UUID"),
      ("UUID(99999999999999999999)", "99999999999999999999 is too large for the number of a UUID"),
    ] {
      let error = #expect(throws: ActionLanguageError.self) { try ActionDecoder().value(text, as: UUID.self) }
      #expect(error?.message == message)
      #expect(error?.expected == "0...281474976710655")
    }
  }
}
