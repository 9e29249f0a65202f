import Synchronization

/// Lets a test wait for something from outside its world, without asking again and again.
final class WakeUp: Sendable {
  private struct State {
    var isSignalled = false
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  /// Ends the wait, or the next one if nobody waits.
  func signal() {
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard let waiting = state.waiting else {
        state.isSignalled = true
        return nil
      }
      state.waiting = nil
      return waiting
    }
    waiting?.resume()
  }

  /// Forgets a signal that came before.
  func reset() { state.withLock { $0.isSignalled = false } }

  /// Returns when signalled.
  func wait() async {
    await withCheckedContinuation { continuation in
      let isSignalled = state.withLock { state -> Bool in
        if state.isSignalled {
          state.isSignalled = false
          return true
        }
        state.waiting = continuation
        return false
      }
      if isSignalled { continuation.resume() }
    }
  }
}
