import Synchronization

/// How other threads reach a line editor that is waiting for a key.
public final class EditorMailbox: Sendable {
  let pipe = SignalPipe()
  private let messages = Mutex<[String]>([])

  init() {}

  /// Prints text above the line being edited, or at once before the next prompt. From any thread.
  public func print(_ text: String) {
    messages.withLock { $0.append(text) }
    pipe.post(0)
  }

  /// Makes the editor call its `onWake` on its own thread. From any thread, and cheap.
  public func wake() { pipe.post(1) }

  func take() -> [String] {
    messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}
