extension CommandTable {
  static let interchangeCommands: [Command] = [
    Command(
      name: "import", group: .files, usage: "FILE.json",
      summary: "go back to the start and perform the actions of a file of Redux DevTools",
      details: [
        "The actions whose text the language can read are performed, the others are listed. `export FILE.json` writes such files.",
        "What was recorded so far stays, as a branch.",
      ],
      examples: [.inHelp("import session.json")], argument: .file
    ) { session, arguments in
      guard !arguments.text.isEmpty else {
        throw CommandError(
          "import needs a file", column: arguments.column, notes: ["A file that DevTools wrote, as in: import session.json"])
      }
      try session.importFromDevTools(arguments.text)
    }
  ]
}
