import CCrashRecovery
import Sharing
import Timeline

/// What effects write to shared values by themselves. It comes about again when the inputs are run again, as the actions do that they
/// send, and is an entry like those.
extension LiveRun {
  /// What an effect wrote to shared values since the newest entry.
  struct OwnWrites {
    let effect: Int
    /// The world before.
    let world: WorldState
    /// The first write to each value.
    var writes: [SharedWrite]
  }

  /// An effect is about to change a shared value.
  func noteWrite(_ write: SharedWrite, by effect: Int) {
    if let ownWrites, ownWrites.effect != effect { recordWrites() }
    // Asked for only once, since a value that is being written cannot be read.
    guard let ownWrites else { return self.ownWrites = OwnWrites(effect: effect, world: worldState, writes: [write]) }
    if !ownWrites.writes.contains(where: { $0.isOfSameValue(as: write) }) { self.ownWrites?.writes.append(write) }
  }

  /// Makes an entry of what an effect wrote.
  func recordWrites() {
    guard let ownWrites else { return }
    self.ownWrites = nil
    let writes = ownWrites.writes.filter(\.isChange)
    guard !writes.isEmpty else { return }
    if let record, !record.hasWrite(by: ownWrites.effect, at: entryCount) {
      record.noteWrite(by: ownWrites.effect, at: entryCount)
      for write in writes.reversed() { write.put(write.before) }
      return
    }
    takeReports()
    let kept = EffectWrites(writes)
    // Where it wrote something else than before, the record wins.
    if case .edit(let edit) = record?.entry(at: entryCount)?.event { change(edit) }
    details.writes[entryCount] = kept
    append(Entry<State, Action>.Edit { _ in kept.apply() }, cause: .effect(ownWrites.effect), world: ownWrites.world)
  }

  /// Writes what effects wrote according to a record, and did not write again.
  func bringAboutWrites(of record: StepRecord<State, Action>) {
    while let missing = record.entry(at: entryCount), case .edit(let edit) = missing.event {
      record.missed(at: entryCount)
      let world = worldState
      change(edit)
      append(edit, cause: missing.cause, world: world)
    }
  }

  private func change(_ edit: Entry<State, Action>.Edit) {
    var state = core.state
    edit.apply(&state)
  }

  /// Makes an entry of a change that was made.
  func append(_ edit: Entry<State, Action>.Edit, cause: Entry<State, Action>.Cause, world: WorldState) {
    entries.append(.edit(edit), cause: cause, world: world)
    entryCount += 1
    hindsight_crash_count_entry()
    changes.changed(to: core.state)
    record?.follow(to: core.state, at: entryCount - 1)
  }
}
