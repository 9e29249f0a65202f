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
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // `exec`, so that a pager that is missing is this process ending with 127 and not a shell waiting.
    process.arguments = ["-c", "exec " + command]
    let input = Pipe()
    process.standardInput = input
    process.standardOutput = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
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
    do {
      try process.run()
    } catch {
      return false
    }
    Self.write(text, to: input.fileHandleForWriting.fileDescriptor)
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus != 127
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
