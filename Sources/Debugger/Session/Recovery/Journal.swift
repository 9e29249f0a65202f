import CCrashRecovery
import Foundation
import Timeline

/// The file that keeps a session while it goes on: one record a line, each input before a reducer sees it.
///
/// The file is made with the first input, so that looking around leaves nothing behind, and stays locked while its session lives.
/// What `append` took is with the operating system when it returns: no crash or `kill -9` of the program can lose it. It reaches
/// the disk itself at the latest when the prompt waits a second later (`synchronize`), so a power cut can lose about a second.
final class Journal {
  /// A journal could not be written.
  struct Failure: Error, Equatable {
    let path: String
    let reason: String
    /// Whether the folder cannot hold journals at all, unlike a disk that is only full.
    let isForGood: Bool
  }

  /// The file; `nil` for one that exists in memory only, to come back from a crash.
  private(set) var path: String?
  /// The number of inputs in it.
  private(set) var inputCount = 0
  private var descriptor: Int32
  private var length: Int
  private var synchronized: ContinuousClock.Instant = .now
  private var isDirty = false

  /// Creates the file in a folder, or in memory without one.
  ///
  /// - Throws: `Failure`; then no file is left.
  init(folder: String?, header: [JournalRecord], feature: String) throws(Failure) {
    length = 0
    guard let folder else {
      descriptor = hindsight_memory_file()
      guard descriptor >= 0 else { throw Self.failure("the journal in memory") }
      try append(header)
      return
    }
    let name = feature.map { $0.isLetter || $0.isNumber || $0 == "-" ? String($0) : "_" }.joined()
    let stamp = Date.now.formatted(
      .verbatim(
        "\(year: .defaultDigits)\(month: .twoDigits)\(day: .twoDigits)-\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased))\(minute: .twoDigits)\(second: .twoDigits)",
        timeZone: .gmt, calendar: Calendar(identifier: .gregorian)))
    descriptor = -1
    guard (try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)) != nil else {
      throw Failure(path: folder, reason: "the folder cannot be made", isForGood: true)
    }
    for attempt in 0..<100 {
      let path = "\(folder)/\(name)-\(stamp)-\(getpid())\(attempt == 0 ? "" : "-\(attempt)").journal"
      descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
      if descriptor < 0, errno == EEXIST { continue }
      guard descriptor >= 0 else { throw Self.failure(folder) }
      self.path = path
      flock(descriptor, LOCK_EX | LOCK_NB)
      do {
        try append(header)
        return
      } catch {
        unlink(path)
        close(descriptor)
        throw error
      }
    }
    throw Failure(path: folder, reason: "every name for a journal is taken", isForGood: true)
  }

  /// Goes on with a journal that was read: `length` bytes of it are good, what follows is cut off.
  init(continuing descriptor: Int32, path: String?, length: Int, inputCount: Int) {
    self.descriptor = descriptor
    self.path = path
    self.length = length
    self.inputCount = inputCount
    ftruncate(descriptor, off_t(length))
    lseek(descriptor, off_t(length), SEEK_SET)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// The open file, for the crash handler.
  var openFile: Int32 { descriptor }

  /// Writes records; all of them, or none when it fails.
  ///
  /// - Throws: `Failure`.
  func append(_ records: [JournalRecord]) throws(Failure) {
    let bytes = Array(records.map(\.line).joined().utf8)
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else {
        let failure = Self.failure(path ?? "the journal in memory")
        // Half a record must not stand before the next one.
        ftruncate(descriptor, off_t(length))
        lseek(descriptor, off_t(length), SEEK_SET)
        throw failure
      }
      rest = rest.dropFirst(written)
    }
    length += bytes.count
    isDirty = true
    for case .input in records { inputCount += 1 }
  }

  /// Puts what was written on the disk, at most once a second.
  func synchronize() {
    guard isDirty, path != nil, synchronized.duration(to: .now) >= .seconds(1) else { return }
    fdatasync(descriptor)
    isDirty = false
    synchronized = .now
  }

  /// Ends the journal: the session ended as the user wanted, and there is nothing to recover.
  func discard() {
    try? append([.goodbye])
    if let path { unlink(path) }
    close(descriptor)
    descriptor = -1
  }

  private static func failure(_ path: String) -> Failure {
    let code = errno
    return Failure(
      path: path, reason: String(cString: strerror(code)), isForGood: ![ENOSPC, EDQUOT, EIO, EFBIG].contains(code))
  }
}
