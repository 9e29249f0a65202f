import Foundation
import Synchronization

/// How other threads reach a line editor that is waiting for a key.
public final class EditorMailbox: Sendable {
  private struct Post {
    var pipe: SignalPipe?
    /// What was posted before anybody waited.
    var early: [UInt8] = []
  }
  private let post = Mutex(Post())
  private let messages = Mutex<[String]>([])

  public init() {}

  /// Wakes whoever waits. Made for the first who does: most sessions are never waited in, and descriptors are few.
  var pipe: SignalPipe {
    post.withLock { post in
      if let pipe = post.pipe { return pipe }
      let pipe = SignalPipe()
      for byte in post.early { pipe.post(byte) }
      post = Post(pipe: pipe)
      return pipe
    }
  }

  private func send(_ byte: UInt8) {
    post.withLock { post in
      if let pipe = post.pipe { return pipe.post(byte) }
      if !post.early.contains(byte) { post.early.append(byte) }
    }
  }

  /// Prints text above the line being edited, or at once before the next prompt. From any thread.
  public func print(_ text: String) {
    messages.withLock { $0.append(text) }
    send(0)
  }

  /// Makes the editor call its `onWake` on its own thread. From any thread, and cheap.
  public func wake() { send(1) }

  /// Waits until somebody calls `wake` or `print`, a descriptor has something to read, Ctrl-C is pressed, or time is up.
  ///
  /// - Parameters:
  ///   - descriptor: What may have something to read; `nil` for nothing.
  ///   - limit: How long to wait at the most; `nil` for as long as it takes.
  /// - Returns: Whether the descriptor has something to read, or has ended.
  public func wait(for descriptor: Int32? = nil, atMost limit: Duration? = nil) -> Bool {
    let pipe = pipe
    var sources = [pipe.readEnd, SignalPipe.shared.readEnd, descriptor ?? -1].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    guard poll(&sources, 3, LineEditor.milliseconds(limit)) > 0 else { return false }
    if sources[0].revents != 0 { _ = pipe.drain() }
    if sources[1].revents != 0 { _ = SignalPipe.shared.drain() }
    return descriptor != nil && sources[2].revents != 0
  }

  func take() -> [String] {
    messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}
