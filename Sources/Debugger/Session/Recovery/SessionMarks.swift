import ActionLanguage
import Timeline

/// What a user put into a session besides inputs, as lines of text: checkpoints, breakpoints, displays, the trace, charts, what was
/// left out with `skip`, and where files stopped at a breakpoint.
enum SessionMarks {
  /// The lines; empty when there is nothing.
  static func text(of session: Session) -> String {
    guard
      session.tracesActions || !session.checkpoints.all.isEmpty || !session.breakpoints.all.isEmpty
        || !session.displays.all.isEmpty || !session.whatIfs.isEmpty || !session.charts.isEmpty || session.stoppedLoad != nil
        || !session.stoppedSources.isEmpty
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
    for whatIf in session.whatIfs {
      lines.append("skip \(whatIf.origin) \(whatIf.result) " + whatIf.skipped.map(String.init).joined(separator: " "))
    }
    for chart in session.charts {
      if let first = chart.entries.first, let last = chart.entries.last { lines.append("chart \(first) \(last) \(chart.title)") }
    }
    if let load = session.stoppedLoad {
      let differing = load.differing.map(String.init).joined(separator: ",")
      lines.append("load \(load.next) \(load.inputs) [\(differing)] \(load.path)\t\(load.identity)")
    }
    for file in session.stoppedSources { lines.append("source \(file.place.line) \(file.path)\t\(file.identity)") }
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
      case "skip":
        let numbers = rest.split(separator: " ").compactMap { Int($0) }
        guard numbers.count > 2, numbers[..<2].allSatisfy(steps.indices.contains) else { continue }
        session.whatIfs.append(WhatIf(origin: numbers[0], skipped: Array(numbers[2...]), result: numbers[1]))
      case "chart":
        let parts = rest.split(separator: " ", maxSplits: 2)
        guard parts.count == 3, let first = Int(parts[0]), let last = Int(parts[1]) else { continue }
        session.restoreChart(of: String(parts[2]), from: first, to: last)
      case "load":
        let parts = rest.split(separator: " ", maxSplits: 3)
        guard parts.count == 4, let next = Int(parts[0]), let inputs = Int(parts[1]), let path = path(in: parts[3]),
          let file = try? FileStore.session(at: path), next <= file.items.count
        else { continue }
        let differing = parts[2].dropFirst().dropLast().split(separator: ",").compactMap { Int($0) }
        session.stoppedLoad = SessionLoad(path: path, file: file, next: next, inputs: inputs, differing: differing)
      case "source":
        let parts = rest.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let line = Int(parts[0]), let path = path(in: parts[1]),
          let file = try? SourcedFile(path: path, after: line)
        else { continue }
        session.stoppedSources.append(file)
      default: continue
      }
    }
  }

  /// A path as it was typed if it leads to the file that was meant, else where that file is.
  private static func path(in text: Substring) -> String? {
    let parts = text.split(separator: "\t" as Character).map(String.init)
    guard parts.count == 2 else { return nil }
    return FileStore.identity(of: parts[0]) == parts[1] ? parts[0] : parts[1]
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
