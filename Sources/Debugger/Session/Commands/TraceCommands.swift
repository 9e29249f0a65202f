extension CommandTable {
  static let traceCommands: [Command] = [
    Command(
      name: "trace", group: .searching, usage: "[N|on|off]",
      summary: "the reducers an action went through, in the order they ran, and what each of them did",
      details: [
        "Shows operators, child domains, which got the action or why not, what each changed itself and the effects it returned.",
        "trace on follows each action with the reducers that did something.",
      ],
      examples: [.inHelp("trace"), .after("trace", .entry), "trace on"], argument: .words(["on", "off"]), takesOneWord: true
    ) { session, arguments in
      try session.trace(arguments)
    }
  ]
}
