import ComposableArchitecture
import Foundation
import Testing

@testable import ActionLanguage

/// The types of an app with a list, a stack and a sheet, written out as the macros would.
enum Form {
  struct State: Equatable {
    var standup: Standup
    var focus: Int? = nil
    var isOn = false
  }
  enum Action: Equatable {
    case binding(BindingAction<State>)
    case addTapped
  }
}
enum Detail {
  struct State: Equatable {
    @PresentationState var destination: Destination.State?
    var standup: Standup
  }
  enum Action: Equatable {
    case editButtonTapped
    case destination(PresentationAction<Destination.Action>)
  }
}
enum Destination {
  enum State: Equatable {
    case edit(Form.State)
    case alert(AlertState<Action.Alert>)
  }
  enum Action: Equatable {
    case edit(Form.Action)
    case alert(Alert)
    enum Alert: Equatable {
      case confirmDeletion
      case dismiss
    }
  }
}
enum App {
  struct State: Equatable {
    var path = StackState<Path.State>()
    var rows: IdentifiedArrayOf<Row.State> = []
    @BindingState var query = ""
  }
  enum Action: Equatable {
    case path(StackAction<Path.State, Path.Action>)
    case rows(IdentifiedAction<String, Row.Action>)
    case binding(BindingAction<State>)
  }
}
enum Path {
  enum State: Equatable {
    case detail(Detail.State)
    case record(Counter.State)
  }
  enum Action: Equatable {
    case detail(Detail.Action)
    case record(Counter.Action)
  }
}
enum Row {
  struct State: Equatable, Identifiable {
    var id: String
    var isDone = false
  }
  enum Action: Equatable, Sendable {
    case toggle
    case rename(String)
  }
}

let design = Standup(id: uuid(3), title: "Design", duration: .seconds(300), attendees: [], theme: nil)

/// `#0` shows a detail with a sheet, `#4` records.
func appState() throws -> App.State {
  var state = App.State()
  state.path = try #require(
    StackState<Path.State>.make([
      (id: 0, element: Path.State.detail(Detail.State(destination: .edit(Form.State(standup: design)), standup: design))),
      (id: 4, element: Path.State.record(Counter.State(count: 2))),
    ]) as? StackState<Path.State>)
  state.rows = [Row.State(id: "a"), Row.State(id: "b")]
  return state
}

@Suite struct RuntimeTypesTests {
  static let edit = "path[#0].detail.destination.edit"

  func decode(_ text: String) throws -> App.Action {
    try #require(try ActionDecoder(nextStackElementID: 7).decode(text, as: App.Action.self, state: appState()) as? App.Action)
  }
  func element(_ id: StackElementID, _ action: Path.Action) -> App.Action { .path(.element(id: id, action: action)) }

  @Test func stacks() throws {
    #expect(try decode("path[#0].detail.editButtonTapped") == element(0, .detail(.editButtonTapped)))
    #expect(try decode("path[0].detail.editButtonTapped") == element(0, .detail(.editButtonTapped)))
    #expect(try decode("path[1].record.set(3)") == element(4, .record(.set(3))))
    #expect(try decode("path[last].record.set(3)") == element(4, .record(.set(3))))
    #expect(try decode(".path(.element(id: #9, action: .record(.none)))") == element(9, .record(.none)))
    #expect(try decode("pop path[#4]") == .path(.popFrom(id: 4)))
    #expect(try decode("pop path") == .path(.popFrom(id: 4)))
    #expect(
      try decode("push path .record(Counter.State(count: 1, fact: nil))")
        == .path(.push(id: 7, state: .record(Counter.State(count: 1)))))
    let error = #expect(throws: ActionLanguageError.self) { try decode("path[#9].record.none") }
    #expect(error?.message == "no element has the id #9")
    #expect(error?.candidates == ["[#0]", "[#4]"])
    #expect(error?.range == 5..<7)
  }

  @Test func rows() throws {
    #expect(try decode("rows[id: \"a\"].toggle") == .rows(.element(id: "a", action: .toggle)))
    #expect(try decode("rows[1].rename(\"x\")") == .rows(.element(id: "b", action: .rename("x"))))
    #expect(try decode("rows.element(id: \"z\", action: .toggle)") == .rows(.element(id: "z", action: .toggle)))
    #expect(throws: ActionLanguageError.self) { try decode("rows[id: \"z\"].toggle") }
    #expect(throws: ActionLanguageError.self) { try decode("rows[2].toggle") }
  }

  @Test func presentation() throws {
    let presented = { (action: Destination.Action) in self.element(0, .detail(.destination(.presented(action)))) }
    #expect(try decode(Self.edit + ".addTapped") == presented(.edit(.addTapped)))
    #expect(try decode("path[0].detail.destination.dismiss") == element(0, .detail(.destination(.dismiss))))
    #expect(try decode("path[0].detail.destination.alert.confirmDeletion") == presented(.alert(.confirmDeletion)))
    #expect(try decode("path[0].detail.destination.alert.dismiss") == presented(.alert(.dismiss)))
  }

  @Test func bindings() throws {
    let expected = element(0, .detail(.destination(.presented(.edit(.binding(.set(\.standup.title, "Work")))))))
    #expect(try decode(Self.edit + ".binding standup.title = \"Work\"") == expected)
    #expect(try decode(Self.edit + ".standup.title = \"Work\"") == expected)
    #expect(try decode(Self.edit + ".binding(.set(\\.standup.title, \"Work\"))") == expected)
    let isOn = try decode(Self.edit + ".isOn = true")
    guard case .path(.element(_, .detail(.destination(.presented(.edit(.binding(\.isOn))))))) = isOn else {
      Issue.record("not the key path of the literal")
      return
    }
    #expect(
      try decode(Self.edit + ".focus = nil")
        == element(0, .detail(.destination(.presented(.edit(.binding(.set(\.focus, nil))))))))
    guard case .binding(let action) = try decode("query = \"x\"") else {
      Issue.record("not a binding")
      return
    }
    #expect(ValuePrinter.text(of: action) == ".set(\\.query, \"x\")")
    let error = #expect(throws: ActionLanguageError.self) { try decode(Self.edit + ".binding titel = \"x\"") }
    #expect(error?.message == "Form.State has no stored property \"titel\"")
    // What an array is made of has no notation to be written down in.
    let inside = #expect(throws: ActionLanguageError.self) { try decode(Self.edit + ".binding standup.title._guts = 3") }
    #expect(inside?.message == "String has no properties that can be written: write all of it")
    #expect(throws: ActionLanguageError.self) { try decode(Self.edit + ".addTapped = 3") }
    #expect(throws: ActionLanguageError.self) { try decode(Self.edit + ".binding standup.title = 3") }
  }

  @Test func aBindingReachesOneElementOfAProperty() throws {
    let state = Library.State.two
    func decode(_ text: String, _ state: Library.State? = .two) throws -> Library.Action? {
      try ActionDecoder().decode(text, as: Library.Action.self, state: state) as? Library.Action
    }
    var books = state.books
    books[id: uuid(2)]?.title = "x"
    for text in [
      "binding books[id: UUID(2)].title = \"x\"", "binding books[1].title = \"x\"", "binding books[last].title = \"x\"",
      "books[1].title = \"x\"",
    ] {
      #expect(try decode(text) == .binding(.set(\.books, books)), "\(text)")
    }
    #expect(try decode("view.binding books[1].title = \"x\"") == .view(.binding(.set(\.books, books))))
    #expect(try decode("binding numbers[1] = 9") == .binding(.set(\.numbers, [1, 9, 3])))
    var renamed = state.books
    renamed[0].title = "y"
    #expect(try decode("binding books[0] = Book(id: _, title: \"y\", pages: _)") == .binding(.set(\.books, renamed)))
    books[id: uuid(2)] = nil
    books.append(Library.Book(id: uuid(2), title: "한 권", pages: [Library.Page(id: 10)]))
    let read = try decode(ValuePrinter.dotted(action: Library.Action.binding(.set(\.books, books)), state: state))
    #expect(read == .binding(.set(\.books, books)))
  }

  @Test func aBindingOfAnElementSaysWhatIsWrong() throws {
    func error(_ text: String, _ state: Library.State? = .two) throws -> ActionLanguageError {
      try #require(throws: ActionLanguageError.self) { try ActionDecoder().decode(text, as: Library.Action.self, state: state) }
    }
    let missing = try error("binding books[id: UUID(9)].title = \"x\"")
    #expect(missing.message == "no element has the id UUID(9)")
    #expect(missing.candidates == ["[id: UUID(1)]", "[id: UUID(2)]"])
    #expect(missing.range == 14..<25)
    #expect(try error("binding books[0].titel = \"x\"").nearest == "title")
    let value = try error("binding books[0].title = 3")
    #expect(value.message == "expected String, found the number 3")
    #expect(value.range == 25..<26)
    #expect(
      try error("binding books[0].id = UUID(2)").message == "another element has the id UUID(2), which each must have for itself")
    #expect(try error("binding books[0].title = \"x\"", nil).message.hasSuffix("bind the whole property instead"))
  }

  @Test func aCaseAndAPropertyOfOneNameAreAmbiguous() throws {
    struct Parent: Equatable {
      var form = Form.State(standup: design)
      var title = ""
    }
    enum Action: Equatable {
      case form(Form.Action)
      case title(String)
      case binding(BindingAction<Parent>)
    }
    func decode(_ text: String) throws -> Action? { try ActionDecoder().decode(text, as: Action.self) as? Action }
    let error = #expect(throws: ActionLanguageError.self) { try decode("form.isOn = true") }
    #expect(error?.kind == .ambiguous)
    #expect(error?.candidates == [".binding(.set(\\.form.isOn, true))", ".form(.binding(.set(\\.isOn, true)))"])
    #expect(try decode("binding form.isOn = true") == .binding(.set(\.form.isOn, true)))
    #expect(try decode("form.binding isOn = true") == .form(.binding(.set(\.isOn, true))))
    #expect(try decode("title = \"x\"") == .binding(.set(\.title, "x")))
    #expect(try decode("title(\"x\")") == .title("x"))
  }

  @Test(arguments: [
    "path[#0].detail.editButtonTapped", "path[#4].record.set(3)", "pop path[#4]", "rows[id: \"a\"].toggle",
    "path[#0].detail.destination.dismiss", "path[#0].detail.destination.alert.dismiss", "binding query = \"x\"",
    edit + ".binding standup.title = \"Work\"", edit + ".binding focus = nil",
    "path.push(id: #7, state: .record(Counter.State(count: 1, fact: nil)))",
  ])
  func dottedTextsReadBack(_ text: String) throws {
    let action = try decode(text)
    #expect(ValuePrinter.dotted(action: action) == text)
    let canonical = ValuePrinter.text(of: action)
    #expect(try decode(canonical) == action)
    #expect(try ValuePrinter.text(of: decode(canonical)) == canonical)
  }

  @Test(arguments: [
    "path.element(id: #9, action: .record(.none))", "path.popFrom(id: #9)", "rows.element(id: \"z\", action: .toggle)",
    "path[#4].record.set(3)", "pop path[#4]", "path[#0].detail.destination.edit.binding isOn = true",
  ])
  func whatDoesNotLiveIsWrittenSoThatItReadsBack(_ text: String) throws {
    let action = try decode(text)
    #expect(ValuePrinter.dotted(action: action, state: try appState()) == text)
  }

  @Test func states() throws {
    let state = try appState()
    let text = ValuePrinter.text(of: state)
    #expect(
      text == """
        App.State(path: [#0: .detail(Detail.State(destination: .edit(Form.State(standup: \(ValuePrinter.text(of: design)), \
        focus: nil, isOn: false)), standup: \(ValuePrinter.text(of: design)))), #4: .record(Counter.State(count: 2, fact: nil))], \
        rows: [Row.State(id: "a", isDone: false), Row.State(id: "b", isDone: false)], query: "")
        """)
    #expect(try ActionDecoder().value(text, as: App.State.self) as? App.State == state)
  }

  @Test func alerts() throws {
    let alert = AlertState<Destination.Action.Alert> {
      TextState("Delete?")
    } actions: {
      ButtonState(role: .destructive, action: .confirmDeletion) { TextState("Yes") }
      ButtonState(role: .cancel) { TextState("No") }
    } message: {
      TextState("For ever").bold()
    }
    let text = ValuePrinter.text(of: alert)
    #expect(try ActionDecoder().value(text, as: AlertState<Destination.Action.Alert>.self) as? AlertState == alert)
    #expect(
      text.hasPrefix("AlertState(buttons: [ButtonState(action: .send(.confirmDeletion), label: \"Yes\", role: .destructive), "))
    var state = try appState()
    state.path[id: 0] = .detail(Detail.State(destination: .alert(alert), standup: design))
    let node = try #require(find(ValueNode.inspect(state), "path[#0].detail.destination"))
    #expect(node.kind == .presentation && node.isActive && node.summary == ".alert")
    #expect(node.children.map(\.kind) == [.alert])
    #expect(node.children.map(\.summary) == ["\"Delete?\""])
    #expect(
      node.children[0].children.map { "\($0.label): \($0.summary)" }.dropFirst() == [
        "button: \"Yes\" (destructive) sends .confirmDeletion", "button: \"No\" (cancel)",
      ])
  }

  func find(_ node: ValueNode, _ path: String) -> ValueNode? {
    if node.path == path { return node }
    for child in node.children {
      if let found = find(child, path) { return found }
    }
    return nil
  }

  @Test func nodes() throws {
    let root = ValueNode.inspect(try appState())
    #expect(
      root.children.map { "\($0.label) \($0.kind) \($0.summary)" } == [
        "path path 2 elements", "rows collection 2 elements", "query value \"\"",
      ])
    #expect(
      root.children[0].children.map { "\($0.label) \($0.kind) \($0.summary) \($0.path)" } == [
        "[#0] destination .detail path[#0]", "[#4] destination .record path[#4]",
      ])
    let sheet = try #require(find(root, "path[#0].detail.destination"))
    #expect(
      sheet.children.map { "\($0.label) \($0.kind) \($0.path)" } == [
        "edit destination path[#0].detail.destination.edit"
      ])
    #expect(sheet.children[0].children.map(\.label) == ["standup", "focus", "isOn"])
  }

  @Test func paths() throws {
    var state: Any = try appState()
    func text(_ path: String) throws -> String { try ValuePrinter.text(of: StatePath(path).evaluate(in: state)) }
    #expect(try text("path[last].record.count") == "2")
    #expect(try text("path[#4].count") == "2")
    #expect(try text("path[0].detail.destination.edit.standup.title") == "\"Design\"")
    #expect(try text("path[0].destination.standup.title.count") == "6")
    #expect(try text("rows[id: \"b\"].isDone") == "false")
    #expect(try text("query") == "\"\"")
    try StatePath("path[0].destination.standup.title").set("\"Work\"", in: &state)
    try StatePath("rows[id: \"b\"].isDone").set("true", in: &state)
    try StatePath("query").set("\"q\"", in: &state)
    #expect(try text("path[0].detail.destination.edit.standup.title") == "\"Work\"")
    #expect(throws: ActionLanguageError.self) { try StatePath("rows[0].id").set("\"b\"", in: &state) }
    let changes = ValueDiff.changes(from: try appState(), to: state)
    #expect(
      changes.map { "\($0.path): \($0.old) -> \($0.new)" } == [
        "path[#0].detail.destination.edit.standup.title: \"Design\" -> \"Work\"", "rows[id: \"b\"].isDone: false -> true",
        "query: \"\" -> \"q\"",
      ])
    try StatePath("path[0].destination").set("nil", in: &state)
    #expect(try Predicate("path[0].destination == nil && !(path[0].destination is .edit)").evaluate(in: state))
    #expect(try Predicate("path[last] is .record && path.count == 2 && rows contains \"a\"").evaluate(in: state))
  }

  @Test func identifiedDifferences() throws {
    let old = try appState()
    var new = old
    new.rows.move(fromOffsets: [0], toOffset: 2)
    new.rows.append(Row.State(id: "c"))
    new.path.pop(from: 4)
    #expect(
      ValueDiff.changes(from: old, to: new).map { "\($0.kind) \($0.path): \($0.old) -> \($0.new)" } == [
        "removed path[#4]: .record(Counter.State(count: 2, fact: nil)) -> ",
        "inserted rows[id: \"c\"]:  -> Row.State(id: \"c\", isDone: false)", "moved rows[id: \"b\"]: 1 -> 0",
      ])
  }

  @Test func whatCanBeTyped() throws {
    let state = try appState()
    let entries = ActionCatalogue(of: App.Action.self, state: state).entries
    let spellings = entries.map(\.spelling)
    #expect(spellings.contains("path[#0].detail.destination.edit.addTapped"))
    #expect(spellings.contains("path[#0].detail.destination.edit.binding isOn ="))
    #expect(spellings.contains("path[#0].detail.destination.dismiss"))
    #expect(!spellings.contains { $0.contains("alert") || $0.contains("[#4].detail") })
    #expect(spellings.contains("pop path[#4]") && spellings.contains("push path"))
    for entry in entries {
      #expect(throws: Never.self, "\(entry.example)") {
        try ActionDecoder().decode(entry.example, as: App.Action.self, state: state)
      }
    }
  }

  @Test func completion() throws {
    let state = try appState()
    func complete(_ line: String) -> [String] {
      Completion.candidates(for: line, cursor: line.utf8.count, actionType: App.Action.self, state: state).candidates.map(\.text)
    }
    #expect(complete("path[") == ["#0]", "#4]", "0]", "1]", "last]"])
    #expect(complete("path[#0].detail.destination.") == ["edit", "dismiss"])
    #expect(complete("path[0].detail.destination.edit.a") == ["addTapped"])
    #expect(complete(Self.edit + ".binding ") == ["standup", "focus", "isOn"])
    #expect(complete(Self.edit + ".binding standup.t") == ["title", "theme"])
    #expect(complete(Self.edit + ".binding isOn = ") == ["true", "false"])
    #expect(complete("push path .") == ["detail", "record"])
    #expect(complete("pop path[#") == ["#0]", "#4]"])
    #expect(complete("rows[id: \"") == ["id: \"a\"]", "id: \"b\"]"])
  }
}
