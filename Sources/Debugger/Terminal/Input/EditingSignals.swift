import CEditLine
import Foundation

/// The signals that concern a line being edited, caught only while one is.
struct EditingSignals {
  private static let numbers = [SIGWINCH, SIGTSTP, SIGCONT, SIGTERM, SIGQUIT]
  private var previous: [sigaction] = []

  init() {
    for number in Self.numbers {
      var action = sigaction()
      _ = edit_line_on_signal(number, postSignal, &action)
      previous.append(action)
    }
  }

  func restore() {
    for (number, action) in zip(Self.numbers, previous) {
      var action = action
      sigaction(number, &action, nil)
    }
  }

  /// Stops the process as Ctrl-Z does, and comes back when it goes on.
  static func stopProcess() {
    var ours = sigaction()
    _ = edit_line_on_signal(SIGTSTP, SIG_DFL, &ours)
    kill(getpid(), SIGTSTP)
    sigaction(SIGTSTP, &ours, nil)
  }
}

private func postSignal(_ number: Int32) { SignalPipe.shared.post(UInt8(truncatingIfNeeded: number)) }
