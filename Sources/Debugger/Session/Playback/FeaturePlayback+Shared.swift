import ActionLanguage
import Timeline

/// Shared values: a state only refers to them, so each moment has its own beside the state.
extension FeaturePlayback {
  /// The shared values at a position. What an effect wrote after an entry belongs to the entry.
  func sharedValues(at position: Position) -> SharedStorage.Moment? {
    let step = recorded.steps[position.step]
    let world =
      if position.shown == step.entryCount {
        step.worldAfter
      } else if position.shown == 0 {
        recorded.steps[step.parent].worldAfter
      } else {
        recorded.entries[step.firstEntry - 1 + position.shown].world
      }
    return world.attachment.object as? SharedStorage.Moment
  }

  func changes(from first: Position, to second: Position) -> [ValueDiff.Change] {
    changes(
      from: state(atPosition: first), sharedValues(at: first), to: state(atPosition: second), sharedValues(at: second))
  }

  /// The differences of two states, each with the shared values of its moment (C69).
  func changes(
    from old: State, _ sharedOld: SharedStorage.Moment?, to new: State, _ sharedNew: SharedStorage.Moment?
  ) -> [ValueDiff.Change] {
    guard sharedOld !== sharedNew else { return ValueDiff.changes(ofType: State.self, from: old, to: new) }
    let storage = viewingWorld.storage
    return ValueDiff.changes(from: old, to: new) { side in
      switch side {
      case .old: storage.restore(sharedOld)
      case .new: storage.restore(sharedNew)
      }
    }
  }
}
