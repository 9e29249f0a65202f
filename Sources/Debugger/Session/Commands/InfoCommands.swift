extension CommandTable {
  /// What `info` can tell.
  static let infoTopics: [(name: String, summary: String)] = [
    ("feature", "the reducers, in the order they run"), ("log", "how much is recorded"), ("branches", "the tree of branches"),
    ("checkpoints", "the positions with a name"),
    ("breakpoints", "where playback and scripts stop"), ("display", "the paths shown after each step"),
    ("effects", "the effects in flight"), ("effect", "all about one effect, such as e3"),
    ("answers", "what is set by answer CALL = VALUE"),
    ("clock", "the virtual time and what waits for it"),
    ("path", "the presented features"), ("memory", "what the record takes"),
  ]

  static let infoCommands: [Command] = [
    Command(
      name: "info", aliases: ["i"], group: .looking, usage: "TOPIC",
      summary: "about the \(infoTopics.map(\.name).joined(separator: ", "))",
      examples: ["info log", .inHelp("info effect e1"), "info breakpoints"],
      argument: .words(infoTopics.map(\.name))
    ) { session, arguments in
      try session.showInfo(arguments)
    }
  ]
}
