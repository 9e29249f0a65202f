import Foundation

/// A pause that any key ends.
public enum KeyPause {
  /// Waits, and tells whether a key was pressed or Ctrl-C asked to stop.
  ///
  /// The terminal gives keys at once and without echo meanwhile; where input is no terminal, this only waits.
  ///
  /// - Parameters:
  ///   - duration: How long to wait at the most.
  ///   - descriptor: Where keys come from.
  public static func wait(_ duration: Duration, descriptor: Int32 = STDIN_FILENO) -> Bool {
    let (seconds, attoseconds) = duration.components
    let milliseconds = Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    guard isatty(descriptor) == 1 else {
      _ = poll(nil, 0, milliseconds)
      return Interruption.isRequested
    }
    var before = termios()
    guard tcgetattr(descriptor, &before) == 0 else { return Interruption.isRequested }
    var during = before
    during.c_lflag &= ~tcflag_t(ICANON | ECHO)
    guard tcsetattr(descriptor, TCSANOW, &during) == 0 else { return Interruption.isRequested }
    defer { _ = tcsetattr(descriptor, TCSANOW, &before) }
    var keys = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&keys, 1, milliseconds) > 0, keys.revents & Int16(POLLIN) != 0 else { return Interruption.isRequested }
    // The key was only meant to stop; an escape sequence goes whole.
    var bytes = [UInt8](repeating: 0, count: 64)
    return read(descriptor, &bytes, bytes.count) > 0 || Interruption.isRequested
  }
}
