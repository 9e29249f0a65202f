/// Timers, the earliest first; of several with the same deadline the one that was added first.
struct TimerHeap {
  /// A moment at which something happens.
  struct Timer {
    let deadline: Duration
    let sequence: UInt64
    let event: Event

    func isBefore(_ other: Timer) -> Bool {
      deadline == other.deadline ? sequence < other.sequence : deadline < other.deadline
    }
  }

  enum Event {
    /// A task wakes that sleeps through the scheduler; found by the timer's sequence number.
    case sleeper
    /// A job runs that the language's runtime asked to delay.
    case job(QueuedJob)
  }

  private var timers: [Timer] = []

  var first: Timer? { timers.first }
  var count: Int { timers.count }
  var unordered: [Timer] { timers }

  mutating func insert(_ timer: Timer) {
    timers.append(timer)
    var child = timers.endIndex - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard timers[child].isBefore(timers[parent]) else { return }
      timers.swapAt(child, parent)
      child = parent
    }
  }

  mutating func popFirst() -> Timer? {
    guard let first = timers.first else { return nil }
    let last = timers.removeLast()
    if !timers.isEmpty {
      timers[0] = last
      siftDown(from: 0)
    }
    return first
  }

  mutating func removeAll() {
    timers.removeAll()
  }

  /// Drops the timers that do not satisfy a condition.
  mutating func keep(where isNeeded: (Timer) -> Bool) {
    timers.removeAll { !isNeeded($0) }
    guard timers.count > 1 else { return }
    for index in stride(from: timers.count / 2 - 1, through: 0, by: -1) { siftDown(from: index) }
  }

  private mutating func siftDown(from start: Int) {
    var parent = start
    while true {
      var smallest = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < timers.count {
        if timers[child].isBefore(timers[smallest]) { smallest = child }
      }
      guard smallest != parent else { return }
      timers.swapAt(parent, smallest)
      parent = smallest
    }
  }
}
