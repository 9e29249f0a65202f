import CCrashRecovery
import Timeline

/// Keeps a session's journal: makes it with the first input, writes what happens, and says once when that is impossible.
final class Keeper {
  /// Where journals go; `nil` when there is no such place.
  private let folder: String?
  private var journal: Journal?
  /// What the journal says without inputs: where the user is, how branches are called, where marks stand.
  private var written: Standing
  /// Checkpoints, breakpoints and displays as text.
  var marks: () -> String = { "" }
  /// The number of the input that is being run again, while a journal is read.
  var replayed: Int?
  /// Whether inputs are journaled; the user can do without.
  var isOn = true
  /// Whether an input was performed that the journal does not have, so that nothing can follow in it.
  var hasGap = false
  /// Whether somebody sits at the prompt, so that a line's end is a good moment to wait for the disk.
  var isInteractive = false
  /// Something the user should know, once.
  private(set) var warning: String?

  /// - Parameter folder: Where journals go; `nil` keeps them in memory, which is enough to come back from a crash.
  init(folder: String?) {
    self.folder = folder
    written = Standing(position: Position(step: 0, shown: 0), end: 0, names: [:], marks: "")
  }

  /// What changes without an input.
  private struct Standing: Equatable {
    var position: Position
    var end: Int
    var names: [Int: String]
    var marks: String
  }

  /// Goes on with a journal that was read to its end.
  init(folder: String?, continuing journal: Journal, at timeline: any TimelineReading, marks: String = "") {
    self.folder = folder
    self.journal = journal
    written = Standing(
      position: timeline.position, end: timeline.end.step, names: timeline.branchNames, marks: marks)
    hindsight_crash_set_journal(journal.openFile)
  }

  /// The journal's file, once there is one.
  var path: String? { journal?.path }

  /// Writes an input before a reducer sees it.
  ///
  /// - Throws: `CommandError` when it cannot be written; the input must not be performed then.
  func willPerform(_ input: Input, at timeline: any TimelineReading, header: () -> [JournalRecord], feature: String) throws {
    if let replayed { return hindsight_crash_enter(replayed) }
    guard isOn else {
      hasGap = true
      return
    }
    do {
      if journal == nil {
        journal = try makeJournal(header: header(), feature: feature)
        hindsight_crash_set_journal(journal?.openFile ?? -1)
      }
      try append([.input(InputText.text(of: input))], at: timeline)
    } catch {
      throw CommandError(
        "the input was not performed: cannot write the journal \(error.path): \(error.reason)",
        notes: ["Free some space and repeat it, or go on without a journal: journal off"])
    }
    hindsight_crash_enter((journal?.inputCount ?? 1) - 1)
  }

  /// The input is done, or was taken back.
  func didPerform(succeeded: Bool, timeline: any TimelineReading) {
    hindsight_crash_leave()
    guard replayed == nil, isOn else { return }
    if succeeded {
      written.position = timeline.position
      written.end = timeline.end.step
    } else {
      try? journal?.append([.withdrawn])
    }
  }

  /// Writes where the user is after a line, if that is somewhere else than before.
  func lineEnded(at timeline: any TimelineReading) {
    guard isOn, let journal else { return }
    // What could not be written now is written with the next input, or that is refused.
    try? append([], at: timeline)
    if isInteractive { journal.synchronize() }
  }

  /// Stops journaling.
  func stop() {
    isOn = false
    hindsight_crash_set_journal(-1)
  }

  /// Goes on with the journal.
  func goOn() {
    isOn = true
    if let journal { hindsight_crash_set_journal(journal.openFile) }
  }

  /// The session ended as the user wanted.
  func goodbye() {
    hindsight_crash_set_journal(-1)
    journal?.discard()
    journal = nil
  }

  /// Takes the warning, so that it is shown once.
  func takeWarning() -> String? {
    defer { warning = nil }
    return warning
  }

  private func makeJournal(header: [JournalRecord], feature: String) throws(Journal.Failure) -> Journal {
    do {
      return try Journal(folder: folder, header: header, feature: feature)
    } catch {
      guard error.isForGood, folder != nil else { throw error }
      warning =
        "this session is not journaled, \(error.path) cannot be used: \(error.reason). It will survive a crash of the feature, but not of the machine; save keeps it."
      return try Journal(folder: nil, header: header, feature: feature)
    }
  }

  /// Writes what changed without an input since the last time, and more after it.
  private func append(_ more: [JournalRecord], at timeline: any TimelineReading) throws(Journal.Failure) {
    var standing = written
    var records: [JournalRecord] = []
    if timeline.branchNames != written.names {
      let names = timeline.branchNames
      for step in Set(written.names.keys).union(names.keys).sorted() where written.names[step] != names[step] {
        records.append(.name(step: step, names[step] ?? ""))
      }
      standing.names = names
    }
    let marks = marks()
    if marks != written.marks {
      records.append(.marks(marks))
      standing.marks = marks
    }
    if timeline.position != written.position || timeline.end.step != written.end {
      standing.position = timeline.position
      standing.end = timeline.end.step
      records.append(.position(standing.position, end: standing.end))
    }
    guard !records.isEmpty || !more.isEmpty else { return }
    try journal?.append(records + more)
    // Only now: what a full disk refused has to be written again.
    written = standing
  }
}
