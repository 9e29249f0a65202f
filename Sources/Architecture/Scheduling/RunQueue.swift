/// A first-in-first-out queue in one buffer that is used round and round, so that a queue that stays short never allocates again.
struct RunQueue<Element> {
  private var storage: [Element?] = Array(repeating: nil, count: 16)
  private var head = 0
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  mutating func append(_ element: Element) {
    if count == storage.count { grow() }
    storage[(head + count) & (storage.count - 1)] = element
    count += 1
  }

  mutating func removeFirst() -> Element? {
    guard count > 0 else { return nil }
    let element = storage[head]
    storage[head] = nil
    head = (head + 1) & (storage.count - 1)
    count -= 1
    return element
  }

  /// Doubles the buffer; its size stays a power of two, so that a mask wraps an index.
  private mutating func grow() {
    let elements = (0..<count).map { storage[(head + $0) & (storage.count - 1)] }
    storage = elements + Array(repeating: nil, count: storage.count)
    head = 0
  }
}
