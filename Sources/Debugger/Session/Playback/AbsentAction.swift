import ActionLanguage

/// An action of a feature that is not there now: its sheet was closed, its row removed, its screen left.
struct AbsentAction {
  private let name: String
  /// The ways to the features that have such an action, without the ids of rows.
  private let ways: [String]
  /// Whether all of them are presented when they are there.
  private let arePresented: Bool
  /// Actions that can be sent now, of what is nearest to them.
  private let examples: [String]

  /// Finds the features that have an action and are not there.
  ///
  /// - Returns: `nil` when no feature has such an action, or one does that is there.
  init?(_ word: String, in playback: any Playback) {
    let name = String(word.drop { $0 == "." }.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    guard !name.isEmpty else { return nil }
    let all = ActionCatalogue(of: playback.actionType, limit: Self.searchLimit).entries.map { Self.parts(of: $0.spelling) }
    var found: [[String]] = []
    for parts in all where parts.count > 1 && parts.last == name {
      let way = Array(parts.dropLast())
      // What a binding sets is no action.
      if way.last != "binding", !found.contains(way) { found.append(way) }
    }
    guard !found.isEmpty else { return nil }
    let live = ActionCatalogue(of: playback.actionType, state: playback.stateForInput(), limit: Self.searchLimit).entries
    let liveParts = live.map { Self.parts(of: $0.spelling) }
    guard !found.contains(where: { way in liveParts.contains { $0 == way + [name] } }) else { return nil }
    self.name = name
    ways = found.map { $0.joined(separator: ".") }
    arePresented = found.allSatisfy { way in
      (1...way.count).contains { count in
        let part = Array(way.prefix(count))
        return all.contains(part + ["dismiss"])
          && (count < way.count || !liveParts.contains { $0.count > count && $0.starts(with: part) })
      }
    }
    let nearest = found[0]
    var shared = nearest.count
    var near: [String] = []
    while near.isEmpty, shared > 0 {
      near = zip(live, liveParts).filter { $1.count > shared && $1.starts(with: nearest.prefix(shared)) }.map(\.0.example)
      shared -= 1
    }
    let shortest = (near.isEmpty ? live.map(\.example) : near).enumerated().sorted {
      ($0.element.count, $0.offset) < ($1.element.count, $1.offset)
    }
    examples = shortest.prefix(3).map(\.element)
  }

  /// The longest list of actions that is searched.
  private static let searchLimit = 2_000

  func error(column: Int) -> CommandError {
    let shown = ways.prefix(3).joined(separator: " or ") + (ways.count > 3 ? " or others" : "")
    return CommandError(
      "\"\(name)\" is an action of \(shown), \(ways.count == 1 ? "which" : "none of which") is "
        + "\(ways.count == 1 ? "not " : "")\(arePresented ? "presented" : "there") now",
      column: column, length: name.count, examples: examples.map { .line($0) },
      notes: ["Try \"actions\" to see what can be sent."])
  }

  /// The names of a spelling, without the ids of rows.
  private static func parts(of spelling: String) -> [String] {
    // `X(.dismiss)` is how a presentation is written whose feature has an action of that name itself.
    let text = spelling.hasSuffix("(.dismiss)") ? spelling.dropLast("(.dismiss)".count) + ".dismiss" : spelling
    return ActionPattern.split(String(text)).parts.map { String($0.prefix { $0 != "[" }) }
  }
}
