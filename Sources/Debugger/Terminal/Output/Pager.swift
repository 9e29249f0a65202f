import CEditLine
import Foundation

/// Shows long output a screen at a time.
public struct Pager: Sendable {
  /// Whether paging happens at all; `set pagination off` turns it off.
  public var isEnabled: Bool
  private let environment: [String: String]

  public init(isEnabled: Bool = true, environment: [String: String] = ProcessInfo.processInfo.environment) {
    self.isEnabled = isEnabled
    self.environment = environment
  }

  /// Whether `lines` would be paged on `descriptor`: it is a terminal, and they are taller than its screen.
  public func wouldPage(_ lines: [String], descriptor: Int32 = 1) -> Bool {
    guard isEnabled, isatty(descriptor) == 1, environment["TERM"] != "dumb" else { return false }
    let size = TerminalSize.of(descriptor: descriptor, environment: environment)
    var rows = 0
    for line in lines {
      rows += max(1, (DisplayWidth.of(Palette.stripped(line)) + size.columns - 1) / size.columns)
      // The prompt needs a row too.
      if rows >= size.rows { return true }
    }
    return false
  }

  /// Prints `lines` on `descriptor`, through `$PAGER` or `less -FIRX` when they are taller than its screen.
  ///
  /// A pager that cannot be started, or `PAGER=cat`, prints them directly.
  public func show(_ lines: [String], descriptor: Int32 = 1) {
    let text = lines.joined(separator: "\n") + (lines.isEmpty ? "" : "\n")
    guard wouldPage(lines, descriptor: descriptor), page(text, descriptor: descriptor) else {
      Self.write(text, to: descriptor)
      return
    }
  }

  private func page(_ text: String, descriptor: Int32) -> Bool {
    let command = environment["PAGER"].flatMap { $0.isEmpty ? nil : $0 } ?? "less -FIRX"
    guard command != "cat" else { return false }
    // A pager left early closes the pipe: that is an error of one write, not the end of this process.
    var brokenPipe = sigaction()
    _ = edit_line_on_signal(SIGPIPE, SIG_IGN, &brokenPipe)
    // Ctrl-C belongs to the pager while it runs.
    var interrupt = sigaction()
    _ = edit_line_on_signal(SIGINT, SIG_IGN, &interrupt)
    defer {
      sigaction(SIGPIPE, &brokenPipe, nil)
      sigaction(SIGINT, &interrupt, nil)
    }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return false }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // `exec`, so that a pager that is missing is this process ending with 127 and not a shell waiting.
    let pager = Self.spawn("exec " + command, input: ends[0], output: descriptor)
    close(ends[0])
    if pager != nil { Self.write(text, to: ends[1]) }
    close(ends[1])
    guard let pager else { return false }
    var status: Int32 = 0
    while waitpid(pager, &status, 0) < 0, errno == EINTR {}
    return !(status & 0x7f == 0 && (status >> 8) & 0xff == 127)
  }

  /// Starts a shell command in this process's own group, the one the terminal belongs to: in a group of its own a program that reads
  /// keys would be stopped.
  private static func spawn(_ command: String, input: Int32, output: Int32) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { posix_spawn_file_actions_destroy(&actions) }
    guard posix_spawnattr_init(&attributes) == 0 else { return nil }
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    // What is ignored here is not ignored there.
    var usual = sigset_t()
    sigemptyset(&usual)
    for signal in [SIGINT, SIGPIPE] { sigaddset(&usual, signal) }
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    let words: [UnsafeMutablePointer<CChar>?] = ["sh", "-c", command].map { (word: String) in strdup(word) }
    defer { for word in words { free(word) } }
    var process = pid_t()
    guard posix_spawn(&process, "/bin/sh", &actions, &attributes, words + [nil], environ) == 0 else { return nil }
    return process
  }

  /// Writes all of `text`, giving up silently when nobody reads any more.
  public static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { buffer in
      var rest = UnsafeRawBufferPointer(buffer)
      while !rest.isEmpty {
        let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        if count < 0, errno == EAGAIN {
          var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&waiting, 1, -1)
          continue
        }
        guard count > 0 else { return }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }
}
