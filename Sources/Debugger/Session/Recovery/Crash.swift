/// An input that ended the process, and is not run again.
struct Crash: Equatable {
  /// The step after which it came.
  let step: Int
  /// The input, as a session file writes it.
  let input: String
  /// What went wrong, in one line.
  let reason: String
}
