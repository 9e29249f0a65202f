extension CommandTable {
  static let fileCommands: [Command] = [
    Command(
      name: "save", group: .files, usage: "FILE", summary: "save the current branch as a session that can be replayed",
      details: [
        "`hindsight replay FILE` runs it again and compares what happens. The file is text; see the README for its grammar."
      ],
      examples: [.inHelp("save sessions/my-session.hindsight")], argument: .file
    ) { session, arguments in
      guard !arguments.text.isEmpty else {
        throw CommandError("save needs a file", column: arguments.column, examples: ["save my-session.hindsight"])
      }
      try session.save(to: arguments.text)
    },
    Command(
      name: "load", group: .files, usage: "[FILE]", summary: "go back to the start and perform the inputs of a saved session",
      details: [
        "What was recorded so far stays, as a branch. The file must be of the loaded feature.",
        "It stops where an entry meets a breakpoint; load without a file goes on from there, with what you did in between.",
      ],
      examples: [.inHelp("load sessions/counter-timer.hindsight"), .inHelp("load")], argument: .file
    ) { session, arguments in
      guard !arguments.text.isEmpty else { return try session.goOnLoading(arguments) }
      try session.load(from: arguments.text)
    },
    Command(
      name: "source", aliases: ["run"], group: .files, usage: "[FILE]", summary: "run the commands in a file",
      details: [
        "It stops at the first line that fails, and where an entry meets a breakpoint; source without a file goes on from there."
      ],
      examples: [.inHelp("source tour.txt"), .inHelp("source")],
      argument: .file
    ) { session, arguments in
      guard !arguments.text.isEmpty else { return try session.goOnSourcing(arguments) }
      try session.source(arguments.text)
    },
    Command(
      name: "journal", group: .files, usage: "[on|off]", summary: "where this session is journaled, input by input",
      details: [
        "Each input is written before a reducer sees it. `hindsight recover` lists the sessions that ended without a goodbye.",
        "`journal off` goes on without, when the disk is full; `journal on` goes on with it, unless an input came in between.",
      ],
      examples: ["journal", "journal off", .inHelp("journal on")], argument: .words(["on", "off"]), takesOneWord: true
    ) { session, arguments in
      try session.journal(arguments)
    },
  ]
}
