import ActionLanguage
import CCrashRecovery
import Foundation
import Timeline

/// Keeping a session in a journal, and having it back from one.
extension Session {
  /// Keeps this session in a journal from now on.
  ///
  /// - Parameters:
  ///   - folder: Where journals go; `nil` when the user has no such folder. The session then survives a crash of the feature only.
  ///   - isInteractive: Whether somebody sits at the prompt.
  public func keepJournal(in folder: String?, isInteractive: Bool) {
    attach(Keeper(folder: folder), isInteractive: isInteractive)
  }

  /// Whether `recover` will find the session when it ends without a goodbye.
  public var isRecoverable: Bool { keeper?.isOn == true && keeper?.path != nil }

  /// The session ended as the user wanted: there is nothing to recover from it.
  public func sayGoodbye() { keeper?.goodbye() }

  func attach(_ keeper: Keeper, isInteractive: Bool) {
    keeper.isInteractive = isInteractive
    keeper.marks = { [unowned self] in SessionMarks.text(of: self) }
    self.keeper = keeper
    playback.willPerform = { [unowned self, unowned keeper] input in
      try keeper.willPerform(input, at: playback.timeline, header: { journalHeader }, feature: playback.name)
      if let warning = keeper.takeWarning() { output.error(warning) }
    }
    playback.didPerform = { [unowned self, unowned keeper] succeeded in
      keeper.didPerform(succeeded: succeeded, timeline: playback.timeline)
    }
  }

  private var journalHeader: [JournalRecord] {
    JournalContents.header(
      feature: playback.name, scenario: scenario, settings: playback.settings,
      shape: ShapeFingerprint.text(of: [playback.stateType, playback.actionType]))
  }

  /// Shows whether and where the session is journaled, or changes it.
  func journal(_ arguments: CommandArguments) throws {
    switch arguments.text {
    case "":
      guard let keeper, keeper.isOn else { return output.line("this session is not journaled", style: .muted) }
      output.line(keeper.path.map { "journaled in \($0)" } ?? "the journal begins with the first input, or is in memory only")
    case "off":
      keeper?.stop()
      output.line("not journaled from here on: save keeps the session, and a crash of the feature now ends it")
    case "on":
      guard let keeper else { throw CommandError("this session cannot be journaled", column: arguments.column) }
      guard !keeper.isOn else { return output.line("journaled already") }
      guard !keeper.hasGap else {
        throw CommandError(
          "inputs performed since the journal ended are missing in it, so it cannot go on", notes: ["save keeps the session."])
      }
      keeper.goOn()
      output.line("journaled from here on, as before")
    default: throw CommandError("journal takes on, off or nothing", column: arguments.column)
    }
  }

  // MARK: Coming back

  /// Loads the session a journal holds, puts it where it was, and goes on with the journal.
  ///
  /// - Parameters:
  ///   - found: The journal.
  ///   - features: The features it may be of.
  ///   - crash: What the process that crashed left, if this is a return from a crash.
  ///   - isInteractive: Whether somebody sits at the prompt.
  ///   - output: Where results and errors go.
  /// - Throws: `SessionFailure` when the feature is not there or the journal is no journal.
  public static func reopened(
    _ found: FoundJournal, features: [RootFeature], crash: CrashReport? = nil, isInteractive: Bool, output: Output
  ) throws(SessionFailure) -> Session {
    let contents = found.contents
    let copy = contents.damagedLine == nil ? nil : found.keepCopy()
    let session = try Session(
      root: RootFeature.named(contents.feature, in: features), scenario: contents.scenario, settings: contents.settings,
      output: output)
    let journal = Journal(
      continuing: found.descriptor, path: found.path, length: contents.goodLength, inputCount: contents.inputs.count)
    var records = contents.records
    if let crash, let input = crash.input, input < contents.inputs.count {
      let reason = crash.reason + (crash.place.map { crash.reason.contains($0) ? "" : " (\($0))" } ?? "")
      let record = crash.isInterruption ? JournalRecord.withdrawn : .crashed(input: input, reason: reason)
      records.append(record)
      // Before anything runs again, so that this input can never end the process twice.
      try? journal.append([record])
    }
    hindsight_crash_set_journal(journal.openFile)
    hindsight_crash_set_returning(1)
    let problem = session.restore(records, isInteractive: isInteractive)
    hindsight_crash_set_returning(0)
    if let problem {
      output.error(problem)
      if let path = found.path { output.error("The rest is kept in \(path).") }
      // The old journal says more than this session does: it stays as it is, and a new one begins.
      let fresh = Keeper(folder: found.path.map { ($0 as NSString).deletingLastPathComponent })
      fresh.isOn = false
      fresh.hasGap = true
      session.attach(fresh, isInteractive: isInteractive)
      output.error("This session is not journaled; save keeps it.")
    } else {
      session.attach(
        Keeper(
          folder: found.path.map { ($0 as NSString).deletingLastPathComponent }, continuing: journal,
          at: session.playback.timeline, marks: SessionMarks.text(of: session)),
        isInteractive: isInteractive)
    }
    if let line = contents.damagedLine {
      output.error(
        "line \(line) of the journal is damaged; it and the \(contents.droppedLines - 1) after it are left out. "
          + (copy.map { "All of it is kept in \($0)." } ?? "It could not be copied."))
    } else if contents.droppedLines > 0 {
      output.note(
        "the journal's last \(contents.droppedLines == 1 ? "line was" : "\(contents.droppedLines) lines were") torn and dropped")
    }
    if let crash, crash.isInterruption {
      session.showInterruption(
        crash, input: crash.input.flatMap { contents.inputs.indices.contains($0) ? contents.inputs[$0] : nil })
    } else if let crash {
      session.show(crash)
    }
    return session
  }

  /// Says where a reopened session is.
  public func showWhereItWas() {
    let count = playback.timeline.steps.count - 1
    output.line("recovered \(playback.name): \(count) \(count == 1 ? "step" : "steps")", style: .heading)
    for crash in crashes { output.line("  \(crash.input) crashed and is left out: \(crash.reason)", style: .warning) }
    showPosition()
  }

  /// Runs a journal's records; gives back what stopped it.
  private func restore(_ records: [JournalRecord], isInteractive: Bool) -> String? {
    let keeper = Keeper(folder: nil)
    attach(keeper, isInteractive: isInteractive)
    defer {
      playback.willPerform = nil
      playback.didPerform = nil
    }
    playback.isRunningRecord = true
    defer { playback.isRunningRecord = false }
    var crashes: [Int: String] = [:]
    for case .crashed(let input, let reason) in records { crashes[input] = reason }
    var number = 0
    var marks: String?
    for (index, record) in records.enumerated() {
      switch record {
      case .input(let text):
        defer { number += 1 }
        if let reason = crashes[number] {
          self.crashes.append(Crash(step: playback.timeline.position.step, input: text, reason: reason))
          continue
        }
        if index + 1 < records.count, records[index + 1] == .withdrawn { continue }
        keeper.replayed = number
        do {
          _ = try playback.perform(InputText.request(from: text))
          noteUnsaved()
        } catch SessionError.runaway, SessionError.interrupted {
          // It was taken back now as it was, or would have been, then.
          continue
        } catch {
          return "input \(number + 1) of the journal, \(text), cannot be performed any more: \(Self.message(of: error))"
        }
      case .position(let position, let end):
        let steps = playback.timeline.steps
        guard steps.indices.contains(position.step), steps.indices.contains(end),
          position.shown <= steps[position.step].entryCount
        else {
          return "the journal goes to a place that is not there"
        }
        playback.travel(to: playback.timeline.quiet(end))
        playback.travel(to: position)
      case .name(let step, let name):
        if playback.timeline.steps.indices.contains(step) { playback.nameBranch(endingAt: step, name) }
      case .marks(let text): marks = text
      case .header, .withdrawn, .crashed, .goodbye: continue
      }
    }
    // Last, since they stand at steps that must be there.
    if let marks { SessionMarks.restore(marks, in: self) }
    return nil
  }

  private static func message(of error: any Error) -> String {
    switch error {
    case let error as ActionLanguageError: error.message
    case let error as CommandError: error.message
    case let error as SessionError: error.message
    default: "\(error)"
    }
  }

  private static func isAction(_ input: String) -> Bool {
    if case .action? = try? InputText.request(from: input) { true } else { false }
  }

  private func showInterruption(_ report: CrashReport, input: String?) {
    // The terminal has drawn ^C where the cursor was.
    output.line("")
    output.error("interrupted: the feature went on computing without a pause")
    if let place = report.place { output.error("  at \(place)") }
    guard let input else { return output.error("It was not an input that did it; the session is where it was.") }
    output.error("  while performing: \(input)")
    if report.entries > 1 || !Self.isAction(input), let request = try? InputText.request(from: input),
      let action = playback.action(ofEntry: report.entries, in: request)
    {
      output.error("  the action that did it: \(action)")
    }
    output.error("The step was rolled back: this is entry \(playback.timeline.currentEntry) again.")
  }

  private func show(_ report: CrashReport) {
    output.error("\(report.scriptLine.map { "\($0): " } ?? "")the feature crashed: \(report.reason)")
    if let place = report.place { output.error("  at \(place)") }
    if report.input != nil, let crash = crashes.last {
      output.error("  while performing: \(crash.input)")
      if report.entries > 1 || !Self.isAction(crash.input), let request = try? InputText.request(from: crash.input),
        let action = playback.action(ofEntry: report.entries, in: request)
      {
        output.error("  the action that did it: \(action)")
      }
      output.error(
        "It was taken back: this is entry \(playback.timeline.currentEntry) again. The input is marked as crashed and is not run again."
      )
    } else {
      output.error("It happened while looking, not through an input; the session is where it was.")
    }
    for rest in report.unfinished { output.error("Not performed: \(rest)") }
  }
}
