extension CommandTable {
  static let branchCommands: [Command] = [
    Command(
      name: "branches", group: .travelling, summary: "the branches of the timeline as a tree; acting in the past makes one",
      details: ["The branch the session is on stands in the first column; others hang where they leave it."]
    ) { session, arguments in
      try arguments.expectNothing(after: "branches")
      session.showBranches()
    },
    Command(
      name: "branch", group: .travelling, usage: "[NAME]", summary: "name the current branch, or say which it is",
      details: ["The branch keeps its name as it grows. A branch without a name is called by its last entry, such as #7."],
      examples: [.inHelp("branch happy-path"), "branch"], argument: .free
    ) { session, arguments in
      try session.nameBranch(arguments)
    },
    Command(
      name: "switch", group: .travelling, usage: "NAME|N",
      summary: "go to the end of another branch, by its name or one of its entries",
      examples: [.inHelp("switch happy-path"), .after("switch", .entry)], firstThen: ["branches"], argument: .branch,
      takesOneWord: true
    ) { session, arguments in
      try session.switchBranch(arguments)
    },
    Command(
      name: "drop", group: .travelling, usage: "NAME|N", summary: "forget what only one branch has",
      details: ["Entries that other branches share stay. The current branch cannot be dropped."],
      examples: [.inHelp("drop happy-path"), .after("drop", .otherBranch)], firstThen: ["branches"], argument: .branch,
      takesOneWord: true
    ) { session, arguments in
      try session.dropBranch(arguments)
    },
    Command(
      name: "checkpoint", group: .travelling, usage: "[NAME]", summary: "give this position a name, to come back with goto @NAME",
      details: ["Without a name it is called c1, c2, and so on. A name that is taken moves here."],
      examples: [
        "checkpoint before-login", .inHelp("goto @before-login"), .inHelp("info checkpoints"),
        .inHelp("delete checkpoint before-login"),
      ],
      argument: .checkpoint
    ) { session, arguments in
      try session.makeCheckpoint(arguments)
    },
  ]
}
