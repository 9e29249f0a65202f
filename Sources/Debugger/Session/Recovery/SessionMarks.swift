import ActionLanguage
import Timeline

/// What a user put into a session besides inputs, as lines of text: checkpoints, breakpoints, displays, the trace.
enum SessionMarks {
  /// The lines; empty when there is nothing.
  static func text(of session: Session) -> String {
    guard
      session.tracesActions || !session.checkpoints.all.isEmpty || !session.breakpoints.all.isEmpty
        || !session.displays.all.isEmpty
    else { return "" }
    var lines: [String] = []
    for checkpoint in session.checkpoints.all {
      lines.append("checkpoint \(checkpoint.number) \(checkpoint.position.step) \(checkpoint.position.shown) \(checkpoint.name)")
    }
    for breakpoint in session.breakpoints.all {
      let state = breakpoint.isEnabled ? "on" : "off"
      lines.append("breakpoint \(breakpoint.number) \(state) \(breakpoint.ignored) \(breakpoint.hits) \(breakpoint.text)")
    }
    for display in session.displays.all { lines.append("display \(display.number) \(display.path)") }
    if session.tracesActions { lines.append("trace") }
    return lines.joined(separator: "\n")
  }

  /// Puts them back; a line that no longer means anything here is left out.
  static func restore(_ text: String, in session: Session) {
    let steps = session.playback.timeline.steps
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      let rest = words.count == 2 ? words[1] : ""
      switch words[0] {
      case "checkpoint":
        let parts = rest.split(separator: " ", maxSplits: 3)
        guard parts.count == 4, let number = Int(parts[0]), let step = Int(parts[1]), let shown = Int(parts[2]),
          steps.indices.contains(step), (0...steps[step].entryCount).contains(shown)
        else { continue }
        session.checkpoints.restore(
          Checkpoints.Checkpoint(number: number, name: String(parts[3]), position: Position(step: step, shown: shown)))
      case "breakpoint":
        guard let breakpoint = breakpoint(rest) else { continue }
        session.breakpoints.restore(breakpoint)
      case "display":
        let parts = rest.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let number = Int(parts[0]), let path = try? StatePath(String(parts[1])) else { continue }
        session.displays.restore(Displays.Display(number: number, path: path))
      case "trace": session.tracesActions = true
      default: continue
      }
    }
  }

  private static func breakpoint(_ text: String) -> Breakpoint? {
    let parts = text.split(separator: " ", maxSplits: 5)
    guard parts.count == 6, let number = Int(parts[0]), let ignored = Int(parts[2]), let hits = Int(parts[3]) else { return nil }
    var place = String(parts[5])
    var condition: Predicate?
    if let range = place.firstRange(of: " if ") {
      guard let predicate = try? Predicate(String(place[range.upperBound...])) else { return nil }
      condition = predicate
      place = String(place[..<range.lowerBound])
    }
    let kind: Breakpoint.Kind
    if parts[4] == "watch" {
      guard let path = try? StatePath(place) else { return nil }
      kind = .watch(path)
    } else {
      kind = .action(ActionPattern(place))
    }
    return Breakpoint(
      number: number, kind: kind, condition: condition, isTemporary: parts[4] == "tbreak", isEnabled: parts[1] == "on",
      ignored: ignored, hits: hits)
  }
}
