import Foundation
import Testing

@testable import Session

/// Loading saved sessions and sourcing files of commands: places of errors, breakpoints, and what neither may do.
@Suite struct LoadTests {
  private func file(_ name: String, _ text: String) throws -> String {
    let path = try CrashProbe.temporaryFolder() + "/" + name
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func session(of lines: String...) throws -> String {
    try file("a.hindsight", "hindsight 1\nfeature plain\n\n" + lines.map { $0 + "\n" }.joined() + "end\n")
  }

  @Test(arguments: ["undo", "quit 0", "source /etc/passwd", "save x", "h", "export x.html"])
  func aCommandInASessionFileIsNoInput(line: String) throws {
    let path = try session(of: "increment", line)
    let session = try TranscriptSession(.plain)
    let name = ["h": "help"][line] ?? String(line.prefix { $0 != " " })
    #expect(
      session.type("load \(path)") == """
        \(path):5:1: "\(name)" is a command of the debugger, not an input; a session file holds nothing but inputs
          \(line)
          ^
          A file of commands is run by: hindsight FEATURE -f FILE, or at the prompt: source FILE
          \(path) was not loaded: you are where you were; what came before line 5 is kept as a branch

        """)
    #expect(session.session.exitCode == nil)
    #expect(session.prompt.hasPrefix("plain 0"))
  }

  @Test(arguments: [
    ("incremnt", "4:1:", "^~~~~~~~"), ("send add(amount: x)", "4:18:", "                 ^"),
    ("advance soon", "4:9:", "        ^"),
    ("answer e1 \"x\"", "4:1:", "^"), ("set count = \"no\"", "4:13:", "            ^~~~"), ("arrive e1 add(x: 1)", "4:1:", "^"),
  ])
  func aWrongInputIsShownWithACaret(line: String, place: String, caret: String) throws {
    let path = try session(of: line)
    let text = try TranscriptSession(.plain).type("load \(path)")
    #expect(text.hasPrefix("\(path):\(place) "), "\(text)")
    #expect(text.contains("\n  \(line)\n  \(caret)\n"), "\(text)")
  }

  @Test(arguments: [
    ("answer limits.limit = \"x\"", "4:23: expected Int, found a String", "                      ^~~"),
    ("answer limits.limt = 3", "4:15: limits has no endpoint \"limt\"; did you mean \"limits.limit\"?", "              ^"),
    ("answer limts.limit = 3", "4:8: no call is known as \"limts.limit\"; did you mean \"limits.limit\"?", "       ^"),
    ("answer limits.limit =", "4:21: the value is missing: limits.limit returns Int", "                    ^"),
    ("answer limits.limit", "4:19: the value is missing: limits.limit returns Int", "                  ^"),
    ("answer limits.limit(3) = 3", "4:21: limits.limit takes no arguments, and is given 1", "                    ^"),
    ("answer limits.limit()) = 3", "4:22: \")\" closes nothing here", "                     ^"),
    ("answer unknown.call =", "4:21: the value is missing: what unknown.call is to return", "                    ^"),
  ])
  func anAnswerIsCheckedAsAtThePrompt(line: String, message: String, caret: String) throws {
    let path = try file("a.hindsight", "hindsight 1\nfeature impure\n\n\(line)\nincrement\nend\n")
    let session = try TranscriptSession(.knownLimits)
    let text = session.type("load \(path)")
    #expect(text.hasPrefix("\(path):\(message)"), "\(text)")
    #expect(text.contains("\n  \(line)\n  \(caret)"), "\(text)")
    #expect(text.hasSuffix("\(path) was not loaded: you are where you were; what came before line 4 is kept as a branch\n"))
    #expect(session.prompt.hasPrefix("impure 0"), "\(session.prompt)")
    let replay = try TranscriptSession(.knownLimits)
    #expect(Replay(roots: [.knownLimits], output: replay.session.output).run(paths: [path]) != 0)
    #expect(replay.output.hasPrefix("\(path):\(message)"), "\(replay.output)\(replay.errors)")
    // What is said in the file is said at the prompt.
    let prompt = try TranscriptSession(.knownLimits)
    #expect(prompt.type(line).hasPrefix(String(message.drop { $0 != " " }.dropFirst())), "\(prompt.errors)")
  }

  @Test func anAnswerMayStandBeforeACallThatNothingIsKnownOf() throws {
    for (answer, call) in [("lmits.limit", nil), ("other.call", true), ("limits.limit", true)] as [(String, Bool?)] {
      let path = try file("a.hindsight", "hindsight 1\nfeature impure\n\nanswer \(answer) = 3\nincrement\nend\n")
      let session = try TranscriptSession(.knownLimits)
      let text = session.type("load \(path)")
      #expect((call == true) == text.hasPrefix("loaded 2 inputs"), "\(text)")
    }
    // The name is almost one that is known, and the call is made later on.
    let made = try file("b.hindsight", "hindsight 1\nfeature impure\n\nanswer limits.limit = 3\nlimit\n  ~ number: 0 → 3\nend\n")
    let session = try TranscriptSession(.nearLimits)
    #expect(session.type("load \(made)").hasPrefix("loaded 2 inputs"), "\(session.errors)")
    let replay = try TranscriptSession(.nearLimits)
    #expect(Replay(roots: [.nearLimits], output: replay.session.output).run(paths: [made]) == 0, "\(replay.output)")
    #expect(try TranscriptSession(.nearLimits).type("answer limits.limit = 3").hasPrefix("no call is known as \"limits.limit\""))
  }

  @Test func loadingStopsAtABreakpointAndGoesOn() throws {
    let path = try session(of: "increment", "startTimer", "advance 2s", "increment", "advance 1s", "stopTimer")
    let session = try TranscriptSession(.plain)
    session.type("tbreak tick", "break increment if count > 3")
    #expect(
      session.type("load \(path)") == """
          ● breakpoint 1 at #3
          (stopped by a breakpoint at \(path):6; load without a file goes on with the other 3 inputs)
        #4 tick  ← e1

        """)
    #expect(
      session.type("load") == """
          ● breakpoint 2 at #5
          (stopped by a breakpoint at \(path):7; load without a file goes on with the other 2 inputs)
        #5 increment

        """)
    // What was done in between stays.
    session.type("add(amount: 10)")
    #expect(session.type("load") == "loaded 6 inputs from \(path)\n#8 stopTimer\n")
    #expect(session.type("print count") == "15\n")
    #expect(session.type("load").hasPrefix("load needs a file\n"))
  }

  @Test func aBreakpointAtTheLastInputLeavesNothingToLoad() throws {
    let path = try session(of: "increment", "# done")
    let session = try TranscriptSession(.plain)
    session.type("break increment")
    #expect(session.type("load \(path)") == "  ● breakpoint 1 at #1\nloaded 1 input from \(path)\n#1 increment\n")
  }

  @Test func sourcedFilesStopAtABreakpointAndGoOn() throws {
    let inner = try file("inner.txt", "increment\r\nincrement\r\necho inner\r\n")
    let outer = try file("outer.txt", "\u{FEFF}break increment if count == 1\nsource \(inner)\necho outer\n")
    let session = try TranscriptSession(.plain)
    let text = session.type("source \(outer)")
    #expect(text.contains("(stopped by a breakpoint at \(inner):1; source without a file goes on with the rest)\n"), "\(text)")
    #expect(session.prompt == "plain 1> ")
    #expect(session.type("source") == "#2 increment\n  ~ count  1 → 2\ninner\nouter\n")
    #expect(session.type("source").hasPrefix("source needs a file\n"))
  }

  @Test func aFileThatSourcesItselfIsRefused() throws {
    let folder = try CrashProbe.temporaryFolder()
    try Data("source \(folder)/b\n".utf8).write(to: URL(fileURLWithPath: folder + "/a"))
    try Data("increment\nsource \(folder)/./a\n".utf8).write(to: URL(fileURLWithPath: folder + "/b"))
    let session = try TranscriptSession(.plain)
    let text = session.type("source \(folder)/a")
    #expect(text.contains("\(folder)/b:2: \(folder)/./a sources itself, which would never end\n"), "\(text)")
    #expect(session.prompt == "plain 1> ")
    // A second time it is no cycle that is left over.
    #expect(session.type("source \(folder)/b").contains("sources itself"))
  }

  @Test func whatNoLineCanBeIsRefusedWithItsPlace() throws {
    let path = try file("x.txt", "increment\nab\u{0}c\nincrement\n")
    let session = try TranscriptSession(.plain)
    #expect(session.type("source \(path)") == "#1 increment\n  ~ count  0 → 1\n\(path):2: byte 3 of the line is a NUL\n")
  }

  @Test func anotherWorldThanTheRecordedOneIsSaid() throws {
    let path = try file("a.hindsight", "hindsight 1\nfeature plain\nseed 7\ndate 2030-01-01T00:00:00Z\n\nincrement\nend\n")
    let text = try TranscriptSession(.plain).type("load \(path)")
    #expect(
      text.hasPrefix(
        "\(path) was recorded with --seed 7 --date 2030-01-01T00:00:00Z, which this session was not begun with\nloaded 1 input"),
      "\(text)")
  }
}
