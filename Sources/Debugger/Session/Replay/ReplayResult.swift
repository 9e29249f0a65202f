import Foundation

/// How the replay of one file went.
struct ReplayResult: Codable, Equatable {
  enum Verdict: String, Codable {
    /// Every recorded outcome came again.
    case passed
    /// An input led to something else.
    case diverged
    /// The inputs led to what was recorded, but running them once more led to something else.
    case impure
    /// The session could not be run.
    case failed
    /// The feature ended the process.
    case crashed
    /// An input did not come to its end.
    case stuck
  }

  /// An outcome that was recorded anew.
  struct Change: Codable, Equatable {
    let line: Int
    let input: String
    let recorded: [String]
    let now: [String]
  }

  let path: String
  var feature: String?
  var verdict = Verdict.passed
  /// How many inputs were performed.
  var inputs = 0
  /// How many inputs were left out, since they ended the process when they were recorded.
  var leftOut = 0
  /// How many of those were tried in a process of their own and ended it again.
  var crashedAgain = 0
  /// The line it is about.
  var line: Int?
  /// The input it is about.
  var input: String?
  var recorded: [String] = []
  var now: [String] = []
  /// What else there is to say; the first line is the heading of what went wrong.
  var messages: [String] = []
  /// How the file fits, when it was recorded with other types.
  var shape: ShapeReport?
  /// The outcomes that `--update` recorded anew.
  var changes: [Change] = []
  /// Whether the file was written.
  var isUpdated = false
  /// How long it took.
  var seconds = 0.0

  init(path: String) { self.path = path }

  /// The exit code this result alone asks for.
  var exitCode: Int32 {
    switch verdict {
    case .passed: 0
    case .diverged, .impure: 3
    case .failed, .crashed, .stuck: 1
    }
  }

  /// The first line to show when it did not pass.
  var heading: String {
    verdict == .diverged ? "\(path):\(line ?? 1): went another way" : messages.first ?? path
  }
}
