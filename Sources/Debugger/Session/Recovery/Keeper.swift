import CCrashRecovery
import Timeline

/// Keeps a session's journal: makes it with the first input, writes what happens, and says once when that is impossible.
final class Keeper {
  /// Where journals go; `nil` when there is no such place.
  private let folder: String?
  private var journal: Journal?
  private var position: Position
  private var end: Int
  private var names: [Int: String] = [:]
  /// The number of the input that is being run again, while a journal is read.
  var replayed: Int?
  /// Whether inputs are journaled; the user can do without.
  var isOn = true
  /// Whether somebody sits at the prompt, so that a line's end is a good moment to wait for the disk.
  var isInteractive = false
  /// Something the user should know, once.
  private(set) var warning: String?

  /// - Parameter folder: Where journals go; `nil` keeps them in memory, which is enough to come back from a crash.
  init(folder: String?) {
    self.folder = folder
    position = Position(step: 0, shown: 0)
    end = 0
  }

  /// Goes on with a journal that was read to its end.
  init(folder: String?, continuing journal: Journal, at timeline: any TimelineReading) {
    self.folder = folder
    self.journal = journal
    position = timeline.position
    end = timeline.end.step
    names = timeline.branchNames
    hindsight_crash_set_journal(journal.openFile)
  }

  /// The journal's file, once there is one.
  var path: String? { journal?.path }

  /// Writes an input before a reducer sees it.
  ///
  /// - Throws: `CommandError` when it cannot be written; the input must not be performed then.
  func willPerform(_ input: Input, at timeline: any TimelineReading, header: () -> [JournalRecord], feature: String) throws {
    if let replayed { return hindsight_crash_enter(replayed) }
    guard isOn else { return }
    do {
      if journal == nil {
        journal = try makeJournal(header: header(), feature: feature)
        hindsight_crash_set_journal(journal?.openFile ?? -1)
      }
      try journal?.append(news(of: timeline) + [.input(InputText.text(of: input))])
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
      position = timeline.position
      end = timeline.end.step
    } else {
      try? journal?.append([.withdrawn])
    }
  }

  /// Writes where the user is after a line, if that is somewhere else than before.
  func lineEnded(at timeline: any TimelineReading) {
    guard isOn, let journal else { return }
    let news = news(of: timeline)
    if !news.isEmpty { try? journal.append(news) }
    if isInteractive { journal.synchronize() }
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

  /// Records of what changed without an input since the last time.
  private func news(of timeline: any TimelineReading) -> [JournalRecord] {
    var records: [JournalRecord] = []
    if timeline.branchNames != names {
      for step in Set(names.keys).union(timeline.branchNames.keys).sorted() where names[step] != timeline.branchNames[step] {
        records.append(.name(step: step, timeline.branchNames[step] ?? ""))
      }
      names = timeline.branchNames
    }
    if timeline.position != position || timeline.end.step != end {
      position = timeline.position
      end = timeline.end.step
      records.append(.position(position, end: end))
    }
    return records
  }
}
