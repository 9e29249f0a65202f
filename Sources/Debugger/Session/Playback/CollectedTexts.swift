import Synchronization

/// Texts that come up while actions are reduced, such as what reducers print, so that each stands under the entry it belongs to.
final class CollectedTexts: Sendable {
  private let texts = Mutex<[String]>([])
  /// Whether there is anything to take; asked for each action.
  private let isAny = Atomic(false)
  private let muted = Atomic(false)

  /// Whether nothing is added.
  var isMuted: Bool {
    get { muted.load(ordering: .relaxed) }
    set { muted.store(newValue, ordering: .relaxed) }
  }

  func add(_ text: @autoclosure () -> String) {
    guard !isMuted else { return }
    let text = text()
    texts.withLock { $0.append(text) }
    isAny.store(true, ordering: .releasing)
  }

  /// Takes what was added since the last time.
  func take() -> [String] {
    guard isAny.load(ordering: .acquiring) else { return [] }
    isAny.store(false, ordering: .releasing)
    return texts.withLock { texts in
      defer { texts = [] }
      return texts
    }
  }
}
