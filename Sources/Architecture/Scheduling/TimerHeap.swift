/// Timers by deadline, those of one deadline in the order they were set.
struct TimerHeap<Value> {
  struct Element {
    let deadline: Duration
    let sequence: Int
    let value: Value

    static func < (a: Element, b: Element) -> Bool { (a.deadline, a.sequence) < (b.deadline, b.sequence) }
  }

  private var heap: [Element] = []

  var first: Element? { heap.first }

  /// All timers in the order they are due; sorts, so not for a hot path.
  var elements: [Element] { heap.sorted(by: <) }

  mutating func insert(_ value: Value, deadline: Duration, sequence: Int) {
    heap.append(Element(deadline: deadline, sequence: sequence, value: value))
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child] < heap[parent] else { break }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  @discardableResult
  mutating func removeFirst() -> Element? {
    guard let first = heap.first else { return nil }
    let last = heap.removeLast()
    if !heap.isEmpty {
      heap[0] = last
      var parent = 0
      while true {
        var least = parent
        for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child] < heap[least] { least = child }
        if least == parent { break }
        heap.swapAt(parent, least)
        parent = least
      }
    }
    return first
  }
}
