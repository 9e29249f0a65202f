import Timeline

/// The effects in flight, now and in the past, read from the record: nothing runs.
extension FeaturePlayback {
  func effects() -> [EffectStatus] {
    var effects = recordedEffects()
    guard let run = liveRunHere, run.mayBeDisconnected else { return effects }
    for index in effects.indices where run.isDisconnected(effects[index].number) {
      effects[index].wait(for: .outside)
      effects[index].waitsOutside = false
      effects[index].isDisconnected = true
    }
    return effects
  }

  private func recordedEffects() -> [EffectStatus] {
    var alive: [EffectStatus] = []
    let position = recorded.position
    // Nothing older can be in flight.
    let start = recorded.resumePoint(for: position.step)
    for number in recorded.steps(after: start, through: position.step) {
      let step = recorded.steps[number]
      let isPartial = number == position.step && !recorded.isQuiet
      let shown = isPartial ? position.shown : step.entryCount
      let details = stepDetails[number]
      guard details != nil || !alive.isEmpty else { continue }
      for event in details?.events ?? [] where event.entryIndex < shown {
        switch event.kind {
        case .started(let path, let cancellationIDs):
          alive.append(
            EffectStatus(
              number: event.effect, startedBy: event.entryIndex < 0 ? step.entryBefore : step.firstEntry + event.entryIndex,
              path: path, cancellationIDs: cancellationIDs))
        case .ended: alive.removeAll { $0.number == event.effect }
        }
      }
      count(actionsOf: step, shown: shown, in: &alive)
      if isPartial {
        for index in alive.indices {
          alive[index].wait(for: .outside)
          alive[index].waitsOutside = false
        }
      } else {
        for (effect, wait) in details?.waits ?? [] {
          if let index = alive.firstIndex(where: { $0.number == effect }) { alive[index].wait(for: wait) }
        }
        hold(step.input, in: &alive)
      }
    }
    return alive
  }

  func answerType(of effect: Int?) -> Any.Type? {
    guard let live, recorded.isQuiet, live.step == recorded.position.step else { return nil }
    let calls = live.run.world.desk.calls.filter { effect == nil || $0.effect == effect }
    guard let first = calls.first, calls.allSatisfy({ $0.effect == first.effect }) else { return nil }
    return first.valueType
  }

  private func count(actionsOf step: Step, shown: Int, in alive: inout [EffectStatus]) {
    guard !alive.isEmpty else { return }
    for number in step.entries.prefix(shown) {
      let entry = recorded.entries[number - 1]
      guard case .effect(let effect) = entry.cause, case .action = entry.event,
        let index = alive.firstIndex(where: { $0.number == effect })
      else { continue }
      alive[index].actionsSent += 1
      alive[index].lastAction = number
    }
  }

  private func hold(_ input: Input?, in alive: inout [EffectStatus]) {
    switch input {
    case .hold(let effect):
      if let index = alive.firstIndex(where: { $0.number == effect }) { alive[index].isHeld = true }
    case .release(let effect):
      if let index = alive.firstIndex(where: { $0.number == effect }) { alive[index].isHeld = false }
    default: break
    }
  }

  /// Whether the last that was said about holding an effect, up to here, is that it is held.
  func isHeldLast(_ effect: Int) -> Bool {
    var isHeld = false
    for step in recorded.steps(after: 0, through: recorded.position.step) {
      switch recorded.steps[step].input {
      case .hold(effect): isHeld = true
      case .release(effect): isHeld = false
      default: break
      }
    }
    return isHeld
  }

  func history(ofEffect effect: Int) -> EffectHistory? {
    startedHistory(ofEffect: effect) ?? workless(effect)
  }

  /// What is known of an effect that only sends: it takes a number, and never starts.
  private func workless(_ effect: Int) -> EffectHistory? {
    let position = recorded.position
    var (starter, count) = (0, 0)
    var actions: [Int] = []
    for number in recorded.steps(after: 0, through: position.step) {
      let step = recorded.steps[number]
      let isPartial = number == position.step && !recorded.isQuiet
      let entries = step.entries.prefix(isPartial ? position.shown : step.entryCount)
      for number in entries {
        let entry = recorded.entries[number - 1]
        if entry.world.effectCount < effect { starter = number }
        if case .effect(effect) = entry.cause { actions.append(number) }
      }
      count = isPartial ? recorded.entries[step.firstEntry + entries.count - 1].world.effectCount : step.worldAfter.effectCount
      if count < effect { starter = step.entryCount > 0 ? step.lastEntry : step.entryBefore }
    }
    guard starter > 0, count >= effect else { return nil }
    return EffectHistory(startedBy: starter, path: "", cancellationIDs: [], actions: actions, hasWork: false)
  }

  private func startedHistory(ofEffect effect: Int) -> EffectHistory? {
    var history: EffectHistory?
    for number in recorded.steps(after: 0, through: recorded.position.step) {
      let step = recorded.steps[number]
      let shown = number == recorded.position.step ? recorded.position.shown : step.entryCount
      for event in stepDetails[number]?.events ?? [] where event.effect == effect && event.entryIndex < max(shown, 1) {
        let entry = event.entryIndex < 0 ? step.entryBefore : step.firstEntry + event.entryIndex
        switch event.kind {
        case .started(let path, let cancellationIDs):
          history = EffectHistory(startedBy: entry, path: path, cancellationIDs: cancellationIDs)
        case .ended(let ending):
          history?.ending = ending
          history?.endedAfter = entry
        }
      }
      guard history != nil else { continue }
      for number in step.entries.prefix(shown) {
        let entry = recorded.entries[number - 1]
        if case .effect(effect) = entry.cause, case .action = entry.event { history?.actions.append(number) }
      }
    }
    return history
  }
}
