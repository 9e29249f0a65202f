extension CommandTable {
  static let lessonCommands: [Command] = [
    Command(
      name: "learn", group: .session, usage: "[NAME|N]", summary: "the lessons of this feature, or play one from the start",
      details: [
        "A lesson is a session with narration. Return goes on with it; anything else is yours to type, and resume comes back.",
        "What was recorded so far stays, as a branch. `hindsight learn` lists the lessons of all features.",
      ],
      examples: ["learn", .inHelp("learn state-and-actions")], argument: .lesson
    ) { session, arguments in
      try session.learn(arguments)
    },
    Command(
      name: "resume", group: .session, summary: "come back to the lesson where it was left, and show its next step again",
      details: ["An empty line does so too. What was done elsewhere stays, as a branch."],
      firstThen: ["learn"]
    ) { session, arguments in
      guard session.lesson != nil else {
        throw CommandError(
          "no lesson is being played", column: 0, examples: ["learn"], notes: ["\"learn\" lists the lessons of this feature."])
      }
      try arguments.expectNothing(after: "resume")
      session.resumeLesson()
    },
  ]
}

extension Session {
  /// Lists the lessons of the loaded feature, or begins one here.
  func learn(_ arguments: CommandArguments) throws {
    guard !arguments.text.isEmpty else {
      return output.lessons(lessons.entries(of: playback.name), title: "Lessons", command: "learn")
    }
    let found: Lesson
    do {
      found = try lessons.lesson(named: arguments.text)
    } catch var error as CommandError {
      error.column = arguments.column
      error.length = arguments.text.count
      throw error
    }
    guard found.file.feature == playback.name, found.file.scenario == scenario, found.file.seed == playback.settings.seed,
      found.file.date == playback.settings.date
    else {
      throw CommandError(
        "that lesson begins elsewhere: it is of \(found.file.feature)\(found.file.scenario.map { ", scenario \($0)" } ?? "")",
        column: arguments.column, notes: ["Leave with quit, then: hindsight learn \(found.name)"])
    }
    playback.travel(to: start)
    lesson = LessonPlay(found, at: start)
    beginLesson()
  }

  /// Shows the lessons that fit the loaded feature.
  func showLessons() {
    let entries = lessons.entries(of: playback.name)
    guard !entries.isEmpty else { return }
    output.prose("lessons: " + entries.map(\.name).joined(separator: ", ") + "  (learn NAME)", style: .muted)
  }
}
