import Synchronization

/// Takes what reducers print of their changes, so that it stands under the entry it belongs to.
final class PrintCollector: Sendable {
  private let texts = Mutex<[String]>([])

  /// Takes what was printed since the last time.
  func take() -> [String] {
    texts.withLock { texts in
      defer { texts = [] }
      return texts
    }
  }

  func print(_ text: String) { texts.withLock { $0.append(text) } }
}
