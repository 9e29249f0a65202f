extension CommandTable {
  static let chartCommands: [Command] = [
    Command(
      name: "chart", group: .searching, usage: "PATH|PREDICATE [N..M]",
      summary: "a number or a truth over the entries of this branch",
      details: ["The mark below the chart is where the session is. export FILE.svg writes the last chart."],
      examples: [.after("chart", .number), .after("chart", .predicate)], argument: .predicate
    ) { session, arguments in
      try session.showChart(arguments)
    },
    Command(
      name: "export", group: .files, usage: "FILE.html|FILE.svg|FILE.json|test [N..M] [FILE]",
      summary: "write the session as one page, the last chart, the log for Redux DevTools, or a test",
      details: [
        "The page needs no network: the log, a slider, the state as a tree, what each entry changed, the branches and the last chart.",
        "`export test` prints a TestStore test of this branch, or of the steps of some entries, or writes it to a file.",
        "It says what of the session a test cannot do. Values are made by the initialisers their types have; properties none of",
        "these takes are assigned unless they are zero, empty or nil.",
      ],
      examples: [
        "export session.html", .inHelp("export chart.svg"), .inHelp("export session.json"), .inHelp("export test"),
        .inHelp("export test 3..9"), .inHelp("export test CounterTests.swift"),
      ],
      argument: .export
    ) { session, arguments in
      try session.export(arguments)
    },
  ]
}
