/// One thing to run: a job and the executor that it was given to.
struct QueuedJob {
  /// The executor a job was given to; running the job under another one would break its isolation.
  enum Executor {
    /// The scheduler itself, preferred by an effect's task.
    case scheduler
    /// The process's default executor.
    case processDefault
    /// The process's main executor.
    case processMain
  }

  let job: UnownedJob
  let executor: Executor
}

/// A first-in-first-out queue in a ring of memory that grows by doubling, so that adding a job allocates nothing.
///
/// Invariant: the slots from `head` on, `count` of them and wrapping round at `capacity`, are initialised; no others are.
/// `capacity` is a power of two. The memory belongs to this value alone.
struct RunQueue: ~Copyable {
  private var slots: UnsafeMutablePointer<QueuedJob>
  private var capacity: Int
  private var head = 0
  private(set) var count = 0

  init() {
    // 64 jobs fit the busiest moments of an interactive session; growing once costs little when they do not.
    capacity = 64
    slots = .allocate(capacity: capacity)
  }

  deinit {
    // A queued job is a trivial handle, so there is nothing to deinitialise.
    slots.deallocate()
  }

  var isEmpty: Bool { count == 0 }

  mutating func append(_ job: QueuedJob) {
    if count == capacity { grow() }
    (slots + ((head + count) & (capacity - 1))).initialize(to: job)
    count += 1
  }

  mutating func popFirst() -> QueuedJob? {
    guard count > 0 else { return nil }
    let job = (slots + head).move()
    head = (head + 1) & (capacity - 1)
    count -= 1
    return job
  }

  mutating func removeAll() {
    head = 0
    count = 0
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<QueuedJob>.allocate(capacity: capacity * 2)
    // The ring holds two runs: from the head to the end of the memory, and from its start to the head.
    larger.moveInitialize(from: slots + head, count: capacity - head)
    (larger + (capacity - head)).moveInitialize(from: slots, count: head)
    slots.deallocate()
    slots = larger
    capacity *= 2
    head = 0
  }
}
