import Terminal
import Timeline

/// How effects and the clock look.
extension Session {
  func showEffects() {
    let effects = playback.effects()
    guard !effects.isEmpty else { return output.line("no effect is in flight", style: .muted) }
    for effect in effects {
      var text = "e\(effect.number)  started by #\(effect.startedBy)"
      if !effect.path.isEmpty { text += " in \(effect.path)" }
      if !effect.cancellationIDs.isEmpty { text += ", id \(effect.cancellationIDs.joined(separator: ", "))" }
      if let waiting = waiting(of: effect) { text += ", \(waiting)" }
      if effect.isHeld { text += ", held" }
      if effect.actionsSent > 0 { text += ", \(sent(effect.actionsSent))" }
      output.prose(text, style: .keyword)
    }
    if let waiting = effects.first(where: { $0.waitsFor?.hasSuffix(")") == true }) {
      output.note("answer e\(waiting.number) VALUE, or fail e\(waiting.number) MESSAGE")
    }
  }

  private func waiting(of effect: EffectStatus) -> String? {
    if effect.isDisconnected { return "has only you: arrive e\(effect.number) ACTION, depart e\(effect.number)" }
    // One that is held at its next action waits for nothing but its release.
    return (effect.waitsFor ?? (effect.waitsOutside && !effect.isHeld ? "something outside" : nil)).map { "waits for \($0)" }
  }

  /// What effects did after some entries that follow each other: `e1 started, e2 finished`; `nil` when nothing.
  func effectMarks(ofEntries numbers: ArraySlice<Int>) -> String? {
    let timeline = playback.timeline
    var texts: [String] = []
    var rest = numbers
    while let number = rest.first {
      let step = timeline.steps[timeline.step(ofEntry: number)]
      let count = min(rest.count, step.lastEntry - number + 1)
      let first = number - step.firstEntry
      // What came before the first entry of a step has no other line to stand in.
      let events = playback.details(ofStep: timeline.step(ofEntry: number)).events(
        atEntries: (first == 0 ? -1 : first)..<first + count)
      texts += events.map(\.mark)
      texts += workless(ofEntries: number..<number + count, of: step, events).map { "e\($0) sends" }
      rest = rest.dropFirst(count)
    }
    return Self.joined(texts)
  }

  /// The effects of some entries of one step that only send: they take a number, and neither start nor finish.
  private func workless(ofEntries numbers: Range<Int>, of step: Step, _ events: ArraySlice<EffectEvent>) -> [Int] {
    let timeline = playback.timeline
    let before = timeline.effectCount(beforeEntry: numbers.lowerBound)
    let after =
      numbers.upperBound > step.lastEntry
      ? step.worldAfter.effectCount : timeline.effectCount(beforeEntry: numbers.upperBound)
    guard before < after else { return [] }
    var started: Set<Int> = []
    for event in events { if case .started = event.kind { started.insert(event.effect) } }
    guard started.count < after - before else { return [] }
    return (before + 1...after).filter { !started.contains($0) }
  }

  /// What effects did in a step; `nil` when nothing, and when the step has entries, in whose lines it stands.
  func effectMarks(inSilentStep step: Int) -> String? {
    guard playback.timeline.steps[step].entryCount == 0 else { return nil }
    return Self.joined(playback.details(ofStep: step).events.map(\.mark))
  }

  private static func joined(_ marks: [String]) -> String? {
    marks.isEmpty ? nil : marks.prefix(4).joined(separator: ", ") + (marks.count > 4 ? ", and \(marks.count - 4) more" : "")
  }

  private func sent(_ count: Int) -> String { "sent \(count) \(count == 1 ? "action" : "actions")" }

  /// All about one effect, in flight or over.
  func showEffect(_ number: Int, _ arguments: CommandArguments) throws {
    guard let history = playback.history(ofEffect: number) else {
      throw CommandError(
        "no effect e\(number) was started up to here", column: arguments.column,
        examples: [.after("info effect", .startedEffect)],
        notes: ["Try \"effects\" and \"log\"."])
    }
    let status = playback.effects().first { $0.number == number }
    output.line([Span("e\(number) ", .keyword), Span(status == nil ? "is over" : "is in flight", .heading)])
    let start = history.startedBy == 0 ? "" : " " + playback.record(ofEntry: history.startedBy).action
    output.prose("  started by #\(history.startedBy)\(start)")
    if !history.hasWork { output.line("  only sends, so it neither starts nor finishes", style: .muted) }
    if !history.path.isEmpty { output.prose("  in \(history.path)") }
    if !history.cancellationIDs.isEmpty {
      let can = status == nil ? "could be" : "can be"
      output.prose("  \(can) cancelled by id \(history.cancellationIDs.joined(separator: ", "))")
    }
    if let waiting = status.flatMap(waiting) { output.prose("  " + waiting) }
    if status?.isHeld == true { output.prose("  is held before its next action; release e\(number) lets it go on") }
    if let last = history.actions.last {
      output.prose("  \(sent(history.actions.count)), the last #\(last) \(playback.record(ofEntry: last).action)")
    } else {
      output.line("  sent no action", style: .muted)
    }
    guard let ending = history.ending else { return }
    switch ending {
    case .finished: output.line("  finished after #\(history.endedAfter)")
    case .failed(let message): output.prose("  failed after #\(history.endedAfter): \(message)", style: .warning)
    case .cancelled(let reason): output.prose("  cancelled at #\(history.endedAfter): \(reason)")
    }
  }

  func showClock() {
    let now = playback.timeline.steps[playback.timeline.position.step].worldAfter.now
    let date = playback.settings.date(at: now)
    output.line([Span("now \(DurationText.text(of: now))", .heading), Span("  \(date.formatted(.iso8601))", .muted)])
    let waiting = playback.effects().compactMap { effect in effect.deadline.map { (effect.number, $0) } }
      .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    for (effect, deadline) in waiting {
      output.line(
        "  e\(effect) at \(DurationText.text(of: deadline)), in \(DurationText.text(of: deadline - now))", style: .keyword)
    }
    if waiting.isEmpty { output.line("  nothing waits for it", style: .muted) }
  }
}
