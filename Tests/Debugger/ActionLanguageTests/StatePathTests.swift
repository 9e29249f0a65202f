import Foundation
import Testing

@testable import ActionLanguage

@Suite struct StatePathTests {
  func text(_ path: String, in state: Any = Tabs.State()) throws -> String {
    ValuePrinter.text(of: try StatePath(path).evaluate(in: state))
  }

  @Test func evaluates() throws {
    #expect(try text("tab1.count") == "0")
    #expect(try text(".standup.title") == "\"Design\"")
    #expect(try text("standup.title.count") == "6")
    #expect(try text("list[1]") == "2")
    #expect(try text("list[last]") == "3")
    #expect(try text("list.count") == "3")
    #expect(try text("lookup[\"a\"]") == "1")
    #expect(try text("mode.reading.page") == "3")
    #expect(try text("mode.page") == "3")
    #expect(try text("tab1.fact") == "nil")
    #expect(try text("") == ValuePrinter.text(of: Tabs.State()))
  }

  @Test func errors() throws {
    let unknown = #expect(throws: ActionLanguageError.self) { try text("tab1.cuont") }
    #expect(unknown?.nearest == "count")
    #expect(unknown?.range == 5..<10)
    let empty = #expect(throws: ActionLanguageError.self) { try text("standup.attendees.first.name") }
    #expect(empty?.message == "there is no first element: the list is empty")
    let otherCase = #expect(throws: ActionLanguageError.self) { try text("mode.counting.count") }
    #expect(otherCase?.message == "the value is .reading, not .counting")
  }

  @Test func sets() throws {
    var state: Any = Tabs.State()
    try StatePath("tab2.count").set("5", in: &state)
    try StatePath("tab1.fact").set("\"odd\"", in: &state)
    try StatePath("list[last]").set("9", in: &state)
    try StatePath("lookup[\"a\"]").set("2", in: &state)
    try StatePath("mode.page").set("4", in: &state)
    try StatePath("standup").set("Standup(id: _, title: \"New\", duration: _, attendees: _, theme: nil)", in: &state)
    var expected = Tabs.State()
    expected.tab2.count = 5
    expected.tab1.fact = "odd"
    expected.list[2] = 9
    expected.lookup["a"] = 2
    expected.mode = .reading(page: 4)
    expected.standup.title = "New"
    expected.standup.theme = nil
    #expect(state as? Tabs.State == expected)
    #expect(throws: ActionLanguageError.self) { try StatePath("list.count").set("4", in: &state) }
    #expect(throws: ActionLanguageError.self) { try StatePath("tab2.count").set("\"x\"", in: &state) }
    #expect(state as? Tabs.State == expected)
  }
}

@Suite struct ValueNodeTests {
  func lines(_ node: ValueNode, _ indentation: String = "") -> [String] {
    ["\(indentation)\(node.label): \(node.summary)"] + node.children.flatMap { lines($0, indentation + "  ") }
  }

  @Test func tree() {
    var state = Tabs.State()
    state.standup.attendees = [Attendee(id: uuid(1), name: "Blob")]
    state.mode = .counting(Counter.State(count: 2))
    #expect(
      lines(ValueNode.inspect(state, label: "tabs")) == [
        "tabs: Tabs.State", "  tab1: Counter.State", "    count: 0", "    fact: nil", "  tab2: Counter.State", "    count: 0",
        "    fact: nil", "  standup: Standup", "    id: UUID(3)", "    title: \"Design\"", "    duration: 300s",
        "    attendees: 1 element", "      [0]: Attendee", "        id: UUID(1)", "        name: \"Blob\"", "    theme: .indigo",
        "  lookup: 1 entry", "    [\"a\"]: 1", "  list: 3 elements", "    [0]: 1", "    [1]: 2", "    [2]: 3",
        "  mode: .counting", "    count: 2", "    fact: nil",
      ])
  }

  @Test func everyPathLeadsToItsNode() throws {
    let state = Tabs.State()
    func check(_ node: ValueNode) throws {
      let value = try StatePath(node.path).evaluate(in: state)
      if !node.hasChildren, node.kind == .value, !node.summary.hasSuffix("empty") {
        #expect(ValuePrinter.text(of: value) == node.summary, "\(node.path)")
      }
      for child in node.children { try check(child) }
    }
    try check(ValueNode.inspect(state))
  }
}

@Suite struct ValueDiffTests {
  func changes(_ edit: (inout Tabs.State) -> Void) -> [String] {
    let old = Tabs.State()
    var new = old
    edit(&new)
    return ValueDiff.changes(from: old, to: new).map { "\($0.kind) \($0.path): \($0.old) -> \($0.new)" }
  }

  @Test func paths() {
    #expect(changes { _ in } == [])
    #expect(changes { $0.tab1.count = 3 } == ["changed tab1.count: 0 -> 3"])
    #expect(changes { $0.tab1.fact = "x" } == ["changed tab1.fact: nil -> \"x\""])
    #expect(changes { $0.list.remove(at: 0) } == ["removed list[0]: 1 -> "])
    #expect(changes { $0.list.append(4) } == ["inserted list[3]:  -> 4"])
    #expect(changes { $0.list[1] = 7 } == ["changed list[1]: 2 -> 7"])
    #expect(changes { $0.lookup = ["b": 2] } == ["removed lookup[\"a\"]: 1 -> ", "inserted lookup[\"b\"]:  -> 2"])
    #expect(changes { $0.mode = .reading(page: 4) } == ["changed mode.reading.page: 3 -> 4"])
    #expect(changes { $0.mode = .closed } == ["changed mode: .reading(page: 3) -> .closed"])
    #expect(
      changes { $0.standup.attendees = [Attendee(id: uuid(1), name: "Blob")] } == [
        "inserted standup.attendees[0]:  -> Attendee(id: UUID(1), name: \"Blob\")"
      ])
  }

  @Test func tenThousandRowsAreQuick() {
    let old = (0..<10_000).map { Attendee(id: UUID(), name: "row \($0)") }
    var new = old
    new[5_000].name = "changed"
    let changes = ValueDiff.changes(from: old, to: new)
    #expect(changes.map(\.path) == ["[5000].name"])
  }
}
