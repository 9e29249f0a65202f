import Testing

@testable import Terminal

@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("한글", 4), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("e\u{301}", 1), ("日本", 4), ("ｶ", 1), ("Ａ", 2),
    ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧‍👦", 2), ("🇰🇷", 2), ("🇰🇷🇯🇵", 4), ("❤️", 2), ("❤", 1), ("1️⃣", 2), ("→", 1), ("├─ ", 3), ("…", 1),
    ("\u{200B}", 0), ("a\tb", 2), ("\u{1B}", 0), ("①", 1), ("〽", 2), ("𠮷", 2), ("é", 1), ("ก็", 1), ("\u{AD}", 1),
  ])
  func widths(text: String, columns: Int) {
    #expect(DisplayWidth.of(text) == columns)
  }

  @Test(arguments: [
    ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("한글날", 6, "한글날"), ("한글날", 5, "한글…"), ("한글날", 4, "한…"), ("한글날", 2, "…"),
    ("abc", 1, "…"), ("abc", 0, ""), ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 3, "👨‍👩‍👧‍👦…"), ("e\u{301}e\u{301}e\u{301}", 3, "e\u{301}e\u{301}e\u{301}"),
  ])
  func truncation(text: String, columns: Int, expected: String) {
    #expect(DisplayWidth.truncate(text, to: columns) == expected)
  }

  @Test func truncationWithWideEllipsis() {
    #expect(DisplayWidth.truncate("abcdef", to: 5, ellipsis: "...") == "ab...")
    #expect(DisplayWidth.truncate("abcdef", to: 2, ellipsis: "...") == "ab")
  }

  @Test func marksHeapedOnOneCharacterAreCut() {
    let heap = "ab" + "e" + String(repeating: "\u{301}", count: 1_000) + "c"
    #expect(DisplayWidth.truncate(heap, to: 80) == "abe" + String(repeating: "\u{301}", count: 7) + "…")
    let families = String(repeating: "👨‍👩‍👧‍👦", count: 3)
    #expect(DisplayWidth.truncate(families, to: 80) == families)
  }

  @Test func padding() {
    #expect(DisplayWidth.pad("한", to: 4) == "한  ")
    #expect(DisplayWidth.pad("한", to: 4, alignment: .right) == "  한")
    #expect(DisplayWidth.pad("한글", to: 3) == "한글")
  }

  @Test func wrapping() {
    #expect(DisplayWidth.wrap("the quick brown fox", to: 10) == ["the quick", "brown fox"])
    #expect(DisplayWidth.wrap("the quick brown fox", to: 12, indent: "  ") == ["the quick", "  brown fox"])
    #expect(DisplayWidth.wrap("abcdefghij", to: 4) == ["abcd", "efgh", "ij"])
    #expect(DisplayWidth.wrap("a abcdefghij", to: 4) == ["a", "abcd", "efgh", "ij"])
    #expect(DisplayWidth.wrap("한글날", to: 5) == ["한글", "날"])
    #expect(DisplayWidth.wrap("한글", to: 1) == ["한", "글"])
    #expect(DisplayWidth.wrap("one\ntwo", to: 10) == ["one", "two"])
    #expect(DisplayWidth.wrap("", to: 10) == [""])
  }
}
