import ActionLanguage
import Terminal

/// What Tab offers where a mark or an entry is named: the breakpoints, displays, checkpoints and branches there are.
extension Session {
  func mark(after command: Command, _ argument: String, at cursor: Int) -> Terminal.Completion {
    let words = argument.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let typed = words.last ?? ""
    let before = words.dropLast().filter { !$0.isEmpty }
    func offered(_ names: [(text: String, explanation: String)]) -> Terminal.Completion {
      Terminal.Completion(
        replacing: cursor - typed.count..<cursor,
        with: names.filter { $0.text.hasPrefix(typed) }
          .map { Terminal.Completion.Candidate($0.text, explanation: $0.explanation) })
    }
    let numbers = breakpoints.all.filter { !before.contains("\($0.number)") }.map { (text: "\($0.number)", explanation: $0.text) }
    let shown = displays.all.map { (text: "\($0.number)", explanation: "\($0.path)") }
    let named = checkpoints.all.map { (text: $0.name, explanation: "checkpoint") }
    switch command.name {
    case "delete":
      switch before.first {
      case nil:
        return offered(
          numbers + (named.isEmpty ? [] : [("checkpoint ", "one checkpoint")]) + [
            ("checkpoints", "all checkpoints"), ("display ", "what is shown after each step"),
          ])
      case "checkpoint": return offered(before.count == 1 ? named : [])
      case "checkpoints": return offered([])
      case "display": return offered(before.count == 1 ? shown : [])
      default: return offered(numbers)
      }
    case "disable", "enable": return offered(numbers)
    case "ignore": return offered(before.isEmpty ? numbers.map { ($0.text + " ", $0.explanation) } : [])
    case "undisplay": return offered(before.isEmpty ? shown : [])
    case "move": return offered(before.count == 1 && Int(before[0].drop { $0 == "#" }) != nil ? [("after ", "the entry N")] : [])
    case "goto", "diff", "why":
      let places = ["start", "end"] + checkpoints.all.map { "@" + $0.name } + playback.timeline.branchNames.values.sorted()
      return offered(before.count < (command.name == "diff" ? 2 : 1) ? places.map { ($0, "") } : [])
    default: return offered([])
    }
  }

  /// The branches a command can be given: the one at hand cannot be dropped.
  func branch(after command: Command, _ argument: String, at cursor: Int) -> Terminal.Completion {
    let here = playback.timeline.end.step
    let names = branchNames.filter { $0.key != here || command.name != "drop" && playback.timeline.branchNames[here] != nil }
    return Terminal.Completion(
      replacing: cursor - argument.count..<cursor,
      with: names.values.filter { $0.hasPrefix(argument) }.sorted()
        .map { Terminal.Completion.Candidate($0, explanation: "branch") })
  }
}
