import ComposableArchitecture
import Terminal

@testable import Session

/// A session whose output is kept as text.
final class TranscriptSession {
  let session: Session
  private let recorder = Recorder()

  final class Recorder {
    var output = ""
    var errors = ""
  }

  convenience init(
    _ root: RootFeature, scenario: String? = nil, settings: WorldSettings = WorldSettings(), columns: Int? = nil
  ) throws {
    try self.init {
      $0.appearance.columns = columns
      return try Session(root: root, scenario: scenario, settings: settings, output: $0)
    }
  }

  /// A session that comes about in another way, with the output it is to use.
  init(_ make: (Output) throws -> Session) throws {
    let recorder = recorder
    session = try make(
      Output(appearance: Appearance(), write: { recorder.output += $0 }, writeError: { recorder.errors += $0 }))
  }

  /// Carries out lines and gives back what they printed, results and errors alike.
  @discardableResult
  func type(_ lines: String...) -> String {
    recorder.output = ""
    recorder.errors = ""
    for line in lines { session.perform(line: line) }
    return recorder.output + recorder.errors
  }

  /// What the last lines printed as results.
  var output: String { recorder.output }
  /// What the last lines printed as errors.
  var errors: String { recorder.errors }
  var prompt: String { session.prompt }
}
