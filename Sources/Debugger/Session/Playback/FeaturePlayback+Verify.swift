import ActionLanguage
import ComposableArchitecture
import Foundation
import Terminal
import Timeline

/// Running a branch again to see whether its reducers are pure: whether the same state, action and world give the same state.
extension FeaturePlayback {
  func limitMemory(toBytes bytes: Int) { recorded.limitKeyframes(toBytes: bytes) }

  /// Three ways to the same state are compared after each step: a fresh run of the inputs, the recorded actions reduced again, and
  /// the state that was kept when the step was recorded, where one was.
  func verify() throws -> VerifyReport {
    try verify(
      Array(recorded.branch.dropFirst()), after: 0, state: state(atPosition: Position(step: 0, shown: 0)), progress: {})
  }

  func verifyReplay(progress: () -> Void) throws -> VerifyReport {
    if let suspect = findings.suspect {
      let report = try verify(
        Array(recorded.branch.dropFirst()), after: 0, state: state(atPosition: Position(step: 0, shown: 0)), progress: progress)
      if report.finding != nil { return report }
      // It came out the same this time; what was seen was seen.
      let change = ValueDiff.Change(kind: .changed, path: "", old: "one value", new: "another")
      let state = state(atPosition: recorded.quiet(suspect))
      return VerifyReport(
        inputs: report.inputs, entries: report.entries, finding: finding(inStep: suspect, [change], state: state))
    }
    for unchecked in findings.unchecked {
      let report = try verify(unchecked.steps, after: unchecked.start, state: unchecked.state, progress: progress)
      if report.finding != nil { return report }
    }
    return VerifyReport(inputs: recorded.branch.count - 1, entries: recorded.entries.count, finding: nil)
  }

  /// Runs steps in a row again.
  ///
  /// - Parameters:
  ///   - steps: The steps, all on the current branch.
  ///   - start: The step before them, after which nothing was in flight.
  ///   - state: The state then.
  ///   - progress: Called after each step.
  private func verify(_ steps: [Int], after start: Int, state: State, progress: () -> Void) throws -> VerifyReport {
    let run = makeRun(afterStep: start, state: state)
    run.spokenFor = effectsSpokenFor(in: steps)
    defer {
      run.abandon()
      viewingWorld.storage.restore(sharedValues(at: recorded.position))
    }
    var moment = sharedValues(at: recorded.quiet(start))
    var reduced = state
    var entries = 0
    for step in steps {
      defer { progress() }
      let index = recorded.steps[step].depth
      func report(_ finding: VerifyReport.Finding) -> VerifyReport {
        VerifyReport(inputs: index, entries: entries, finding: finding)
      }
      guard let command = recordedCommand(ofStep: step, in: run) else {
        return report(
          .init(entry: entryToBlame(inStep: step, at: 0), differences: ["the input no longer applies"], hint: Self.effectHint))
      }
      let outcome: LiveRun<State, Action>.Outcome
      viewingWorld.storage.restore(moment)
      do {
        outcome = try run.perform(command, isRecord: true)
      } catch {
        throw SessionError.interrupted
      }
      moment = outcome.world.attachment.object as? SharedStorage.Moment
      if let divergence = compare(outcome.entries, withStep: step) {
        return report(.init(entry: divergence.entry, differences: [divergence.message], hint: hint(for: divergence, outcome)))
      }
      let range = recorded.steps[step].entries
      let events = stepDetails[step]?.events ?? []
      if events != outcome.details.events {
        let index = zip(events, outcome.details.events).prefix { $0 == $1 }.count
        let was = index < events.count ? events[index] : nil
        let now = index < outcome.details.events.count ? outcome.details.events[index] : nil
        let difference = [was.map { "before, \($0.text)" }, now.map { "now \($0.text)" }].compactMap { $0 }.joined(
          separator: "; ")
        return report(
          .init(
            entry: entryToBlame(inStep: step, at: (was ?? now)?.entryIndex ?? 0), differences: [difference],
            hint: Self.effectHint))
      }
      entries += range.count
      quietly { reduce in
        for number in range { recorded.apply(entry: number, to: &reduced, reduce: reduce) }
      }
      guard !range.isEmpty else { continue }
      var others = [run.state]
      if live?.step == step, let live { others.append(live.run.state) }
      if let kept = recorded.keyframe(atEntry: range.upperBound - 1) { others.append(kept) }
      for other in others {
        let changes = changes(from: other, moment, to: reduced, sharedValues(at: recorded.quiet(step)))
        if !changes.isEmpty { return report(finding(inStep: step, changes, state: reduced)) }
      }
    }
    return VerifyReport(inputs: steps.count, entries: entries, finding: nil)
  }

  /// An entry of a step, counted from 0, or the one before a step that has none.
  private func entryToBlame(inStep step: Int, at index: Int) -> Int {
    let record = recorded.steps[step]
    return record.entryCount == 0 ? max(record.entryBefore, 1) : record.firstEntry + min(max(index, 0), record.entryCount - 1)
  }

  /// What an effect may have read to send another action than before.
  private func hint(for divergence: Divergence, _ outcome: LiveRun<State, Action>.Outcome) -> String {
    guard recorded.entries.indices.contains(divergence.entry - 1) else { return Self.effectHint }
    let entry = recorded.entries[divergence.entry - 1]
    let index = divergence.entry - recorded.steps[recorded.step(ofEntry: divergence.entry)].firstEntry
    guard case .action(let was) = entry.event, case .effect(let effect) = entry.cause, index < outcome.entries.count,
      case .action(let now) = outcome.entries[index].event
    else { return Self.effectHint }
    let suspicion = Impurity(from: was, to: now, who: "e\(effect)").suspicion
    return suspicion.isEmpty ? Self.effectHint : String(suspicion.dropFirst(2))
  }

  private static var effectHint: String {
    "an effect or a reducer depends on something that is not an input: the time, an identifier, a random number, the machine"
  }

  /// The entry of a step whose reducer is to blame: the first that gives two states when it is reduced twice.
  private func finding(inStep step: Int, _ changes: [ValueDiff.Change], state: State) -> VerifyReport.Finding {
    let range = recorded.steps[step].entries
    var one = self.state(atPosition: Position(step: step, shown: 0))
    var other = one
    var blamed = range.upperBound - 1
    quietly { reduce in
      for number in range {
        recorded.apply(entry: number, to: &one, reduce: reduce)
        recorded.apply(entry: number, to: &other, reduce: reduce)
        guard ValueDiff.changes(from: one, to: other).isEmpty else {
          blamed = number
          return
        }
      }
    }
    return VerifyReport.Finding(
      entry: blamed,
      differences: changes.map { "\($0.path.isEmpty ? "state" : $0.path) differs: \($0.old), then \($0.new)" },
      hint: Self.hint(for: changes, in: state))
  }

  private static func hint(for changes: [ValueDiff.Change], in state: State) -> String {
    for change in changes {
      guard let value = try? StatePath(change.path).evaluate(in: state) else { continue }
      switch value {
      case is Date, is Date?: return "the reducer calls Date() directly; use @Dependency(\\.date)"
      case is UUID, is UUID?: return "the reducer calls UUID() directly; use @Dependency(\\.uuid)"
      default: continue
      }
    }
    return "the reducer reads something besides its state, action and dependencies, such as Date(), UUID(), .random or a global"
  }
}
