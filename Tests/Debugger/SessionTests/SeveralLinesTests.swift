import ActionLanguage
import Features
import Foundation
import Terminal
import Testing

@testable import Session

/// What is wrong in and around a string of several lines is shown in the line in which it was typed.
@Suite struct SeveralLinesTests {
  private func session(_ feature: String = "auth") throws -> TranscriptSession {
    try TranscriptSession(RootFeature.named(feature, in: RootFeature.all))
  }

  private static func escapes(_ kept: String, _ start: String = "\\") -> String {
    "    choose from: \(([kept] + ["n", "r", "t", "0", "\"", "u{1F600}"].map { start + $0 }).joined(separator: ", "))\n    example: \(kept)\n"
  }

  @Test func aWrongEscapeIsShownInItsLine() throws {
    let session = try session()
    let expected = "there is no such escape\n    x \\(y)\n      ^~\n" + Self.escapes("\\\\(")
    #expect(session.type("nameChanged(\"\"\"\n  one\n  x \\(y)\n  \"\"\")") == expected)
    #expect(session.session.lastProblem?["line"]?.string == "  x \\(y)")
    #expect(session.session.lastProblem?["column"]?.number == 5)
    #expect(session.session.lastProblem?["length"]?.number == 2)
    #expect(session.session.lastProblem?["lineNumber"]?.number == 3)
    for command in [
      "set name =", "print name ==", "break nameChanged if name ==", "answer e1", "answer x.y =", "fail e1", "write e1 x =",
    ] {
      #expect(session.type("\(command) \"\"\"\n  one\n  x \\(y)\n  \"\"\"") == expected, "\(command)")
    }
    #expect(
      session.type("set name = #\"\"\"\n  한글 \\#é\n  \"\"\"#")
        == "there is no such escape\n    한글 \\#é\n         ^~~\n" + Self.escapes("\\#\\#é", "\\#"))
    #expect(
      session.type("set name = \"\"\"\n  \\u{zz}\n  \"\"\"").hasPrefix(
        "this is not the number of a Unicode scalar\n    \\u{zz}\n    ^~~~~~\n    example: \\u{1F600}\n"))
    #expect(session.type("print name") == "\"\"\n")
  }

  @Test(arguments: [
    (
      "nameChanged(\"\"\"\n  one\n two\n  \"\"\")", "this line of the string is indented less than its closing quotes", " two", 0,
      3
    ),
    (
      "nameChanged(\"\"\" one\n  \"\"\")", "the text of a string of several lines begins on a line of its own",
      "nameChanged(\"\"\" one", 15, 1
    ),
    (
      "nameChanged(\"\"\"\n  one\n  two\"\"\")", "the closing quotes of a string of several lines have a line of their own",
      "  two\"\"\")",
      5, 3
    ),
    ("undo ;; nameChanged(\"\"\"\n  one", "the string is not closed", "undo ;; nameChanged(\"\"\"", 20, 1),
  ])
  func whatAStringOfSeveralLinesMayNotBeIsShownInItsLine(_ text: String, message: String, line: String, column: Int, number: Int)
    throws
  {
    let session = try session()
    let shown = session.type(text)
    #expect(shown.hasPrefix(message + "\n  " + line + "\n  " + String(repeating: " ", count: column) + "^"), "\(shown)")
    #expect(session.session.lastProblem?["lineNumber"]?.number == number)
    if !message.contains("not closed") { #expect(shown.hasSuffix("    example: \"first\\nsecond\"\n"), "\(shown)") }
  }

  @Test func whatIsWrongBehindTheStringIsShownInItsLine() throws {
    let session = try session()
    #expect(
      session.type("nameChanged(\"\"\"\n  한글\n  \"\"\")zzz")
        == "the action ends before this; what follows belongs to nothing\n    \"\"\")zzz\n        ^~~\n"
        + "    expected: the end of the line\n    found: zzz\n    example: loggedOut.nameChanged(\"한글\")\n"
        + "    note: this is short for loggedOut.nameChanged(\"한글\")zzz\n")
    #expect(session.session.lastProblem?["lineNumber"]?.number == 3)
    for command in ["set name =", "print name ==", "break nameChanged if name ==", "answer x.y ="] {
      let shown = session.type("\(command) \"\"\"\n  a\n  \"\"\" zzz")
      #expect(
        shown.hasPrefix("the text ends before this; what follows belongs to nothing\n    \"\"\" zzz\n        ^~~\n"),
        "\(command): \(shown)")
    }
    // A place in the string itself is its beginning, and of several commands each has its own places.
    #expect(
      session.type("undo ;; nameChanged(\"\"\"\n  a\n  \"\"\") ;; set isLoggingIn = \"\"\"\n  b\n  \"\"\" ;; undo")
        .contains("\n    \"\"\") ;; set isLoggingIn = \"\"\"\n                              ^~~\n"), "\(session.errors)")
    #expect(session.session.lastProblem?["lineNumber"]?.number == 3)
    #expect(session.errors.hasSuffix("  not run: undo\n"))
    #expect(session.type("nameChanged(\"\"\"\n  a\n  \"\"\") ;; zzz").contains("\n    \"\"\") ;; zzz\n            ^~~\n"))
  }

  @Test func aMessageOfSeveralLinesIsOneString() throws {
    let session = try session("counter")
    session.type("getFactButtonTapped")
    #expect(
      session.type("fail e1 \"\"\"\n  a\n  \"\"\"zzz").hasPrefix(
        "the text ends before this; what follows belongs to nothing\n    \"\"\"zzz\n       ^~~\n    example: \"text\"\n"))
    #expect(session.type("effects").contains("e1 "))
    #expect(session.type("fail e1 \"a\" and \"b\"").contains("handles: \"a\" and \"b\"\n"), "words of one line stay words")
  }

  @Test func linesMayEndAsInOtherSystems() throws {
    let session = try session()
    session.type("nameChanged(\"\"\"\r\n  one\r\n  two\r\n  \"\"\")")
    #expect(session.type("print loggedOut.name") == "\"one\\ntwo\"\n")
    #expect(session.type("nameChanged(\"\"\"\r\n  \\q\r\n  \"\"\")").hasPrefix("there is no such escape\n    \\q\n    ^~\n"))
  }

  @Test func aLineBreakOutsideOfAStringIsPointedAt() throws {
    let session = try session()
    #expect(
      session.type("undo\nundo")
        == "a line break can stand in a multi-line string alone; several commands in one line stand between ;;\n  undo\n      ^\n"
    )
  }

  @Test func placesInScriptsAreThoseOfTheLines() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/hindsight-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/a.txt"
    for (text, line, message) in [
      ("# first\nnameChanged(\"\"\"\n  one\n  x \\(y)\n  \"\"\")\n", 4, "there is no such escape"),
      (
        "nameChanged(\"\"\"\n  one\n  \"\"\")\nnameChanged(\"\"\"\n  \"\"\")zzz\n", 5,
        "the action ends before this; what follows belongs to nothing"
      ),
    ] {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      let session = try session()
      #expect(session.type("source \(path)").contains("\(path):\(line): \(message)\n"), "\(session.errors)")
      let runner = ScriptRunner(session: session.session, bails: false, echoes: false)
      session.type()
      runner.run(file: path)
      #expect(session.errors.hasPrefix("\(path):\(line): \(message)\n"), "\(session.errors)")
      session.type()
      ScriptRunner(session: session.session, bails: false, echoes: false)
        .run(String(text.dropLast()), place: SourcePlace(file: "-e", line: 7))
      if !text.hasPrefix("#") { continue }
      #expect(session.errors.isEmpty, "a comment takes its lines along")
    }
    try "nameChanged(\"\"\"\n  one\n  \"\"\")\nzzz\n".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(try session().type("source \(path)").contains("\(path):4: no command"))
  }

  @Test func aSessionFileTellsWhereAStringGoesOn() {
    let lines = ["hindsight 1", "feature auth", "", "nameChanged(\"\"\"", "  one", "  \"\"\")", "end", ""]
    #expect(throws: SessionFileError.openString(line: 4, column: 13)) {
      try SessionFile(bytes: Data(lines.joined(separator: "\n").utf8))
    }
  }

  @Test func aSessionFileTellsWhereAStringEndsWithItsLine() throws {
    let problem = FileProblem(
      ActionLanguageError(.syntax, "the string is not closed", at: 12..<13), input: "nameChanged(\"\"\"", line: 4)
    #expect(
      problem.lines(path: "a") == [
        "a:4:13: an input stands in one line, in which this string is not closed; a text of several lines is written \"first\\nsecond\"",
        "  nameChanged(\"\"\"", "              ^",
      ])
  }

  @Test func anAnswerThatIsAskedForIsShownInItsLines() throws {
    let session = try session()
    var answers = [
      "\"\"\"\n  one\n \\q\n  \"\"\"", "\"\"\"\n  \\q\n  \"\"\"", "\"\"\"\n  one\n  \"\"\" 3", "\"\"\"\n  one\n  \"\"\"",
    ]
    session.session.ask = { _ in answers.removeFirst() }
    var questions = 0
    session.type()
    #expect(session.session.askedAnswer(to: "a.b", returning: String.self, questions: &questions) == "\"one\"")
    #expect(
      session.errors.contains("this line of the string is indented less than its closing quotes\n   \\q\n  ^\n"),
      "\(session.errors)")
    #expect(session.errors.contains("there is no such escape\n    \\q\n    ^~\n"), "\(session.errors)")
    #expect(session.errors.contains("\n    \"\"\" 3\n        ^\n"), "\(session.errors)")
  }

  @Test func whatIsWrongIsOneLineOfTheHistory() throws {
    let session = try session()
    session.type("nameChanged(\"\"\"\n  one\n  x \\(y)\n  \"\"\")", "undo\nundo", "nameChanged(\"\"\"\n  one\n  \"\"\")zzz")
    #expect(session.session.history == ["nameChanged(\"one\\nx \\(y)\")", "nameChanged(\"one\")zzz"])
  }

  @Test(arguments: [
    ("a(\"\"\"\n  one\n  x \\(y)\n  \"\"\", 3)", #"a("one\nx \(y)", 3)"#),
    ("a(\"\"\"\n  one \"b\"\n two \\\"\n  \"\"\")", #"a("one \"b\"\ntwo \"")"#),
    ("a(\"\"\"\n  one\\q \\\n  two\n  \"\"\")", #"a("one\q two")"#),
    ("a(\"\"\"one\n\t\ttwo\t\u{202E}\n\t\"\"\")", #"a("one\n\ttwo\t\u{202E}")"#),
    ("a(\"\"\"\n  one\n  two\"\"\")", #"a("  one\n  two")"#),
    ("#\"\"\"\n\\n \"\\#q\nb\t\\#\"\n\"\"\"#", ##"#"\n \#"\#q\#nb\#t\#""#"##),
    ("a(\"\"\"\n  one\n  two\n  \"\"\")", #"a("one\ntwo")"#), ("a\nb", "a\nb"), ("a(\"\"\"\n  b", "a(\"\"\"\n  b"),
  ])
  func whatIsWrongCanBeMendedInOneLine(_ text: String, draft: String) {
    #expect(OneLine.draft(of: text) == draft)
  }

  // MARK: The way back

  @Test func placesOfTheLineAreFoundInWhatWasWritten() {
    let line = OneLine("f(\"\"\"\n  a\n  \"\"\", 1, \"\"\"\n  bc\n  \"\"\") x")
    #expect(line.text == "f(\"a\", 1, \"bc\") x")
    func original(_ range: Range<Int>) -> String {
      let place = line.original(of: range)
      return String(decoding: Array(line.original.utf8)[place], as: UTF8.self)
    }
    for (range, text) in [
      (0..<2, "f("), (2..<5, "\"\"\"\n  a\n  \"\"\""), (3..<4, "\"\"\"\n  a\n  \"\"\""), (5..<8, ", 1"),
      (10..<14, "\"\"\"\n  bc\n  \"\"\""), (14..<15, ")"), (16..<17, "x"), (1..<3, "(\"\"\"\n  a\n  \"\"\""), (2..<2, ""),
      (17..<17, ""),
    ] {
      #expect(original(range) == text, "\(range)")
    }
    #expect(line.original(of: 17..<17).lowerBound == line.original.utf8.count)
  }
}
