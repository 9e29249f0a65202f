/// How saved sessions are run again.
public struct ReplayOptions: Equatable, Sendable {
  /// Whether outcomes that differ are recorded anew.
  public var updates = false
  /// Whether inputs that ended the process when they were recorded are run, too.
  public var runsCrashed = false
  /// How many files are run at once, each in a process of its own; `nil` runs them here, one after the other.
  public var jobs: Int?
  /// How long an input may take in a process of its own; `nil` for ever.
  public var timeout: Duration? = .seconds(60)
  /// Where a report for build servers goes.
  public var junit: String?
  /// Whether the results are printed as JSON.
  public var isJSON = false
  /// Whether a bar shows how far it is, in place of a line for each file that passes.
  public var showsProgress = false

  public init() {}
}
