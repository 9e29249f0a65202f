import CEditLine
import Foundation
import Synchronization

/// Ctrl-C, as something a running command asks about instead of something that ends the process.
public enum Interruption {
  /// After this many unanswered Ctrl-C the process ends as if nothing had caught them: a command that never looks must
  /// not hold the terminal hostage, and what was accepted is on disk.
  public static let patience = 3

  /// Called in the signal's handler with the number of unanswered requests, so only what is safe there; set before `install`.
  nonisolated(unsafe) public static var escalation: (@convention(c) (Int32) -> Void)?

  /// From now on Ctrl-C only asks. A line editor does this by itself.
  public static func install() {
    // Touched here, since a signal handler must not be the first to initialise a global.
    _ = requests.load(ordering: .relaxed)
    _ = SignalPipe.shared
    _ = escalation
    _ = edit_line_on_signal(SIGINT, handleInterruption, nil)
  }

  /// Whether Ctrl-C was pressed since `clear`; cheap enough to ask between any two actions.
  public static var isRequested: Bool { unanswered > 0 }

  /// How often it was pressed since `clear`.
  public static var unanswered: Int { requests.load(ordering: .relaxed) }

  /// Forgets the requests so far: they were answered.
  public static func clear() { requests.store(0, ordering: .relaxed) }

  /// Asks as Ctrl-C would.
  public static func request() {
    requests.add(1, ordering: .relaxed)
    SignalPipe.shared.post(UInt8(SIGINT))
  }

  fileprivate static let requests = Atomic<Int>(0)
}

private func handleInterruption(_ number: Int32) {
  let unanswered = Interruption.requests.add(1, ordering: .relaxed).newValue
  Interruption.escalation?(Int32(clamping: unanswered))
  if unanswered > Interruption.patience {
    signal(number, SIG_DFL)
    raise(number)
  }
  SignalPipe.shared.post(UInt8(truncatingIfNeeded: number))
}
