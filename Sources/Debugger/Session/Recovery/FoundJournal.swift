import Foundation

/// A journal that a session left behind without a goodbye.
public struct FoundJournal {
  let contents: JournalContents
  /// The open and locked file.
  let descriptor: Int32
  let path: String?
  /// When it was written last.
  let date: Date?

  /// The name it is called by: its file name without the ending.
  var name: String { path.map { (($0 as NSString).lastPathComponent as NSString).deletingPathExtension } ?? "" }

  /// The journal a process that crashed left open.
  ///
  /// - Throws: `SessionFailure` when it cannot be read.
  public init(of crash: CrashReport) throws(SessionFailure) {
    let link = "/proc/self/fd/\(crash.journal)"
    let target = (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) ?? ""
    try self.init(descriptor: crash.journal, path: target.hasSuffix(".journal") ? target : nil)
  }

  /// Opens and locks a journal.
  ///
  /// - Returns: `nil` when its session still lives.
  /// - Throws: `SessionFailure` when it cannot be read.
  init?(path: String) throws(SessionFailure) {
    // Reading and writing, since a reopened session goes on in it.
    var descriptor = open(path, O_RDWR | O_APPEND | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0 { descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { throw SessionFailure(.cannotRead(path: path, reason: String(cString: strerror(errno)))) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      Foundation.close(descriptor)
      return nil
    }
    do {
      try self.init(descriptor: descriptor, path: path)
    } catch {
      Foundation.close(descriptor)
      throw error
    }
  }

  /// Copies the file beside itself, before a session that goes on in it cuts off what it cannot use.
  ///
  /// - Returns: The copy's path; `nil` when it could not be made.
  func keepCopy() -> String? {
    guard let path else { return nil }
    let copy = (1...).lazy.map { "\(path).damaged" + ($0 == 1 ? "" : "-\($0)") }
      .first { !FileManager.default.fileExists(atPath: $0) }
    guard let copy, (try? FileManager.default.copyItem(atPath: path, toPath: copy)) != nil else { return nil }
    return copy
  }

  private init(descriptor: Int32, path: String?) throws(SessionFailure) {
    self.descriptor = descriptor
    self.path = path
    let shown = path ?? "the journal"
    do {
      contents = try JournalContents(bytes: FileStore.bytes(of: descriptor, path: shown, limit: JournalContents.sizeLimit))
    } catch let error as SessionError {
      throw SessionFailure(error)
    } catch let error as JournalContents.Unreadable {
      throw SessionFailure(.cannotRead(path: shown, reason: error.message))
    } catch {
      throw SessionFailure(.cannotRead(path: shown, reason: "\(error)"))
    }
    date = path.flatMap { try? FileManager.default.attributesOfItem(atPath: $0)[.modificationDate] as? Date }
  }

  /// Closes the file, and with it the lock.
  func close() { Foundation.close(descriptor) }
}
