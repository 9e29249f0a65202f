/// Timers by deadline, those of one deadline in the order they were set.
struct TimerHeap<Value> {
  struct Element {
    let deadline: Duration
    let sequence: Int
    let value: Value

    static func < (a: Element, b: Element) -> Bool {
      a.deadline == b.deadline ? a.sequence < b.sequence : a.deadline < b.deadline
    }
  }

  private var heap: [Element] = []

  var count: Int { heap.count }
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
      sink(from: 0)
    }
    return first
  }

  /// Drops the timers that are not needed any more.
  mutating func keep(where isNeeded: (Element) -> Bool) {
    heap.removeAll { !isNeeded($0) }
    for index in (0..<heap.count / 2).reversed() { sink(from: index) }
  }

  private mutating func sink(from start: Int) {
    var parent = start
    while true {
      let left = 2 * parent + 1
      guard left < heap.count else { return }
      let right = left + 1
      let child = right < heap.count && heap[right] < heap[left] ? right : left
      guard heap[child] < heap[parent] else { return }
      heap.swapAt(parent, child)
      parent = child
    }
  }
}
