extension CommandTable {
  static let chartCommands: [Command] = [
    Command(
      name: "chart", group: .searching, usage: "PATH|PREDICATE [N..M]",
      summary: "a number or a truth over the entries of this branch",
      details: ["The mark below the chart is where the session is. export FILE.svg writes the last chart."],
      examples: ["chart count", "chart count > 2", "chart path.count 10..90"], argument: .predicate
    ) { session, arguments in
      try session.showChart(arguments)
    },
    Command(
      name: "export", group: .files, usage: "FILE.html|FILE.svg",
      summary: "write the whole session as one page, or the last chart alone",
      details: [
        "The page needs no network: the log, a slider, the state as a tree, what each entry changed, the branches and the last chart."
      ],
      examples: ["export session.html", "export chart.svg"], argument: .file
    ) { session, arguments in
      try session.export(arguments)
    },
  ]
}
