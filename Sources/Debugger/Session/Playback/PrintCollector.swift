import Synchronization

/// Takes what reducers print of their changes, so that it stands under the entry it belongs to.
final class PrintCollector: Sendable {
  private let texts = Mutex<[String]>([])
  private let muted = Atomic(false)

  /// Whether nothing that is printed is taken.
  var isMuted: Bool {
    get { muted.load(ordering: .relaxed) }
    set { muted.store(newValue, ordering: .relaxed) }
  }

  /// Takes what was printed since the last time.
  func take() -> [String] {
    texts.withLock { texts in
      defer { texts = [] }
      return texts
    }
  }

  func print(_ text: String) {
    if !isMuted { texts.withLock { $0.append(text) } }
  }
}
