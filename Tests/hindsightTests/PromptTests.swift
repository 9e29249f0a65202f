import Foundation
import PseudoTerminal
import Testing

private typealias Key = PseudoTerminal.Key

/// The program on a real terminal, as a person uses it.
@Suite struct PromptTests {
  private func start(
    _ arguments: [String] = ["counter", "-q", "--no-color"], environment: [String: String] = ["HOME": "/dev/null"],
    columns: Int = 80, rows: Int = 24, prompt: String = "counter 0>"
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      PseudoTerminal.builtProduct("hindsight"), arguments: arguments, environment: environment, columns: columns, rows: rows)
    try terminal.wait(for: "the prompt", until: { $0.text.last == prompt })
    return terminal
  }

  private func enter(_ line: String, in terminal: PseudoTerminal, prompt: String) throws {
    terminal.press(line, Key.enter)
    try terminal.wait(for: "the prompt \(prompt) after \(line)", until: { $0.text.last == prompt })
  }

  @Test func greetsAndSaysWhatToTry() throws {
    let terminal = try start(["counter", "--no-color"])
    #expect(terminal.screen.text.first?.hasPrefix("counter") == true)
    #expect(terminal.screen.text.contains { $0.hasPrefix("Try: incrementButtonTapped") })
  }

  @Test func thePromptShowsThePositionAlsoInThePast() throws {
    let terminal = try start()
    try enter("incrementButtonTapped", in: terminal, prompt: "counter 1>")
    try enter("incrementButtonTapped", in: terminal, prompt: "counter 2>")
    try enter("undo", in: terminal, prompt: "counter 1/2>")
    terminal.press(Key.enter)
    try terminal.wait(for: "an empty line to undo again", until: { $0.text.last == "counter 0/2>" })
  }

  @Test func whatIsPrintedFitsTheWindowAsItIsNow() throws {
    let terminal = try start()
    terminal.press("print countt", Key.enter)
    try terminal.wait(
      for: "whole lines", until: { $0.text.contains("    choose from: count, fact, isLoadingFact, isTimerOn") })
    terminal.resize(columns: 40, rows: 24)
    terminal.press("print countt", Key.enter)
    try terminal.wait(for: "lines broken for 40 columns", until: { $0.text.contains("      isLoadingFact, isTimerOn") })
  }

  @Test func tabCompletesActionsAndLiveIDs() throws {
    let terminal = try start(["standups", "-q", "--no-color"], prompt: "standups 0>")
    terminal.press("standupsL", Key.tab)
    try terminal.wait(for: "the case", until: { $0.text.last?.hasPrefix("standups 0> standupsList") == true })
    terminal.press(Key.control("U"), "standupsList.addB", Key.tab)
    try terminal.wait(for: "the nested case", until: { $0.text.last == "standups 0> standupsList.addButtonTapped" })
    terminal.press(Key.enter)
    try terminal.wait(for: "the prompt", until: { $0.text.last == "standups 1>" })
    try enter("standupsList.saveStandupButtonTapped", in: terminal, prompt: "standups 2>")
    try enter("standupsList.standupTapped(id: UUID(0))", in: terminal, prompt: "standups 3>")
    terminal.press("path[", Key.tab)
    try terminal.wait(for: "the live element", until: { $0.text.contains { $0.hasPrefix("#0]") } })
  }

  @Test func tabCompletesCommandsPathsAndListsSeveral() throws {
    let terminal = try start()
    terminal.press("red", Key.tab)
    try terminal.wait(for: "the command", until: { $0.text.last?.hasPrefix("counter 0> redo") == true })
    terminal.press(Key.control("U"), "print isT", Key.tab)
    try terminal.wait(for: "the path", until: { $0.text.last == "counter 0> print isTimerOn" })
    terminal.press(Key.control("U"), "fact", Key.tab)
    try terminal.wait(
      for: "the candidates",
      until: { $0.text.contains { $0.contains("factFailed") } && $0.text.contains { $0.contains("factResponse") } })
  }

  @Test func whatCannotBeSeenIsPutIntoAStringAsAnEscape() throws {
    let terminal = try start(["auth", "-q", "--no-color"], prompt: "auth 0>")
    terminal.press("nameChanged(\"a\u{202E}b\u{200B}\u{88}", Key.paste("\tc\u{202E}\")"))
    try terminal.wait(
      for: "the escapes", until: { $0.text.last == "auth 0> nameChanged(\"a\\u{202E}b\\u{200B}\\u{88}\\tc\\u{202E}\")" })
    terminal.press(Key.enter)
    try terminal.wait(for: "the prompt", until: { $0.text.last == "auth 1>" })
    #expect(terminal.screen.text.contains { $0.hasSuffix("\"\" → \"a\\u{202E}b\\u{200B}\\u{88}\\tc\\u{202E}\"") })
    terminal.press("print\u{202E}", Key.paste("\tloggedOut.name\u{2066}"))
    try terminal.wait(for: "a blank outside of a string", until: { $0.text.last == "auth 1> print loggedOut.name" })
    terminal.press(Key.control("U"), "set loggedOut.name = #\"", Key.paste("x\ty"), "\"#", Key.enter)
    try terminal.wait(for: "the raw string", until: { $0.text.last == "auth 2>" })
    #expect(terminal.screen.text.contains { $0.hasSuffix("→ \"x\\ty\"") })
  }

  @Test func tabsOfAPastedTextOfSeveralLinesAreKept() throws {
    let terminal = try start(["auth", "-q", "--no-color"], prompt: "auth 0>")
    terminal.press(Key.paste("nameChanged(\"\"\"\n\tone\ttab\n\t\ttwo\u{202E}\n\t\"\"\")\n"))
    try terminal.wait(for: "the prompt", until: { $0.text.last == "auth 1>" })
    #expect(terminal.screen.text.contains { $0.hasSuffix("\"\" → \"one\\ttab\\n\\ttwo\\u{202E}\"") })
    terminal.press(Key.up)
    try terminal.wait(
      for: "the text in one line", until: { $0.text.last == "auth 1> nameChanged(\"one\\ttab\\n\\ttwo\\u{202E}\")" })
  }

  @Test func controlBackslashLeavesAndTheSessionCanBeRecovered() throws {
    let home = try Program.temporaryFolder()
    let terminal = try start(environment: ["HOME": home])
    try enter("incrementButtonTapped", in: terminal, prompt: "counter 1>")
    terminal.press(Key.control("\\"))
    #expect(try terminal.waitForExit() == 128 + SIGQUIT)
    #expect(terminal.screen.text.last == "Quit; what was done is kept: hindsight recover")
    #expect(!terminal.screen.text.contains { $0.contains("Crash") || $0.contains("💣") })
    let found = try Program.run(["recover"], environment: ["HOME": home])
    #expect(found.output.contains("counter"), "\(found.output)\(found.errors)")
  }

  @Test func aNumberOfTheHistoryMeansWhatHistoryShows() throws {
    let terminal = try start(environment: ["HOME": Program.temporaryFolder()])
    for word in ["one", "two", "one"] {
      terminal.press("echo \(word)", Key.enter)
      try terminal.wait(for: word, until: { $0.text.suffix(3) == ["counter 0> echo \(word)", word, "counter 0>"] })
    }
    terminal.press("history", Key.enter)
    try terminal.wait(for: "the history", until: { $0.text.suffix(2) == ["4  history", "counter 0>"] })
    #expect(terminal.screen.text.contains("2  echo two"))
    #expect(terminal.screen.text.contains("3  echo one"))
    #expect(!terminal.screen.text.contains("1  echo one"))
    terminal.press("!2", Key.enter)
    try terminal.wait(for: "the second line", until: { $0.text.suffix(3) == ["echo two", "two", "counter 0>"] })
  }

  @Test func historyComesBackAndIsKept() throws {
    let folder = try Program.temporaryFolder()
    let environment = ["HOME": "/dev/null", "XDG_STATE_HOME": folder]
    let terminal = try start(environment: environment)
    try enter("incrementButtonTapped", in: terminal, prompt: "counter 1>")
    try enter("decrementButtonTapped", in: terminal, prompt: "counter 2>")
    terminal.press(Key.up, Key.up)
    try terminal.wait(for: "the older line", until: { $0.text.last == "counter 2> incrementButtonTapped" })
    terminal.press(Key.enter)
    try terminal.wait(for: "the prompt", until: { $0.text.last == "counter 3>" })
    terminal.press(Key.control("D"))
    #expect(try terminal.waitForExit() == 0)

    let again = try start(environment: environment)
    again.press(Key.control("R"), "decr")
    try again.wait(for: "the found line", until: { $0.text.contains { $0.contains("decrementButtonTapped") } })
    again.press(Key.control("C"))
  }

  @Test func anOpenTextGoesOnAtTheNextPrompt() throws {
    let terminal = try start()
    try enter("factFailed(\"\"\"", in: terminal, prompt: "...>")
    try enter("one", in: terminal, prompt: "...>")
    try enter("!!", in: terminal, prompt: "...>")
    try enter("\"\"\")", in: terminal, prompt: "counter 1>")
    #expect(terminal.screen.text.contains { $0.hasPrefix("#1 factFailed(\"one\\n!!\")") })
    try enter("factFailed(\"\"\"", in: terminal, prompt: "...>")
    terminal.press(Key.control("C"))
    try terminal.wait(for: "the text to be dropped", until: { $0.text.last == "counter 1>" })
    try enter("incrementButtonTapped", in: terminal, prompt: "counter 2>")
  }

  @Test func aTextOfSeveralLinesIsOneLineOfTheHistory() throws {
    let folder = try Program.temporaryFolder()
    let terminal = try start(environment: ["HOME": "/dev/null", "XDG_STATE_HOME": folder])
    try enter("incrementButtonTapped", in: terminal, prompt: "counter 1>")
    try enter("factFailed(\"\"\"", in: terminal, prompt: "...>")
    try enter("  one", in: terminal, prompt: "...>")
    try enter("  two", in: terminal, prompt: "...>")
    try enter("  \"\"\")", in: terminal, prompt: "counter 2>")
    terminal.press(Key.up)
    try terminal.wait(for: "the whole text", until: { $0.text.last == "counter 2> factFailed(\"one\\ntwo\")" })
    terminal.press(Key.up)
    try terminal.wait(for: "the line before", until: { $0.text.last == "counter 2> incrementButtonTapped" })
    terminal.press(Key.down, Key.enter)
    try terminal.wait(for: "the text again", until: { $0.text.last == "counter 3>" })
    #expect(terminal.screen.text.contains { $0.hasPrefix("#3 factFailed(\"one\\ntwo\")") })
    // What is wrong comes back in one line, too, to be mended.
    try enter("factFailed(\"\"\"", in: terminal, prompt: "...>")
    try enter("  \\q \"it\"", in: terminal, prompt: "...>")
    try enter("  \"\"\")", in: terminal, prompt: "counter 3>")
    #expect(terminal.screen.text.contains("    \\q \"it\""))
    terminal.press("!!", Key.enter)
    try terminal.wait(
      for: "the same in one line",
      until: { $0.text.last == "counter 3>" && $0.text.contains { $0.hasPrefix("  factFailed(\"\\q \\\"it\\\"\")") } })
    try enter("history", in: terminal, prompt: "counter 3>")
    #expect(terminal.screen.text.contains { $0.hasSuffix("  factFailed(\"\\q \\\"it\\\"\")") })
    terminal.press(Key.up, Key.up)
    try terminal.wait(for: "the text", until: { $0.text.last == "counter 3> factFailed(\"\\q \\\"it\\\"\")" })
    terminal.press(String(repeating: Key.left, count: 9), Key.backspace, "n", Key.enter)
    try terminal.wait(for: "the mended text", until: { $0.text.last == "counter 4>" })
    #expect(terminal.screen.text.contains { $0.hasPrefix("#4 factFailed(\"\\n \\\"it\\\"\")") })
    let kept = folder + "/hindsight/history"
    #expect(
      try String(contentsOfFile: kept, encoding: .utf8)
        == "incrementButtonTapped\nfactFailed(\"one\\ntwo\")\nfactFailed(\"\\q \\\"it\\\"\")\nhistory\n"
        + "factFailed(\"\\n \\\"it\\\"\")\n")
  }

  @Test func controlDGivesUpAnUnfinishedTextAndThenLeaves() throws {
    let terminal = try start()
    try enter("factFailed(\"\"\"", in: terminal, prompt: "...>")
    try enter("  one", in: terminal, prompt: "...>")
    terminal.press(Key.control("D"))
    try terminal.wait(for: "the prompt", until: { $0.text.last == "counter 0>" })
    #expect(terminal.screen.text.suffix(2).first == "the string that begins in line 1 is not closed: its \"\"\" is missing")
    terminal.press(Key.up)
    try terminal.wait(for: "an empty history", until: { $0.text.last == "counter 0>" })
    try enter("incrementButtonTapped", in: terminal, prompt: "counter 1>")
    terminal.press(Key.control("D"))
    #expect(try terminal.waitForExit() == 0)
  }

  @Test func hangulIsEditedByCharacter() throws {
    let terminal = try start(["tabs", "-q", "--no-color"], prompt: "tabs 0>")
    terminal.press("tab2.nickname = \"철수\"", Key.left, Key.backspace, "희", Key.enter)
    try terminal.wait(for: "the prompt", until: { $0.text.last == "tabs 1>" })
    #expect(terminal.screen.text.contains("  ~ tab2.nickname  \"Guest\" → \"철희\""))
  }

  @Test func controlCAbandonsTheLineAndControlDLeaves() throws {
    let terminal = try start()
    terminal.press("incrementButt")
    try terminal.wait(for: "the line", until: { $0.text.last == "counter 0> incrementButt" })
    terminal.press(Key.control("C"))
    // Both rows: the prompt alone is there before any key is seen.
    try terminal.wait(
      for: "a fresh prompt", until: { $0.text.suffix(2) == ["counter 0> incrementButt^C", "counter 0>"] })
    try enter("incrementButtonTapped", in: terminal, prompt: "counter 1>")
    terminal.press(Key.control("D"))
    #expect(try terminal.waitForExit() == 0)
  }

  @Test func aLiveSessionTicksWhileNobodyTypesAndAsksItsDependencies() throws {
    let terminal = try start(["counter", "-q", "--no-color", "--live"])
    try enter("toggleTimerButtonTapped", in: terminal, prompt: "counter 1>")
    terminal.press("getFact")
    try terminal.wait(for: "a tick above the line", until: { $0.text.last == "counter 2> getFact" })
    #expect(terminal.screen.text.contains("#2 timerTicked  ← e1"))
    terminal.press("ButtonTapped", Key.enter)
    try terminal.wait(forText: "factResponse(\"1 is less than every prime.\")  ← e2")
    terminal.press("quit", Key.enter)
    #expect(try terminal.waitForExit() == 0)
  }

  @Test func controlCStopsARunningCommandAndKeepsTheSession() throws {
    let terminal = try start()
    try enter("toggleTimerButtonTapped", in: terminal, prompt: "counter 1>")
    terminal.press("advance 9000h", Key.enter)
    try terminal.wait(for: "the command to begin", until: { $0.text.last == "counter 1> advance 9000h" && $0.cursor.column == 0 })
    terminal.press(Key.control("C"))
    try terminal.wait(for: "the session to go on", until: { $0.text.last == "counter 1>" })
    try enter("advance 1s", in: terminal, prompt: "counter 2>")
  }

  @Test func aLineLongerThanTheWindowWrapsAndIsTakenWhole() throws {
    let terminal = try start(columns: 24)
    terminal.press("factResponse(\"0123456789012345678901234567890123456789\")", Key.enter)
    try terminal.wait(for: "the prompt", until: { $0.text.last == "counter 1>" })
    terminal.press("print fact", Key.enter)
    try terminal.wait(
      for: "the value", until: { $0.text.suffix(3).joined().contains("0123456789") && $0.text.last == "counter 1>" })
  }

  @Test func theWindowIsColouredUnlessToldOtherwise() throws {
    let colored = try start(["counter", "-q"])
    try enter("incrementButtonTapped", in: colored, prompt: "counter 1>")
    #expect(String(decoding: colored.output, as: UTF8.self).contains("\u{1B}[32m1\u{1B}[0m"))
    let plain = try start(["counter", "-q"], environment: ["HOME": "/dev/null", "NO_COLOR": "1"])
    try enter("incrementButtonTapped", in: plain, prompt: "counter 1>")
    #expect(!String(decoding: plain.output, as: UTF8.self).contains("\u{1B}[32m"))
  }

  @Test func whatIsTallerThanTheWindowIsPaged() throws {
    let terminal = try start(environment: ["HOME": "/dev/null", "PAGER": "sed s/^/paged:/"], rows: 12)
    terminal.press("help", Key.enter)
    try terminal.wait(forText: "paged:")
    try terminal.wait(for: "the prompt", until: { $0.text.last == "counter 0>" })
    try enter("set pagination off", in: terminal, prompt: "counter 0>")
    terminal.press("help undo", Key.enter)
    try terminal.wait(for: "the help", until: { $0.text.contains("  Also: u") && $0.text.last == "counter 0>" })
  }

  /// A pager that reads keys must have the terminal, or the system stops it.
  @Test func aPagerReadsKeysFromTheTerminal() throws {
    let pager = "sh -c 'cat; read key </dev/tty; echo got:$key'"
    let terminal = try start(environment: ["HOME": "/dev/null", "PAGER": pager], rows: 12)
    terminal.press("help", Key.enter)
    try terminal.wait(for: "the end of the help", until: { $0.text.contains { $0.contains("quit [CODE]") } })
    terminal.press("x", Key.enter)
    try terminal.wait(forText: "got:x")
    try terminal.wait(for: "the prompt", until: { $0.text.last == "counter 0>" })
  }

  @Test func theInnermostFeatureCompletesWithoutItsPath() throws {
    let terminal = try start(["standups", "-q", "--no-color", "--scenario", "samples"], prompt: "standups 0>")
    try enter("standupTapped(id: UUID(0))", in: terminal, prompt: "standups 1>")
    terminal.press("editB", Key.tab)
    try terminal.wait(for: "the short action", until: { $0.text.last == "standups 1> editButtonTapped" })
    terminal.press(Key.enter)
    try terminal.wait(for: "the prompt", until: { $0.text.last == "standups 2>" })
  }
}
