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
  public func callAsFunction(_ action: Action) async {
    while true {
      switch await attempt(action, isCancelled: Task.isCancelled) {
      case .done: return
      case .held(let gate): await gate.wait()
      case .kept(let gate): return await gate.wait()
      case .stopped: await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      }
    }
  }

  private func attempt(_ action: Action, isCancelled: Bool) async -> SendOutcome {
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
