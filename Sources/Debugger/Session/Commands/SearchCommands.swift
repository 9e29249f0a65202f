extension CommandTable {
  static let searchCommands: [Command] = [
    Command(
      name: "who", group: .searching, usage: "PATH", summary: "the entry that last changed a value, and why it happened",
      details: ["Looks back from here. The chain goes on to the input that started it all."],
      examples: [.after("who", .path)], argument: .statePath
    ) { session, arguments in
      try session.showWho(arguments)
    },
    Command(
      name: "why", group: .searching, usage: "[N]", summary: "why an entry happened: what sent it, back to an input",
      examples: ["why", .after("why", .entry)], argument: .number, takesOneWord: true
    ) { session, arguments in
      try session.showWhy(arguments)
    },
    Command(
      name: "find", group: .searching, usage: "PREDICATE", summary: "the entries after which a condition is true",
      details: [
        "Conditions compare paths: count > 2 && destination is .alert, title contains \"a\", path.count == 0.",
        "Where a path leads nowhere the condition is false, under ! and != too, unless the other side of && or || decides; how often "
          + "is said. == nil asks whether something is there.",
        "An optional that is there and nil is unequal to every value, as in Swift: fact != \"x\" is true for a fact of nil.",
        "now is the session's virtual time: in a condition the time of the entry that is looked at, elsewhere the time here.",
      ],
      examples: [.after("find", .predicate)], argument: .predicate
    ) { session, arguments in
      try session.find(arguments)
    },
    Command(
      name: "bisect", group: .searching, usage: "[--monotone] PREDICATE",
      summary: "the first entry after which a condition became true",
      details: [
        "Looks at every state in order. With --monotone it trusts that the condition, once true, stays true, and halves the log instead."
      ],
      examples: [.after("bisect", .predicate), .after("bisect --monotone", .predicate)], argument: .predicate
    ) { session, arguments in
      try session.bisect(arguments)
    },
    Command(
      name: "display", group: .searching, usage: "[PATH]", summary: "show a value now and after each step",
      examples: [.after("display", .path), "display", .inHelp("undisplay 1")], argument: .statePath
    ) { session, arguments in
      try session.display(arguments)
    },
    Command(
      name: "undisplay", group: .searching, usage: "[N|PATH]",
      summary: "stop showing a value after each step; all without argument",
      examples: [.after("undisplay", .display)], firstThen: [.after("display", .path)], argument: .number
    ) { session, arguments in
      try session.undisplay(arguments)
    },
  ]
}
