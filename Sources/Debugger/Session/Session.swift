import ActionLanguage
import ComposableArchitecture
import Foundation
import Terminal
import Timeline

/// One loaded feature and everything a user does with it: takes a line, carries it out, shows what came of it.
///
/// All of it happens on one thread, the one that drives the feature's world.
public final class Session {
  let playback: any Playback
  /// Where results and errors go.
  public let output: Output
  let scenario: String?
  /// The line a newcomer should type first.
  package let tryFirst: String
  private let summary: String
  /// The lines that were carried out or refused, oldest first.
  private(set) var history: [String] = []
  /// How many older lines were forgotten.
  private(set) var forgottenLines = 0
  /// A session may be fed any number of lines; no more than twice as many are kept.
  private static let historyLimit = 1_000
  /// The lines that `!3` and `!!` stand for at the prompt, with their numbers; `nil` where they stand for nothing.
  public var recalledLines: (() -> [(number: Int, line: String)])?
  /// The exit code `quit` asked for; the session goes on while there is none.
  public private(set) var exitCode: Int32?
  /// The inputs not yet saved to a file.
  var unsavedSteps = 0
  /// The inputs that ended the process.
  var crashes: [Crash] = []
  /// The type of the answer that is being asked for.
  var askedType: Any.Type?
  /// Keeps the journal, when the session is journaled.
  var keeper: Keeper?
  /// Asks the person at the prompt a question; `nil` where nobody is there, or when they give no answer.
  public var ask: ((_ question: String) -> String?)?
  /// Whether effects that are started are to be connected to what is outside.
  var isLive = false
  /// Tells what time it is outside.
  var realTime: () -> ContinuousClock.Instant = { .now }
  /// Where real and virtual time meet.
  var anchor: TimeAnchor?
  var isCatchingUp = false
  /// The command that is carried out.
  private(set) var command: TypedCommand?
  /// Rings when something outside wants to be let in.
  public let mailbox = EditorMailbox()
  private var repeatable: String?
  /// The files that are being sourced, the innermost last.
  var sourcePaths: [String] = []
  /// Whether the script that runs is to stop, since an entry met a breakpoint.
  var stopsScript = false
  /// The sourced files that a breakpoint stopped, the innermost first.
  var stoppedSources: [SourcedFile] = []
  /// The saved session whose loading a breakpoint stopped.
  var stoppedLoad: SessionLoad?
  /// What is still to be done after what is being done now, the innermost last; told when the feature ends the process.
  var unfinished: [String] = [] {
    didSet { keepForCrash() }
  }
  /// The line of a script that is carried out; told when the feature ends the process.
  var scriptLine: SourcePlace? {
    didSet { keepForCrash() }
  }
  /// Positions the user gave a name to.
  var checkpoints = Checkpoints()
  /// Where playback and scripts stop.
  var breakpoints = Breakpoints()
  /// The paths shown after each step.
  var displays = Displays()
  /// What-if branches, so that they can be taken back.
  var whatIfs: [WhatIf] = []
  /// The charts that were drawn, the last one last, one for each title.
  var charts: [Chart] = []
  /// Waits between two entries that are played and tells whether the user stopped it; `nil` where nobody watches.
  var pause: ((Duration) -> Bool)?
  /// Whether each action is followed by the reducers that did something.
  var tracesActions = false

  /// Where the lessons are; looked into when they are asked for.
  public var lessonsFolder: String?
  private(set) lazy var lessons = LessonShelf(folder: lessonsFolder)
  /// The error that was reported last, for programs.
  var lastProblem: JSONText?
  /// The lesson that is played.
  var lesson: LessonPlay?

  /// Loads a feature.
  ///
  /// - Parameters:
  ///   - root: The feature.
  ///   - scenario: The named state to begin in, or `nil` for the plain one.
  ///   - settings: The world it runs in.
  ///   - output: Where results and errors go.
  /// - Throws: `SessionFailure` when there is no such scenario.
  public init(
    root: RootFeature, scenario: String? = nil, settings: WorldSettings = WorldSettings(), output: Output
  ) throws(SessionFailure) {
    do {
      playback = try root.open(scenario: scenario, settings: settings)
    } catch {
      throw SessionFailure(error)
    }
    playback.onNews = { [mailbox] in mailbox.wake() }
    self.scenario = scenario
    tryFirst = root.tryFirst
    summary = root.summary
    self.output = output
  }

  /// The prompt: the feature and the position in its log, `counter 3>`, in the past `counter 2/5>`.
  public var prompt: String {
    let timeline = playback.timeline
    let lesson = lesson.map { $0.isOver ? "" : " (lesson \($0.progress)\($0.isAway ? ", away" : ""))" } ?? ""
    if timeline.isAtEnd { return "\(playback.name) \(timeline.currentEntry)\(lesson)> " }
    // Inputs that led to no entry may be all that lies ahead.
    let quiet =
      timeline.currentEntry == timeline.lastEntry
      ? "+\(timeline.branch.count - 1 - timeline.steps[timeline.position.step].depth)" : ""
    return "\(playback.name) \(timeline.currentEntry)/\(timeline.lastEntry)\(quiet)\(lesson)> "
  }

  /// Where the session began.
  var start: Position { Position(step: 0, shown: 0) }

  /// Says where the user is and what to try, at the beginning of an interactive session.
  public func greet() {
    output.prose([Span(playback.name, .heading), Span("  \(summary)")])
    output.prose("Try: \(tryFirst)   Then: undo, tree, log, help. Tab completes.", style: .muted)
  }

  // MARK: Lines

  /// Carries out one line: a command, or an action of the feature.
  ///
  /// - Parameters:
  ///   - line: The line, without its line break.
  ///   - place: The script and line number it stands at, for errors; `nil` when typed at the prompt.
  ///   - isInteractive: Whether an empty line repeats the last stepping command.
  /// - Returns: Whether it could be carried out.
  @discardableResult
  public func perform(line: String, place: SourcePlace? = nil, isInteractive: Bool = false) -> Bool {
    // A line of a sourced file must not take the Ctrl-C that is meant for the file.
    if sourcePaths.isEmpty {
      Interruption.clear()
      output.measure()
    }
    var typed = OneLine(line.trimmed)
    if typed.text.isEmpty {
      if lesson?.isOver == false, sourcePaths.isEmpty { return goOn(place: place) }
      guard isInteractive, let repeatable else { return true }
      typed = OneLine(repeatable)
    }
    let line = typed.text
    if line.hasPrefix("#") { return true }
    repeatable = nil
    if let refusal = refusal(ofLinesIn: typed) {
      let draft = OneLine.draft(of: typed.original)
      if !draft.utf8.contains(UInt8(ascii: "\n")) { note(draft) }
      report(refusal, line: line, place: place, typed: TypedCommand(.unchanged(typed.original)))
      return false
    }
    note(line)
    defer { keeper?.lineEnded(at: playback.timeline) }
    let placed = CommandLineParts.placed(in: line)
    let parts = placed.map(\.text)
    if parts.count > 1 { unfinished.append("") }
    defer { if parts.count > 1 { unfinished.removeLast() } }
    let outer = command
    defer { command = outer }
    for (index, part) in parts.enumerated() {
      let rest = parts[(index + 1)...]
      command = TypedCommand(line: typed, text: part, offset: placed[index].offset)
      if parts.count > 1 { unfinished[unfinished.count - 1] = rest.isEmpty ? "" : CrashReport.restOfLine + Self.listed(rest) }
      do {
        try carryOut(part)
        catchUp()
      } catch {
        report(error, line: part, place: place, typed: command)
        if !rest.isEmpty { output.error("  not run: \(Self.listed(rest))") }
        return false
      }
      if exitCode != nil { break }
    }
    followLesson()
    return true
  }

  private func note(_ line: String) {
    history.append(line)
    if history.count > 2 * Self.historyLimit {
      history.removeFirst(Self.historyLimit)
      forgottenLines += Self.historyLimit
    }
  }

  /// What is wrong with the lines of a text that cannot be written as one; `nil` where it can.
  func refusal(ofLinesIn typed: OneLine) -> (any Error)? {
    guard let lineBreak = typed.text.utf8.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    if let error = OneLine.problem(in: typed.original) {
      return LanguageFailure(
        error: error, arguments: CommandArguments(line: typed.original, text: typed.original, column: 0))
    }
    let column = typed.text.utf8.distance(from: typed.text.startIndex, to: lineBreak)
    let place = typed.original(of: column..<column).lowerBound
    return CommandError(
      "a line break can stand in a multi-line string alone; several commands in one line stand between ;;",
      column: String(decoding: typed.original.utf8.prefix(place), as: UTF8.self).count)
  }

  /// Whether a line may read or write files or take real time, as what is typed at random must not.
  package func reachesOutside(line: String) -> Bool {
    CommandLineParts.of(OneLine.text(of: line.trimmed)).contains { part in
      switch CommandTable.match(String(part.prefix { !$0.isWhitespace })) {
      case .exact(let command), .prefix(let command): command.group == .files || ["live", "wait", "learn"].contains(command.name)
      case .ambiguous, .none: false
      }
    }
  }

  /// The examples of all commands, as help shows them for this feature.
  package var commandExamples: [String] {
    CommandTable.all.flatMap(\.examples).compactMap { line(of: $0, inHelp: true) }
  }

  /// Carries out what an empty line stands for while a lesson is played.
  private func goOn(place: SourcePlace?) -> Bool {
    repeatable = nil
    defer { keeper?.lineEnded(at: playback.timeline) }
    do {
      try goOnWithLesson()
      return true
    } catch {
      report(error, line: lesson?.step?.input ?? "", place: place)
      return false
    }
  }

  private static func listed(_ parts: ArraySlice<String>) -> String {
    // Of a very long line the beginning of the rest will do, for it is written down for each part.
    let shown = parts.prefix(20)
    let more = parts.count - shown.count
    return shown.map { DisplayWidth.truncate($0, to: 200) }.joined(separator: " ;; ")
      + (more > 0 ? " ;; and \(more) more" : "")
  }

  private func carryOut(_ line: String) throws {
    let word = String(line.prefix { !$0.isWhitespace })
    let rest = line.dropFirst(word.count)
    let trimmed = rest.drop(while: \.isWhitespace)
    let arguments = CommandArguments(
      line: line, text: String(trimmed), column: word.count + (rest.count - trimmed.count))
    let action = CommandArguments(line: line, text: line, column: 0)
    let match = CommandTable.match(word)
    if case .exact(let command) = match { return try run(command, arguments, line: line) }
    if let short = ShortAction.binding(line, in: playback) {
      return try act(short, typed: line)
    }
    if ActionCases.begin(line, of: playback.actionType) { return try act(root: line, action) }
    if let short = try ShortAction.resolve(line, in: playback) {
      return try act(short, typed: line)
    }
    if looksLikeValue(line) { return try act(.action(line), action) }
    switch match {
    case .exact(let command), .prefix(let command): try run(command, arguments, line: line)
    case .ambiguous(let candidates):
      throw CommandError(
        "ambiguous command \"\(word)\": \(candidates.map(\.name).joined(separator: ", "))", column: 0, length: word.count,
        examples: [.line("help \(candidates[0].name)")])
    case .none:
      throw unknownWord(word, line: line)
    }
  }

  /// Sends an action of the root; where it is none, an action of that name further inside may be meant.
  private func act(root line: String, _ arguments: CommandArguments) throws {
    do {
      try act(.action(line), arguments)
    } catch var failure as LanguageFailure {
      guard failure.error.note == nil, let short = try? ShortAction.resolve(line, in: playback),
        (try? ActionDecoder().decode(short.line, as: playback.actionType, state: playback.stateForInput())) != nil
      else { throw failure }
      failure.error.note = "what is presented has an action of that name: \(DisplayWidth.truncate(short.line, to: 100))"
      throw failure
    }
  }

  /// Sends an action that was written without the way to its feature; what is wrong is shown in the line as it was typed.
  private func act(_ short: ShortAction, typed line: String) throws {
    do {
      try act(.action(short.line), CommandArguments(line: short.line, text: short.line, column: 0))
    } catch var failure as LanguageFailure {
      failure.error.range = short.typedRange(failure.error.range, in: line)
      failure.arguments = CommandArguments(line: line, text: line, column: 0)
      if failure.error.note == nil { failure.error.note = "this is short for \(DisplayWidth.truncate(short.line, to: 100))" }
      throw failure
    }
  }

  /// The error of a line that begins with no command and no action.
  private func unknownWord(_ word: String, line: String) -> CommandError {
    if let absent = AbsentAction(word, in: playback) { return absent.error(column: 0) }
    var nearest = "."
    var example: CommandExample? = .after("", .action)
    if let command = CommandTable.nearest(to: word) {
      nearest = "; did you mean the command \"\(command)\"?"
      example = .line("help \(command)")
    } else if let action = ShortAction.nearest(to: word, in: playback) {
      nearest = "; did you mean the action \"\(action.name)\"?"
      example = action.line.map { .line($0) } ?? example
    }
    return CommandError(
      "no command or action is called \"\(DisplayWidth.truncate(word, to: 60))\"\(nearest) Try \"help\" or \"actions\".",
      column: 0, length: max(1, word.count), examples: isAssignment(line) ? [] : [example].compactMap(\.self),
      notes: isAssignment(line) ? ["To edit the state by hand: set \(line)"] : [])
  }

  /// Whether a line assigns to a place in the state, as it does where a feature is bindable.
  private func isAssignment(_ line: String) -> Bool {
    guard let sides = StatePath.sides(ofAssignment: line), !sides.value.trimmed.isEmpty, let path = try? StatePath(sides.path)
    else { return false }
    return !sides.path.trimmed.isEmpty && (try? path.evaluate(in: playback.stateForInput())) != nil
  }

  private func run(_ command: Command, _ arguments: CommandArguments, line: String) throws {
    do {
      try command.checkOptions(arguments)
      try command.checkCount(arguments)
      if command.isPaged {
        try output.paged { try command.run(self, arguments) }
      } else {
        try command.run(self, arguments)
      }
    } catch {
      throw completed(error, of: command, arguments)
    }
    if command.repeats { repeatable = line }
  }

  /// Whether a line is written like a value, so that it can only be meant as an action.
  private func looksLikeValue(_ line: String) -> Bool {
    let name = line.drop { $0 == "." }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return line.hasPrefix(".") || line.dropFirst(name.count).first.map { "([.".contains($0) } == true
  }

  /// - Parameter typed: The command in the line, where that may have been typed in several.
  func report(_ error: any Error, line: String, place: SourcePlace?, typed: TypedCommand? = nil) {
    var error = (error as? LanguageFailure).map(proposing) ?? error
    var (line, place) = (line, place)
    lastProblem = problem(error, line: line, typed: typed)
    if let moved = typed?.moved(error) {
      (error, line) = (moved.error, moved.line)
      place = place.map { SourcePlace(file: $0.file, line: $0.line + moved.above) }
    }
    let prefix = place.map { "\($0): " } ?? ""
    switch error {
    case let error as LanguageFailure:
      let lines = error.moved.render(line: error.arguments.line, width: errorWidth)
      output.error(prefix + error.error.message)
      for (index, line) in lines.enumerated() where line != error.error.message {
        output.error("  " + line, isWhole: index < 2 || line.hasPrefix("  example: "))
      }
    case let error as CommandError:
      output.error(prefix + error.message)
      if let column = error.column {
        let bytes = line.prefix(column).utf8.count
        let end = max(bytes + 1, line.prefix(column + error.length(in: line)).utf8.count)
        for drawn in ActionLanguageError(.syntax, "", at: bytes..<end).render(line: line, width: errorWidth).prefix(2) {
          output.error("  " + drawn, isWhole: true)
        }
      }
      for note in notes(of: error) { output.error("  " + note, isWhole: note.hasPrefix("For example: ")) }
    case let error as SessionError: output.error(prefix + Escaping.shortened(error.message))
    case let error as SessionFailure: output.error(prefix + Escaping.shortened(error.message))
    default: output.error(prefix + "\(error)")
    }
  }

  /// How wide the line above a caret may be, so that the caret stays below its place.
  private var errorWidth: Int { min(100, (output.appearance.columns ?? 102) - 2) }

  /// An error in a path, condition or assignment, with an example that is accepted in the current state.
  func proposing(_ failure: LanguageFailure) -> LanguageFailure {
    let text = failure.arguments.text
    let isInput = [.assignment, .sharedAssignment].contains(failure.subject)
    let state = isInput ? playback.stateForInput() : playback.currentState()
    var better = failure
    switch failure.subject {
    case .predicate: better.error = failure.error.proposingPredicate(for: text, in: state)
    case .path: better.error = failure.error.proposingPath(for: text, in: state)
    case .number: better.error = failure.error.proposingNumberPath(for: text, in: state)
    case .assignment: better.error = failure.error.proposingAssignment(for: text, in: state)
    case .sharedAssignment: better.error = failure.error.proposingAssignment(for: text, in: state, isShared: true)
    case .other: better.error = namingWhatIsThere(better.error, in: text)
    }
    better.error.example = better.error.example.map {
      (failure.subject == .other ? $0 : wholeLine($0, of: better)).withoutTabs
    }
    return better
  }

  /// The example for all that a command was given, with the command in front of it; one for the place of the error as it is.
  private func wholeLine(_ example: String, of failure: LanguageFailure) -> String {
    let arguments = failure.arguments
    let isAssignment = [.assignment, .sharedAssignment].contains(failure.subject)
    guard arguments.column > 0, arguments.column + arguments.text.count == arguments.line.count, example != failure.error.nearest,
      !isAssignment || StatePath.sides(ofAssignment: example) != nil
    else { return example }
    return arguments.line.prefix(arguments.column) + example
  }

  /// The error with an action that can be sent now where its example is for an element that nothing in the line names.
  private func namingWhatIsThere(_ error: ActionLanguageError, in text: String) -> ActionLanguageError {
    guard let example = error.example, ActionPattern.namesElement(example), !ActionPattern.namesElement(text),
      let action = examples.action
    else { return error }
    var better = error
    better.example = action
    return better
  }

  private func keepForCrash() {
    CrashReport.set(scriptLine: scriptLine, unfinished: unfinished.reversed().filter { !$0.isEmpty })
  }

  /// Counts an input that no file holds.
  func noteUnsaved() { unsavedSteps += 1 }

  /// Leaves the session.
  func quit(code: Int32?) { exitCode = code ?? -1 }

  // MARK: Acting and travelling

  /// Performs an input and shows what came of it.
  func act(_ request: InputRequest, _ arguments: CommandArguments) throws {
    let report: StepReport
    try prepareOutside(for: request)
    let request = try passMoments(of: request)
    do {
      report = try perform(request, questions: 0)
    } catch let error as ActionLanguageError {
      if let absent = absentAction(error, in: arguments) { throw absent }
      let subject: LanguageFailure.Subject =
        switch request {
        case .edit: .assignment
        case .write: .sharedAssignment
        default: .other
        }
      let named = if case .other = subject { naming(error, in: arguments) } else { error }
      throw LanguageFailure(error: noting(named, unfinished: playback.timeline), arguments: arguments, as: subject)
    }
    unsavedSteps += 1
    show(report)
    try markAndTrace(report)
    anchorTime()
  }

  /// The error of an input in the middle of a step, which says what comes before it.
  private func noting(_ error: ActionLanguageError, unfinished timeline: any TimelineReading) -> ActionLanguageError {
    guard !timeline.isQuiet, error.note == nil else { return error }
    var better = error
    let (next, last) = (timeline.currentEntry + 1, timeline.steps[timeline.position.step].lastEntry)
    better.note = "this is the middle of a step: an input comes after #\(next)\(last > next ? "-#\(last)" : "")"
    return better
  }

  /// The error of a line whose first name is no case of the root, but one of a feature that is not there now.
  private func absentAction(_ error: ActionLanguageError, in arguments: CommandArguments) -> CommandError? {
    guard let name = Self.unknownFirstName(error, in: arguments) else { return nil }
    return AbsentAction(name, in: playback)?.error(column: arguments.column + error.range.lowerBound)
  }

  /// The error of a line whose first name is no case of the root, with the action elsewhere that is meant.
  private func naming(_ error: ActionLanguageError, in arguments: CommandArguments) -> ActionLanguageError {
    guard error.nearest == nil, let name = Self.unknownFirstName(error, in: arguments),
      let action = ShortAction.nearest(to: name, in: playback)
    else { return error }
    var better = error
    better.nearest = action.name
    if let line = action.line { better.example = line }
    return better
  }

  /// The first name of a line, where it is what an error does not know.
  private static func unknownFirstName(_ error: ActionLanguageError, in arguments: CommandArguments) -> String? {
    let text = arguments.text.utf8
    guard error.kind == .unknownName, error.range.upperBound <= text.count,
      text.prefix(error.range.lowerBound).allSatisfy({ $0 == UInt8(ascii: ".") })
    else { return nil }
    return String(decoding: text.prefix(error.range.upperBound).dropFirst(error.range.lowerBound), as: UTF8.self)
  }

  func markAndTrace(_ report: StepReport) throws {
    if try markBreakpoints(inStep: report.step) { stopsScript = true }
    if tracesActions { showShortTrace(ofStep: report.step) }
    showDisplays()
  }

  /// A call that needs its answer at once rolls the step back; its answer, when somebody is there to give it, is an input of its own
  /// before the step.
  private func perform(_ request: InputRequest, questions: Int) throws -> StepReport {
    do {
      return try playback.perform(request)
    } catch SessionError.runaway(let limit, let action) {
      guard case .advance = request else { throw SessionError.runaway(limit: limit, action: action) }
      throw CommandError(
        "the advance led to more than \(limit) actions, the last of them \(action). It was rolled back; the state is as before. "
          + "Advance by less, or begin with --limit N to allow more actions")
    } catch SessionError.needsAnswer(let call, let type) {
      var questions = questions
      guard let text = askedAnswer(to: call, returning: type.type, questions: &questions) else {
        throw SessionError.needsAnswer(call: call, type: type)
      }
      show(try playback.perform(.supply(call: call, text: text)))
      return try perform(request, questions: questions)
    }
  }

  /// Moves to a position and shows where that is; without one, says that the log ends here, which as in gdb is no error.
  ///
  /// - Parameter steps: How many steps were to be taken; what could be is said where it is less.
  func travel(to position: Position?, or end: HistoryEnd, steps: Int) {
    guard let position else { return showEndOfHistory(end) }
    func depth(_ position: Position) -> Int { playback.timeline.steps[position.step].depth }
    let (before, wasQuiet) = (depth(playback.timeline.position), playback.timeline.isQuiet)
    // The rest of a step that was interrupted is one to redo.
    let taken = abs(depth(position) - before) + (end == .end && !wasQuiet ? 1 : 0)
    noteShortfall(taken, of: steps, "step", end)
    travel(to: position)
  }

  /// Says how many of the steps or entries could be passed before the record ended.
  private func noteShortfall(_ taken: Int, of wanted: Int, _ what: String, _ end: HistoryEnd) {
    guard taken < wanted else { return }
    output.note(
      "only \(taken) \(what == "step" ? taken == 1 ? "step" : "steps" : taken == 1 ? "entry" : "entries"), not \(wanted): "
        + (end == .start ? "this is the start" : "this is the end of the branch"))
  }

  /// Moves to a position and shows where that is.
  func travel(to position: Position) {
    playback.travel(to: position)
    showPosition()
    showDisplays()
  }

  /// Where the session is, and on which branch: a position may be part of several.
  var whereabouts: (end: Position, position: Position) { (playback.timeline.end, playback.timeline.position) }

  /// Moves to where the session was; shows nothing.
  func restore(_ before: (end: Position, position: Position)) {
    // The end first: it makes the branch the current one, not the newest below the position.
    playback.travel(to: before.end)
    playback.travel(to: before.position)
  }

  /// Says which inputs are taken back, where some of them have no entry by which that would be seen.
  func sayInputs(takenBack count: Int) {
    let timeline = playback.timeline
    var step = timeline.position.step
    var inputs: [String] = []
    var areSeen = true
    while step != 0, inputs.count < count {
      let record = timeline.steps[step]
      if record.entryCount == 0 { areSeen = false }
      inputs.append(record.input.map(InputText.text) ?? "")
      step = record.parent
    }
    guard !areSeen else { return }
    let shown = inputs.prefix(4).joined(separator: ", ") + (inputs.count > 4 ? ", and \(inputs.count - 4) more" : "")
    output.note("took back \(shown)")
  }

  /// Moves entry by entry, up to `count` times.
  func walk(_ count: Int, to end: HistoryEnd, _ move: (any TimelineReading) -> Position?) {
    var moved = 0
    while moved < count, let position = move(playback.timeline) {
      playback.travel(to: position)
      moved += 1
    }
    guard moved > 0 else { return showEndOfHistory(end) }
    noteShortfall(moved, of: count, "entry", end)
    showPosition()
    showDisplays()
  }

  /// The position an argument names: `start`, `end`, an entry's number, a checkpoint, or a branch for its end.
  func position(named arguments: CommandArguments) throws -> Position {
    let timeline = playback.timeline
    switch arguments.text {
    case "":
      throw CommandError(
        "goto needs an entry", column: arguments.column, examples: ["goto start", "goto end", .after("goto", .entry)])
    case "start": return start
    case "end": return timeline.end
    case let name where name.hasPrefix("@"): return try checkpoint(named: arguments).position
    default:
      let text = arguments.text.hasPrefix("#") ? String(arguments.text.dropFirst()) : arguments.text
      guard let number = Int(text) else {
        if let end = branchEnd(named: text) { return timeline.quiet(end) }
        if !text.isEmpty, text.allSatisfy(\.isNumber) { throw SessionError.unknownEntry(text, last: timeline.entryCount) }
        let names = ["start", "end"] + timeline.branchNames.values.sorted()
        let nearest = NearestName.of(text, in: names)
        let hint = nearest.map { "did you mean \"\($0)\"?" } ?? "give a number, start, end, @ and a checkpoint, or a branch"
        throw CommandError(
          "\"\(arguments.text)\" is no entry: \(hint)", column: arguments.column, length: arguments.text.count, meant: nearest)
      }
      guard let position = timeline.position(ofEntry: number) else {
        throw SessionError.unknownEntry(text, last: timeline.entryCount)
      }
      return position
    }
  }
}

/// A line of a script.
public struct SourcePlace: Sendable, CustomStringConvertible {
  let file: String
  let line: Int

  /// - Parameters:
  ///   - file: The script's name as it should be shown.
  ///   - line: The line's number, from 1.
  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  public var description: String { "\(file):\(line)" }
}

/// An error in a value or path the user wrote, with the line it stands in.
struct LanguageFailure: Error {
  /// What the text was to be, for an example of such.
  enum Subject { case path, number, predicate, assignment, sharedAssignment, other }

  var error: ActionLanguageError
  var arguments: CommandArguments
  let subject: Subject

  init(error: ActionLanguageError, arguments: CommandArguments, as subject: Subject = .other) {
    self.error = error
    self.arguments = arguments
    self.subject = subject
  }

  /// The error with its place counted from the beginning of the whole line.
  var moved: ActionLanguageError { error.offset(by: arguments.line.prefix(arguments.column).utf8.count) }
}

/// A session could not begin.
public struct SessionFailure: Error {
  /// One line a user can act on.
  public let message: String

  init(_ error: SessionError) { message = error.message }
  init(message: String) { self.message = message }
}
