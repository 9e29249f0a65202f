import ActionLanguage
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
        let (input, command) = input(for: arrival)
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
      case .arrival(let effect, _), .departure(let effect):
        if effects[effect] == nil { effects[effect] = .init(isSilent: (waits[effect] ?? .outside) == .outside) }
      default: break
      }
      for (effect, wait) in stepDetails[step]?.waits ?? [] { waits[effect] = wait }
    }
    guard !effects.isEmpty else { return [:] }
    for step in steps {
      var speaker = 0
      if case .arrival(let effect, _) = recorded.steps[step].input { speaker = effect }
      for number in recorded.steps[step].entries {
        guard case .effect(let effect) = recorded.entries[number - 1].cause, effect != speaker else { continue }
        effects[effect]?.actionsLeft += 1
      }
    }
    return effects
  }

  var liveRunHere: LiveRun<State, Action>? {
    guard let live, live.step == recorded.position.step, recorded.isQuiet else { return nil }
    return live.run
  }

  private func input(for arrival: LiveRun<State, Action>.Arrival) -> (Input, LiveRun<State, Action>.Command) {
    switch arrival {
    case .action(let effect, let action, _), .dismissal(let effect, let action):
      let text = ValuePrinter.dotted(action: action, state: state(atPosition: recorded.position))
      return (.arrival(effect: effect, action: text), .arrival(effect: effect, action: action, isOwn: true))
    case .ending(let effect): return (.departure(effect: effect), .departure(effect: effect))
    }
  }
}
