import Foundation
import Testing

@testable import ActionLanguage

@Suite struct ValuePrinterTests {
  @Test func canonicalText() {
    #expect(ValuePrinter.text(of: Tabs.Action.row(id: 1, action: .tab1(.set(3)))) == ".row(id: 1, action: .tab1(.set(3)))")
    #expect(
      ValuePrinter.text(of: Tabs.State()) == """
        Tabs.State(tab1: Counter.State(count: 0, fact: nil), tab2: Counter.State(count: 0, fact: nil), \
        standup: Standup(id: UUID(3), title: "Design", duration: 300s, attendees: [], theme: .indigo), lookup: ["a": 1], \
        list: [1, 2, 3], mode: .reading(page: 3))
        """)
    #expect(ValuePrinter.text(of: Int??.some(nil) as Any) == ".some(nil)")
    #expect(ValuePrinter.text(of: [3: "b", 20: "a"]) == "[3: \"b\", 20: \"a\"]")
    #expect(ValuePrinter.text(of: Result<Int, any Error>.failure(FactError.offline)) == ".failure(FactError.offline)")
  }

  @Test func dottedText() throws {
    let actions: [(Tabs.Action, String)] = [
      (.tab1(.incrementButtonTapped), "tab1.incrementButtonTapped"),
      (.row(id: 1, action: .tab1(.set(3))), "row[id: 1].tab1.set(3)"),
      (.pick(.indigo), "pick(.indigo)"),
      (.tab1(.factResponse(.success("x"))), "tab1.factResponse(.success(\"x\"))"),
    ]
    for (action, text) in actions {
      #expect(ValuePrinter.dotted(action: action) == text)
      #expect(try decode(text) == action)
    }
  }

  @Test func hiddenCharactersAreEscaped() {
    #expect(ValuePrinter.text(of: "a\u{202E}b\u{1B}\u{0}") == #""a\u{202E}b\u{1B}\0""#)
    #expect(ValuePrinter.text(of: "👨‍👩‍👧 유비") == "\"👨‍👩‍👧 유비\"")
  }

  @Test func dates() {
    #expect(ValuePrinter.text(of: Date(timeIntervalSinceReferenceDate: 0)) == "Date(\"2001-01-01T00:00:00Z\")")
    #expect(ValuePrinter.text(of: Date(timeIntervalSinceReferenceDate: 0.25)) == "Date(\"2001-01-01T00:00:00.25Z\")")
    #expect(ValuePrinter.text(of: Duration.milliseconds(250)) == "250ms")
    #expect(ValuePrinter.text(of: Duration.milliseconds(-1500)) == "-1.5s")
  }
}
