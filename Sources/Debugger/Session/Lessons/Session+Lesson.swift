import ActionLanguage
import Foundation
import Terminal
import Timeline

/// Playing a lesson: Return goes on, everything else is the reader's own, and the way back is always open.
extension Session {
  /// Opens the feature of a lesson and begins it.
  ///
  /// - Parameters:
  ///   - name: The lesson's name, number or file.
  ///   - shelf: The lessons there are.
  ///   - features: The features it may be of.
  ///   - output: Where it is shown.
  /// - Throws: `SessionFailure` when there is no such lesson, or it is none.
  public static func lesson(
    named name: String, on shelf: LessonShelf, features: [RootFeature], output: Output
  ) throws(SessionFailure) -> Session {
    let lesson = try found(name, on: shelf)
    let session = try Session(
      root: RootFeature.named(lesson.file.feature, in: features), scenario: lesson.file.scenario,
      settings: lesson.file.settings, output: output)
    session.lessonsFolder = shelf.folder
    session.lesson = LessonPlay(lesson, at: session.start)
    return session
  }

  /// Goes on with a lesson in a session that came back: its steps that were done already are not shown again.
  public func rejoinLesson(named name: String, on shelf: LessonShelf) throws(SessionFailure) {
    lessonsFolder = shelf.folder
    let play = LessonPlay(try Self.found(name, on: shelf), at: start)
    guard play.lesson.file.feature == playback.name else { return }
    lesson = play
    for step in playback.timeline.branch.dropFirst() {
      guard let next = play.step, playback.timeline.steps[step].input.map(InputText.text) == next.input else { break }
      play.advance(to: playback.timeline.quiet(step))
    }
    followLesson()
  }

  private static func found(_ name: String, on shelf: LessonShelf) throws(SessionFailure) -> Lesson {
    do {
      return try shelf.lesson(named: name)
    } catch let error as CommandError {
      throw SessionFailure(message: error.message)
    } catch let error as SessionError {
      throw SessionFailure(error)
    } catch {
      throw SessionFailure(message: "\(error)")
    }
  }

  /// Says what the lesson is and how it is played, and shows its first step.
  public func beginLesson() {
    guard let play = lesson else { return }
    let place = lessons.entries.first { $0.path == play.lesson.path }.map { " \($0.number)" } ?? ""
    output.prose([Span("Lesson\(place)  ", .muted), Span(play.lesson.title, .heading)])
    if !play.lesson.summary.isEmpty { tell([.paragraph(play.lesson.summary)]) }
    output.prose("Return goes on. Type whatever you like, look around, travel; resume comes back here.", style: .muted)
    showNextLessonStep()
  }

  /// What an empty line does while a lesson is played: comes back to it, or goes on with it.
  func goOnWithLesson() throws {
    guard let play = lesson else { return }
    if play.isAway { return resumeLesson() }
    guard let step = play.step else { return output.prose("The lesson is over.", style: .muted) }
    output.line([Span("\(output.glyphs.focus) ", .muted), Span(step.input)])
    let arguments = CommandArguments(line: step.input, text: step.input, column: 0)
    do {
      try act(try InputText.request(from: step.input), arguments)
    } catch {
      play.hasDiverged = true
      throw error
    }
    finishLessonStep(at: playback.timeline.position.step)
  }

  /// Looks, after a line of the reader's own, whether it was the lesson's next input, or left the way.
  func followLesson() {
    guard let play = lesson else { return }
    let timeline = playback.timeline
    let wasAway = play.isAway
    var isOnWay = false
    if timeline.isOnBranch(play.position.step), timeline.isQuiet {
      let from = timeline.steps[play.position.step].depth
      let here = timeline.steps[timeline.position.step].depth
      isOnWay = here >= from
      for depth in (from + 1)..<max(from + 1, here + 1) {
        guard let step = play.step else { break }
        let number = timeline.branch[depth]
        isOnWay = timeline.steps[number].input.map(InputText.text) == step.input
        guard isOnWay else { break }
        finishLessonStep(at: number)
      }
    }
    // Once it is over there is no way to leave.
    guard !play.isOver else { return }
    play.isAway = !isOnWay
    if play.isAway, !wasAway {
      output.note("this leaves the lesson's way; look around as long as you like: Return or resume comes back to it")
    } else if !play.isAway, wasAway {
      output.note("back in the lesson")
      showNextLessonStep()
    }
  }

  /// Goes back to where the lesson was left.
  func resumeLesson() {
    guard let play = lesson else { return }
    if play.isAway, playback.timeline.position != play.position { travel(to: play.position) }
    play.isAway = false
    showNextLessonStep()
  }

  /// Plays what is left of a lesson; gives back whether everything led to what the lesson says.
  ///
  /// For output that nobody answers: a pipe, a file, a test.
  public func playRestOfLesson() -> Bool {
    guard let play = lesson else { return true }
    while !play.isOver, !play.hasDiverged, exitCode == nil { perform(line: "") }
    return !play.hasDiverged
  }

  // MARK: Showing

  private func finishLessonStep(at number: Int) {
    guard let play = lesson, let step = play.step else { return }
    if let recorded = step.outcome {
      let now = outcome(ofStep: number)
      if recorded != now {
        play.hasDiverged = true
        output.warning("! \(play.lesson.path):\(step.line): this led to something else than the lesson says")
        for line in ReplayReporter.difference(recorded, now) { output.line(line) }
      }
    }
    play.advance(to: playback.timeline.quiet(number))
    showNextLessonStep()
  }

  private func showNextLessonStep() {
    guard let play = lesson else { return }
    output.line("")
    guard let step = play.step else {
      tell(play.lesson.epilogue)
      return output.prose("The lesson is over; the session is yours. learn lists the others of this feature.", style: .muted)
    }
    tell(step.narration)
    if let question = step.question {
      let width = min(output.appearance.columns ?? Self.narrationWidth, Self.narrationWidth)
      for (index, line) in DisplayWidth.wrap("Your turn: " + question, to: width).enumerated() {
        guard index == 0, line.hasPrefix("Your turn:") else {
          output.line(line)
          continue
        }
        output.line([Span("Your turn:", .heading), Span(String(line.dropFirst("Your turn:".count)))])
      }
      output.prose("Return does it for you.", style: .muted)
    } else {
      output.prose([Span("Next: ", .muted), Span(step.input, .heading)])
    }
  }

  private func tell(_ blocks: [Lesson.Block]) {
    let width = min(output.appearance.columns ?? Self.narrationWidth, Self.narrationWidth)
    for (index, block) in blocks.enumerated() {
      switch block {
      case .paragraph(let text):
        if index > 0 { output.line("") }
        for line in DisplayWidth.wrap(text, to: width) { output.line(line) }
      case .verbatim(let lines):
        for line in lines { output.line("    " + line, style: .keyword) }
      case .look(let line):
        output.line([Span("\(output.glyphs.focus) ", .muted), Span(line)])
        look(line)
      }
    }
  }

  /// Longer lines are hard to read.
  private static var narrationWidth: Int { 84 }

  private func look(_ line: String) {
    let word = line.prefix { !$0.isWhitespace }
    guard CommandTable.isForLooking(line), case .exact(let command) = CommandTable.match(String(word)) else { return }
    let text = line.dropFirst(word.count).trimmed
    let arguments = CommandArguments(line: line, text: text, column: line.count - text.count)
    do {
      try command.run(self, arguments)
    } catch {
      lesson?.hasDiverged = true
      report(error, line: line, place: nil)
    }
  }
}
