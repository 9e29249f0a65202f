/// How effects reach the store they belong to, without keeping it.
///
/// A weak reference to an object makes counting all others to it several times dearer. A store that runs on a scheduler does all it
/// does on the thread that drives it and takes itself out before it goes, so it needs none. One on the main actor does: it may go away
/// on any thread.
final class CoreLink<State, Action>: @unchecked Sendable {
  // Safe to send: `driven` is touched only on the thread that drives the store's world, and `other` is weak.

  @exclusivity(unchecked) private unowned var driven: StoreCore<State, Action>?
  private weak var other: StoreCore<State, Action>?

  init() {}

  /// The store; `nil` when it is gone.
  var core: StoreCore<State, Action>? { driven ?? other }

  func connect(to core: StoreCore<State, Action>) {
    if core.scheduler == nil { other = core } else { driven = core }
  }

  /// Called by the store when it goes.
  func cut() { driven = nil }
}
