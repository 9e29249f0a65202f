extension CommandTable {
  static let whatIfCommands: [Command] = [
    Command(
      name: "skip", group: .whatIf, usage: "N...", summary: "what if these inputs had not come: a new branch without them",
      details: [
        "The rest of the inputs runs again on a new branch; those that no longer apply are listed. The old branch stays.",
        "N is an input or an entry it led to. unskip goes back.",
      ],
      examples: [.after("skip", .input), .inHelp("skip 3 5")], firstThen: [.after("", .action)], argument: .number
    ) { session, arguments in
      try session.skip(arguments)
    },
    Command(
      name: "unskip", group: .whatIf, usage: "[N...]", summary: "take back the last skip, or only for some of its inputs",
      examples: [.after("unskip", .skipped), .inHelp("unskip 3")], firstThen: [.after("skip", .input), .after("", .action)],
      argument: .number
    ) { session, arguments in
      try session.unskip(arguments)
    },
    Command(
      name: "move", group: .whatIf, usage: "N after M", summary: "what if an input had come at another time",
      details: ["after 0 is the beginning. An effect's action cannot come before what started the effect."],
      examples: [.after("move", .inputToTheStart)], firstThen: [.after("", .action)], argument: .number
    ) { session, arguments in
      try session.move(arguments)
    },
    Command(
      name: "replace", group: .whatIf, usage: "N ACTION", summary: "what if another action had come in place of an input",
      examples: [.after("replace", .inputAndAction)], firstThen: [.after("", .action)], argument: .entryAndAction
    ) { session, arguments in
      try session.replace(arguments)
    },
    Command(
      name: "insert", group: .whatIf, usage: "N ACTION", summary: "what if one more action had come, after entry N",
      examples: [.after("insert", .entryAndAction)], firstThen: [.after("", .action)], argument: .entryAndAction
    ) { session, arguments in
      try session.insert(arguments)
    },
    Command(
      name: "verify", group: .whatIf, summary: "run everything again and tell the first entry that comes out differently",
      details: [
        "A reducer that reads a date, an id or a random number from anywhere but its dependencies is found this way.",
        "The inputs of this branch run again in a fresh world, and each recorded action is reduced twice; `hindsight replay` does it, too.",
      ]
    ) { session, arguments in
      try arguments.expectNothing(after: "verify")
      try session.verify()
    },
  ]
}
