/// Whether output is coloured.
public enum ColorPolicy: String, Sendable, Hashable, CaseIterable {
  /// Colour when the output is a terminal that can show it.
  case auto
  /// Colour also in a pipe or a file.
  case always
  /// No colour.
  case never

  /// Decides whether to colour: an explicit flag beats `NO_COLOR`, which beats the force variables and `TERM=dumb`, which
  /// beat what the output is.
  ///
  /// - Parameters:
  ///   - flag: What the command line asked for; nil or `auto` when it did not.
  ///   - environment: The environment of the process.
  ///   - isTerminal: Whether the output is a terminal.
  public static func isColored(flag: ColorPolicy?, environment: [String: String], isTerminal: Bool) -> Bool {
    switch flag {
    case .always: return true
    case .never: return false
    case .auto, nil: break
    }
    if environment["NO_COLOR"]?.isEmpty == false { return false }
    for name in ["CLICOLOR_FORCE", "FORCE_COLOR"] {
      if let value = environment[name], !value.isEmpty, value != "0", value != "false" { return true }
    }
    if environment["TERM"] == "dumb" || environment["CLICOLOR"] == "0" { return false }
    return isTerminal
  }
}
