extension CommandTable {
  static let sessionCommands: [Command] = [
    Command(
      name: "help", aliases: ["h", "?"], group: .session, usage: "[COMMAND|prompt]",
      summary: "this list, or all about one command or about the prompt",
      examples: ["help", "help goto", .inHelp("help prompt")], argument: .command, takesOneWord: true
    ) { session, arguments in
      try session.showHelp(arguments)
    },
    Command(
      name: "apropos", group: .session, usage: "WORD", summary: "the commands whose help mentions a word",
      examples: ["apropos time"],
      argument: .free
    ) { session, arguments in
      guard !arguments.text.isEmpty else { throw CommandError("apropos needs a word", column: arguments.column) }
      session.showApropos(arguments.text)
    },
    Command(
      name: "history", group: .session, usage: "[N]",
      summary: "the lines typed, with the numbers that !N stands for at the prompt",
      examples: ["history", "history 5"], argument: .number, takesOneWord: true
    ) { session, arguments in
      let count = try arguments.count("history's count", default: 20)
      session.showHistory(count)
    },
    Command(
      name: "echo", group: .session, usage: "TEXT", summary: "print a text; useful in scripts", argument: .free
    ) { session, arguments in
      session.output.line(arguments.text)
    },
    Command(
      name: "quit", aliases: ["q", "exit"], group: .session, usage: "[CODE]", summary: "leave, with an exit code if one is given",
      examples: ["quit", "quit 3"], argument: .number, takesOneWord: true
    ) { session, arguments in
      if arguments.text.isEmpty { return session.quit(code: nil) }
      guard let code = Int32(arguments.text), (0...255).contains(code) else {
        throw CommandError("an exit code is a whole number from 0 to 255, not \"\(arguments.text)\"", column: arguments.column)
      }
      session.quit(code: code)
    },
  ]
}
