import Terminal

/// What help says, all of it read from the command table.
extension Session {
  func showHelp(_ arguments: CommandArguments) throws {
    guard !arguments.text.isEmpty else { return showOverview() }
    if arguments.text == "prompt" { return showPromptHelp() }
    let command: Command
    switch CommandTable.match(arguments.text) {
    case .exact(let found), .prefix(let found): command = found
    case .ambiguous(let candidates):
      throw CommandError(
        "ambiguous command \"\(arguments.text)\": \(candidates.map(\.name).joined(separator: ", "))", column: arguments.column,
        meant: candidates[0].name)
    case .none:
      let nearest = CommandTable.nearest(to: arguments.text)
      throw CommandError(
        "no command is called \"\(arguments.text)\"\(nearest.map { "; did you mean \"\($0)\"?" } ?? ".") Try \"help\".",
        column: arguments.column, meant: nearest)
    }
    output.prose(command.usageLine, style: .heading)
    output.prose("  " + command.summary)
    for line in command.details { output.prose("  " + line) }
    if !command.aliases.isEmpty { output.line("  Also: " + command.aliases.joined(separator: ", ")) }
    if command.repeats { output.line("  An empty line at the prompt does it again.") }
    let examples = command.examples.compactMap { line(of: $0, inHelp: true) }
    if !examples.isEmpty {
      output.line("  For example:")
      for example in examples { output.line("    " + example) }
    }
  }

  private func showOverview() {
    let width = (CommandTable.all.map { DisplayWidth.of($0.usageLine) }.max() ?? 0) + 2
    // Two columns of which the second is no wider than a word help nobody.
    let isNarrow = output.appearance.columns.map { $0 < width + 30 } ?? false
    for group in Command.Group.allCases {
      output.line(group.rawValue, style: .heading)
      for command in CommandTable.all where command.group == group {
        if isNarrow {
          output.prose("  " + command.usageLine)
          output.prose("    " + command.summary, style: .muted)
        } else {
          output.prose([Span("  " + command.usageLine.padded(to: width)), Span(command.summary, .muted)])
        }
      }
    }
    output.prose("Any other line is an action of the feature. \"actions\" lists them; try: \(tryFirst)")
    output.prose(
      "Several commands in one line stand between ;; as in: undo ;; tree count. A line that begins with # does nothing.")
    output.prose(
      "At the start, a prompt first carries out the commands in $XDG_CONFIG_HOME/hindsight/init (else ~/.config/hindsight/init).")
    output.prose(
      "Command name abbreviations are allowed if unambiguous. \"help COMMAND\" says more, \"help prompt\" what the prompt says.")
  }

  /// What the prompt says.
  static let promptForms: [(form: String, meaning: String)] = [
    ("14>", "the session is at entry 14, the last one of this branch: what you type goes on from there"),
    ("9/14>", "entry 9 of 14, in the past: redo and next go forward, anything else you type starts a branch"),
    (
      "14/14+2>",
      "at the last entry, with 2 more inputs ahead that led to no entry, such as advance or answer: redo goes through them"
    ),
    (
      "14 (lesson 3/9)>",
      "a lesson is played, 3 of its 9 steps are done; away means that you left its track, and resume goes back"
    ),
  ]

  private func showPromptHelp() {
    output.line("The prompt", style: .heading)
    output.prose("  The feature's name, and where the session is in the log. Entry 0 is the initial state.")
    for (form, meaning) in Self.promptForms {
      output.line("  \(playback.name) \(form)", style: .keyword)
      output.prose("    " + meaning)
    }
  }

  func showApropos(_ word: String) {
    let found = CommandTable.all.filter { command in
      ([command.name, command.summary] + command.aliases + command.details).contains { $0.localizedCaseInsensitiveContains(word) }
    }
    guard !found.isEmpty else { return output.line("no command's help mentions \"\(word)\"", style: .muted) }
    for command in found {
      output.prose([
        Span(DisplayWidth.of(command.usageLine) < 23 ? command.usageLine.padded(to: 24) : command.usageLine + "  "),
        Span(command.summary, .muted),
      ])
    }
  }

  func showHistory(_ count: Int) {
    let lines = recalledLines?() ?? history.enumerated().map { (forgottenLines + $0.offset + 1, $0.element) }
    for (number, line) in lines.suffix(count) { output.line("\(number)  \(line)") }
  }

  /// Turns the pager on or off.
  func setPagination(_ arguments: CommandArguments) throws {
    guard arguments.words.count == 2, ["on", "off"].contains(arguments.words[1]) else {
      throw CommandError(
        "pagination is set to on or off",
        column: arguments.places.dropFirst().first?.column ?? arguments.column + arguments.text.count,
        examples: ["set pagination off"])
    }
    output.pager?.isEnabled = arguments.words[1] == "on"
  }
}
