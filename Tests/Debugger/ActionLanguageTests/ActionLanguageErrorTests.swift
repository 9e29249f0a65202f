import Testing

@testable import ActionLanguage

@Suite struct ActionLanguageErrorTests {
  /// The error of a line, drawn.
  func drawn(_ line: String) -> [String] {
    do {
      _ = try ActionDecoder().decode(line, as: Tabs.Action.self, state: Tabs.State())
      return ["accepted"]
    } catch {
      return error.render(line: line)
    }
  }

  @Test func unknownCase() {
    #expect(
      drawn("tab1.incrementButonTapped") == [
        "tab1.incrementButonTapped",
        "     ^~~~~~~~~~~~~~~~~~~~",
        "Counter.Action has no case \"incrementButonTapped\"",
        "  did you mean: incrementButtonTapped",
        "  choose from: factResponse, set, rename, move, decrementButtonTapped, incrementButtonTapped, none",
      ])
  }

  @Test func wrongPayloadAfterWideCharacters() {
    #expect(
      drawn(".tab1(.rename(first: \"유비😀\", last: 3))") == [
        ".tab1(.rename(first: \"유비😀\", last: 3))",
        "                                     ^",
        "expected String, found the number 3",
        "  example: \"text\"",
      ])
  }

  @Test func missingLabel() {
    #expect(
      drawn("tab1.rename(\"a\", last: \"b\")") == [
        "tab1.rename(\"a\", last: \"b\")",
        "            ^~~",
        "the label \"first:\" is missing",
        "  expected: first: String",
        "  found: a String",
        "  example: first: \"text\"",
      ])
  }

  @Test func missingPayload() {
    #expect(
      drawn("tab1.set") == [
        "tab1.set", "     ^~~", "Counter.Action.set needs its payload", "  expected: set(Int)", "  example: set(3)",
      ])
  }

  @Test func unbalancedBrackets() {
    #expect(drawn(".tab1(.set(1)")[1...2] == ["     ^", "this bracket is not closed: \")\" is missing"])
    #expect(drawn(".tab1(.set(1)))")[1...2] == ["              ^", "\")\" closes nothing here"])
    #expect(drawn("tab1.rename(first: \"a")[1...2] == ["                   ^", "the string is not closed"])
  }

  @Test(arguments: [
    (".tab1(.set(1)", ".tab1(.set(1))"), (".tab1(.set(1)))", ".tab1(.set(1))"),
    ("tab1.rename(first: \"a", "tab1.rename(first: \"text\", last: \"text\")"), ("tab1.set(3", "tab1.set(3)"),
    ("tab1.set(", "tab1.set(3)"), ("row[id: 3.nothing", "row[id: 3].nothing"), ("tab1.set(3]", "tab1.set(3)"),
    ("tab1.", "tab1(.none)"), ("pick(.indigo", "pick(.indigo)"), ("pick(.indig", "pick(.indigo)"),
    ("tab1.move([0, 2, to: 1)", "tab1.move([0, 2], to: 3)"), ("row(id: 1, action: .nothing", "row(id: 1, action: .nothing)"),
  ])
  func brokenLinesComeWithOneThatIsAccepted(line: String, example: String) throws {
    let error = try #require(throws: ActionLanguageError.self) {
      try ActionDecoder().decode(line, as: Tabs.Action.self, state: Tabs.State())
    }
    let proposed = try #require(error.example, "\(line): \(error.message)")
    #expect(try ActionDecoder().decode(proposed, as: Tabs.Action.self, state: Tabs.State()) is Tabs.Action, "\(proposed)")
    if error.kind == .syntax { #expect(proposed == example, "\(line)") }
  }

  /// Wherever typing stops, the error of what is unfinished proposes a line that works.
  @Test func everyUnfinishedLineComesWithOneThatIsAccepted() throws {
    for line in [
      "tab1.rename(first: \"유비\", last: \"b\")", ".tab2(.move([0, 2], to: 1))", "row[id: 3].row[id: 4].tab1.set(2)",
      "save(Standup(id: UUID(7), title: \"x\", duration: 1.5s, attendees: []))",
    ] {
      for end in line.indices.dropFirst() {
        let typed = String(line[..<end])
        do {
          _ = try ActionDecoder().decode(typed, as: Tabs.Action.self, state: Tabs.State())
        } catch  where error.kind == .syntax {
          let proposed = try #require(error.example, "\(typed)")
          #expect(throws: Never.self, "\(typed): \(proposed)") {
            try ActionDecoder().decode(proposed, as: Tabs.Action.self, state: Tabs.State())
          }
        } catch {
          #expect(error.example != nil, "\(typed): \(error.message)")
        }
      }
    }
  }

  @Test func aNarrowWindowShowsThePlaceAndTheCaretBelowIt() throws {
    let line = "tab1.rename(first: \"a name that takes all of a narrow window\", last: 3)"
    let error = try #require(throws: ActionLanguageError.self) {
      try ActionDecoder().decode(line, as: Tabs.Action.self, state: Tabs.State())
    }
    #expect(
      error.render(line: line, width: 38)[...1] == [
        "…of a narrow window\", last: 3)", "                            ^",
      ])
  }

  @Test func pathsAndConditionsProposeWhatExists() throws {
    let state = Tabs.State()
    func path(_ text: String) throws -> String? {
      let error = try #require(throws: ActionLanguageError.self) { try StatePath(text).evaluate(in: state) }
      return error.proposingPath(for: text, in: state).example
    }
    #expect(try path("tab1.cuont") == "tab1.count")
    #expect(try path("list[7") == "list")
    #expect(try path("list[7]") == "list[0]")
    #expect(try path("\"x\"") == "tab1.count")
    func condition(_ text: String) throws -> String? {
      let error = try #require(throws: ActionLanguageError.self) { try Predicate(text).evaluate(in: state) }
      return error.proposingPredicate(for: text, in: state).example
    }
    #expect(try condition("tab1.count >") == "tab1.count > 2")
    #expect(try condition("tab1.count > \"x\"") == "tab1.count > 3")
    #expect(try condition("list > 3") == "list.count > 2")
    #expect(try condition("standup.titel == \"x\"") == "standup.title == \"x\"")
    #expect(try condition("mode is .writing") == "mode is .reading")
    #expect(try condition("(tab1.count > 3") == "(tab1.count > 3)")
  }

  @Test func aNameOfSomethingFurtherInsideProposesThePath() throws {
    let state = Tabs.State()
    func error(_ text: String) throws -> ActionLanguageError {
      let error = try #require(throws: ActionLanguageError.self) { try StatePath(text).evaluate(in: state) }
      return error.proposingPath(for: text, in: state)
    }
    #expect(try error("count").nearest == "tab1.count")
    #expect(try error("count").example == "tab1.count")
    #expect(try error("tab1.title").nearest == nil, "only what begins a path may stand further inside")
    let condition = "mode is .reading && !(count > 3)"
    let refused = try #require(throws: ActionLanguageError.self) { try Predicate(condition).check(in: Tabs.State.self) }
    let proposed = refused.proposingPredicate(for: condition, in: state)
    #expect(proposed.nearest == "tab1.count")
    #expect(proposed.example == "mode is .reading && !(tab1.count > 3)")
    let assignment = "count = 5"
    let unknown = try #require(throws: ActionLanguageError.self) { try StatePath("count").evaluate(in: state) }
    #expect(unknown.proposingAssignment(for: assignment, in: state).example == "tab1.count = 5")
  }

  @Test func controlCharactersAreDrawnEscaped() {
    #expect(
      drawn("tab1.\u{1B}[31m")[0...1] == ["tab1.\\u{1B}[31m", "     ^~~~~~"])
  }

  @Test func tenThousandBracketsAreRefused() {
    for (open, close) in [("(", ")"), ("[", "]"), (".tab1(", ")"), ("row(id: 1, action: ", ")")] {
      let line = String(repeating: open, count: 10_000) + String(repeating: close, count: 10_000)
      let error = #expect(throws: ActionLanguageError.self) { try decode(line) }
      #expect(error?.kind == .tooComplex)
      #expect(error?.message == "brackets may be nested 256 deep")
    }
  }

  @Test func longLines() {
    let line = "tab1.rename(first: \"" + String(repeating: "x", count: 1_000_000) + "\", last: 3)"
    let lines = drawn(line)
    #expect(lines[2] == "expected String, found the number 3")
    #expect(lines[0].count <= 100 && lines[0].hasSuffix("xx\", last: 3)"))
    #expect(lines[1].count == lines[0].count - 1)
    for text in [
      String(repeating: "!", count: 1_000_000), String(repeating: ".a", count: 500_000), String(repeating: "1+", count: 500_000),
      String(repeating: "\\", count: 1_000_000), String(repeating: "\"", count: 1_000_001),
      String(repeating: "#", count: 1_000_000),
    ] {
      #expect(throws: ActionLanguageError.self) { try decode(text) }
    }
  }

  @Test func unwritableTypes() {
    enum Action { case run(() -> Void) }
    let error = #expect(throws: ActionLanguageError.self) { try decode("run(3)", as: Action.self) }
    #expect(error?.kind == .notWritable)
    #expect(error?.message == "a value of () -> () cannot be written: it is a function (the payload of run)")
    final class Box {}
    struct Holder { var run: () -> Void }
    enum Holding { case take(Holder), both(Int, then: Box) }
    let part = #expect(throws: ActionLanguageError.self) { try decode("take(Holder(run: 3))", as: Holding.self) }
    #expect(part?.message.hasSuffix("it is a function (the part \"run\" of ActionLanguageErrorTests.Holder)") == true)
    #expect(part?.note?.contains("\"_\" keeps what is there") == true && part?.note?.contains("ValueDefaults.register") == true)
    let second = #expect(throws: ActionLanguageError.self) { try decode("both(1, then: 3)", as: Holding.self) }
    #expect(second?.message.hasSuffix("(the part \"then\" of (Int, then: ActionLanguageErrorTests.Box))") == true)
    #expect(second?.kind == .notWritable)
  }
}
