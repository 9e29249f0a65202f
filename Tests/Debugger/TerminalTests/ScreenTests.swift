import PseudoTerminal
import Testing

@Suite struct ScreenTests {
  private func screen(_ text: String, columns: Int = 10, rows: Int = 4) -> Screen {
    var screen = Screen(columns: columns, rows: rows)
    // Byte by byte, since a terminal's reads cut anywhere.
    for byte in text.utf8 { screen.feed([byte]) }
    return screen
  }

  @Test func wrapsAtTheEdgeOnlyWhenMoreComes() {
    #expect(screen("0123456789").cursor == (0, 9))
    #expect(screen("0123456789").text == ["0123456789"])
    #expect(screen("0123456789a").text == ["0123456789", "a"])
    #expect(screen("0123456789\r\nb").text == ["0123456789", "b"])
  }

  @Test func wideAndCombiningCharacters() {
    #expect(screen("한글").cursor == (0, 4))
    #expect(screen("012345678한").text == ["012345678", "한"])
    #expect(screen("e\u{301}x").text == ["e\u{301}x"])
    #expect(screen("한\u{8}x").text == [" x"])
    #expect(screen("한\rx").text == ["x"])
  }

  @Test func movesErasesAndEdits() {
    #expect(screen("abcdef\u{1B}[3D\u{1B}[K").text == ["abc"])
    #expect(screen("abc\r\ndef\u{1B}[A\r\u{1B}[J").text == [])
    #expect(screen("abcdef\u{1B}[4D\u{1B}[2P").text == ["abef"])
    #expect(screen("abef\u{1B}[2D\u{1B}[2@cd").text == ["abcdef"])
    #expect(screen("a\u{1B}[3;4Hb").text == ["a", "", "   b"])
    #expect(screen("\u{1B}[1;31mred\u{1B}[0m\u{1B}[?2004h\u{1B}]0;title\u{7}!").text == ["red!"])
  }

  @Test func scrollsAndKeepsWhatLeft() {
    let scrolled = screen("1\r\n2\r\n3\r\n4\r\n5")
    #expect(scrolled.text == ["2", "3", "4", "5"])
    #expect(scrolled.everything == ["1", "2", "3", "4", "5"])
  }

  @Test func resizingWrapsAnew() {
    var one = screen("$ 0123456789\r\n> ab")
    #expect(one.text == ["$ 01234567", "89", "> ab"])
    one.resize(columns: 20, rows: 4)
    #expect(one.text == ["$ 0123456789", "> ab"])
    #expect(one.cursor == (1, 4))
    one.resize(columns: 5, rows: 4)
    #expect(one.text == ["$ 012", "34567", "89", "> ab"])
    #expect(one.cursor == (3, 4))
  }
}
