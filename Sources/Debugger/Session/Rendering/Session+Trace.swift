import ActionLanguage
import Terminal
import Timeline

/// Which reducers an action went through, in the order they ran.
extension Session {
  func trace(_ arguments: CommandArguments) throws {
    switch arguments.text {
    case "on", "off":
      tracesActions = arguments.text == "on"
      return output.line(tracesActions ? "each action is followed by the reducers that did something" : "tracing is off")
    default: break
    }
    let position = try arguments.text.isEmpty ? playback.timeline.position : self.position(named: arguments)
    let number = playback.timeline.entry(at: position)
    guard number > 0 else { throw CommandError("#0 is the initial state: no action led to it", column: arguments.column) }
    output.line(heading(of: playback.record(ofEntry: number)))
    guard let trace = playback.trace(ofEntry: number) else {
      if case .write(let effect) = playback.record(ofEntry: number).cause {
        return output.line("  e\(effect) wrote it; what an effect writes goes through no reducer", style: .muted)
      }
      return output.line("  an edit by hand goes through no reducer", style: .muted)
    }
    draw(trace.root, indent: "  ", mark: "")
  }

  private func draw(_ node: TraceTree.Node, indent: String, mark: String) {
    var spans = [Span(indent + mark, .muted), Span(node.label, node.skipped == nil ? .heading : .muted)]
    if let skipped = node.skipped { spans.append(Span("  not run: \(skipped)", .muted)) }
    if node.skipped == nil, !node.didSomething, node.children.isEmpty { spans.append(Span("  nothing", .muted)) }
    output.row(spans)
    let glyphs = output.glyphs
    let inner = indent + (mark.isEmpty ? "" : mark == glyphs.lastBranch ? glyphs.gap : glyphs.trunk)
    let below = inner + (node.children.isEmpty ? glyphs.gap : glyphs.trunk)
    for change in node.changes { output.row([Span(below, .muted)] + spansOf(change)) }
    for effect in node.effects { output.row([Span(below, .muted), Span("\(glyphs.effect) \(effect)", .keyword)]) }
    for (index, child) in node.children.enumerated() {
      draw(child, indent: inner, mark: index == node.children.count - 1 ? glyphs.lastBranch : glyphs.branch)
    }
  }

  private func spansOf(_ change: ValueDiff.Change) -> [Span] {
    let path = Span((change.path.isEmpty ? "state" : change.path) + "  ")
    let arrow = Span(" \(output.glyphs.arrow) ", .muted)
    return switch change.kind {
    case .changed:
      [
        Span("\(output.glyphs.changed) ", .changed), path, Span(shortened(change.old), .removed), arrow,
        Span(shortened(change.new), .added),
      ]
    case .inserted: [Span("\(output.glyphs.added) ", .added), path, Span(shortened(change.new), .added)]
    case .removed: [Span("\(output.glyphs.removed) ", .removed), path, Span(shortened(change.old), .removed)]
    case .moved: [Span("@ ", .changed), path, Span(change.old, .removed), arrow, Span(change.new, .added)]
    }
  }

  /// Under each action: only the reducers that did something.
  func showShortTrace(ofStep step: Int) {
    for number in playback.timeline.steps[step].entries.prefix(20) {
      guard let trace = playback.trace(ofEntry: number) else { continue }
      for (way, node) in trace.active {
        var parts = node.changes.map { $0.path.isEmpty ? "state" : $0.path }
        parts += node.effects.map { "\(output.glyphs.effect) \($0)" }
        output.line([
          Span("  #\(number) by ", .muted), Span(way.joined(separator: output.glyphs.separator), .keyword),
          Span(": " + shortened(parts.joined(separator: ", ")), .muted),
        ])
      }
    }
  }

  /// The reducer that changed a value with an entry, as the way to it.
  func reducer(thatChanged path: StatePath, atEntry number: Int) -> String? {
    guard let trace = playback.trace(ofEntry: number) else { return nil }
    // What changed is named by the ids of elements, and an element may be there only before or after.
    let before = playback.timeline.place(ofEntry: number).map { playback.timeline.entry(atPlace: $0 - 1) }
    let spellings = [number, before].compactMap { entry in
      entry.flatMap { try? playback.state(atEntry: $0) }.flatMap(path.namingElements)
    }
    return trace.reducer(thatChanged: spellings + [path.description])?
      .joined(separator: output.glyphs.separator)
  }
}
