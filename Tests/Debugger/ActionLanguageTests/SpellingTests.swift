import Foundation
import Testing

@testable import ActionLanguage

/// Further ways to write what is meant, and what is said where something that looks right is not.
@Suite struct SpellingTests {
  struct User: Equatable, Sendable {
    var id: Int
    var name: String
  }
  struct Form: Equatable, Sendable {
    struct State: Equatable, Sendable {
      var title = "x"
      var count = 3
    }
  }
  enum Action: Equatable {
    case id(UUID)
    case indices(IndexSet)
    case range(Range<Int>)
    case real(Range<Double>)
    case small(UInt8)
    case user(User)
    case maybe(User?)
    case moment(Date)
    case meeting(Meeting)
    case path(KeyPath<Form.State, Int>)
    case rename(first: String, last: String)
  }
  struct Meeting: Equatable, Sendable { var begin: Date }

  private func read(_ text: String) throws -> Action { try decode(text, as: Action.self) }
  private func error(_ text: String) throws -> ActionLanguageError {
    try #require(throws: ActionLanguageError.self) { try ActionDecoder().decode(text, as: Action.self) }
  }
  private func place(_ error: ActionLanguageError, in text: String) -> String {
    String(decoding: Array(text.utf8)[error.range], as: UTF8.self)
  }

  @Test func idsAreWrittenWithAnyNumber() throws {
    #expect(try read("id(UUID(0x10))") == .id(uuid(16)))
    #expect(try read("id(UUID(1_0))") == .id(uuid(10)))
    #expect(try read("id(UUID(0b11))") == .id(uuid(3)))
    #expect(try error("id(UUID(0x1000000000000))").message == "0x1000000000000 is too large for the number of a UUID")
    #expect(try error("id(UUID(\"x\"))").message == "what stands in these brackets makes no UUID")
    #expect(try error("id(UUID)").message == "UUID alone is the name of the type: a value of it has brackets")
    #expect(try error("id(0x)").message == "the digits after \"0x\" are missing")
    #expect(try error("small(0x)").example == "small(3)")
    #expect(try error("small(0xZ)").message == "0xZ is no number: not all that follows 0x are digits of that kind")
    #expect(try error("small(0x100)").message == "0x100 does not fit in UInt8")
  }

  @Test func setsOfIndicesAreWrittenAsSwiftDoes() throws {
    #expect(try read("indices(IndexSet(integer: 3))") == .indices(IndexSet(integer: 3)))
    #expect(try read("indices(IndexSet(integersIn: 1...3))") == .indices(IndexSet(integersIn: 1...3)))
    #expect(try read("indices(IndexSet([1, 2]))") == .indices([1, 2]))
    for (text, wrong, message, example) in [
      ("indices([-1])", "-1", "an index is not negative", "3"),
      ("indices([0, \"x\"])", "\"x\"", "expected IndexSet, found a String", "2"),
      (
        "range(0...9223372036854775807)", "9223372036854775807", "the range ends too high: nothing is above 9223372036854775807",
        "3"
      ),
      ("real(1.0...2.0)", "1.0...2.0", "a Range of Double ends before its end: write ..<", "0..<3"),
    ] {
      let error = try error(text)
      #expect(error.message == message)
      #expect(place(error, in: text) == wrong)
      #expect(error.example == example, "\(text)")
    }
  }

  @Test func aStructIsWrittenByItsPartsOptionalOrNot() throws {
    #expect(try read("user(id: 3, name: \"a\")") == .user(User(id: 3, name: "a")))
    #expect(try read("maybe(id: 3, name: \"a\")") == .maybe(User(id: 3, name: "a")))
    #expect(try read("maybe(nil)") == .maybe(nil))
    for name in ["user", "maybe"] {
      let text = "\(name)(id: \"x\", name: \"a\")"
      let error = try error(text)
      #expect(error.message == "expected Int, found a String")
      #expect(place(error, in: text) == "\"x\"")
    }
    #expect(try error("maybe(id: 3, nam: \"a\")").nearest == "name")
  }

  @Test func aDayThatIsNoneIsNamed() throws {
    for (text, wrong, message) in [
      ("moment(\"2023-02-30\")", "\"2023-02-30\"", "there is no 30 February 2023: that month has 28 days"),
      (
        "meeting(begin: \"2024-02-30T10:00:00Z\")", "\"2024-02-30T10:00:00Z\"",
        "there is no 30 February 2024: that month has 29 days"
      ),
      ("meeting(Meeting(begin: Date(\"2024-04-31\")))", "\"2024-04-31\"", "there is no 31 April 2024: that month has 30 days"),
      ("moment(\"2024-13-01\" + 5m)", "\"2024-13-01\"", "there is no month 13 in a year"),
      ("moment(\"2024-01-31T24:00:00Z\")", "\"2024-01-31T24:00:00Z\"", "there is no hour 24 in a day's time"),
    ] {
      let error = try error(text)
      #expect(error.message == message)
      #expect(place(error, in: text) == wrong)
      #expect(error.example == "\"2024-01-31T12:00:00Z\"", "\(text)")
    }
  }

  @Test func aKeyPathMayNameTheTypeItBeginsIn() throws {
    for text in ["\\.count", "\\State.count", "\\Form.State.count", "\\SpellingTests.Form.State.count"] {
      #expect(try read("path(\(text))") == .path(\.count), "\(text)")
    }
    let error = try error("path(\\User.count)")
    #expect(error.message == "the path begins in User, and here it must begin in SpellingTests.Form.State")
    #expect(error.example == "\\.count")
    #expect(try self.error("path(\\User.State.zzz)").message.hasPrefix("the path begins in User.State, and here it must"))
    #expect(try self.error("path(\\Form.State.cuont)").nearest == "count")
  }

  @Test func theNameThatIsMeantIsTheExample() throws {
    #expect(try error("renam(first: \"a\", last: \"b\")").example == "rename")
    #expect(try error("renam").example == "rename(first: \"text\", last: \"text\")")
    #expect(try error("rename(frist: \"a\", last: \"b\")").example == "first")
    #expect(try error("rename(\"a\", last: \"b\")").example == "first: \"text\"")
  }

  @Test func containsIsWrittenAsSwiftDoesToo() throws {
    let state = Tabs.State()
    #expect(try Predicate("standup.title.contains(\"esi\")").evaluate(in: state))
    #expect(try !Predicate("standup.title.contains(\"x\")").evaluate(in: state))
    #expect(try Predicate("list.contains(2) && !(list.contains(4))").evaluate(in: state))
    #expect(try Predicate("standup.title.contains(\"esi\")").test(for: Tabs.State.self) == nil)
    let error = try #require(throws: ActionLanguageError.self) {
      try Predicate("list.count > 2 && standup.title.hasPrefix(\"D\")")
    }
    #expect(error.message == "a condition cannot call hasPrefix; it can ask what a text contains")
    #expect(error.example == "list.count > 2 && standup.title contains \"D\"")
    #expect(place(error, in: "list.count > 2 && standup.title.hasPrefix(\"D\")") == "hasPrefix(\"D\")")
  }

  @Test func wordsInStringsStandForNoOperator() throws {
    let text = "standup.title == \"a \\\" and b\" and list.isEmpty"
    let error = try #require(throws: ActionLanguageError.self) { try Predicate(text) }
    #expect(error.example == "standup.title == \"a \\\" and b\" && list.isEmpty")
  }

  @Test func longWordsLoseTheirMiddle() {
    let long = String(repeating: "x", count: 300)
    let short = String(repeating: "x", count: 39) + "…" + String(repeating: "x", count: 39)
    #expect(Escaping.shortened("no \"\(long)\" here") == "no \"\(short)\" here")
    #expect(Escaping.shortened("no \(long) here") == "no \(short) here")
    #expect(Escaping.shortened("cannot read /tmp/\(long)") == "cannot read /tmp/\(long)")
    let words = String(repeating: "word ", count: 40)
    #expect(Escaping.shortened(words) == words)
    #expect(Escaping.shortened("\"\(words)\" is none").count == 79 + 2 + 8)
  }
}
