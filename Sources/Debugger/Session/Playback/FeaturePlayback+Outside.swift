import ActionLanguage
import ComposableArchitecture
import Sharing
import Timeline

/// Taking in what comes from outside, one input at a time.
extension FeaturePlayback {
  var isConnected: Bool { supplies.isConnected(at: recorded.steps[recorded.position.step].worldAfter.supplyCount) }

  var isLiveHere: Bool { liveRunHere != nil }

  var listensOutside: Bool {
    guard let run = liveRunHere else { return false }
    if run.hasNews { return true }
    return effects().contains { $0.waitsOutside }
  }

  var times: (now: Duration, deadline: Duration?) {
    guard let run = liveRunHere else { return (recorded.steps[recorded.position.step].worldAfter.now, nil) }
    return (run.world.scheduler.now, run.world.scheduler.nextDeadline)
  }

  func performArrival() throws -> StepReport? {
    guard let run = liveRunHere else { return nil }
    while true {
      if let arrival = run.takeArrival() {
        guard let (input, command) = input(for: arrival) else {
          keepUnrecorded(arrival, on: run)
          continue
        }
        let report = try record(input, command, on: run)
        if case .action(_, _, let goOn) = arrival { run.goingOn.append(goOn) }
        return report
      }
      guard run.hasNews else { return nil }
      let waits = try interpreting(run) { try run.listen() }
      if !waits.isEmpty { stepDetails[recorded.position.step, default: StepDetails()].waits += waits }
    }
  }

  /// The effects of some steps for which the record speaks, since they heard from outside or from the user. What they did outside is
  /// not done twice.
  func effectsSpokenFor(in steps: [Int]) -> [Int: LiveRun<State, Action>.Spokesman] {
    var effects: [Int: LiveRun<State, Action>.Spokesman] = [:]
    var waits: [Int: EffectWait] = [:]
    for step in steps {
      switch recorded.steps[step].input {
      case .arrival(let effect, _), .departure(let effect, _), .write(let effect, _, _):
        if effects[effect] == nil { effects[effect] = .init(isSilent: (waits[effect] ?? .outside) == .outside) }
      default: break
      }
      for (effect, wait) in stepDetails[step]?.waits ?? [] { waits[effect] = wait }
    }
    guard !effects.isEmpty else { return [:] }
    for step in steps {
      var speaker = 0
      switch recorded.steps[step].input {
      case .arrival(let effect, _), .write(let effect, _, _): speaker = effect
      default: break
      }
      for number in recorded.steps[step].entries {
        guard case .effect(let effect) = recorded.entries[number - 1].cause, effect != speaker,
          case .action = recorded.entries[number - 1].event
        else { continue }
        effects[effect]?.actionsLeft += 1
      }
    }
    return effects
  }

  var liveRunHere: LiveRun<State, Action>? {
    guard let live, live.step == recorded.position.step, recorded.isQuiet else { return nil }
    return live.run
  }

  private func input(for arrival: LiveRun<State, Action>.Arrival) -> (Input, LiveRun<State, Action>.Command)? {
    switch arrival {
    case .action(let effect, let action, _), .dismissal(let effect, let action):
      let text = ValuePrinter.dotted(action: action, state: state(atPosition: recorded.position))
      return (.arrival(effect: effect, action: text), .arrival(effect: effect, action: action, isOwn: true))
    case .ending(let effect, let error):
      let error = error.map(Self.oneLine)
      return (.departure(effect: effect, error: error), .departure(effect: effect, error: error))
    case .write(let effect, let write, let value):
      guard let path = path(of: write, value, in: state(atPosition: recorded.position)),
        let (path, text, edit) = try? edit(at: path, ValuePrinter.text(of: value), in: recorded.position)
      else { return nil }
      return (.write(effect: effect, path: path, value: text), .write(effect: effect, edit, isOwn: true))
    }
  }

  /// What a line of a session file can hold of an error.
  private static func oneLine(_ error: String) -> String {
    let words = error.split { character in
      character.isWhitespace || character.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
    return words.isEmpty ? "an error without a description" : words.joined(separator: " ")
  }

  /// The way in the state to a shared value, so that a value written there as text is the value it is to have.
  private func path(of write: SharedWrite, _ value: Any, in state: State) -> String? {
    let before = write.before
    defer { write.put(before) }
    let changes = ValueDiff.changes(from: state, to: state) { side in write.put(side == .old ? before : value) }
    let text = ValuePrinter.text(of: value)
    for change in changes {
      // The change may lie deeper, in a part of the value.
      let ends = change.path.indices.dropFirst().filter { ".[".contains(change.path[$0]) } + [change.path.endIndex]
      for end in ends {
        write.put(before)
        var probe: Any = state
        guard let path = try? StatePath(String(change.path[..<end])),
          (try? path.set(text, in: &probe, decoder: decoder)) != nil, !write.isDifferent(from: value)
        else { continue }
        return String(change.path[..<end])
      }
    }
    return nil
  }

  /// How an entry is written in which an effect wrote to shared values by itself.
  func text(ofWriteAtEntry number: Int, by effect: Int) -> String {
    let step = recorded.step(ofEntry: number)
    guard let kept = stepDetails[step]?.writes[number - recorded.steps[step].firstEntry] else { return "write e\(effect)" }
    if let text = kept.text { return text }
    let values = viewingWorld.storage.capture()
    defer { viewingWorld.storage.restore(values) }
    let state = state(atPosition: Position(step: step, shown: number - recorded.steps[step].firstEntry + 1))
    let parts = kept.writes.map { write, value in
      path(of: write, value, in: state).map { "\($0) = \(ValuePrinter.text(of: value))" }
        ?? "a shared value that the state does not show"
    }
    let text = "write e\(effect) " + parts.joined(separator: ", ")
    kept.text = text
    return text
  }

  /// Lets a write happen that no line can tell: the state does not show the value, or it cannot be written as text.
  private func keepUnrecorded(_ arrival: LiveRun<State, Action>.Arrival, on run: LiveRun<State, Action>) {
    guard case .write(let effect, let write, let value) = arrival else { return }
    run.collecting { write.overwrite(value) }
    let entry = recorded.steps[recorded.position.step].entryCount - 1
    run.world.rememberStorage()
    stepDetails[recorded.position.step, default: StepDetails()].reports.append(
      StepDetails.Report(
        entryIndex: max(entry, 0),
        message: "e\(effect) wrote a shared value that the state does not show; a replay will not know of it"))
  }
}
