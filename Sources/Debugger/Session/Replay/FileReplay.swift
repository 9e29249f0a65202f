import ActionLanguage
import CCrashRecovery
import Foundation

/// Runs one saved session again and compares what happens with what was recorded.
struct FileReplay {
  let roots: [RootFeature]
  let output: Output
  let options: ReplayOptions
  /// Told the line of each input before it is performed.
  var willPerform: (Int) -> Void = { _ in }
  /// Told while the inputs are run a second time, after each of them.
  var madeProgress: () -> Void = {}

  /// Runs a file.
  func run(_ path: String) -> ReplayResult {
    var result = ReplayResult(path: path)
    do {
      try run(path, &result)
    } catch let error as FileProblem {
      result.line = error.line
      result.messages = error.lines(path: path)
      result.verdict = .failed
    } catch let error as CommandError {
      result.messages = [error.message] + error.notes.map { "  " + $0 }
      result.verdict = .failed
    } catch let error as SessionError {
      result.messages = [error.message]
      result.verdict = .failed
    } catch {
      result.messages = ["\(path): \((error as? SessionFailure)?.message ?? "\(error)")"]
      result.verdict = .failed
    }
    return result
  }

  private func run(_ path: String, _ result: inout ReplayResult) throws {
    var file = try FileStore.session(at: path)
    result.feature = file.feature
    guard let root = roots.first(where: { $0.name == file.feature }) else {
      let nearest = NearestName.of(file.feature, in: roots.map(\.name)).map { "; did you mean \"\($0)\"?" } ?? ""
      throw headerProblem("feature", "no feature is called \"\(file.feature)\"\(nearest)", path)
    }
    let session: Session
    do {
      session = try Session(root: root, scenario: file.scenario, settings: file.settings, output: output)
    } catch {
      throw headerProblem("scenario", error.message, path)
    }
    result.shape = ShapeReport(of: file, stateType: session.playback.stateType, actionType: session.playback.actionType)
    try session.playback.replay { perform in try replay(&file, in: session, &result, perform) }
    guard result.verdict == .passed else { return }
    if let report = try? session.playback.verifyReplay(progress: madeProgress), let finding = report.finding {
      let action = session.playback.record(ofEntry: finding.entry).action
      result.verdict = .impure
      result.messages = ["\(path): \(Session.text(of: finding, action: action))"]
      result.messages += (finding.differences + [finding.hint]).map { "  " + $0 }
      return
    }
    guard options.updates else { return }
    let before = file
    file.record(shape: session.shape, cases: session.usedCases(with: file))
    guard !result.changes.isEmpty || file != before else { return }
    try FileStore.write(file.text, to: path)
    result.isUpdated = true
  }

  /// Performs the inputs, up to the first that leads to something else than recorded.
  private func replay(
    _ file: inout SessionFile, in session: Session, _ result: inout ReplayResult,
    _ perform: (_ line: String, _ asksForChanges: Bool) throws -> ReplayedInput
  ) throws {
    var answers: [Session.DoubtfulAnswer] = []
    func checkAnswers() throws {
      // What crashed then is left out, and with it the calls that it made.
      if result.leftOut == 0, let problem = session.problem(of: answers) { throw problem }
    }
    for index in file.items.indices {
      guard case .input(let text, let recorded, let line) = file.items[index] else { continue }
      let isCrashed = SessionFile.crash(in: recorded) != nil
      if isCrashed, !options.runsCrashed {
        result.leftOut += 1
        continue
      }
      willPerform(line)
      if isCrashed, crashesStill(text, in: session) {
        result.crashedAgain += 1
        continue
      }
      let now: [String]
      do {
        if let answer = try session.checkAnswer(inLine: text, number: line) { answers.append(answer) }
        let asksForChanges = recorded != nil || options.updates
        let input = try perform(text, asksForChanges)
        result.inputs += 1
        guard asksForChanges else { continue }
        if let changes = input.changes {
          now = changes.isEmpty ? [SessionFile.nothing] : changes.map(ChangeText.line)
        } else {
          now = session.outcome(ofStep: input.step)
        }
      } catch {
        try checkAnswers()
        throw FileProblem(error, input: text, line: line)
      }
      if recorded == now { continue }
      if options.updates {
        file.items[index] = .input(text: text, outcome: now, line: line)
        result.changes.append(ReplayResult.Change(line: line, input: text, recorded: recorded ?? [], now: now))
      } else {
        try checkAnswers()
        result.verdict = .diverged
        result.line = line
        result.input = text
        result.recorded = recorded ?? []
        result.now = now
        return
      }
    }
    try checkAnswers()
  }

  private func headerProblem(_ name: String, _ message: String, _ path: String) -> FileProblem {
    let bytes = (try? FileStore.bytes(at: path)) ?? Data()
    var number = 1
    while number < 100, let line = SessionFileLines.line(number, of: bytes) {
      if line.hasPrefix(name + " ") { break }
      number += 1
    }
    return FileProblem(message, line: number, column: name.count + 2, text: SessionFileLines.line(number, of: bytes))
  }

  /// Whether an input that ended the process when it was recorded ends a copy of this one.
  private func crashesStill(_ input: String, in session: Session) -> Bool {
    var (results, messages): (Int32, Int32) = (-1, -1)
    let child = hindsight_child_start(&results, &messages)
    if child == 0 {
      _ = try? session.playback.perform(try InputText.request(from: input))
      hindsight_child_leave(results, "1", 1)
    }
    guard child > 0 else { return true }
    // Nobody reads what it prints; closed, so that it does not wait for a reader either.
    close(messages)
    let answer = FileHandle(fileDescriptor: results, closeOnDealloc: true).readDataToEndOfFile()
    var (signal, status): (Int32, Int32) = (0, 0)
    hindsight_child_wait(child, &signal, &status)
    return answer.isEmpty
  }
}
