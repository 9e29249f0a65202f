import Synchronization

/// All effects that one action from outside led to, directly or through the actions that effects sent.
final class EffectGroup: Sendable {
  private struct Contents {
    var effects = EffectBag(.ofGroup)
    var waiting: [CheckedContinuation<Void, Never>] = []
    var isCancelled = false
  }

  private let contents = Mutex(Contents())

  var effects: [LiveEffect] { contents.withLock { $0.effects.effects.sorted { $0.serial < $1.serial } } }

  var isEmpty: Bool { contents.withLock { $0.effects.isEmpty } }

  var isCancelled: Bool {
    get { contents.withLock { $0.isCancelled } }
    set { contents.withLock { $0.isCancelled = newValue } }
  }

  func insert(_ effect: LiveEffect) { contents.withLock { $0.effects.insert(effect) } }

  func remove(_ effect: LiveEffect) {
    let finished = contents.withLock { contents -> [CheckedContinuation<Void, Never>] in
      contents.effects.remove(effect)
      guard contents.effects.isEmpty, !contents.waiting.isEmpty else { return [] }
      defer { contents.waiting = [] }
      return contents.waiting
    }
    for continuation in finished { continuation.resume() }
  }

  /// Returns when the last of them has ended.
  func finish() async {
    await withCheckedContinuation { continuation in
      let isOver = contents.withLock { contents in
        if contents.effects.isEmpty { return true }
        contents.waiting.append(continuation)
        return false
      }
      if isOver { continuation.resume() }
    }
  }
}
