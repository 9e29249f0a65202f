import Testing

@testable import ActionLanguage

@Suite struct PredicateTests {
  func holds(_ text: String, _ state: Tabs.State = Tabs.State()) throws -> Bool {
    try Predicate(text).evaluate(in: state)
  }

  @Test(arguments: [
    ("tab1.count == 0", true), ("tab1.count > 0", false), ("tab1.count >= -1 && list.count == 3", true),
    ("tab1.count != 0 || standup.title == \"Design\"", true), ("!(tab1.count == 0)", false), ("mode is .reading", true),
    ("mode is .closed", false), ("mode.page == 3", true), ("mode.counting.count == 3", false), ("tab1.fact == nil", true),
    ("tab1.fact != nil", false), ("tab1.fact == \"x\"", false), ("standup.title contains \"sig\"", true),
    ("list contains 2", true), ("list contains 9", false), ("lookup contains \"a\"", true), ("standup.theme is .indigo", true),
    ("standup.theme == .indigo", true), ("tab1.count == tab2.count", true), ("standup.attendees.isEmpty", true),
    ("standup.duration > 1m", true), ("tab1.count < 1", true), ("list[last] == 3", true), ("3 == list[last]", true),
    ("standup.id == UUID(3)", true), ("standup.attendees.first.name == \"x\"", false),
    ("tab1.count == 0 && (list contains 9 || mode is .reading)", true),
  ])
  func evaluates(_ text: String, _ expected: Bool) throws {
    #expect(try holds(text) == expected)
  }

  @Test func errorsNameBothTypes() throws {
    let mismatch = #expect(throws: ActionLanguageError.self) { try holds("tab1.count == standup.title") }
    #expect(mismatch?.message == "Int does not compare with String")
    let literal = #expect(throws: ActionLanguageError.self) { try holds("tab1.count == \"x\"") }
    #expect(literal?.message == "expected Int, found a String")
    #expect(literal?.range == 14..<17)
    let notBool = #expect(throws: ActionLanguageError.self) { try holds("tab1.count && true") }
    #expect(notBool?.message == "a condition is a Bool; this is Int")
    let unknown = #expect(throws: ActionLanguageError.self) { try holds("mode is .reeding") }
    #expect(unknown?.nearest == "reading")
    for (text, place) in [("tab1.count > 2 is .reading", 0..<14), ("3 is .reading", 0..<1), ("\"ab\" contains \"a\"", 0..<4)] {
      let literal = #expect(throws: ActionLanguageError.self, "\(text)") { try holds(text) }
      #expect(literal?.message.hasPrefix("a path into the state stands before") == true)
      #expect(literal?.range == place)
    }
  }
}
