import Foundation

/// Turns signals, and calls from other threads, into bytes that `poll` sees.
///
/// Writing a byte is all that is allowed in a signal handler, and a byte that arrives just before `poll` is not missed as
/// a flag would be.
final class SignalPipe: Sendable {
  /// The one that signal handlers write to.
  static let shared = SignalPipe()

  let readEnd: Int32
  private let writeEnd: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) == 0 {
      for end in ends {
        // Neither end may block: a full pipe wakes the reader just as well.
        _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      }
    }
    readEnd = ends[0]
    writeEnd = ends[1]
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  func post(_ byte: UInt8) {
    let saved = errno
    var byte = byte
    _ = write(writeEnd, &byte, 1)
    errno = saved
  }

  /// What was posted since the last call.
  func drain() -> [UInt8] {
    var posted: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 256)
    while true {
      let count = read(readEnd, &chunk, chunk.count)
      guard count > 0 else { return posted }
      posted += chunk[..<count]
    }
  }
}
