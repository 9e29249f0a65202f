import ActionLanguage
import ComposableArchitecture
import Reflection
import Terminal
import Timeline

/// Walking through recorded states.
extension FeaturePlayback {
  func walk(_ places: ClosedRange<Int>, _ visit: (_ entry: Int, _ state: Any) throws -> Bool) throws {
    try walkStates(places) { entry, state in try visit(entry, state) }
  }

  func examine(
    _ predicate: ActionLanguage.Predicate, at places: ClosedRange<Int>,
    _ visit: (_ entry: Int, _ result: Result<(holds: Bool, metNothing: Bool), ActionLanguageError>) throws -> Bool
  ) throws {
    if let test = predicate.test(for: State.self) {
      return try walkStates(places) { entry, state in try visit(entry, .success((test(state), false))) }
    }
    try walkStates(places) { entry, state in
      let result = Result { () throws(ActionLanguageError) in try predicate.examine(in: state, now: date(ofEntry: entry)) }
      return try visit(entry, result)
    }
  }

  func place(behindUnchanged path: StatePath, upTo place: Int) -> Int {
    let bytes = path.ownBytes(in: State.self)
    let place = bytes.map { recorded.place(behindUnchanged: $0, upTo: place) } ?? place
    guard place > 0, path.leadsBehindOwnBytes(in: State.self),
      let position = recorded.position(ofEntry: recorded.entry(atPlace: place)),
      let watched = path.watchedPlace(in: state(atPosition: position))
    else { return place }
    return recorded.place(behindUnchanged: watched, upTo: place)
  }

  func lastChange(of path: StatePath, in places: ClosedRange<Int>) throws -> Int? {
    var found: Int?
    if let isChanged = path.changeDetector(in: State.self) {
      try walkStates(places) { entry, state in
        if isChanged(state) { found = entry }
        return true
      }
      return found
    }
    var last: (value: WatchedValue, filter: ChangeFilter<State>)?
    try walkStates(places) { entry, state in
      if let last, last.filter.isUnchanged(in: state) { return true }
      let value = WatchedValue(path, in: state)
      if let last, last.value != value { found = entry }
      last = (value, ChangeFilter(path, in: state))
      return true
    }
    return found
  }

  /// Visits the states themselves.
  private func walkStates(_ places: ClosedRange<Int>, _ visit: (_ entry: Int, _ state: State) throws -> Bool) throws {
    guard let start = recorded.position(ofEntry: recorded.entry(atPlace: places.lowerBound)) else { return }
    var visited = 0
    let sharesValues = viewingWorld.storage.isInUse
    var state = state(atPosition: start)
    try quietly { reduce in
      try recorded.walk(places, from: &state, reduce: reduce) { entry, state in
        visited += 1
        if visited.isMultiple(of: 1024), Interruption.isRequested { throw CommandError("interrupted; nothing has changed") }
        // What effects wrote to shared values after the entry belongs to it.
        if sharesValues, let position = recorded.position(ofEntry: entry) {
          viewingWorld.storage.restore(sharedValues(at: position))
        }
        return try visit(entry, state)
      }
    }
  }

  /// Gives a function that reduces recorded actions again, in the recorded world and without reporting issues once more.
  func quietly<Result>(_ body: (Timeline<State, Action>.Reduce) throws -> Result) rethrows -> Result {
    try PrintedChanges.$sink.withValue(PrintedChanges.Sink.none) {
      try withIssueReporters([]) {
        try viewer.reduceAgain { reduce in
          try body { action, world, state in
            viewingWorld.state = world
            _ = reduce(action, &state)
          }
        }
      }
    }
  }
}

/// Tells quickly that a value inside of collections and children is still what it was, while states follow each other.
private final class ChangeFilter<State> {
  private let place: WatchedPlace?
  private let watch: ByteWatch?
  private var checked = 0

  init(_ path: StatePath, in state: State) {
    place = path.watchedPlace(in: state)
    watch = place == nil ? nil : ByteWatch(state)
  }

  /// Whether nothing on which the value depends has changed since; `false` when that is not known.
  func isUnchanged(in state: State) -> Bool {
    guard let place, let watch else { return false }
    watch.look(at: state)
    // Mostly the same changes as before, which were looked through.
    guard watch.changeCount != checked else { return true }
    checked = watch.changeCount
    return !watch.hasChanged(place)
  }
}
