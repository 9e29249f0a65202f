/// Values that wait in one ring of memory, first in, first out.
///
/// A class, so that where the values' type is not known when the code is compiled, its methods find all they need of it in the object
/// itself; of an array, each would look it up anew.
package final class WaitingLine<Element> {
  // Invariant: the `count` slots from `head` on, wrapping round at `capacity`, are initialised; no others are. `capacity` is a power of
  // two, so that a mask wraps an index. The memory belongs to this object alone.
  @exclusivity(unchecked) private var slots: UnsafeMutablePointer<Element>
  @exclusivity(unchecked) private var capacity: Int
  @exclusivity(unchecked) private var head = 0
  /// How many wait.
  @exclusivity(unchecked) package private(set) var count = 0

  /// A line in which nothing waits.
  ///
  /// - Parameter capacity: How many wait before it grows, a power of two. Few do at a time; growing costs little where more do.
  package init(capacity: Int = 4) {
    self.capacity = capacity
    slots = .allocate(capacity: capacity)
  }

  deinit {
    removeAll()
    slots.deallocate()
  }

  package var isEmpty: Bool { count == 0 }

  package func append(_ element: Element) {
    if count == capacity { grow() }
    (slots + ((head + count) & (capacity - 1))).initialize(to: element)
    count += 1
  }

  /// - Precondition: Something waits.
  package func removeFirst() -> Element {
    precondition(count > 0)
    let slot = slots + head
    head = (head + 1) & (capacity - 1)
    count -= 1
    return slot.move()
  }

  package func removeAll() {
    for offset in 0..<count { (slots + ((head + offset) & (capacity - 1))).deinitialize(count: 1) }
    head = 0
    count = 0
  }

  /// Doubles the memory. Called only when it is full, so it holds two runs: from the head to its end, and from its start to the head.
  private func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: slots + head, count: capacity - head)
    (larger + (capacity - head)).moveInitialize(from: slots, count: head)
    slots.deallocate()
    slots = larger
    capacity *= 2
    head = 0
  }
}
