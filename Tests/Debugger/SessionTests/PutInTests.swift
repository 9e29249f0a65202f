import Testing

@testable import Session

/// What cannot be seen and is put into a string stands there as an escape.
@Suite struct PutInTests {
  private func open(_ lines: String...) throws -> OpenLine {
    var open = OpenLine()
    for line in lines { #expect(try open.take(line) == nil) }
    return open
  }

  @Test(arguments: [
    ("", "print a\tb", "print a b"), ("", "nameChanged(\"a\tb\u{202E}c\")\t", "nameChanged(\"a\\tb\\u{202E}c\") "),
    ("nameChanged(\"a", "\u{202E}", "\\u{202E}"), ("nameChanged(\"a\")", "\u{202E}", "\u{202E}"),
    ("nameChanged(", "\"", "\""), ("nameChanged(\"", "\u{2066}\u{200B}\u{85}\u{1B}\u{0}", "\\u{2066}\\u{200B}\\u{85}\\u{1B}\\0"),
    ("f(\"", "👩\u{200D}🚀 é", "👩\u{200D}🚀 é"), ("f(\"a\\\"", "\t", "\\t"), ("f(\"a\\\\\"", "\t", " "), ("f(\"\"", "\t", " "),
    ("f(##\"a", "\tb\"#\t\"##\t", "\\##tb\"#\\##t\"## "), ("set x = ", "#\"a\t\u{202E}\"#", "#\"a\\#t\\#u{202E}\"#"),
    ("", "f(\"\"\"\n\ta\tb\n\t\tc\n\t\"\"\")\r\nx\ty", "f(\"\"\"\n\ta\\tb\n\t\tc\n\t\"\"\")\r\nx y"), ("", "\"a\n\tb", "\"a\n b"),
  ])
  func isWrittenAsAnEscapeInAString(_ line: String, inserted: String, written: String) {
    #expect(OpenLine().escaping(inserted, behind: line) == written)
  }

  @Test func indentsALineOfAStringAsItIs() throws {
    let lines = try open("f(\"\"\"", "  one")
    #expect(lines.escaping("\ttwo\tthree\u{202E}", behind: "") == "\ttwo\\tthree\\u{202E}")
    #expect(lines.escaping("\t", behind: "  ") == "\t")
    #expect(lines.escaping("\t", behind: "  two") == "\\t")
    #expect(lines.escaping("\t\"\"\")\tx", behind: "") == "\t\"\"\") x")
    #expect(try open("f(#\"\"\"").escaping("a\t", behind: "") == "a\\#t")
  }
}
