extension CommandTable {
  static let travellingCommands: [Command] = [
    Command(
      name: "undo", aliases: ["u"], group: .travelling, usage: "[N]",
      summary: "take back one step: an input and everything it caused",
      details: ["Nothing is lost: redo brings it back, and acting in the past starts a branch."],
      examples: ["undo", "undo 3"], argument: .number, takesOneWord: true, repeats: true
    ) { session, arguments in
      let count = try arguments.count("undo's count", default: 1)
      let timeline = session.playback.timeline
      session.sayInputs(takenBack: count)
      session.travel(
        to: timeline.position == session.start ? nil : timeline.positionBefore(steps: count), or: .start, steps: count)
    },
    Command(
      name: "redo", group: .travelling, usage: "[N]", summary: "bring back one step that was undone",
      examples: ["redo", "redo 3"], argument: .number, takesOneWord: true, repeats: true
    ) { session, arguments in
      let count = try arguments.count("redo's count", default: 1)
      let timeline = session.playback.timeline
      session.travel(to: timeline.isAtEnd ? nil : timeline.positionAfter(steps: count), or: .end, steps: count)
    },
    Command(
      name: "back", aliases: ["b", "reverse-step", "reverse-next", "rs", "rn"], group: .travelling, usage: "[N]",
      summary: "go back one entry of the log", examples: ["back", "back 5"], argument: .number, takesOneWord: true, repeats: true
    ) { session, arguments in
      session.walk(try arguments.count("back's count", default: 1), to: .start) { $0.positionBeforeEntry() }
    },
    Command(
      name: "next", aliases: ["n", "step", "s"], group: .travelling, usage: "[N]", summary: "go forward one recorded entry",
      examples: ["next", "next 5"], argument: .number, takesOneWord: true, repeats: true
    ) { session, arguments in
      session.walk(try arguments.count("next's count", default: 1), to: .end) { $0.positionAfterEntry() }
    },
    Command(
      name: "goto", aliases: ["jump"], group: .travelling, usage: "N|start|end|@NAME",
      summary: "go to the moment just after entry N of the log",
      details: ["Entries of other branches can be gone to as well; the name of a branch stands for its end."],
      examples: [.after("goto", .entry), "goto start", .inHelp("goto end"), .inHelp("goto @before-login")],
      argument: .number, takesOneWord: true
    ) { session, arguments in
      session.travel(to: try session.position(named: arguments))
    },
    Command(
      name: "restart", group: .travelling, summary: "go back to the initial state; what was recorded stays",
      details: ["The same as goto start. The next action starts a branch, unless it is the one that was recorded there."]
    ) { session, arguments in
      try arguments.expectNothing(after: "restart")
      session.travel(to: session.start)
    },
  ]
}
