import Synchronization

/// Takes what reducers print of their changes, so that it stands under the entry it belongs to.
final class PrintCollector: Sendable {
  private let texts = Mutex<[String]>([])
  /// Whether there is anything to take; asked for each action.
  private let isAny = Atomic(false)
  private let muted = Atomic(false)

  /// Whether nothing that is printed is taken.
  var isMuted: Bool {
    get { muted.load(ordering: .relaxed) }
    set { muted.store(newValue, ordering: .relaxed) }
  }

  /// Takes what was printed since the last time.
  func take() -> [String] {
    guard isAny.load(ordering: .acquiring) else { return [] }
    isAny.store(false, ordering: .releasing)
    return texts.withLock { texts in
      defer { texts = [] }
      return texts
    }
  }

  func print(_ text: String) {
    guard !isMuted else { return }
    texts.withLock { $0.append(text) }
    isAny.store(true, ordering: .releasing)
  }
}
