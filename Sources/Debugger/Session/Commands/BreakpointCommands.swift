extension CommandTable {
  private static let patternDetails = [
    "A pattern names cases from the outside in: tick means each action with a case tick on its way, .tick only the feature's own,",
    "rows.toggle the toggle of every row, rows[id: 3].toggle that of one; * is any case. A payload may stand behind it.",
    "rows[0] is the row that is the first one when you say so, whatever moves later.",
  ]

  static let breakpointCommands: [Command] = [
    Command(
      name: "break", aliases: ["br"], group: .searching, usage: "ACTION-PATTERN [if PREDICATE]",
      summary: "stop playback and scripts after an action",
      details: patternDetails + [
        "The condition is asked of the state after the action. Actions that are typed are never held up: they are marked."
      ],
      examples: [.after("break", .pattern)], argument: .pattern
    ) { session, arguments in
      try session.addBreakpoint(arguments, isTemporary: false)
    },
    Command(
      name: "tbreak", group: .searching, usage: "ACTION-PATTERN [if PREDICATE]", summary: "stop once after an action",
      details: patternDetails, examples: [.after("tbreak", .pattern)], argument: .pattern
    ) { session, arguments in
      try session.addBreakpoint(arguments, isTemporary: true)
    },
    Command(
      name: "watch", group: .searching, usage: "PATH [if PREDICATE]", summary: "stop playback and scripts when a value changes",
      details: ["watch PATH and then reverse-continue: who changed it."], examples: [.after("watch", .path)],
      argument: .statePath
    ) { session, arguments in
      try session.addWatch(arguments)
    },
    Command(
      name: "continue", aliases: ["c"], group: .travelling,
      summary: "go forward to the next breakpoint, or the end of the branch",
      repeats: true
    ) { session, arguments in
      try arguments.expectNothing(after: "continue")
      try session.continueForward()
    },
    Command(
      name: "reverse-continue", aliases: ["rc"], group: .travelling,
      summary: "go back to the last breakpoint before here, or the start", repeats: true
    ) { session, arguments in
      try arguments.expectNothing(after: "reverse-continue")
      try session.continueBackward()
    },
    Command(
      name: "delete", group: .searching, usage: "[N...|checkpoint NAME|checkpoints|display N]",
      summary: "delete breakpoints, all of them without argument; or a checkpoint, or all checkpoints",
      examples: [.after("delete", .breakpoint), .inHelp("delete 1 2"), .inHelp("delete checkpoint c1")],
      firstThen: [.after("break", .pattern)],
      argument: .number
    ) { session, arguments in
      try session.delete(arguments)
    },
    Command(
      name: "disable", group: .searching, usage: "[N...]", summary: "keep breakpoints but do not stop at them",
      examples: [.after("disable", .breakpoint)], firstThen: [.after("break", .pattern)], argument: .number
    ) { session, arguments in
      try session.enable(false, arguments)
    },
    Command(
      name: "enable", group: .searching, usage: "[N...]", summary: "stop at breakpoints again",
      examples: [.after("enable", .breakpoint)], firstThen: [.after("break", .pattern)],
      argument: .number
    ) { session, arguments in
      try session.enable(true, arguments)
    },
    Command(
      name: "ignore", group: .searching, usage: "N COUNT", summary: "pass a breakpoint a number of times before it stops",

      examples: [.after("ignore", .breakpointAndCount)], firstThen: [.after("break", .pattern)], argument: .number
    ) { session, arguments in
      try session.ignore(arguments)
    },
  ]
}
