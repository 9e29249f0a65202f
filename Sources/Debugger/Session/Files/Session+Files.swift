import Foundation
import Terminal
import Timeline

/// A sourced file that is read line by line.
final class SourcedFile {
  let path: String
  /// What tells it from other files.
  let identity: String
  let reader: LineReader
  private let descriptor: Int32
  /// Where the line begins that was read last.
  private var firstLine = 0

  /// - Throws: `SessionError.cannotRead`.
  init(path: String) throws(SessionError) {
    self.path = path
    identity = FileStore.identity(of: path)
    descriptor = try FileStore.open(path, limit: SessionFile.sizeLimit)
    reader = LineReader(descriptor: descriptor)
  }

  /// A file of which some lines were carried out already.
  ///
  /// - Throws: `SessionError.cannotRead`, `CommandError` for a line that cannot be one.
  convenience init(path: String, after line: Int) throws {
    try self.init(path: path)
    while reader.lineNumber < line, try nextLine() != nil {}
  }

  deinit { close(descriptor) }

  /// The next line; `nil` at the end.
  ///
  /// - Throws: `CommandError` for a line that cannot be one.
  func nextLine() throws -> String? {
    do {
      var open = OpenLine()
      while true {
        guard case .line(let line) = try reader.readLine() else {
          if let problem = open.end() { throw CommandError("\(path):\(problem.line): \(problem.message)") }
          return nil
        }
        guard let whole = try open.take(line, number: reader.lineNumber) else { continue }
        firstLine = whole.number
        return whole.text
      }
    } catch let problem as LineReader.Problem {
      throw CommandError("\(path):\(problem.line): \(problem.message)")
    }
  }

  /// The line that was read last; of one that goes on, the first.
  var place: SourcePlace { SourcePlace(file: path, line: firstLine) }
}

/// A saved session that is being loaded.
struct SessionLoad {
  let path: String
  /// What tells it from other files.
  let identity: String
  let file: SessionFile
  /// The item that comes next.
  var next = 0
  var inputs = 0
  /// The lines whose inputs led to something else than recorded.
  var differing: [Int] = []
  /// The answers for calls that nothing is known of and that were not made before.
  var answers: [Session.DoubtfulAnswer] = []

  init(path: String, file: SessionFile, next: Int = 0, inputs: Int = 0, differing: [Int] = []) {
    self.path = path
    identity = FileStore.identity(of: path)
    self.file = file
    self.next = next
    self.inputs = inputs
    self.differing = differing
  }
}

/// Saving, loading and sourcing.
extension Session {
  /// The fingerprint of the feature's types.
  var shape: String { ShapeFingerprint.text(of: [playback.stateType, playback.actionType]) }

  /// The current branch as a session file.
  func sessionFile() -> SessionFile {
    var file = SessionFile(feature: playback.name)
    file.scenario = scenario
    file.seed = playback.settings.seed
    file.date = playback.settings.date
    let timeline = playback.timeline
    let steps = timeline.steps
    for step in timeline.branch {
      if let input = steps[step].input {
        file.items.append(.input(text: InputText.text(of: input), outcome: outcome(ofStep: step), line: 0))
      }
      for crash in crashes where crash.step == step {
        file.items.append(.input(text: crash.input, outcome: [SessionFile.crashMark + crash.reason], line: 0))
      }
    }
    file.record(shape: shape, cases: usedCases(with: file))
    return file
  }

  /// The cases of the action that the current branch and the inputs left out of it use, as a file's header keeps them.
  func usedCases(with file: SessionFile) -> String {
    var spellings: Set<String> = []
    for number in playback.timeline.branchEntries {
      let record = playback.record(ofEntry: number)
      switch record.cause {
      case .edit, .write: continue
      case .typed, .effect, .dismissal: break
      }
      spellings.insert(record.action)
    }
    for case .input(let text, let outcome, _) in file.items where SessionFile.crash(in: outcome) != nil {
      if case .action(let spelling)? = try? InputText.request(from: text) { spellings.insert(spelling) }
    }
    return ActionCase.header(of: spellings, in: playback.actionType)
  }

  /// What a step caused, as the lines of a session file.
  func outcome(ofStep step: Int) -> [String] { playback.outcome(ofStep: step) }

  func save(to path: String) throws {
    let text = sessionFile().text
    try FileStore.write(text, to: path)
    unsavedSteps = 0
    let count = playback.timeline.branch.count - 1
    let others = playback.timeline.branchEnds.count - 1
    output.line("saved \(count) \(count == 1 ? "step" : "steps") to \(path)")
    if others > 0 {
      output.note("\(others) other \(others == 1 ? "branch is" : "branches are") not in the file")
    }
    if text.utf8.count > SessionFile.sizeLimit {
      output.warning("the file has more than \(SessionFile.sizeLimit) bytes, which is more than load and replay take")
    }
  }

  // MARK: Loading

  func load(from path: String) throws {
    let file = try FileStore.session(at: path)
    guard file.feature == playback.name else {
      throw CommandError("\(path) is a session of \(file.feature), but \(playback.name) is loaded")
    }
    if let report = ShapeReport(of: file, stateType: playback.stateType, actionType: playback.actionType) {
      for line in report.lines { output.line("\(path): \(line)", style: report.verdict == .fine ? .muted : .warning) }
    }
    var differences: [String] = []
    if file.seed != playback.settings.seed { differences.append("--seed \(file.seed)") }
    if file.date != playback.settings.date { differences.append("--date \(WorldSettings.text(of: file.date))") }
    if file.scenario != scenario { differences.append(file.scenario.map { "--scenario \($0)" } ?? "no scenario") }
    if !differences.isEmpty {
      output.warning("\(path) was recorded with \(differences.joined(separator: " ")), which this session was not begun with")
    }
    let origin = playback.timeline.position
    playback.travel(to: start)
    try goOn(SessionLoad(path: path, file: file), from: origin)
  }

  /// Goes on with the session whose loading a breakpoint stopped.
  func goOnLoading(_ arguments: CommandArguments) throws {
    guard let load = stoppedLoad else {
      throw CommandError(
        "load needs a file", column: arguments.column,
        notes: ["Save wrote it before: save my-session.hindsight, then load my-session.hindsight."])
    }
    try goOn(load, from: playback.timeline.position)
  }

  private func goOn(_ load: SessionLoad, from origin: Position) throws {
    var load = load
    stoppedLoad = nil
    unfinished.append("")
    defer { unfinished.removeLast() }
    playback.isRunningRecord = true
    defer { playback.isRunningRecord = false }
    while load.next < load.file.items.count {
      load.next += 1
      guard case .input(let text, let recorded, let line) = load.file.items[load.next - 1] else { continue }
      let place = SourcePlace(file: load.path, line: line)
      if let reason = SessionFile.crash(in: recorded) {
        crashes.append(Crash(step: playback.timeline.position.step, input: text, reason: reason))
        output.note("\(place): \(text) crashed then and was left out")
        continue
      }
      unfinished[unfinished.count - 1] = "the rest of \(load.path) after line \(line)"
      let step = try perform(text, line: line, of: &load, origin: origin)
      load.inputs += 1
      unsavedSteps += 1
      if let recorded, recorded != outcome(ofStep: step) { load.differing.append(line) }
      guard try markBreakpoints(inStep: step) else { continue }
      stopsScript = true
      let rest = load.file.items[load.next...].count { if case .input = $0 { true } else { false } }
      if rest > 0 {
        stoppedLoad = load
        output.note(
          "stopped by a breakpoint at \(place); load without a file goes on with the other \(rest) \(rest == 1 ? "input" : "inputs")"
        )
        showPosition()
        return
      }
    }
    if let problem = crashes.isEmpty ? self.problem(of: load.answers) : nil {
      playback.travel(to: origin)
      throw refusal(problem, of: load.path)
    }
    output.line("loaded \(load.inputs) \(load.inputs == 1 ? "input" : "inputs") from \(load.path)")
    if let first = load.differing.first {
      output.warning(
        "\(load.differing.count) of them led to something else than recorded, the first at line \(first); hindsight replay shows how"
      )
    }
    if playback.timeline.branchEnds.count > 1 { output.note("what was there before is kept as a branch (see branches)") }
    showPosition()
  }

  /// Performs an input of a file; gives back its step.
  private func perform(_ text: String, line: Int, of load: inout SessionLoad, origin: Position) throws -> Int {
    do {
      if Interruption.isRequested { throw SessionError.interrupted }
      if let answer = try checkAnswer(inLine: text, number: line) { load.answers.append(answer) }
      return try playback.perform(try InputText.request(from: text)).step
    } catch {
      playback.travel(to: origin)
      throw refusal(problem(of: load.answers) ?? FileProblem(error, input: text, line: line), of: load.path)
    }
  }

  private func refusal(_ problem: FileProblem, of path: String) -> CommandError {
    let error = problem.error(path: path)
    return CommandError(
      error.message,
      notes: error.notes + [
        "\(path) was not loaded: you are where you were; what came before line \(problem.line) is kept as a branch"
      ])
  }

  // MARK: Sourcing

  /// Runs the commands in a file, until one fails or a breakpoint stops it.
  func source(_ path: String) throws {
    let identity = FileStore.identity(of: path)
    if sourcePaths.contains(identity) {
      throw CommandError("\(path) sources itself, which would never end", notes: sourcePaths.map { "\($0) sources" } + [identity])
    }
    if FileStore.isSession(path) {
      throw CommandError("\(path) is a saved session, not a file of commands", notes: ["Try: load \(path)"])
    }
    guard sourcePaths.count < 8 else { throw CommandError("source goes 8 files deep at the most; \(path) would be one more") }
    if sourcePaths.isEmpty { stoppedSources = [] }
    try run(SourcedFile(path: path))
  }

  /// Goes on with the files that a breakpoint stopped.
  func goOnSourcing(_ arguments: CommandArguments) throws {
    guard !stoppedSources.isEmpty, sourcePaths.isEmpty else {
      throw CommandError(
        "source needs a file", column: arguments.column, notes: ["A file of commands, one a line, as in: source tour.txt"])
    }
    var files = stoppedSources
    stoppedSources = []
    while !files.isEmpty {
      try run(files.removeFirst())
      if stopsScript || exitCode != nil { return stoppedSources += files }
    }
  }

  private func run(_ file: SourcedFile) throws {
    sourcePaths.append(file.identity)
    unfinished.append("")
    defer {
      sourcePaths.removeLast()
      unfinished.removeLast()
    }
    stopsScript = false
    while let line = try file.nextLine() {
      if Interruption.isRequested { throw CommandError("\(file.path) was interrupted at line \(file.reader.lineNumber)") }
      unfinished[unfinished.count - 1] = "the rest of \(file.path) after line \(file.reader.lineNumber)"
      guard perform(line: line, place: file.place) else {
        throw CommandError("\(file.path) stopped at line \(file.reader.lineNumber)")
      }
      if stopsScript {
        stoppedSources.append(file)
        return output.note("stopped by a breakpoint at \(file.place); source without a file goes on with the rest")
      }
      if exitCode != nil { return }
    }
  }
}
