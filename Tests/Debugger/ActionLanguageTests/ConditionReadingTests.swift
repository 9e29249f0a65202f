import Foundation
import Testing

@testable import ActionLanguage

private enum Tab: Equatable, Sendable { case home, profile, none }
private enum Sheet: Equatable, Sendable {
  case alert(title: String)
  case plain
}
private struct Profile: Equatable, Sendable { var name = "Blob" }
private struct Screen {
  var tab = Tab.home
  var shown: Tab? = .profile
  var sheet: Sheet? = .plain
  var limit: Int?
  var isOn = true
  var count = 2
  var tiny: UInt8 = 3
  var tabs = [Tab.profile]
  var profile = Profile()
  var home = Profile()
  var names: [String]?
  var label: String?
  var place: KeyPath<Profile, String> = \.name
  var date = Date(timeIntervalSinceReferenceDate: 100)
  var dates: [Date: Int] = [Date(timeIntervalSinceReferenceDate: 60): 7]
  var any: Any = Tab.profile
}

/// What stands beside an operator is read by what stands on the other side.
@Suite struct ConditionReadingTests {
  private func holds(_ text: String, _ state: Screen = Screen(), now: Double = 0) throws -> Bool {
    let predicate = try ActionLanguage.Predicate(text)
    try predicate.check(in: Screen.self)
    return try predicate.evaluate(in: state, now: Date(timeIntervalSinceReferenceDate: now))
  }

  @Test(arguments: [
    // Both are properties of the state as well.
    ("tab == .home", true), ("tab != .profile", true), (".profile != tab", true), (".tab == .home", true),
    ("tabs contains .profile", true), ("tabs contains .home", false), ("shown == .profile", true),
    // A case is written as in a value: with its type in front, or alone where the state has no such property.
    ("tab == Tab.home", true), ("Tab.profile == tab", false), ("tab is Tab.home", true), ("shown is Tab.profile", true),
    ("sheet == plain", true), ("sheet == Sheet.plain", true), ("sheet == alert(title: \"a\")", false),
    ("tabs contains Tab.profile", true), ("any == Tab.profile", true), ("home == profile", true), (".home == .profile", true),
    ("limit == .none", true), ("limit != Optional.none", false), ("shown == .none", false), ("tab == .none", false),
    ("shown == .some(.profile)", true), ("shown == Optional(.home)", false),
  ])
  func casesGoBeforePropertiesBesideTheirEnum(_ text: String, _ expected: Bool) throws {
    #expect(try holds(text) == expected)
  }

  @Test(arguments: [
    ("(count > 1) == true", true), ("(count > 1) == isOn", true), ("isOn == !true", false), ("isOn != !(count > 1)", true),
    ("true == (count == 2)", true), ("(label.contains(\"a\")) == false", false), ("(count) > 1", true),
    ("(limit > 1) == false", false), ("!((count > 1) == isOn)", false), ("isOn == (count > 1 && !isOn)", false),
  ])
  func conditionsAreComparedAsTruths(_ text: String, _ expected: Bool) throws {
    #expect(try holds(text) == expected)
  }

  @Test(arguments: [
    ("\\.count == 2", true), ("2 == \\.count", true), ("$count == 2", true), ("count == $tiny", false), ("\\.isOn", true),
    ("!$isOn", false), ("\\.profile.name contains \"lo\"", true), ("\\Screen.count > 1", true), ("$profile == home", true),
    ("place == \\.name", true), ("\\.sheet is .plain", true), ("$tabs contains .profile", true),
    ("\\.tabs[0] == .profile", true), ("$tabs[0] is .profile", true),
  ])
  func aPathMayBeAKeyPathOrHaveADollarSign(_ text: String, _ expected: Bool) throws {
    #expect(try holds(text) == expected)
  }

  @Test func pathsAloneToo() throws {
    for (text, description, value) in [
      ("\\.profile.name", "profile.name", "\"Blob\""), ("$count", "count", "2"),
      ("\\Screen.profile.name.count", "profile.name.count", "4"),
    ] {
      let path = try StatePath(text)
      #expect(path.description == description)
      #expect(ValuePrinter.text(of: try path.evaluate(in: Screen())) == value)
    }
    #expect(try StatePath("\\.self").evaluate(in: 3) as? Int == 3)
    #expect(try StatePath("$").evaluate(in: 3) as? Int == 3)
  }

  @Test func nowIsTheTimeOfTheState() throws {
    for (text, before, after) in [
      ("date > now", true, false), ("now - 1m <= date", true, true), ("date == now + 40s", true, false),
      ("dates[now] == 7", true, false), ("dates contains now", true, false), ("!(date > (now))", false, true),
      ("dates == [now: 7]", true, false), ("date > now && count == 2", true, false),
    ] {
      #expect(try holds(text, now: 60) == before, "\(text)")
      #expect(try holds(text, now: 120) == after, "\(text)")
      // It is another at each state, so no function is made of the condition once and for all.
      #expect(try ActionLanguage.Predicate(text).test(for: Screen.self) == nil, "\(text)")
    }
    let path = try StatePath("dates[now]").fixing(now: Date(timeIntervalSinceReferenceDate: 60))
    #expect(path.description == "dates[Date(\"2001-01-01T00:01:00Z\")]")
    #expect(try path.evaluate(in: Screen()) as? Int == 7)
    #expect(try StatePath("now").fixing(now: Date()).description == "now", "a property may be called so")
  }

  @Test func whatIsBehindNilIsNotThere() throws {
    for text in [
      "names.isEmpty", "!names.isEmpty", "names.count == 0", "names.first == \"a\"", "label.isEmpty", "names[0] == \"a\"",
    ] {
      let result = try ActionLanguage.Predicate(text).examine(in: Screen())
      #expect(!result.holds && result.metNothing, "\(text)")
    }
    for path in ["names.isEmpty", "names.count", "label.count", "names.first", "names[0]", "names[first]"] {
      let error = #expect(throws: ActionLanguageError.self) { try StatePath(path).evaluate(in: Screen()) }
      #expect(error?.kind == .notFound)
      #expect(error?.meansNil == true, "\(path)")
    }
    var state = Screen()
    (state.names, state.label) = ([], "")
    #expect(try holds("names.isEmpty && label.isEmpty && names.count == 0", state))
    #expect(throws: ActionLanguageError.self) { try StatePath("names[0]").evaluate(in: state) }
    #expect((try? StatePath("names.first").evaluate(in: state)) == nil)
  }

  @Test(arguments: [
    ("count == 1.5", "Int does not compare with a Double by ==: the number 1.5 is none of its values", "Double"),
    ("count != 2.0", "Int does not compare with a Double by !=: the number 2.0 is none of its values", "Double"),
    ("count < 1.5", "Int does not compare with a Double by <: the number 1.5 is none of its values", "Double"),
    ("count >= 2.0", "Int does not compare with a Double by >=: the number 2.0 is none of its values", "Double"),
    ("1.5 > count", "Int does not compare with a Double by >: the number 1.5 is none of its values", "Double"),
    ("names.count < 1.5", "Int does not compare with a Double by <: the number 1.5 is none of its values", "Double"),
    ("tiny == 300", "300 does not fit in UInt8", "300"),
    ("date > now + 5", "5 has no unit: a date takes a Duration, such as 5s, 5m or 5h", "the number 5"),
    ("tab == .homes", "Tab has no case \"homes\"", nil), ("tab == Tab.homes", "Tab has no case \"homes\"", nil),
    ("tab == red", "Tab has no case \"red\"", nil), ("tab == Tabs.home", "Screen has no property \"Tabs\"", nil),
    ("tab is .red", "Tab has no case \"red\"", nil), ("count == red", "Screen has no property \"red\"", nil),
    ("tab == hoem", "Screen has no property \"hoem\"", nil), ("Count == 1", "Screen has no property \"Count\"", nil),
    ("tabs[0...1] == .home", "a path leads to one element, and this is a range of them", "a range"),
    ("tabs[..<1].count", "a path leads to one element, and this is a range of them", "a range"),
  ])
  func whatIsWrongIsTold(_ text: String, _ message: String, _ found: String?) throws {
    let error = #expect(throws: ActionLanguageError.self) { try holds(text) }
    #expect(error?.message == message)
    #expect(error?.found == found)
    let proposed = error?.proposingPredicate(for: text, in: Screen()).example
    #expect(throws: Never.self) { try holds(try #require(proposed)) }
  }

  @Test func aCaseWithAPayloadIsAskedForWithIs() throws {
    for (text, example) in [
      ("sheet == .alert", "sheet is .alert"), ("isOn && sheet != .alert", "isOn && !(sheet is .alert)"),
      ("Sheet.alert == sheet || isOn", "sheet is .alert || isOn"),
    ] {
      let error = #expect(throws: ActionLanguageError.self) { try holds(text) }
      #expect(error?.message.contains("\"is\" asks for the case alone") == true, "\(error?.message ?? "")")
      #expect(error?.proposingPredicate(for: text, in: Screen()).example == example)
    }
  }

  @Test func casesOfAPropertysNameAreProposed() throws {
    func candidates(_ text: String) -> [String] {
      Completion.predicates(for: text, cursor: text.utf8.count, state: Screen()).candidates.map(\.text)
    }
    #expect(candidates("tab == ").starts(with: [".home", ".profile", ".none"]))
    #expect(candidates("isOn && tab != .p") == ["profile"])
    #expect(candidates("tabs contains ").contains(".profile"))
    #expect(candidates("tab is Tab.p") == ["Tab.profile"])
    #expect(candidates("tab == Tab.p") == ["profile"])
    #expect(candidates("$profi") == candidates("profi"))
    #expect(candidates("isOn && \\.profile.na") == candidates("isOn && profile.na"))
    #expect(candidates("\\.profile.na") == ["name"])
  }
}
