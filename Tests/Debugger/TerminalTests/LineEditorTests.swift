import Foundation
import PseudoTerminal
import Testing

private typealias Key = PseudoTerminal.Key

/// What a person sees who types at a line editor, in a program of its own on a real terminal.
@Suite struct LineEditorTests {
  private func probe(
    _ arguments: [String] = [], environment: [String: String] = [:], columns: Int = 40, rows: Int = 12
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      PseudoTerminal.builtProduct("terminalProbe"), arguments: arguments,
      environment: environment.merging(["HOME": "/dev/null"]) { given, _ in given }, columns: columns, rows: rows)
    try terminal.wait(forScreen: ["probe>"], cursor: (0, 7))
    return terminal
  }

  /// Enters a line and waits for the answer and the next prompt: what is typed sooner would be echoed among the output.
  private func enter(_ line: String, in terminal: PseudoTerminal) throws {
    terminal.press(line, Key.enter)
    try terminal.wait(for: "the answer to \(line)", until: { $0.text.suffix(2) == ["got \"\(line)\"", "probe>"] })
  }

  private func temporaryFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("editor-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  // MARK: Editing

  @Test func editsInTheMiddleOfALine() throws {
    let terminal = try probe()
    terminal.press("helo", Key.left, "l", Key.home, ">", Key.end, "!")
    try terminal.wait(forScreen: ["probe> >hello!"], cursor: (0, 14))
    terminal.press(Key.left, Key.left, Key.delete, Key.control("A"), Key.control("D"), Key.enter)
    try terminal.wait(forScreen: ["probe> hell!", "got \"hell!\"", "probe>"], cursor: (2, 7))
    terminal.press("two words", Key.control("W"), "x", Key.enter)
    try terminal.wait(forText: "got \"two x\"")
  }

  @Test func editsHangulByCharacterAndColumn() throws {
    let terminal = try probe()
    terminal.press("가나다라")
    try terminal.wait(forScreen: ["probe> 가나다라"], cursor: (0, 15))
    terminal.press(Key.left)
    try terminal.wait(forScreen: ["probe> 가나다라"], cursor: (0, 13))
    terminal.press(Key.left, Key.backspace)
    try terminal.wait(forScreen: ["probe> 가다라"], cursor: (0, 9))
    terminal.press("x한", Key.enter)
    try terminal.wait(forScreen: ["probe> 가x한다라", "got \"가x한다라\"", "probe>"])
  }

  @Test func readsUTF8InTheCLocale() throws {
    let terminal = try probe(environment: ["LANG": "C"])
    terminal.press("한글", Key.backspace, "😀", Key.enter)
    try terminal.wait(forScreen: ["probe> 한😀", "got \"한😀\"", "probe>"])
  }

  @Test func aCharacterCutBetweenTwoReadsIsOneCharacter() throws {
    let terminal = try probe()
    terminal.write([0xED])
    terminal.write([0x95])
    terminal.write([0x9C])
    try terminal.wait(forScreen: ["probe> 한"], cursor: (0, 9))
  }

  @Test func whatTurnsTheLineAroundIsNotTaken() throws {
    let terminal = try probe()
    terminal.press("a\u{202E}b\u{200F}\u{2066}c\u{FEFF}d", Key.enter)
    try terminal.wait(forScreen: ["probe> abcd", "got \"abcd\"", "probe>"])
  }

  @Test func controlBackslashLeavesAtOnce() throws {
    let terminal = try probe()
    terminal.press("half a line")
    // A terminal throws away what it has not handed out when such a signal comes.
    try terminal.wait(forScreen: ["probe> half a line"], cursor: (0, 18))
    terminal.press(Key.control("\\"))
    #expect(try terminal.waitForExit() == 128 + SIGQUIT)
    #expect(terminal.screen.text.filter { !$0.isEmpty } == ["probe> half a line"])
  }

  @Test func aLineLongerThanTheWindowWraps() throws {
    let terminal = try probe(columns: 12)
    terminal.press("abcdefgh")
    try terminal.wait(forScreen: ["probe> abcde", "fgh"], cursor: (1, 3))
    terminal.press("한글한글한")
    try terminal.wait(forScreen: ["probe> abcde", "fgh한글한글", "한"], cursor: (2, 2))
    terminal.press(Key.home, "12345")
    try terminal.wait(forScreen: ["probe> 12345", "abcdefgh한글", "한글한"], cursor: (1, 0))
    terminal.press(Key.enter)
    try terminal.wait(forScreen: ["probe> 12345", "abcdefgh한글", "한글한", "got \"12345ab", "cdefgh한글한", "글한\"", "probe>"])
  }

  @Test func viKeysComeFromTheUsersFile() throws {
    let folder = try temporaryFolder()
    try "bind -v\n".write(to: folder.appendingPathComponent(".editrc"), atomically: true, encoding: .utf8)
    let terminal = try probe(environment: ["HOME": folder.path])
    terminal.press("hello world", Key.escape)
    try terminal.wait(for: "command mode", until: { $0.cursor == (0, 17) })
    terminal.press("0x")
    try terminal.wait(forScreen: ["probe> ello world"], cursor: (0, 7))
    terminal.press("dwihi ")
    try terminal.wait(forScreen: ["probe> hi world"], cursor: (0, 10))
    terminal.press(Key.left, Key.left, Key.end, Key.left)
    try terminal.wait(forScreen: ["probe> hi world"], cursor: (0, 14))
    terminal.press(Key.enter)
    try terminal.wait(for: "the prompt", until: { $0.text.suffix(2) == ["got \"hi world\"", "probe>"] })
    terminal.press("in", Key.tab, Key.enter)
    try terminal.wait(forText: "got \"increment\"")
    try FileManager.default.removeItem(at: folder)
  }

  @Test func theUsersBindingsWin() throws {
    let folder = try temporaryFolder()
    let file = folder.appendingPathComponent("keys")
    try "bind ^R ed-move-to-beg\nbind ^T ed-move-to-end\n".write(to: file, atomically: true, encoding: .utf8)
    let terminal = try probe(environment: ["EDITRC": file.path])
    terminal.press("abc", Key.control("R"), "x", Key.control("T"), "y")
    try terminal.wait(forScreen: ["probe> xabcy"], cursor: (0, 12))
    try FileManager.default.removeItem(at: folder)
  }

  // MARK: Ends and interruptions

  @Test func controlDEndsOnAnEmptyLineOnly() throws {
    let terminal = try probe()
    terminal.press("ab", Key.home, Key.control("D"))
    try terminal.wait(forScreen: ["probe> b"], cursor: (0, 7))
    terminal.press(Key.control("D"))
    try terminal.wait(forScreen: ["probe>"], cursor: (0, 7))
    terminal.press(Key.control("D"))
    #expect(try terminal.waitForExit() == 0)
    #expect(terminal.screen.text.last == "end")
  }

  @Test func controlCAbandonsTheLine() throws {
    let terminal = try probe(columns: 12)
    terminal.press("abcdefgh", Key.home)
    try terminal.wait(forScreen: ["probe> abcde", "fgh"], cursor: (0, 7))
    terminal.press(Key.control("C"))
    try terminal.wait(forScreen: ["probe> abcde", "fgh^C", "interrupted", "probe>"], cursor: (3, 7))
    try enter("x", in: terminal)
    terminal.press("quit", Key.enter)
    #expect(try terminal.waitForExit() == 7)
  }

  @Test func controlCStopsARunningCommand() throws {
    let terminal = try probe()
    terminal.press("spin", Key.enter)
    try terminal.wait(forText: "spinning")
    terminal.press(Key.control("C"))
    try terminal.wait(for: "the prompt", until: { $0.text.suffix(2) == ["^Cstopped", "probe>"] })
    try enter("x", in: terminal)
  }

  @Test func aCommandThatNeverLooksCanBeEnded() throws {
    let terminal = try probe()
    terminal.press("hang", Key.enter)
    try terminal.wait(forText: "hanging")
    // Signals that come faster than they are taken are one, so each is waited for.
    for press in 1...3 {
      terminal.press(Key.control("C"))
      try terminal.wait(forText: "ignored \(press)")
    }
    terminal.press(Key.control("C"))
    #expect(try terminal.waitForExit() == 130)
  }

  @Test func aClosedTerminalEndsTheProgram() throws {
    let terminal = try probe()
    terminal.press("abc")
    try terminal.wait(forText: "abc")
    #expect(kill(terminal.processIdentifier, SIGTERM) == 0)
    #expect(try terminal.waitForExit() == 128 + SIGTERM)
    // The mode that marks pastes must not be left behind in the shell.
    #expect(String(decoding: terminal.output, as: UTF8.self).hasSuffix("\u{1B}[?2004l\r\n"))
  }

  @Test func goesOnAfterBeingStopped() throws {
    let terminal = try probe()
    terminal.press("abc")
    try terminal.wait(forScreen: ["probe> abc"])
    #expect(kill(terminal.processIdentifier, SIGSTOP) == 0)
    #expect(kill(terminal.processIdentifier, SIGCONT) == 0)
    terminal.press("d", Key.enter)
    try terminal.wait(forText: "got \"abcd\"")
  }

  @Test func controlZWithoutAShellGoesOn() throws {
    let terminal = try probe()
    terminal.press("abc")
    try terminal.wait(forScreen: ["probe> abc"])
    terminal.press(Key.control("Z"))
    try terminal.wait(forScreen: ["probe> abc", "probe> abc"], cursor: (1, 10))
    terminal.press("d", Key.enter)
    try terminal.wait(forText: "got \"abcd\"")
  }

  // MARK: Completion and hints

  @Test func oneCandidateCompletes() throws {
    let terminal = try probe()
    terminal.press("x.in", Key.tab)
    try terminal.wait(forScreen: ["probe> x.increment"], cursor: (0, 18))
    terminal.press(" y", Key.control("A"), "inc ", Key.left, Key.tab)
    try terminal.wait(forScreen: ["probe> increment x.increment y"], cursor: (0, 16))
  }

  @Test func severalCandidatesAreListed() throws {
    let terminal = try probe()
    terminal.press("a", Key.left, "d", Key.tab)
    try terminal.wait(forScreen: ["probe> dea", "decrement  detail", "probe> dea"], cursor: (2, 9))
    terminal.press("t", Key.tab, Key.enter)
    try terminal.wait(forText: "got \"detaila\"")
  }

  @Test func explanationsStandBesideCandidates() throws {
    let terminal = try probe(environment: ["NO_COLOR": "1"])
    terminal.press("ti", Key.tab)
    try terminal.wait(forScreen: ["probe> ti", "tick   (Int)", "title  (String)", "probe> ti"], cursor: (3, 9))
  }

  @Test func hangulCompletes() throws {
    let terminal = try probe()
    terminal.press("완", Key.tab)
    try terminal.wait(forScreen: ["probe> 완", "완료  완성", "probe> 완"], cursor: (2, 9))
    terminal.press("성", Key.tab)
    try terminal.wait(forScreen: ["probe> 완", "완료  완성", "probe> 완성"], cursor: (2, 11))
  }

  @Test func manyCandidatesAreLimited() throws {
    let terminal = try probe(columns: 100, rows: 40)
    terminal.press("many", Key.tab)
    try terminal.wait(for: "the list", until: { $0.text.last == "probe> many" && $0.text.count > 1 })
    #expect(terminal.screen.text.suffix(2) == ["… and 23 more", "probe> many"])
    #expect(terminal.screen.text.joined().contains("many100"))
    #expect(!terminal.screen.text.joined().contains("many101"))
  }

  @Test func nothingToCompleteRingsTheBell() throws {
    let terminal = try probe()
    terminal.press("zzz", Key.tab)
    try terminal.wait(for: "a bell", until: { $0.bells == 1 })
    #expect(terminal.screen.text == ["probe> zzz"])
  }

  @Test func completingALineOfSeveralRows() throws {
    let terminal = try probe(columns: 12)
    terminal.press("abcdefghijkl d", Key.tab)
    try terminal.wait(
      forScreen: ["probe> abcde", "fghijkl de", "decrement", "detail", "probe> abcde", "fghijkl de"], cursor: (5, 10))
  }

  @Test func hintsStandRightOfTheCursorAndGo() throws {
    let terminal = try probe()
    terminal.press("tick")
    try terminal.wait(forScreen: ["probe> tick (Int)"], cursor: (0, 11))
    terminal.press("s")
    try terminal.wait(forScreen: ["probe> ticks"], cursor: (0, 12))
    terminal.press(Key.backspace)
    try terminal.wait(forScreen: ["probe> tick (Int)"], cursor: (0, 11))
    terminal.press(Key.enter)
    try terminal.wait(forScreen: ["probe> tick", "got \"tick\"", "probe>"])
  }

  // MARK: History

  @Test func historyHasNoDuplicatesAndSurvives() throws {
    let folder = try temporaryFolder()
    let file = folder.appendingPathComponent("state/history").path
    var terminal = try probe(["--history", file])
    for line in ["one", "two", "one"] {
      try enter(line, in: terminal)
    }
    terminal.press(Key.up, Key.up)
    try terminal.wait(for: "two", until: { $0.text.last == "probe> two" })
    terminal.press(Key.up)
    try terminal.wait(for: "a bell", until: { $0.bells == 1 })
    #expect(terminal.screen.text.last == "probe> two")
    terminal.press(Key.down, Key.down, "quit", Key.enter)
    #expect(try terminal.waitForExit() == 7)
    terminal = try probe(["--history", file])
    terminal.press(Key.up, Key.up)
    try terminal.wait(forScreen: ["probe> one"])
    terminal.press(Key.up)
    try terminal.wait(forScreen: ["probe> two"])
    try FileManager.default.removeItem(at: folder)
  }

  @Test func controlRSearches() throws {
    let terminal = try probe()
    for line in ["goto 3", "tree path", "log"] {
      try enter(line, in: terminal)
    }
    terminal.press(Key.control("R"), "ot")
    try terminal.wait(for: "the search", until: { $0.text.suffix(2) == ["probe> goto 3", "bck:ot"] })
    terminal.press(Key.enter)
    try terminal.wait(for: "its result", until: { $0.everything.filter { $0 == "got \"goto 3\"" }.count == 2 })
  }

  @Test func exclamationMarksNameEarlierLines() throws {
    let terminal = try probe()
    for line in ["alpha", "beta"] {
      try enter(line, in: terminal)
    }
    terminal.press("!al", Key.enter)
    try terminal.wait(
      forScreen: [
        "probe> alpha", "got \"alpha\"", "probe> beta", "got \"beta\"", "probe> !al", "alpha", "got \"alpha\"", "probe>",
      ])
    terminal.press("!zz", Key.enter)
    try terminal.wait(
      for: "a message", until: { $0.text.suffix(3) == ["probe> !zz", "no line of the history is called \"!zz\"", "probe>"] })
  }

  @Test func aHistoryThatCannotBeKeptIsReportedOnce() throws {
    let terminal = try probe(["--history", "/dev/null/history"])
    terminal.press("a", Key.enter)
    try terminal.wait(for: "the prompt", until: { $0.text.last == "probe>" && $0.text.count > 1 })
    terminal.press("b", Key.enter)
    try terminal.wait(
      forScreen: [
        "probe> a", "got \"a\"", "problem: the history is not kept: /dev/n", "ull/history: Not a directory", "probe> b",
        "got \"b\"", "probe>",
      ])
  }

  // MARK: The window, pastes and what arrives meanwhile

  @Test func aResizedWindowIsDrawnAnew() throws {
    let terminal = try probe(columns: 20)
    terminal.press("abcdefghijklmnop")
    try terminal.wait(forScreen: ["probe> abcdefghijklm", "nop"], cursor: (1, 3))
    terminal.resize(columns: 30, rows: 12)
    try terminal.wait(forScreen: ["probe> abcdefghijklmnop"], cursor: (0, 23))
    terminal.press("q")
    try terminal.wait(forScreen: ["probe> abcdefghijklmnopq"], cursor: (0, 24))
    terminal.resize(columns: 12, rows: 12)
    terminal.press("r")
    try terminal.wait(forScreen: ["probe> abcde", "fghijklmnopq", "r"], cursor: (2, 1))
    terminal.press(Key.control("U"), "columns", Key.enter)
    try terminal.wait(forScreen: ["probe> colum", "ns", "12", "probe>"])
  }

  @Test func pastedLinesAreLines() throws {
    let terminal = try probe()
    terminal.press(Key.paste("one\ntwo\twords\n세 줄"))
    try terminal.wait(
      forScreen: ["probe> one", "got \"one\"", "probe> two words", "got \"two words\"", "probe> 세 줄"], cursor: (4, 12))
    terminal.press("!", Key.enter)
    try terminal.wait(forText: "got \"세 줄!\"")
  }

  @Test func pastesComeInPiecesAndRunNoKeys() throws {
    let terminal = try probe()
    terminal.press("ab", Key.left)
    terminal.press("\u{1B}[20")
    terminal.press("0~x\u{1}\u{1B}[D")
    terminal.press("\u{1112}\u{1161}\u{1B}[20", "1~y")
    // Control characters are dropped, what made them a key is text; jamo are put together.
    try terminal.wait(forScreen: ["probe> ax[D하yb"], cursor: (0, 14))
  }

  @Test func aMegabyteIsPasted() throws {
    let terminal = try probe(columns: 80)
    terminal.press(Key.paste(String(repeating: "x", count: 1 << 20)))
    // The end of the line is what fits on the screen.
    try terminal.wait(for: "the end of the paste", until: { $0.text.count == 12 && $0.cursor.row == 11 && $0.cursor.column > 0 })
    terminal.press(Key.control("U"), "x", Key.enter)
    try terminal.wait(forText: "got \"x\"")
  }

  @Test func textFromOtherThreadsAppearsAboveTheLine() throws {
    let folder = try temporaryFolder()
    let fifo = folder.appendingPathComponent("side").path
    #expect(mkfifo(fifo, 0o600) == 0)
    let terminal = try probe(["--side", fifo], columns: 12)
    let side = try #require(FileHandle(forWritingAtPath: fifo))
    terminal.press("abcdefgh", Key.left)
    try terminal.wait(forScreen: ["probe> abcde", "fgh"], cursor: (1, 2))
    try side.write(contentsOf: Data("<- tick\n".utf8))
    try terminal.wait(forScreen: ["<- tick", "probe> abcde", "fgh"], cursor: (2, 2))
    try side.write(contentsOf: Data("wake\n".utf8))
    try terminal.wait(forScreen: ["<- tick", "woken", "probe[1]> ab", "cdefgh"], cursor: (3, 5))
    terminal.press("!", Key.enter)
    try terminal.wait(forText: "got \"abcdefg!h\"".prefix(12).description)
    try side.close()
    try FileManager.default.removeItem(at: folder)
  }

  @Test func statementsShowTheContinuationPrompt() throws {
    let terminal = try probe()
    terminal.press("statement", Key.enter)
    try terminal.wait(for: "the first prompt", until: { $0.text.last == "{" })
    terminal.press("a(", Key.enter)
    try terminal.wait(forScreen: ["probe> statement", "{ a(", "…"], cursor: (2, 2))
    terminal.press(")", Key.enter)
    try terminal.wait(forScreen: ["probe> statement", "{ a(", "… )", "line(\"a(\\n)\")", "probe>"])
    terminal.press("statement", Key.enter)
    try terminal.wait(for: "the first prompt", until: { $0.text.last == "{" })
    terminal.press("(", Key.enter)
    try terminal.wait(for: "a continuation", until: { $0.text.last == "…" })
    terminal.press(Key.control("C"))
    try terminal.wait(for: "the prompt", until: { $0.text.suffix(3) == ["… ^C", "interrupted", "probe>"] })
  }

  @Test func longOutputIsPaged() throws {
    let terminal = try probe(environment: ["PAGER": "sed s/row/paged/"], rows: 6)
    terminal.press("page 3", Key.enter)
    try terminal.wait(forScreen: ["probe> page 3", "row 1", "row 2", "row 3", "probe>"])
    terminal.press("page 8", Key.enter)
    try terminal.wait(forScreen: ["paged 4", "paged 5", "paged 6", "paged 7", "paged 8", "probe>"])
  }

  @Test func aPagerThatIsMissingPrintsDirectly() throws {
    let terminal = try probe(environment: ["PAGER": "/nonexistent/pager"], rows: 6)
    terminal.press("page 8", Key.enter)
    try terminal.wait(for: "the rows", until: { $0.text.suffix(2) == ["row 8", "probe>"] })
  }

  // MARK: Terminals that cannot edit

  @Test(arguments: ["dumb", ""])
  func thereIsNoEditorOnADumbTerminal(term: String) throws {
    let terminal = try PseudoTerminal(PseudoTerminal.builtProduct("terminalProbe"), environment: ["TERM": term])
    try terminal.wait(forText: "no editor")
    #expect(try terminal.waitForExit() == 9)
  }

  @Test func anUnknownTerminalIsEditedLikeXterm() throws {
    let terminal = try probe(environment: ["TERM": "nobody-knows-it"])
    terminal.press("ac", Key.left, "b", Key.enter)
    try terminal.wait(forScreen: ["probe> abc", "got \"abc\"", "probe>"])
  }
}
