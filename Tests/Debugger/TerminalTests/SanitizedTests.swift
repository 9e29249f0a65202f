import Terminal
import Testing

@Suite struct SanitizedTests {
  @Test(arguments: [
    ("plain 한글 👨‍👩‍👧", "plain 한글 👨‍👩‍👧"), ("\u{1B}[31mred", "\\u{1B}[31mred"), ("a\r\nb", "a\\u{D}\\u{A}b"), ("\u{9B}2J", "\\u{9B}2J"),
    ("\u{7F}", "\\u{7F}"), ("user\u{202E}nimda", "user\\u{202E}nimda"), ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"),
    ("a\u{0}b", "a\\u{0}b"),
    ("\u{2028}", "\\u{2028}"), ("\u{200F}", "\\u{200F}"), ("tab\t", "tab\\u{9}"),
  ])
  func escapes(raw: String, expected: String) {
    #expect(raw.sanitized == expected)
  }

  @Test func laidOutTextKeepsItsLineBreaks() {
    #expect(Sanitized("a\n\tb\r\u{1B}", keepsLineBreaks: true).text == "a\n\tb\\u{D}\\u{1B}")
  }

  @Test func noScalarThatActsOnTheTerminalSurvives() {
    for value in (0 as UInt32)...0x2FFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let safe = String(scalar).sanitized.unicodeScalars
      #expect(!safe.contains { $0.properties.generalCategory == .control || $0.properties.isBidiControl })
    }
  }
}
