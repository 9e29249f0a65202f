import ActionLanguage

/// All commands, and how a word finds one.
enum CommandTable {
  /// Every command, in the order help shows them.
  static let all: [Command] =
    actingCommands + travellingCommands + branchCommands + lookingCommands + infoCommands + searchCommands + breakpointCommands
    + traceCommands + chartCommands + playCommands
    + whatIfCommands + outsideCommands + fileCommands + interchangeCommands + lessonCommands + sessionCommands

  /// What a word stands for.
  enum Match {
    /// A command's full name or fixed alias.
    case exact(Command)
    /// The beginning of exactly one command's name.
    case prefix(Command)
    /// The beginning of several names.
    case ambiguous([Command])
    case none
  }

  private static let byName: [String: Command] = {
    var result: [String: Command] = [:]
    for command in all {
      for name in [command.name] + command.aliases { result[name] = command }
    }
    return result
  }()

  /// Finds the command a word names.
  static func match(_ word: String) -> Match {
    if let command = byName[word] { return .exact(command) }
    guard !word.isEmpty else { return .none }
    let candidates = all.filter { $0.name.hasPrefix(word) }
    switch candidates.count {
    case 0: return .none
    case 1: return .prefix(candidates[0])
    default: return .ambiguous(candidates)
    }
  }

  /// The command whose name is nearest to a word, when one is near enough to be meant.
  static func nearest(to word: String) -> String? { NearestName.of(word, in: all.map(\.name)) }
}
