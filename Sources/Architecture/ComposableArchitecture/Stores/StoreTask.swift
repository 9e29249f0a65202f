/// The effects that an action sent to a store led to, directly or through actions of effects.
public struct StoreTask: Hashable, Sendable {
  let group: EffectGroup?
  private let effects: EffectTable?

  init(group: EffectGroup?, effects: EffectTable) {
    self.group = group
    self.effects = group == nil ? nil : effects
  }

  /// Cancels them all (C50).
  ///
  /// Sent from a store scoped to a child, this cancels effects of the parent that the child's action caused as well.
  public func cancel() {
    guard let group else { return }
    group.isCancelled = true
    effects?.cancel(group.effects, reason: .taskCancelled)
  }

  /// Returns when all of them have ended; cancelling the task that waits cancels them.
  public func finish() async {
    guard let group, let effects else { return }
    await withTaskCancellationHandler {
      await group.finish()
    } onCancel: {
      // The effects belong to the thread of their store, so the cancellation goes there.
      Task { await effects.perform { _ in self.cancel() } }
    }
  }

  /// Whether it was cancelled.
  public var isCancelled: Bool { group?.isCancelled ?? true }

  public static func == (left: StoreTask, right: StoreTask) -> Bool { left.group === right.group }
  public func hash(into hasher: inout Hasher) { hasher.combine(group.map(ObjectIdentifier.init)) }
}
