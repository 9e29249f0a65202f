import ActionLanguage
import ComposableArchitecture
import Reflection
import Terminal
import Timeline

/// Going on from a moment of the past: the inputs since the last quiet moment are run again.
extension FeaturePlayback {
  /// A run that is live just after a step: the one at hand, or one made by running the inputs again from the last step after which
  /// nothing was in flight, everything compared with the record.
  func runLive(at step: Int) throws -> (LiveRun<State, Action>, [Divergence]) {
    if let live, live.step == step { return (live.run, []) }
    live?.run.abandon()
    live = nil
    let start = recorded.resumePoint(for: step)
    let state = state(atPosition: recorded.quiet(start))
    let run = makeRun(afterStep: start, state: state)
    let record = StepRecord<State, Action>(state: state, world: recorded.steps[start].worldAfter, comparison: comparison)
    let steps = recorded.steps(after: start, through: step)
    run.spokenFor = effectsSpokenFor(in: steps)
    defer { run.spokenFor = [:] }
    for next in steps {
      guard let command = recordedCommand(ofStep: next, in: run) else { continue }
      let step = recorded.steps[next]
      record.begin(
        entries: recorded.entries[step.firstEntry - 1..<step.firstEntry - 1 + step.entryCount], firstEntry: step.firstEntry,
        events: stepDetails[next]?.events ?? [], worldAfter: step.worldAfter)
      _ = try perform(command, on: run, following: record)
    }
    live = (run, step)
    return (run, record.divergence.map { [$0] } ?? [])
  }

  /// A run that begins after a step, in the world as it was then.
  func makeRun(afterStep step: Int, state: State) -> LiveRun<State, Action> {
    let before = recorded.steps[step].worldAfter
    let world = World(settings: settings, supplies: supplies, state: before, storage: viewingWorld.storage)
    world.scheduler.onForeignEnqueue = onNews
    let install = installDependencies
    return LiveRun(
      reducer: reducer, state: state, world: world, effectCount: before.effectCount,
      dependencies: { Self.dependencies(of: world, in: $0, with: install) }, limit: settings.derivedActionLimit,
      isInterrupted: { Interruption.isRequested })
  }

  func liveState() -> Any? {
    guard let live, live.step == recorded.position.step, recorded.isQuiet else { return nil }
    return live.run.state
  }

  func recordedCommand(ofStep step: Int, in run: LiveRun<State, Action>) -> LiveRun<State, Action>.Command? {
    let record = recorded.steps[step]
    switch record.input {
    case .action, .edit:
      switch recorded.entries[record.firstEntry - 1].event {
      case .action(let action): return .action(action)
      case .edit(let edit): return .edit(edit)
      }
    case .arrival(let effect, let text):
      guard record.entryCount > 0, case .action(let action) = recorded.entries[record.firstEntry - 1].event else {
        // It was throttled, so that no entry holds it.
        guard let action = try? decoder.decode(text, as: Action.self, state: run.state) as? Action else { return nil }
        return .arrival(effect: effect, action: action)
      }
      return .arrival(effect: effect, action: action)
    case .departure(let effect, let error): return .departure(effect: effect, error: error)
    case .write(let effect, _, _):
      guard case .edit(let edit) = recorded.entries[record.firstEntry - 1].event else { return nil }
      return .write(effect: effect, edit)
    case .advance(let duration): return .advance(duration)
    case .answer(let effect, let text):
      // A call that does not wait this time leaves its recorded consequences to the record.
      guard let call = run.world.desk.calls.first(where: { $0.effect == effect }),
        let value = try? decoder.value(text, as: call.valueType)
      else { return .advance(.zero) }
      return .answer(effect: effect, value)
    case .fail(let effect, let message): return .fail(effect: effect, OutsideFailure(message: message))
    case .cancel(let effect): return .cancel(effect: effect)
    case .hold(let effect): return .hold(effect: effect)
    case .release(let effect): return .release(effect: effect)
    case .supply(let call, let text): return .supply(call: call, text: text)
    case .withdrawal(let call): return .withdrawal(call: call)
    case .live(let isOn): return .live(isOn: isOn)
    case nil: return nil
    }
  }

  func compare(_ entries: EntryList<State, Action>, withStep step: Int) -> Divergence? {
    let range = recorded.steps[step].entries
    for (number, entry) in zip(range, entries) {
      guard case .action(let was) = recorded.entries[number - 1].event, case .action(let now) = entry.event,
        !BitwiseIdentity.holds(was, now)
      else { continue }
      let (before, after) = (ValuePrinter.dotted(action: was), ValuePrinter.dotted(action: now))
      if before != after { return Divergence(entry: number, message: "was \(before), is now \(after)") }
    }
    if range.count != entries.count {
      return Divergence(
        entry: range.lowerBound + min(range.count, entries.count),
        message: "the step had \(range.count) entries and has now \(entries.count)")
    }
    return nil
  }
}
