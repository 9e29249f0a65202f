import ComposableArchitecture
import Terminal
import Timeline

/// Walking through recorded states.
extension FeaturePlayback {
  func walk(_ places: ClosedRange<Int>, _ visit: (_ entry: Int, _ state: Any) throws -> Bool) throws {
    guard let start = recorded.position(ofEntry: recorded.entry(atPlace: places.lowerBound)) else { return }
    var visited = 0
    var state = state(atPosition: start)
    try quietly { reduce in
      try recorded.walk(places, from: &state, reduce: reduce) { entry, state in
        visited += 1
        if visited.isMultiple(of: 1024), Interruption.isRequested { throw CommandError("interrupted; nothing has changed") }
        // What effects wrote to shared values after the entry belongs to it.
        if let position = recorded.position(ofEntry: entry) { viewingWorld.storage.restore(sharedValues(at: position)) }
        return try visit(entry, state)
      }
    }
  }

  /// Gives a function that reduces recorded actions again, in the recorded world and without reporting issues once more.
  func quietly<Result>(_ body: (Timeline<State, Action>.Reduce) throws -> Result) rethrows -> Result {
    try PrintedChanges.$sink.withValue({ _ in }) {
      try withIssueReporters([]) {
        try viewer.reduceAgain { reduce in
          try body { action, world, state in
            viewingWorld.state = world
            reduce(action, &state)
          }
        }
      }
    }
  }
}
