import ActionLanguage
import ComposableArchitecture
import Foundation
import Reflection
import Timeline

/// The session as a test for a test store.
extension FeaturePlayback {
  func exportedTest(named name: String, places: ClosedRange<Int>?) throws -> String {
    guard State.self is any Equatable.Type else {
      throw CommandError("a test store compares states, and \(TypeShape.of(State.self).name) is not Equatable")
    }
    let steps = recorded.branch.dropFirst().map { recorded.steps[$0] }
    let inputs = steps.compactMap(\.input)
    guard !inputs.isEmpty else { throw CommandError("nothing has happened yet that a test could check") }
    let names = steps.map { step -> String in
      let text = step.input.map(InputText.text) ?? ""
      return (step.entries.isEmpty ? "" : "#\(step.firstEntry) ") + (text.count > 80 ? text.prefix(80) + "…" : text)
    }
    let (played, remarks) = try writable(inputs)
    let (copy, use) = try runAnew(played)
    return TestExport(copy, use: use, name: name, inputs: names, remarks: remarks).text(of: places ?? 1...inputs.count)
  }

  /// Inputs that come to the same as those that were given and that a test can perform, as far as that goes; with what to say about those
  /// that were changed, by their places. Each has its place still.
  private func writable(_ inputs: [Input]) throws -> (inputs: [Input], remarks: [Int: String]) {
    let substitutes = InputSubstitute.all(for: inputs)
    guard !substitutes.isEmpty else { return (inputs, [:]) }
    let (original, use) = try runAnew(inputs)
    let plain = TestExport(original, use: use, name: "", inputs: [], remarks: [:])
    var (played, remarks) = (inputs, [Int: String]())
    for substitute in substitutes {
      if let held = substitute.heldEffect, plain.holdsNothingBack(held, from: substitute.place) { continue }
      // What was changed before is not changed again.
      guard substitute.changes.keys.allSatisfy({ remarks[$0] == nil }) else { continue }
      var changed = played
      for (place, change) in substitute.changes { changed[place - 1] = change.input }
      guard let (copy, _) = try? runAnew(changed), original.cameToTheSame(as: copy) else { continue }
      played = changed
      for (place, change) in substitute.changes { remarks[place] = change.remark }
    }
    return (played, remarks)
  }

  private func cameToTheSame(as other: FeaturePlayback) -> Bool {
    let count = recorded.entries.count
    guard other.recorded.entries.count == count else { return false }
    func isSame(_ position: Position, _ otherPosition: Position) -> Bool {
      isSameState(state(atPosition: position), other.state(atPosition: otherPosition))
    }
    for number in 1..<count + 1 {
      switch (recorded.entries[number - 1].event, other.recorded.entries[number - 1].event) {
      case (.action(let action), .action(let otherAction)):
        guard isSameAction(action, otherAction) else { return false }
      case (.edit, .edit): break
      default: return false
      }
      guard let position = recorded.position(ofEntry: number), let otherPosition = other.recorded.position(ofEntry: number),
        isSame(position, otherPosition)
      else { return false }
    }
    return isSame(recorded.end, other.recorded.end)
  }

  private func runAnew(_ inputs: [Input]) throws -> (FeaturePlayback, DependencyUse.Notes) {
    let use = DependencyUse()
    let worlds = LockIsolated(0)
    // Run anew, so that everything a run takes from its world is seen. The first world it makes only looks at the past.
    let copy = FeaturePlayback(
      name: self.name, settings: settings, initialState: initialState,
      dependencies: { [installDependencies] values in
        installDependencies(&values)
        worlds.withValue { $0 += 1 }
        if worlds.value > 1 { use.install(in: &values) }
      }, reducer: reducer)
    for (index, input) in inputs.enumerated() {
      use.note { $0.step = index + 1 }
      _ = try copy.perform(InputRequest(input))
    }
    return (copy, use.notes)
  }
}
