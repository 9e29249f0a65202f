import PseudoTerminal

/// Starts the program in a terminal of its own and waits for its prompt.
struct Starting {
  private let program: String
  private let state: String

  /// - Parameters:
  ///   - program: The executable.
  ///   - state: Where it keeps journals, as `XDG_STATE_HOME`.
  init(_ program: String, state: String) {
    self.program = program
    self.state = state
  }

  /// From the start to the prompt, the best of several: the time that passes, since a person waits for the system's part of it too.
  func milliseconds(runs: Int = 15) throws -> Double {
    let clock = ContinuousClock()
    var best = Duration.seconds(3_600)
    for _ in 0..<runs {
      let start = clock.now
      let terminal = try PseudoTerminal(
        program, arguments: ["counter", "--no-init"], environment: ["HOME": state, "XDG_STATE_HOME": state])
      try terminal.wait(forText: "counter 0>")
      best = min(best, clock.now - start)
    }
    return best / .milliseconds(1)
  }
}
