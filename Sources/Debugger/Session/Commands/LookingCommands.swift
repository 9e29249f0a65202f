extension CommandTable {
  static let lookingCommands: [Command] = [
    Command(
      name: "tree", aliases: ["t", "state"], group: .looking, usage: "[PATH] [--json]",
      summary: "the state as a tree, with path, presentation and destination marked",
      examples: ["tree", .after("tree", .path)], argument: .statePath
    ) { session, arguments in
      try session.showTree(arguments)
    },
    Command(
      name: "print", aliases: ["p", "pp"], group: .looking, usage: "PATH|PREDICATE [--json]",
      summary: "the value at a path of the state, or whether a condition holds",
      examples: [.after("print", .path), .after("print", .predicate)], argument: .statePath
    ) { session, arguments in
      try session.showValue(arguments)
    },
    Command(
      name: "diff", group: .looking, usage: "[A [B]] [--json]",
      summary: "what changed between two entries; the newest step if none is given, A to here if one is",
      details: ["A and B are entries of any branch, start, end, checkpoints such as @paid, or branches for their ends."],
      examples: ["diff", .after("diff", .entry), "diff start end", .inHelp("diff 2 @paid")], argument: .number
    ) { session, arguments in
      try session.showDiff(arguments)
    },
    Command(
      name: "where", aliases: ["bt"], group: .looking,
      summary: "the presented features, the innermost last, like a stack trace"
    ) { session, arguments in
      try arguments.expectNothing(after: "where")
      session.showWhere()
    },
    Command(
      name: "when", group: .looking, summary: "the position in the timeline and the virtual time"
    ) { session, arguments in
      try arguments.expectNothing(after: "when")
      session.showWhen()
    },
    Command(
      name: "log", aliases: ["l"], group: .looking, usage: "[N..M|N..|N|all] [FILTER...] [--json]",
      summary: "the entries of this branch: number, cause, time, action, what changed",
      details: [
        "Shows 20, on a longer branch those up to here; a number shows that many of the branch's newest, a filter all that pass it,",
        "a range those entries: 3..7, 3.. on to the end, ..7 from the start. chart, play and export test take the same ranges.",
        "Filters: REGEX of the action, !REGEX, /changed PATH/, from e7, user, noop, tail N; several must all pass.",
        "The same action in a row is one line, timerTicked ×57; --expand shows each. Inputs that are no action, such as answers and",
        "time that passed, stand between the entries unless a filter is given. With --json each line is an object: an entry has number,",
        "cause, time, action and changes; an input between them has input, time, and the first and last entry it led to, or the one",
        "it came after.",
      ],
      examples: [
        "log", "log 50", .after("log", .entries), "log timer", "log !timer user", "log /changed count/ tail 5", "log all --json",
      ],
      argument: .words(["all", "user", "noop", "from ", "tail 20", "/changed ", "--json", "--expand"])
    ) { session, arguments in
      try session.showLog(arguments)
    },
    Command(
      name: "list", group: .looking, summary: "the entries around the current one", repeats: false
    ) { session, arguments in
      try arguments.expectNothing(after: "list")
      session.showLogAround()
    },
    Command(
      name: "actions", aliases: ["a"], group: .looking, usage: "[WORD]",
      summary: "what can be sent here, with payload types", details: ["A word shows only the actions that contain it."],
      examples: ["actions", "actions destination"], argument: .free
    ) { session, arguments in
      session.showActions(filter: arguments.text)
    },
  ]
}
