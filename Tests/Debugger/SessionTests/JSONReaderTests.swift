import Foundation
import Testing

@testable import Session

/// JSON that others wrote: read, or refused with its place.
@Suite struct JSONReaderTests {
  private func read(_ text: String) throws -> String { try JSONText(reading: text.utf8).text }
  private func refusal(_ text: String) -> JSONError? {
    do {
      _ = try JSONText(reading: text.utf8)
      return nil
    } catch { return error }
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    let text = #"{"a":[1,-2,3.5,1e9,true,false,null,"x\"\\\n\t한글 🎲"],"b":{},"c":[]}"#
    #expect(try read(text) == text)
    #expect(try read(" [ 1 , 2 ]\r\n") == "[1,2]")
    #expect(try read(#""\u0041\ud83c\udfb2\/\b""#) == #""A🎲/\u0008""#)
    #expect(try read(#""\ud83c""#) == "\"\u{FFFD}\"")
    #expect(try read("123456789012345678901234567890") == "123456789012345678901234567890")
  }

  @Test(arguments: [
    ("", "a value is missing: the text ends here", 1, 1),
    ("{", "a name in quotes is expected", 1, 2),
    ("{\"a\" 1}", "a colon is expected after a name", 1, 6),
    ("{\"a\":1,}", "a name in quotes is expected", 1, 8),
    ("[1\n 2]", "a comma or ] is expected", 2, 2),
    ("[1] x", "there is something after the value", 1, 5),
    ("tru", "no value begins like this", 1, 1),
    ("01", "no number is written so", 1, 1),
    ("1.", "a digit is expected after the point", 1, 3),
    ("1e", "a digit is expected in the exponent", 1, 3),
    ("\"a", "the text that begins here does not end", 1, 1),
    ("\"\\x\"", "\\x is no escape", 1, 2),
    ("\"\\u12\"", "four hexadecimal digits are expected after \\u", 1, 4),
    ("\"a\nb\"", "a control character must be escaped in a text", 1, 3),
  ])
  func anythingElseIsRefusedWithItsPlace(text: String, message: String, line: Int, column: Int) {
    #expect(refusal(text) == JSONError(message: message, line: line, column: column))
  }

  @Test func depthIsBounded() {
    let depth = JSONText.readingDepthLimit
    #expect(refusal(String(repeating: "[", count: depth) + String(repeating: "]", count: depth)) == nil)
    #expect(refusal(String(repeating: "[", count: 1_000_000))?.message == "values are nested more than \(depth) deep")
    #expect(refusal(String(repeating: "{\"a\":", count: 100_000))?.column == depth * 5 + 1)
  }

  @Test func bytesThatAreNoTextAreRefused() {
    #expect(throws: JSONError(message: "the text is not UTF-8", line: 1, column: 1)) {
      try JSONText(reading: [0x22, 0xFF, 0x22])
    }
  }
}
