import Synchronization

/// Where an effect that is held waits before its next action.
final class EffectGate: Sendable {
  private struct Contents {
    var isOpen = false
    var nextNumber = 0
    var waiting: [(number: Int, continuation: UnsafeContinuation<Void, Never>)] = []
  }

  private let contents = Mutex(Contents())

  /// Returns when the gate is opened, or the calling task is cancelled.
  func wait() async {
    let number = contents.withLock { contents in
      defer { contents.nextNumber += 1 }
      return contents.nextNumber
    }
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let goesOn = contents.withLock { contents in
          if contents.isOpen || Task.isCancelled { return true }
          contents.waiting.append((number, continuation))
          return false
        }
        if goesOn { continuation.resume() }
      }
    } onCancel: {
      let cancelled = contents.withLock { contents in
        contents.waiting.firstIndex { $0.number == number }.map { contents.waiting.remove(at: $0) }
      }
      cancelled?.continuation.resume()
    }
  }

  /// Lets everybody through, in the order they came.
  func open() {
    let waiting = contents.withLock { contents in
      contents.isOpen = true
      defer { contents.waiting = [] }
      return contents.waiting
    }
    for waiter in waiting { waiter.continuation.resume() }
  }
}
