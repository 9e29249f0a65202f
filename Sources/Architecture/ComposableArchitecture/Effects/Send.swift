import ConcurrencyExtras
import Scheduling

/// Sends actions from inside an effect back into the store.
///
/// Nothing is sent once the effect was cancelled (C56). Sending is always asynchronous: under 1.x it is not on the main actor, so a
/// `@MainActor` effect that sends without `await` needs the word here. (An overload for it would win in every one-line effect, and
/// its actions would leave the store's world for the real main actor.)
public struct Send<Action>: Sendable {
  let deliver: @Sendable (_ action: Action, _ isCancelled: Bool) -> SendOutcome
  let scheduler: Scheduler?

  init(scheduler: Scheduler?, deliver: @escaping @Sendable (_ action: Action, _ isCancelled: Bool) -> SendOutcome) {
    self.scheduler = scheduler
    self.deliver = deliver
  }

  /// Sends an action and returns when it was reduced.
  ///
  /// It stays where the caller is, which mostly is where actions are reduced: to go elsewhere costs as much as all the rest.
  public nonisolated(nonsending) func callAsFunction(_ action: Action) async {
    if let scheduler, scheduler.isRunningHere {
      let outcome = deliver(action, Task.isCancelled)
      if case .done = outcome { return }
      guard await isToBeRepeated(after: outcome) else { return }
    }
    while await isToBeRepeated(after: attempt(action, isCancelled: Task.isCancelled)) {}
  }

  /// Waits as long as an effect must, and tells whether it sends again then.
  private func isToBeRepeated(after outcome: SendOutcome) async -> Bool {
    switch outcome {
    case .done: break
    case .held(let gate):
      await gate.wait()
      return true
    case .kept(let gate): await gate.wait()
    case .stopped: await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    return false
  }

  private nonisolated(nonsending) func attempt(_ action: Action, isCancelled: Bool) async -> SendOutcome {
    // The action is handed over: this call is the last that touches it, unless it is not taken.
    let handed = UncheckedSendable(action)
    let deliver = self.deliver
    if let scheduler { return await withTaskExecutorPreference(scheduler) { deliver(handed.value, isCancelled) } }
    return isCancelled ? .done : await MainActor.run { deliver(handed.value, false) }
  }

  /// Sends an action; there are no animations here, so the animation does nothing.
  public func callAsFunction(_ action: Action, animation: Animation?) async { await self(action) }

  /// Sends an action; there are no transactions here, so the transaction does nothing.
  public func callAsFunction(_ action: Action, transaction: Transaction) async { await self(action) }

  /// Sends what `transform` makes of a child's actions.
  func pullback<Child>(_ transform: @escaping @Sendable (Child) -> Action) -> Send<Child> {
    let deliver = self.deliver
    return Send<Child>(scheduler: scheduler) { deliver(transform($0), $1) }
  }
}
