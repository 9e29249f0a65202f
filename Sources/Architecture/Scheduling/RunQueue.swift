/// A first-in-first-out queue in one ring of memory, so that a queue that stays short never allocates again.
///
/// Invariant: the `count` slots from `head` on, wrapping round at `capacity`, are initialised; no others are. `capacity` is a power
/// of two, so that a mask wraps an index. The memory belongs to this value alone.
struct RunQueue<Element>: ~Copyable {
  private var slots: UnsafeMutablePointer<Element>
  private var capacity: Int
  private var head = 0
  private(set) var count = 0

  init() {
    // 64 jobs are more than an interactive session has queued at a time; growing once costs little when they do not suffice.
    capacity = 64
    slots = .allocate(capacity: capacity)
  }

  deinit {
    for offset in 0..<count { (slots + ((head + offset) & (capacity - 1))).deinitialize(count: 1) }
    slots.deallocate()
  }

  var isEmpty: Bool { count == 0 }

  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    (slots + ((head + count) & (capacity - 1))).initialize(to: element)
    count += 1
  }

  mutating func removeFirst() -> Element? {
    guard count > 0 else { return nil }
    let element = (slots + head).move()
    head = (head + 1) & (capacity - 1)
    count -= 1
    return element
  }

  /// Doubles the memory. Called only when it is full, so it holds two runs: from the head to its end, and from its start to the head.
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: slots + head, count: capacity - head)
    (larger + (capacity - head)).moveInitialize(from: slots, count: head)
    slots.deallocate()
    slots = larger
    capacity *= 2
    head = 0
  }
}
