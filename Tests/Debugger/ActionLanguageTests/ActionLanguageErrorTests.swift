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
        "Counter.Action has no case “incrementButonTapped”.",
        "  did you mean: incrementButtonTapped",
        "  choose from: factResponse, set, rename, move, decrementButtonTapped, incrementButtonTapped, none",
        "  example: .none",
      ])
  }

  @Test func wrongPayloadAfterWideCharacters() {
    #expect(
      drawn(".tab1(.rename(first: \"유비😀\", last: 3))") == [
        ".tab1(.rename(first: \"유비😀\", last: 3))",
        "                                     ^",
        "Expected String, found the number 3.",
        "  expected: String",
        "  found: the number 3",
        "  example: \"text\"",
      ])
  }

  @Test func missingLabel() {
    #expect(
      drawn("tab1.rename(\"a\", last: \"b\")") == [
        "tab1.rename(\"a\", last: \"b\")",
        "            ^~~",
        "The label “first:” is missing.",
        "  expected: first: String",
        "  found: a String",
        "  example: rename(first: \"text\", last: \"text\")",
      ])
  }

  @Test func missingPayload() {
    #expect(
      drawn("tab1.set") == [
        "tab1.set", "     ^~~", "Counter.Action.set needs its payload.", "  expected: set(Int)", "  example: set(3)",
      ])
  }

  @Test func unbalancedBrackets() {
    #expect(drawn(".tab1(.set(1)")[1...2] == ["     ^", "This bracket is not closed: “)” is missing."])
    #expect(drawn(".tab1(.set(1)))")[1...2] == ["              ^", "“)” closes nothing here."])
    #expect(drawn("tab1.rename(first: \"a")[1...2] == ["                   ^", "The string is not closed."])
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
      #expect(error?.message == "Brackets may be nested 256 deep.")
    }
  }

  @Test func longLines() {
    let line = "tab1.rename(first: \"" + String(repeating: "x", count: 1_000_000) + "\", last: 3)"
    let lines = drawn(line)
    #expect(lines[2] == "Expected String, found the number 3.")
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
    #expect(error?.message == "A value of () -> () cannot be written: it is a function.")
  }
}
