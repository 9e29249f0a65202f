import ComposableArchitecture
import Foundation
import Testing

@testable import ActionLanguage

struct Rows {
  struct State: Equatable, Identifiable {
    var id: Int
    var isOn = false
    var rows: IdentifiedArrayOf<State> = []
  }
  indirect enum Action: Equatable {
    case toggle
    case rename(String)
    case row(id: Int, action: Action)
    case theme(Theme?, flag: Bool)
    case save(Standup)
  }
}

/// Rows with ids of their own type, and cases that take such ids.
enum Library {
  struct Page: Equatable, Identifiable, Sendable {
    var id: Int
  }
  struct Book: Equatable, Identifiable, Sendable {
    let id: UUID
    var title: String
    var pages: IdentifiedArrayOf<Page> = []
  }
  struct State: Equatable, Sendable {
    var books: IdentifiedArrayOf<Book> = []
    var numbers = [1, 2, 3]
    var count = 0

    static var two: Self {
      Self(books: [Book(id: uuid(1), title: "Emma"), Book(id: uuid(2), title: "한 권", pages: [Page(id: 10)])])
    }
  }
  enum Action: Equatable, Sendable {
    case tapped(id: UUID)
    case moved(UUID, to: Int)
    case opened(UUID)
    case numbered(pageID: Int)
    case binding(BindingAction<State>)
    case view(View)

    enum View: Equatable, Sendable {
      case binding(BindingAction<State>)
    }
  }
}

@Suite struct CompletionTests {
  let state = Rows.State(id: 0, rows: [Rows.State(id: 7), Rows.State(id: 9, rows: [Rows.State(id: 3)])])

  /// The candidates at `|`, after what they replace.
  func complete(_ text: String) -> [String] {
    let line = text.replacing("|", with: "")
    let cursor = text.utf8.firstIndex(of: UInt8(ascii: "|")).map { text.utf8.distance(from: text.startIndex, to: $0) } ?? 0
    let proposal = Completion.candidates(for: line, cursor: cursor, actionType: Rows.Action.self, state: state)
    return proposal.candidates.map(\.text)
  }
  func paths(_ text: String) -> [String] {
    Completion.paths(for: text, cursor: text.utf8.count, state: state).candidates.map(\.text)
  }

  @Test func cases() {
    #expect(complete("|") == ["rename", "row", "theme", "save", "toggle"])
    #expect(complete("r|") == ["rename", "row"])
    #expect(complete(".t|") == ["theme", "toggle"])
    #expect(complete("row(id: 7, action: |") == [".rename", ".row", ".theme", ".save", ".toggle"])
    #expect(complete("row(id: 7, action: .to|") == ["toggle"])
    #expect(complete("nonsense.|") == [])
  }

  @Test func liveKeys() {
    #expect(complete("row[|") == ["id: 7]", "id: 9]", "0]", "1]", "last]"])
    #expect(complete("row[id: |") == ["id: 7]", "id: 9]"])
    #expect(complete("row[id: 9].row[|") == ["id: 3]", "0]", "last]"])
    #expect(complete("row[1].row[0].tog|") == ["toggle"])
  }

  @Test func payloads() {
    #expect(complete("theme(|") == ["nil", ".bubblegum", ".buttercup", ".indigo"])
    #expect(complete("theme(.in|") == ["indigo"])
    #expect(complete("theme(nil, |") == ["flag: "])
    #expect(complete("theme(nil, flag: |") == ["true)", "false)"])
    #expect(complete("theme(nil, flag: t|") == ["true)"])
    #expect(complete("save(Standup(|") == ["id: ", "title: ", "duration: ", "attendees: ", "theme: "])
    #expect(complete("save(Standup(id: UUID(0), ti|") == ["title: "])
    #expect(complete("save(|") == ["Standup("])
  }

  @Test func rowsUnderTheNameOfTheirProperty() {
    #expect(complete("rows[|") == ["id: 7]", "id: 9]", "0]", "1]", "last]"])
    #expect(complete("rows[1].rows[0].tog|") == ["toggle"])
  }

  @Test func idsThatLive() throws {
    func candidates(_ line: String, _ state: Library.State = .two) -> [Completion.Candidate] {
      Completion.candidates(for: line, cursor: line.utf8.count, actionType: Library.Action.self, state: state).candidates
    }
    #expect(candidates("tapped(").map(\.text) == ["id: "])
    let ids = candidates("tapped(id: ")
    #expect(ids.map(\.text) == ["UUID(1))", "UUID(2))"])
    #expect(ids.map(\.explanation) == ["\"Emma\"", "\"한 권\""])
    #expect(candidates("moved(").map(\.text) == ["UUID(1)", "UUID(2)"])
    #expect(candidates("moved(UUID(2), to: ").map(\.text) == ["3"], "a number is no id")
    #expect(candidates("opened(").map(\.text) == ["UUID(1))", "UUID(2))"])
    #expect(candidates("numbered(pageID: ").map(\.text) == ["10)"])
    #expect(candidates("tapped(id: ", Library.State()).map(\.text) == ["UUID(3)"], "an example where nothing lives")
    #expect(candidates("binding books[").map(\.text) == ["id: UUID(1)]", "id: UUID(2)]", "0]", "1]", "last]"])
    #expect(candidates("binding books[0].ti").map(\.text) == ["title"])
    #expect(candidates("binding books[id: UUID(2)].pages[").map(\.text) == ["id: 10]", "0]", "last]"])
  }

  @Test func statePaths() {
    #expect(paths("") == ["id", "isOn", "rows"])
    #expect(paths("rows.") == ["count", "isEmpty", "first", "last"])
    #expect(paths("rows[") == ["id: 7]", "id: 9]", "0]", "1]", "last]"])
    #expect(paths("rows[id: 9].ro") == ["rows"])
    #expect(paths("isOn && rows[last].rows[0].i") == ["id", "isOn"])
  }

  @Test func tenThousandRowsAreBounded() {
    let large = Rows.State(id: 0, rows: IdentifiedArray(uniqueElements: (1...10_000).map { Rows.State(id: $0) }))
    let proposal = Completion.candidates(for: "row[", cursor: 4, actionType: Rows.Action.self, state: large)
    #expect(proposal.candidates.count == 500)
  }
}

@Suite struct ActionCatalogueTests {
  @Test func liveRows() {
    let state = Rows.State(id: 0, rows: [Rows.State(id: 7)])
    let entries = ActionCatalogue(of: Rows.Action.self, state: state).entries
    #expect(
      entries.map { "\($0.spelling) \($0.payload)" } == [
        "rename String", "row[id: 7].rename String", "row[id: 7].theme Theme?, flag: Bool", "row[id: 7].save Standup",
        "row[id: 7].toggle ", "theme Theme?, flag: Bool", "save Standup", "toggle ",
      ])
  }

  @Test func everyExampleIsAccepted() throws {
    for state in [Rows.State(id: 0, rows: [Rows.State(id: 7)]), Rows.State(id: 0)] {
      for entry in ActionCatalogue(of: Rows.Action.self, state: state).entries {
        #expect(throws: Never.self) { try ActionDecoder().decode(entry.example, as: Rows.Action.self, state: state) }
      }
    }
    for entry in ActionCatalogue(of: Tabs.Action.self, state: Tabs.State()).entries where !entry.example.contains("…") {
      #expect(throws: Never.self) { try ActionDecoder().decode(entry.example, as: Tabs.Action.self, state: Tabs.State()) }
    }
  }
}
