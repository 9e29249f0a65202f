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

  @Test func literalsThatAreHalfTyped() {
    func candidates(_ line: String) -> [String] {
      let proposal = Completion.candidates(
        for: line, cursor: line.utf8.count, actionType: Library.Action.self, state: Library.State.two)
      return proposal.candidates.map { String(decoding: Array(line.utf8)[..<proposal.range.lowerBound], as: UTF8.self) + $0.text }
    }
    #expect(candidates("opened(UUID(2") == ["opened(UUID(2))"])
    #expect(candidates("opened(UU") == ["opened(UUID(1))", "opened(UUID(2))"])
    #expect(candidates("opened(UUID(") == ["opened(UUID(1))", "opened(UUID(2))"])
    #expect(candidates("opened(uuid(1") == ["opened(UUID(1))"])
    #expect(candidates("tapped(id: UUID(2") == ["tapped(id: UUID(2))"])
    #expect(candidates("moved(UUID(2") == ["moved(UUID(2)"])
    #expect(candidates("moved(UUID(2), to: 1") == ["moved(UUID(2), to: 1)"], "a number is no id, and may be the whole one")
    #expect(candidates("numbered(pageID: 1") == ["numbered(pageID: 10)"])
    #expect(candidates("opened(UUID(7") == [])
    let value = Completion.values(for: "UUID(2", as: UUID.self, state: Library.State.two)
    #expect(value.candidates.map(\.text) == ["UUID(2)"] && value.range == 0..<6)
    #expect(Completion.values(for: "\"te", as: String.self).candidates.isEmpty, "an example is no ending of what is typed")
  }

  @Test func whatLeadsToAStackIsPoppedAndPushed() throws {
    let state = try appState()
    func candidates(_ line: String) -> [String] {
      Completion.candidates(for: line, cursor: line.utf8.count, actionType: App.Action.self, state: state).candidates.map(\.text)
    }
    #expect(candidates("p") == ["path", "pop ", "push "])
    #expect(candidates("pop ") == ["path["])
    #expect(candidates("pop path[") == ["#0]", "#4]", "0]", "1]", "last]"])
    #expect(candidates("push ") == ["path "])
    #expect(candidates("push path ") == ["detail", "record"])
    #expect(complete("p|") == [], "there is no stack")
  }

  @Test func conditions() throws {
    struct State {
      var count = 3
      var title = "x"
      var isOn = true
      var theme: Theme? = .indigo
      var books: IdentifiedArrayOf<Library.Book> = Library.State.two.books
    }
    func complete(_ text: String) -> [String] {
      let proposal = Completion.predicates(for: text, cursor: text.utf8.count, state: State())
      return proposal.candidates.map { String(decoding: Array(text.utf8)[..<proposal.range.lowerBound], as: UTF8.self) + $0.text }
    }
    func operators(_ text: String) -> [String] { complete(text).map { String($0.dropFirst(text.count)) } }
    #expect(operators("count ") == ["== ", "!= ", "< ", "<= ", "> ", ">= "])
    #expect(operators("title ") == ["== ", "!= ", "< ", "<= ", "> ", ">= ", "contains "])
    #expect(operators("isOn ") == ["== ", "!= ", "&& ", "|| "])
    #expect(operators("theme ") == ["== ", "!= ", "is "])
    #expect(operators("books ") == ["== ", "!= ", "contains "])
    #expect(operators("count > 2 ") == ["&& ", "|| "])
    #expect(operators("(count > 2) ") == ["&& ", "|| "])
    #expect(complete("count >") == ["count > ", "count >= "])
    #expect(complete("title con") == ["title contains "])
    #expect(complete("count > 2 &") == ["count > 2 && "])
    #expect(complete("cou") == ["count"])
    #expect(complete("count > 2 && !isO") == ["count > 2 && !isOn"])
    #expect(complete("theme is .in") == ["theme is .indigo"])
    #expect(operators("theme is ").first == "nil")
    #expect(complete("theme == .bu") == ["theme == .bubblegum", "theme == .buttercup"].map { $0 })
    #expect(complete("isOn == f") == ["isOn == false"])
    #expect(complete("books contains UUID(2") == ["books contains UUID(2)"])
    #expect(complete("books[id: UUID(2") == ["books[id: UUID(2)]"])
    #expect(complete("nothing ") == [])
    #expect(complete("count count ") == [])
    #expect(complete("title == \"a b") == [])
  }

  @Test func statePaths() {
    #expect(paths("") == ["id", "isOn", "rows"])
    #expect(paths("rows.") == ["count", "isEmpty", "first", "last"])
    #expect(paths("rows[") == ["id: 7]", "id: 9]", "0]", "1]", "last]"])
    #expect(paths("rows[id: 9].ro") == ["rows"])
    #expect(paths("isOn && rows[last].rows[0].i") == ["id", "isOn"])
  }

  @Test func aCursorInsideOfACharacterStandsBeforeIt() {
    for cursor in 0...6 {
      for proposal in [
        Completion.candidates(for: "한글", cursor: cursor, actionType: Rows.Action.self, state: state),
        Completion.paths(for: "한글", cursor: cursor, state: state), Completion.predicates(for: "한글", cursor: cursor, state: state),
      ] {
        #expect(proposal.range == 0..<cursor / 3 * 3)
      }
    }
  }

  @Test func tenThousandRowsAreBounded() {
    let large = Rows.State(id: 0, rows: IdentifiedArray(uniqueElements: (1...10_000).map { Rows.State(id: $0) }))
    let proposal = Completion.candidates(for: "row[", cursor: 4, actionType: Rows.Action.self, state: large)
    #expect(proposal.candidates.count == 500)
    let typed = Completion.candidates(for: "row[id: 987", cursor: 11, actionType: Rows.Action.self, state: large)
    #expect(typed.candidates.map(\.text) == ["id: 987]"] + (9_870...9_879).map { "id: \($0)]" })
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
