import ActionLanguage
import Terminal
import Timeline

/// How a step, a position and the log look.
extension Session {
  /// Entries of one step shown in full at the most; the middle of a longer step is counted, not shown.
  private var shownEntryLimit: Int { 40 }

  /// Shows what an input led to.
  func show(_ report: StepReport) {
    // What the user sees must be on record already.
    keeper?.lineEnded(at: playback.timeline)
    if let completed = report.completed, !completed.isEmpty {
      output.note("the rest of the step comes first, since an input waits until the world is quiet")
      showStep(playback.timeline.step(ofEntry: completed.lowerBound), from: completed.lowerBound)
    }
    for divergence in report.divergences {
      output.warning("running again went another way at #\(divergence.entry): \(divergence.message)")
    }
    if report.isRecorded { output.note("recorded before: this is where it led") }
    if report.beganBranch {
      output.note("a new branch begins here; the old future is kept (see branches)")
    }
    showStep(report.step)
    warnOfConflicts(madeByStep: report.step)
  }

  /// Shows a step, or the part of it that begins with an entry.
  func showStep(_ number: Int, from first: Int = 0) {
    let step = playback.timeline.steps[number]
    let details = playback.details(ofStep: number)
    if step.entryCount == 0 {
      let changes = playback.changes(ofStep: number)
      if !changes.isEmpty {
        output.line("  now \(DurationText.text(of: step.worldAfter.now)); an effect wrote a shared value, no action says so")
        showChanges(changes)
      } else if let input = step.input, let text = sentence(for: input) {
        output.line("  " + text)
      } else if details.isEmpty, !details.waits.isEmpty {
        output.line("  now \(DurationText.text(of: step.worldAfter.now))")
      } else if details.isEmpty {
        output.line("  now \(DurationText.text(of: step.worldAfter.now)); nothing happened")
      }
      for report in details.reports { output.warning("  ! " + report.message.replacing("\n", with: "\n    ")) }
      showEvents(details, atEntry: -1)
      return showWaits(details, includingClock: true)
    }
    if first <= step.firstEntry { showEvents(details, atEntry: -1) }
    defer { showWaits(details, includingClock: false) }
    let range = max(first, step.firstEntry)..<step.entries.upperBound
    guard step.entryCount > shownEntryLimit else { return show(range, of: step, details) }
    let head = step.firstEntry + shownEntryLimit / 2
    let tail = step.entries.upperBound - shownEntryLimit / 2
    if range.lowerBound < head { show(range.lowerBound..<head, of: step, details) }
    if range.lowerBound <= head {
      output.note("\(output.glyphs.ellipsis) \(step.entryCount - shownEntryLimit) more entries; log shows them")
    }
    show(max(range.lowerBound, tail)..<range.upperBound, of: step, details)
  }

  /// Shows entries of one step in full. Only these are reduced again.
  private func show(_ range: Range<Int>, of step: Step, _ details: StepDetails) {
    for (entry, changes) in zip(range, playback.changes(ofEntries: range)) {
      let index = entry - step.firstEntry
      output.line(heading(of: playback.record(ofEntry: entry)))
      showChanges(changes)
      for print in details.prints where print.entryIndex == index {
        for line in print.message.trimmed.split(separator: "\n") { output.line("  | " + line, style: .muted) }
      }
      for report in details.reports where report.entryIndex == index {
        output.warning("  ! " + report.message.replacing("\n", with: "\n    "))
      }
      showEvents(details, atEntry: index)
    }
  }

  /// What effects that were in flight before wait for from now on: a call must be answered; the clock is worth a line where nothing
  /// else happened.
  private func showWaits(_ details: StepDetails, includingClock: Bool) {
    let started = Set(
      details.events.compactMap { event -> Int? in
        if case .started = event.kind { event.effect } else { nil }
      })
    for (effect, wait) in details.waits where !started.contains(effect) {
      switch wait {
      case .call(let call): output.prose("  \(output.glyphs.effect) e\(effect) waits for \(call)", style: .keyword)
      case .clock where includingClock:
        output.prose("  \(output.glyphs.effect) e\(effect) waits for \(wait.text ?? "")", style: .keyword)
      case .clock, .outside: break
      }
    }
  }

  /// What an input did that leads to no entry by itself.
  private func sentence(for input: Input) -> String? {
    switch input {
    case .hold(let effect): "e\(effect) waits before its next action; release e\(effect) lets it go on"
    case .release(let effect): "e\(effect) goes on"
    case .supply(let call, let text): "\(call) returns \(text) from now on"
    case .withdrawal(let call): "no answer is set for \(call) any more"
    case .live(true): "live from here on: real time, and dependencies that reach outside"
    case .live(false): "no longer live: time passes by advance, and the outside world is you"
    default: nil
    }
  }

  private func showEvents(_ details: StepDetails, atEntry index: Int) {
    let events = details.events(atEntries: index..<index + 1)
    guard !events.isEmpty else { return }
    let waits = Dictionary(playback.effects().map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
    for event in events {
      switch event.kind {
      case .started:
        let wait = waits[event.effect]?.waitsFor.map { ", waits for \($0)" } ?? ""
        output.prose("  \(output.glyphs.effect) e\(event.effect) started\(wait)", style: .keyword)
      case .ended(.finished): output.line("  \(output.glyphs.effect) e\(event.effect) finished", style: .keyword)
      case .ended(.failed(let message)):
        output.prose("  \(output.glyphs.effect) e\(event.effect) failed: \(message)", style: .warning)
      case .ended(.cancelled(let reason)):
        output.prose("  \(output.glyphs.effect) e\(event.effect) cancelled: \(reason)", style: .keyword)
      }
    }
  }

  /// Changes below an entry's line; none is said too, since an action that does nothing is worth knowing.
  func showChanges(_ changes: [ValueDiff.Change]) {
    if changes.isEmpty { output.line("  no change", style: .muted) }
    for change in changes { show(change) }
  }

  private func show(_ change: ValueDiff.Change) {
    let path = (change.path.isEmpty ? StatePath.rootName : change.path) + "  "
    let arrow = " \(output.glyphs.arrow) "
    // What a person reads at a glance, on one row of the window; print shows all of a value.
    let room = (output.appearance.columns ?? 200) - 4 - DisplayWidth.of(path)
    let oldWidth = DisplayWidth.of(change.old)
    let newWidth = DisplayWidth.of(change.new)
    func span(_ text: String, _ style: Style, _ columns: Int) -> Span {
      Span(DisplayWidth.truncate(text, to: max(columns, 8), ellipsis: output.glyphs.ellipsis), style)
    }
    switch change.kind {
    case .inserted:
      output.line([Span("  \(output.glyphs.added) ", .added), Span(path), span(change.new, .added, room)])
    case .removed:
      output.line([Span("  \(output.glyphs.removed) ", .removed), Span(path), span(change.old, .removed, room)])
    case .changed, .moved:
      let both = room - DisplayWidth.of(arrow)
      // The shorter of the two is shown whole when it leaves the other at least half of the row.
      let old = min(oldWidth, max(both / 2, both - newWidth))
      let mark = change.kind == .moved ? "@" : output.glyphs.changed
      output.line([
        Span("  \(mark) ", .changed), Span(path), span(change.old, .removed, old), Span(arrow, .muted),
        span(change.new, .added, both - old),
      ])
    }
  }

  /// A value cut to what a person reads at a glance; print shows all of it.
  func shortened(_ text: String) -> String {
    let room = max(24, (output.appearance.columns ?? 200) - 16)
    return DisplayWidth.truncate(text, to: min(160, room), ellipsis: output.glyphs.ellipsis)
  }

  func heading(of record: EntryRecord) -> [Span] {
    var spans = [Span("#\(record.number) ", .number), Span(record.action, .heading)]
    switch record.cause {
    case .typed: break
    case .edit: spans.append(Span("  (edit)", .muted))
    case .write: break
    case .effect(let effect): spans.append(Span("  \(output.glyphs.incoming) e\(effect)", .keyword))
    case .dismissal(let effect):
      spans.append(
        Span(effect == 0 ? "  \(output.glyphs.incoming) dismiss" : "  \(output.glyphs.incoming) dismiss by e\(effect)", .keyword))
    }
    return spans
  }

  /// Shows where the session is after travelling.
  func showPosition() {
    keeper?.lineEnded(at: playback.timeline)
    let timeline = playback.timeline
    let number = timeline.currentEntry
    if number == 0 {
      output.line([Span("#0 ", .number), Span("the initial state", .heading)])
    } else {
      output.line(heading(of: playback.record(ofEntry: number)))
    }
    if !timeline.isQuiet {
      let last = timeline.steps[timeline.position.step].lastEntry
      output.note("in the middle of a step: #\(number + 1)\(last > number + 1 ? "-#\(last)" : "") still to come")
    }
  }

  /// Which end of the record was met.
  enum HistoryEnd {
    case start, end
  }

  /// Says that the record goes no further, in gdb's words.
  func showEndOfHistory(_ end: HistoryEnd) {
    switch end {
    case .start: output.line("No more reverse-execution history.")
    case .end:
      output.prose("Reached end of recorded history; stopping.")
      output.prose("Following forward execution will be added to history.")
    }
  }

  func showWhen() {
    let timeline = playback.timeline
    let step = timeline.steps[timeline.position.step]
    output.line("entry \(timeline.currentEntry) of \(timeline.lastEntry), step \(step.depth) of \(timeline.branch.count - 1)")
    let now = timeline.isQuiet ? step.worldAfter.now : playback.record(ofEntry: timeline.currentEntry).time
    output.line("virtual time \(DurationText.text(of: now))")
    if timeline.branchEnds.count > 1 {
      output.line("branch \(branchName(of: timeline.end.step)), one of \(timeline.branchEnds.count)")
    }
  }

  // MARK: The log

  func isBehind(_ number: Int) -> Bool {
    let timeline = playback.timeline
    let step = timeline.step(ofEntry: number)
    return timeline.steps[step].depth < timeline.steps[timeline.position.step].depth
  }

  func cause(of record: EntryRecord) -> String {
    switch record.cause {
    case .typed: "typed"
    case .edit: "edit"
    case .effect(let effect), .write(let effect): "e\(effect)"
    case .dismissal: "dismiss"
    }
  }

  /// What an entry changed, in few words: `count 3→4`, `+1 -1`, `∅`.
  func summary(of changes: [ValueDiff.Change]) -> String {
    guard let first = changes.first else { return output.glyphs == .ascii ? "no change" : "∅" }
    if changes.count == 1, first.path.isEmpty {
      // The state as a whole is another: what it is now says its case.
      func name(_ text: String) -> String {
        text.hasPrefix(".")
          ? String(text.prefix { $0 != "(" }) : DisplayWidth.truncate(text, to: 20, ellipsis: output.glyphs.ellipsis)
      }
      return "\(StatePath.rootName) \(name(first.old))\(output.glyphs.arrow)\(name(first.new))"
    }
    if changes.count == 1, first.kind == .changed, first.old.count + first.new.count < 40 {
      return "\(first.path) \(first.old)\(output.glyphs.arrow)\(first.new)"
    }
    var parts: [String] = []
    let changed = changes.filter { $0.kind == .changed || $0.kind == .moved }
    let inserted = changes.filter { $0.kind == .inserted }
    let removed = changes.filter { $0.kind == .removed }
    if !inserted.isEmpty { parts.append(inserted.count == 1 ? "+\(inserted[0].path)" : "+\(inserted.count)") }
    if !removed.isEmpty { parts.append(removed.count == 1 ? "-\(removed[0].path)" : "-\(removed.count)") }
    if !changed.isEmpty {
      parts.append(changed.count <= 2 ? changed.map(\.path).joined(separator: ", ") : "\(changed.count) values")
    }
    return parts.joined(separator: " ")
  }
}
