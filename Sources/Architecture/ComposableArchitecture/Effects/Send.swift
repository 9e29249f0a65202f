import Scheduling

/// Sends actions from inside an effect back into the store.
///
/// Nothing is sent once the effect was cancelled (C56). Sending is always asynchronous: under 1.x it is not on the main actor, so a
/// `@MainActor` effect that sends without `await` needs the word here. (An overload for it would win in every one-line effect, and
/// its actions would leave the store's world for the real main actor.)
public struct Send<Action>: Sendable {
  let deliver: @Sendable (Action) -> Void
  let scheduler: Scheduler?

  init(scheduler: Scheduler?, deliver: @escaping @Sendable (Action) -> Void) {
    self.scheduler = scheduler
    self.deliver = deliver
  }

  /// Sends an action and returns when it was reduced.
  public func callAsFunction(_ action: Action) async {
    guard !Task.isCancelled else { return }
    // The action is handed over: this call is the last that touches it.
    nonisolated(unsafe) let action = action
    let deliver = self.deliver
    if let scheduler {
      await withTaskExecutorPreference(scheduler) { deliver(action) }
    } else {
      await MainActor.run { deliver(action) }
    }
  }

  /// Sends an action; there are no animations here, so the animation does nothing.
  public func callAsFunction(_ action: Action, animation: Animation?) async { await self(action) }

  /// Sends an action; there are no transactions here, so the transaction does nothing.
  public func callAsFunction(_ action: Action, transaction: Transaction) async { await self(action) }

  /// Sends what `transform` makes of a child's actions.
  func pullback<Child>(_ transform: @escaping @Sendable (Child) -> Action) -> Send<Child> {
    let deliver = self.deliver
    return Send<Child>(scheduler: scheduler) { deliver(transform($0)) }
  }
}
