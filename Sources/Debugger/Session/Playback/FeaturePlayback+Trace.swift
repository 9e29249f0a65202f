import ComposableArchitecture
import Timeline

/// Reducing one entry again to see which reducers it went through.
extension FeaturePlayback {
  func trace(ofEntry number: Int) -> ReducerTrace.Node? {
    let entry = recorded.entries[number - 1]
    guard case .action(let action) = entry.event else { return nil }
    let step = recorded.step(ofEntry: number)
    var state = state(atPosition: Position(step: step, shown: number - recorded.steps[step].firstEntry))
    viewingWorld.state = entry.world
    return PrintedChanges.$sink.withValue({ _ in }) {
      withIssueReporters([]) { viewer.trace(action, into: &state).root }
    }
  }
}
