import ComposableArchitecture
import Timeline

/// Reducing one entry again to see which reducers it went through.
extension FeaturePlayback {
  func trace(ofEntry number: Int) -> TraceTree? {
    let entry = recorded.entries[number - 1]
    guard case .action(let action) = entry.event else { return nil }
    let step = recorded.step(ofEntry: number)
    var state = state(atPosition: Position(step: step, shown: number - recorded.steps[step].firstEntry))
    viewingWorld.state = entry.world
    let storage = viewingWorld.storage
    storage.restore(sharedValues(at: Position(step: step, shown: number - recorded.steps[step].firstEntry)))
    let trace = PrintedChanges.$sink.withValue(PrintedChanges.Sink.none) {
      withIssueReporters([]) {
        storage.tracking { viewer.trace(action, into: &state, captureShared: storage.capture) }
      }
    }
    return TraceTree(trace.root) { storage.restore($0 as? SharedStorage.Moment) }
  }
}
