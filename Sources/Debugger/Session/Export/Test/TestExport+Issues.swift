import ActionLanguage
import ComposableArchitecture
import Foundation
import Reflection
import Timeline

/// What the session reported, and the effects that failed or were in flight.
extension TestExport {
  /// The steps in which the session reported issues, from where what reported them began.
  func expectedIssues(_ range: ClosedRange<Int>) -> [(steps: ClosedRange<Int>, report: String)] {
    var scopes: [(steps: ClosedRange<Int>, report: String)] = []
    for place in range {
      let details = playback.details(ofStep: playback.recorded.branch[place])
      guard let report = details.reports.first else { continue }
      var first = place
      for event in details.events {
        guard case .ended(.failed) = event.kind, let start = startStep(ofEffect: event.effect), range.contains(start) else {
          continue
        }
        first = min(first, start)
      }
      let text = report.message.split(separator: "\n").first.map(String.init) ?? ""
      if let last = scopes.last, last.steps.upperBound >= first {
        scopes[scopes.count - 1].steps = min(last.steps.lowerBound, first)...place
      } else {
        scopes.append((first...place, text))
      }
    }
    return scopes
  }

  func startStep(ofEffect effect: Int) -> Int? {
    playback.recorded.branch.indices.first { place in
      playback.details(ofStep: playback.recorded.branch[place]).events.contains {
        if case .started = $0.kind { $0.effect == effect } else { false }
      }
    }
  }

  /// How many effects some steps started, and how many of these are in flight after them.
  func effects(in range: ClosedRange<Int>) -> (started: Int, inFlight: Int) {
    var started: Set<Int> = []
    var ended: Set<Int> = []
    for place in range {
      for event in playback.details(ofStep: playback.recorded.branch[place]).events {
        if case .started = event.kind { started.insert(event.effect) } else { ended.insert(event.effect) }
      }
    }
    return (started.count, started.subtracting(ended).count)
  }

  /// The effect that a step's own action starts and that a test has to name: one that fails later with nobody to handle it, or that
  /// is cancelled by hand.
  func namedEffect(startedIn place: Int) -> Int? {
    guard let effect = onlyEffect(startedIn: place) else { return nil }
    let isNeeded = playback.recorded.branch.dropFirst(place).contains { step in
      if case .cancel(effect)? = playback.recorded.steps[step].input { return true }
      return playback.details(ofStep: step).events.contains { event in
        if case .ended(.failed) = event.kind { event.effect == effect } else { false }
      }
    }
    return isNeeded ? effect : nil
  }

  /// The effect that a step's own action starts, if it starts just one.
  private func onlyEffect(startedIn place: Int) -> Int? {
    let started = playback.details(ofStep: playback.recorded.branch[place]).events.compactMap { event -> Int? in
      if case .started = event.kind, event.entryIndex == 0 { event.effect } else { nil }
    }
    return started.count == 1 ? started[0] : nil
  }

  /// Whether the action that started an effect can be cancelled in its place: nothing else is in flight that may have come of it.
  func canCancel(_ effect: Int, at place: Int) -> Bool {
    guard canFinish(effect, by: place), let start = startStep(ofEffect: effect) else { return false }
    return inFlight(before: place).allSatisfy { other in
      guard other != effect else { return true }
      guard let step = startStep(ofEffect: other), step != start, case .action? = self.step(step).input else { return false }
      return playback.details(ofStep: playback.recorded.branch[step]).events.contains { event in
        if case .started = event.kind { event.effect == other && event.entryIndex == 0 } else { false }
      }
    }
  }

  private func inFlight(before place: Int) -> Set<Int> {
    var effects: Set<Int> = []
    for step in playback.recorded.branch[..<place] {
      for event in playback.details(ofStep: step).events {
        if case .started = event.kind { effects.insert(event.effect) } else { effects.remove(event.effect) }
      }
    }
    return effects
  }

  /// Whether an effect that is held from a step on is let go on before it wanted to do anything.
  func holdsNothingBack(_ effect: Int, from place: Int) -> Bool {
    for next in playback.recorded.branch.indices.dropFirst(place + 1) {
      let events = playback.details(ofStep: playback.recorded.branch[next]).events
      if case .release(effect)? = step(next).input { return step(next).entries.isEmpty && events.isEmpty }
      if events.contains(where: { $0.effect == effect }) { return false }
    }
    return false
  }

  /// Whether the action that started an effect can be waited for.
  func canFinish(_ effect: Int, by place: Int) -> Bool {
    guard let start = startStep(ofEffect: effect), case .action? = step(start).input else { return false }
    return namedEffect(startedIn: start) == effect
  }
}
