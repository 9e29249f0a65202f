import IdentifiedCollections
import Testing

@testable import ActionLanguage

@Suite struct ReferenceTests {
  let state = Rows.State(id: 4, isOn: true, rows: [Rows.State(id: 7), Rows.State(id: 9, rows: [Rows.State(id: 3)])])

  enum Action: Equatable {
    case add(Int)
    case flag(Bool?)
    case open(Rows.State, at: Int)
    case name(String)
  }

  func decode(_ text: String) throws -> Action? {
    try ActionDecoder().decode(text, as: Action.self, state: state) as? Action
  }

  @Test func aDollarStandsForTheValueInTheState() throws {
    #expect(try decode("add($id)") == .add(4))
    #expect(try decode("add($rows[last].rows[0].id)") == .add(3))
    #expect(try decode("add($rows.count)") == .add(2))
    #expect(try decode("open($rows[id: 9], at: $rows[0].id)") == .open(Rows.State(id: 9, rows: [Rows.State(id: 3)]), at: 7))
    #expect(try decode("open($, at: 1)") == .open(state, at: 1))
  }

  @Test func theValueIsWrappedWhereThePlaceIsOptional() throws {
    #expect(try decode("flag($isOn)") == .flag(true))
  }

  @Test func theCanonicalTextHoldsTheValue() throws {
    let value = try #require(try decode("open($rows[0], at: $id)"))
    #expect(
      ValuePrinter.text(of: value) == ".open(Rows.State(id: 7, isOn: false, rows: []), at: 4)")
  }

  @Test func anotherTypeIsNamed() throws {
    let error = #expect(throws: ActionLanguageError.self) { try decode("name($rows[0].id)") }
    #expect(error?.message == "expected String, and $rows… is Int")
    #expect(error?.range == 5..<16)
    let missing = #expect(throws: ActionLanguageError.self) { try decode("add($row[0].id)") }
    #expect(missing?.kind == .unknownName)
    #expect(missing?.range == 4..<8)
    let gone = #expect(throws: ActionLanguageError.self) { try decode("add($rows[5].id)") }
    #expect(gone?.kind == .notFound)
  }

  @Test func thereIsNoStateToReferTo() throws {
    let error = #expect(throws: ActionLanguageError.self) { try ActionDecoder().value("$a", as: Int.self) }
    #expect(error?.message == "\"$\" stands for a place of the current state, and none can be read here")
  }

  @Test func settingMayReferToOtherPlaces() throws {
    var edited: Any = state
    try StatePath("rows[0].isOn").set("$isOn", in: &edited)
    #expect((edited as? Rows.State)?.rows[0].isOn == true)
    try StatePath("rows[0]").set("Rows.State(id: _, isOn: _, rows: $rows[1].rows)", in: &edited)
    #expect((edited as? Rows.State)?.rows[0] == Rows.State(id: 7, isOn: true, rows: [Rows.State(id: 3)]))
  }

  @Test func completionGoesOnBehindTheDollar() {
    func complete(_ text: String) -> [String] {
      Completion.candidates(for: text, cursor: text.utf8.count, actionType: Rows.Action.self, state: state).candidates.map(\.text)
    }
    #expect(complete("rename($") == ["id", "isOn", "rows"])
    #expect(complete("rename($r") == ["rows"])
    #expect(complete("rename($rows[") == ["id: 7]", "id: 9]", "0]", "1]", "last]"])
    #expect(complete("rename($rows[id: 9].i") == ["id", "isOn"])
    #expect(complete("theme($rows[0].id, flag: $is") == ["isEmpty", "isOn"].filter { $0 == "isOn" })
  }
}

@Suite struct KeptValueTests {
  enum Choice: Equatable {
    case form(Form, draft: Bool)
    case other(Int)
  }
  struct Form: Equatable {
    var title: String
    var run: Int
  }
  struct State: Equatable { var choice: Choice }

  @Test func anUnderscoreKeepsWhatIsThereInTheSameCase() throws {
    var edited: Any = State(choice: .form(Form(title: "a", run: 3), draft: false))
    try StatePath("choice").set(".form(Form(title: \"b\", run: _), draft: _)", in: &edited)
    #expect(edited as? State == State(choice: .form(Form(title: "b", run: 3), draft: false)))
    try StatePath("choice").set(".form(_, draft: true)", in: &edited)
    #expect(edited as? State == State(choice: .form(Form(title: "b", run: 3), draft: true)))
    let error = #expect(throws: ActionLanguageError.self) { try StatePath("choice").set(".other(_)", in: &edited) }
    #expect(error?.message == "\"_\" keeps what is there or takes a default; here is neither")
    #expect(
      error?.note
        == "defaults written in source are not in metadata; ValueDefaults.register(Int.self) { … } makes one known")
  }

  struct Registered: Equatable, Sendable {
    var title: String
    var count: Int
  }

  @Test func aRegisteredStructGivesThePartsThatAreLeftOut() throws {
    ValueDefaults.register(Registered.self) { Registered(title: "new", count: 7) }
    #expect(
      try ActionDecoder().value("Registered(count: 1)", as: Registered.self) as? Registered == Registered(title: "new", count: 1))
    #expect(try ActionDecoder().value(".init()", as: Registered.self) as? Registered == Registered(title: "new", count: 7))
  }
}

@Suite struct HintTests {
  let state = Rows.State(id: 0, rows: [Rows.State(id: 7)])

  func hint(_ line: String) -> String? { Completion.hint(for: line, actionType: Rows.Action.self, state: state) }

  @Test func thePayloadOfTheCaseThatStandsThere() {
    #expect(hint("save") == "(Standup)")
    #expect(hint(".theme") == "(Theme?, flag: Bool)")
    #expect(hint("row") == "[id: Int].…")
    #expect(hint("row[id: 7].rename") == "(String)")
    #expect(hint("toggle") == nil)
    #expect(hint("sav") == nil)
  }

  @Test func whatIsStillMissingInBrackets() {
    #expect(hint("theme(") == "Theme?, flag: Bool)")
    #expect(hint("theme(nil, ") == "flag: Bool)")
    #expect(hint("theme(nil, flag: ") == "Bool)")
    #expect(hint("save(Standup(") == "id: UUID, title: String, duration: Duration, attendees: [Attendee], theme: Theme?)")
    #expect(hint("theme(nil, flag: true) ") == nil)
  }
}
