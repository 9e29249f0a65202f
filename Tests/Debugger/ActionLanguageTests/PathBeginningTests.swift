import Foundation
import IdentifiedCollections
import Testing

@testable import ActionLanguage

private enum Tab: Equatable, Sendable { case home, profile }
private struct Line: Equatable, Identifiable, Sendable {
  var id: Int
  var title = "a"
}
private enum Board {
  struct State: Equatable, Sendable {
    var tab = Tab.profile
    var profile = Line(id: 1)
    var rows = [Line(id: 4, title: "first"), Line(id: 5, title: "second")]
    var count = 3
    var date = Date(timeIntervalSinceReferenceDate: 100)
    var length = Duration.seconds(3)
    var lookup = ["a": 1]
  }
}

/// Paths say where they begin, and conditions ask for the time; both are told from what is only written like them.
@Suite struct PathBeginningTests {
  private func value(_ path: String) throws -> String {
    let path = try StatePath(path)
    try path.check(in: Board.State.self)
    return ValuePrinter.text(of: try path.evaluate(in: Board.State()))
  }

  @Test(arguments: [
    (#"\.count"#, "3"), (#"\State.count"#, "3"), (#"\Board.State.count"#, "3"), (#"\State.rows[1].title"#, "\"second\""),
    (#"\Board.State.rows[0].id"#, "4"), (#"\State.rows[last].title.count"#, "6"), (#"\.rows[0].id"#, "4"),
  ])
  func pathsMayNameTheState(_ path: String, _ expected: String) throws { #expect(try value(path) == expected) }

  @Test(arguments: [
    (#"\Nonsense.count"#, 0..<9), (#"\Row.count"#, 0..<4), (#"\Wrong.State.count"#, 0..<12), (#"\Row.rows[0].id"#, 0..<4),
    (#"\nonsense.rows[0].id"#, 0..<9),
  ])
  func pathsBeginInNothingElse(_ path: String, _ range: Range<Int>) throws {
    for read in [{ try StatePath(path).check(in: Board.State.self) }, { _ = try StatePath(path).evaluate(in: Board.State()) }] {
      let error = #expect(throws: ActionLanguageError.self) { try read() }
      #expect(error?.message.hasSuffix("and here it must begin in Board.State") == true)
      #expect(error?.range == range)
      #expect(error?.nearest == #"\Board.State"#)
    }
    var state: Any = Board.State()
    #expect(throws: ActionLanguageError.self) { try StatePath(path).set("1", in: &state) }
    #expect(throws: ActionLanguageError.self) { try ActionLanguage.Predicate("\(path) == 1").check(in: Board.State.self) }
  }

  @Test func eachNameOfAKeyPathHasItsPlace() {
    #expect(#expect(throws: ActionLanguageError.self) { try value(#"\.count.bar"#) }?.range == 8..<11)
    #expect(#expect(throws: ActionLanguageError.self) { try value(#"\State.profile.bar"#) }?.range == 15..<18)
    #expect(#expect(throws: ActionLanguageError.self) { try value(#"\State.rows[0].bar"#) }?.range == 15..<18)
  }

  @Test(arguments: [#"\State."#, #"\Board.State."#, #"\."#])
  func pathsAreCompletedBehindTheState(_ text: String) {
    let proposal = Completion.paths(for: text, cursor: text.utf8.count, state: Board.State())
    #expect(proposal.candidates.map(\.text) == ["tab", "profile", "rows", "count", "date", "length", "lookup"])
    #expect(proposal.range == text.utf8.count..<text.utf8.count)
  }

  @Test(arguments: [
    ("tab == profile", true), ("profile == tab", true), ("tab != profile", false), ("tab == home", false),
    ("profile == profile", true),
  ])
  func aNameIsACaseWhereOnlyThatCompares(_ text: String, _ expected: Bool) throws {
    let predicate = try ActionLanguage.Predicate(text)
    try predicate.check(in: Board.State.self)
    #expect(try predicate.evaluate(in: Board.State()) == expected)
  }

  // MARK: The time

  @Test(arguments: [
    ("now.count", "now is a Date, and what it is made of has no names", 4..<9),
    ("now", "now is the time, a Date, and no part of the state", 0..<3),
  ])
  func theTimeIsNoPartOfTheState(_ path: String, _ message: String, _ range: Range<Int>) {
    let error = #expect(throws: ActionLanguageError.self) { try value(path) }
    #expect(error?.message == message)
    #expect(error?.range == range)
  }

  @Test(arguments: ["now > count", "count < now", "Date.now == count", "count >= now + 5m"])
  func theTimeComparesWithDatesAlone(_ text: String) throws {
    let predicate = try ActionLanguage.Predicate(text)
    for read in [{ try predicate.check(in: Board.State.self) }, { _ = try predicate.evaluate(in: Board.State()) }] {
      let error = #expect(throws: ActionLanguageError.self) { try read() }
      #expect(error?.message == "Date does not compare with Int")
    }
  }

  @Test func theTimeIsWrittenAsInSwiftToo() throws {
    let predicate = try ActionLanguage.Predicate("date < Date.now")
    try predicate.check(in: Board.State.self)
    #expect(try !predicate.evaluate(in: Board.State(), now: Date(timeIntervalSinceReferenceDate: 100)))
    #expect(try predicate.evaluate(in: Board.State(), now: Date(timeIntervalSinceReferenceDate: 101)))
    #expect(predicate.test(for: Board.State.self) == nil)
    let mistyped = #expect(throws: ActionLanguageError.self) {
      try ActionLanguage.Predicate("date < no").check(in: Board.State.self)
    }
    #expect(mistyped?.nearest == "now")
  }

  // MARK: Values

  @Test(arguments: [
    (
      "date", "now + 1e9s", 6..<10,
      "the number of a Duration is written with digits alone, without an exponent, such as 1000000000s"
    ),
    ("date", "now + \"5m\"", 6..<10, "expected Duration, found a String"),
    ("date", "soon + 5m", 0..<4, "expected Date, found soon"),
    ("date", "now + 5m + true", 11..<15, "expected Duration, found a Bool"),
    (
      "date", "now - 999999999999999999999h", 6..<28,
      "999999999999999999999h does not fit in a Duration, which takes up to 9223372036854775807s"
    ),
    ("length", "1e3s", 0..<4, "the number of a Duration is written with digits alone, without an exponent, such as 1000s"),
    (
      "length", "9999999999999999999999s", 0..<23,
      "9999999999999999999999s does not fit in a Duration, which takes up to 9223372036854775807s"
    ),
    ("length", "5", 0..<1, "expected Duration, found the number 5"),
    ("lookup", "[\"b\": 1, \"b\": 2]", 9..<12, "the key \"b\" is written twice"),
  ])
  func whatIsWrongInAValueIsNamed(_ path: String, _ text: String, _ range: Range<Int>, _ message: String) throws {
    var state: Any = Board.State()
    let error = #expect(throws: ActionLanguageError.self) { try StatePath(path).set(text, in: &state) }
    #expect(error?.message == message)
    #expect(error?.range == range)
    #expect(state as? Board.State == Board.State())
  }

  @Test func elementsHaveIdsOfTheirOwn() {
    var state: Any = IdentifiedArrayOf<Line>(uniqueElements: [Line(id: 1)])
    let error = #expect(throws: ActionLanguageError.self) {
      try StatePath.root.set("[Line(id: 7, title: \"x\"), Line(id: 8, title: \"z\"), Line(id: 7, title: \"y\")]", in: &state)
    }
    #expect(error?.message == "two elements have the id 7, which each must have for itself")
    #expect(error?.range == 60..<61)
  }

  // MARK: What is proposed

  @Test(arguments: [
    (#"tab == pro"#, ["profile"]), ("tab is pro", ["profile"]),

    ("(count > 1) == ", ["true", "false", "profile", "rows", "lookup"]),
    ("(count > 1) != f", ["false"]),
    ("now ", ["== ", "!= ", "< ", "<= ", "> ", ">= "]), ("now > n", ["now", "now + 5m"]),
  ])
  func conditionsGoOn(_ text: String, _ expected: [String]) {
    let found = Completion.predicates(for: text, cursor: text.utf8.count, state: Board.State()).candidates.map(\.text)
    #expect(found == expected)
  }

  @Test func casesGoOnWithoutTheirDot() {
    #expect(Completion.values(for: "pro", as: Tab.self).candidates.map(\.text) == ["profile"])
    #expect(Completion.values(for: "", as: Tab.self).candidates.map(\.text) == [".home", ".profile"])
    #expect(Completion.values(for: ".pro", as: Tab.self).candidates.map(\.text) == ["profile"])
  }

  @Test func whatIsNilIsCompletedByItsType() {
    let text = "fact."
    let found = Completion.paths(for: text, cursor: text.utf8.count, state: Counter.State()).candidates
    #expect(found.map(\.text) == ["count", "isEmpty"])
  }

  @Test func whatIsProposedIsAccepted() {
    let state = Tabs.State()
    let marked = ActionLanguageError(.unknownName, "", at: 0..<6)
    #expect(marked.proposingPath(for: "$title", in: state).nearest == "$standup.title")
    let condition = "tab is tab.home"
    let error = #expect(throws: ActionLanguageError.self) {
      try ActionLanguage.Predicate(condition).check(in: Board.State.self)
    }
    #expect(error?.proposingPredicate(for: condition, in: Board.State()).nearest == "home")
    #expect(error?.range == 7..<15)
  }
}
