extension CommandTable {
  static let playCommands: [Command] = [
    Command(
      name: "play", group: .travelling, usage: "[N..M] [--speed 4x]",
      summary: "go through recorded entries one after the other, visibly",
      details: [
        "Two entries a second, or as many times that as --speed says. Any key stops at the prompt; breakpoints stop everywhere.",
        "From here to the end of the branch, or from its start when there is nothing ahead. Scripts do not wait between entries.",
      ],
      examples: ["play", .after("play", .entries), "play --speed 4x"], argument: .words(["--speed "])
    ) { session, arguments in
      try session.play(arguments)
    }
  ]
}
