import Foundation
import Synchronization

/// One world's run queue and virtual time.
///
/// Tasks that prefer this executor run on whatever thread drives it, one job at a time, first in first out; time passes
/// only when somebody advances it. So a run depends on nothing but its inputs, and "idle" is exact.
///
/// Jobs may arrive from any thread. One thread drives at a time; another one that tries meanwhile does nothing.
public final class Scheduler: TaskExecutor, @unchecked Sendable {
  /// A task that sleeps in a scheduler's virtual time.
  public struct Waiting: Equatable, Sendable {
    /// The effect the task belongs to; see ``Scheduler/owner``.
    public let owner: Int?
    /// When it wakes.
    public let deadline: Duration

    public init(owner: Int?, deadline: Duration) {
      self.owner = owner
      self.deadline = deadline
    }
  }

  /// The scheduler of the world that the current task belongs to, for clocks to find.
  @TaskLocal public static var active: Scheduler?

  /// The number of the effect that the current task belongs to.
  @TaskLocal public static var owner: Int?

  private struct State: ~Copyable {
    var queue = RunQueue()
    var timers = TimerHeap()
    var sleepers: [UInt64: Sleeper] = [:]
    var now: Duration = .zero
    var nextSequence: UInt64 = 0
    var home: Thread = .current
    var depth = 0
    var isAbandoning = false
    var onForeignEnqueue: (@Sendable () -> Void)?
  }

  private struct Sleeper {
    let continuation: CheckedContinuation<Void, any Error>
    let owner: Int?
    let deadline: Duration
  }

  /// A thread, by its handle.
  private struct Thread: Equatable {
    private let handle: pthread_t

    static var current: Self { Self(handle: pthread_self()) }

    static func == (lhs: Self, rhs: Self) -> Bool { pthread_equal(lhs.handle, rhs.handle) != 0 }
  }

  private let state = Mutex(State())

  /// A world at time zero with nothing to do.
  ///
  /// The creating thread counts as the one that drives it, until another one does.
  public init() {}

  // MARK: - Running

  /// Runs queued jobs on the calling thread until none is left.
  ///
  /// May be called from a job that is running, which then waits for everything queued behind it.
  ///
  /// - Parameter interrupt: Asked before every job; `true` stops, and leaves the rest in the queue.
  /// - Returns: `false` when interrupted, or when another thread is driving.
  @discardableResult
  public func runUntilIdle(interrupt: (() -> Bool)? = nil) -> Bool {
    guard beginDriving() else { return false }
    defer { endDriving() }
    return drain(interrupt: interrupt)
  }

  /// Whether no job is queued; timers may be waiting.
  public var isIdle: Bool { state.withLock { $0.queue.isEmpty } }

  private func drain(interrupt: (() -> Bool)?) -> Bool {
    while true {
      if let interrupt, interrupt() { return isIdle }
      guard let next = state.withLock({ $0.queue.popFirst() }) else { return true }
      run(next)
    }
  }

  private func run(_ queued: QueuedJob) {
    switch queued.executor {
    case .scheduler:
      queued.job.runSynchronously(on: asUnownedTaskExecutor())
    case .processDefault:
      queued.job.runSynchronously(on: ProcessExecutor.shared.asUnownedTaskExecutor())
    case .processMain:
      queued.job.runSynchronously(on: ProcessMainExecutor.shared.asUnownedSerialExecutor())
    }
  }

  private func beginDriving() -> Bool {
    state.withLock { state in
      let thread = Thread.current
      guard state.depth == 0 || state.home == thread else { return false }
      state.home = thread
      state.depth += 1
      return true
    }
  }

  private func endDriving() {
    state.withLock { $0.depth -= 1 }
  }

  // MARK: - Receiving jobs

  public func enqueue(_ job: consuming ExecutorJob) {
    enqueue(QueuedJob(job: UnownedJob(job), executor: .scheduler))
  }

  func enqueue(_ queued: QueuedJob) {
    let notify = state.withLock { state -> (@Sendable () -> Void)? in
      state.queue.append(queued)
      guard let callback = state.onForeignEnqueue, state.home != Thread.current else { return nil }
      return callback
    }
    notify?()
  }

  func enqueue(_ queued: QueuedJob, after delay: Duration) {
    guard delay > .zero else { return enqueue(queued) }
    state.withLock { state in
      state.nextSequence += 1
      state.timers.insert(
        TimerHeap.Timer(deadline: state.now + delay, sequence: state.nextSequence, event: .job(queued)))
    }
  }

  /// Called on the thread a job arrives from when that is not the one that drove last; wakes whoever waits for input.
  public var onForeignEnqueue: (@Sendable () -> Void)? {
    get { state.withLock { $0.onForeignEnqueue } }
    set { state.withLock { $0.onForeignEnqueue = newValue } }
  }

  // MARK: - Time

  /// The virtual time since this world began.
  public var now: Duration { state.withLock { $0.now } }

  /// Sets the virtual time without waking anybody, to restore a remembered world.
  public func reset(now: Duration) {
    state.withLock { $0.now = now }
  }

  /// When the next timer is due.
  public var nextDeadline: Duration? {
    state.withLock { state in
      Self.dropDeadTimers(&state)
      return state.timers.first?.deadline
    }
  }

  /// Lets virtual time pass.
  ///
  /// - Parameters:
  ///   - duration: How much.
  ///   - interrupt: As in ``runUntilIdle(interrupt:)``.
  /// - Returns: `false` when interrupted; time then stands at the last timer that fired.
  @discardableResult
  public func advance(by duration: Duration, interrupt: (() -> Bool)? = nil) -> Bool {
    advance(to: now + duration, interrupt: interrupt)
  }

  /// Lets virtual time pass until a moment: one timer after the other in the order of their deadlines, and between them
  /// everything they cause.
  ///
  /// - Parameters:
  ///   - deadline: The moment; nothing happens to the time when it is past.
  ///   - interrupt: As in ``runUntilIdle(interrupt:)``.
  /// - Returns: `false` when interrupted; time then stands at the last timer that fired.
  @discardableResult
  public func advance(to deadline: Duration, interrupt: (() -> Bool)? = nil) -> Bool {
    guard beginDriving() else { return false }
    defer { endDriving() }
    guard drain(interrupt: interrupt) else { return false }
    while fireNextTimer(until: deadline) {
      guard drain(interrupt: interrupt) else { return false }
    }
    state.withLock { $0.now = max($0.now, deadline) }
    return true
  }

  private func fireNextTimer(until deadline: Duration) -> Bool {
    let woken = state.withLock { state -> (fired: Bool, sleeper: Sleeper?) in
      Self.dropDeadTimers(&state)
      guard let timer = state.timers.first, timer.deadline <= deadline else { return (false, nil) }
      _ = state.timers.popFirst()
      state.now = max(state.now, timer.deadline)
      switch timer.event {
      case .sleeper:
        return (true, state.sleepers.removeValue(forKey: timer.sequence))
      case .job(let queued):
        state.queue.append(queued)
        return (true, nil)
      }
    }
    woken.sleeper?.continuation.resume()
    return woken.fired
  }

  /// A cancelled sleeper leaves its timer behind, which is dropped when it comes first or when most are dead.
  private static func dropDeadTimers(_ state: inout State) {
    while let first = state.timers.first, case .sleeper = first.event, state.sleepers[first.sequence] == nil {
      _ = state.timers.popFirst()
    }
  }

  // MARK: - Sleeping

  /// Suspends the current task until virtual time reaches a moment.
  ///
  /// - Parameter deadline: The moment; when it is past, only the tasks in the queue go first.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: Duration) async throws {
    try Task.checkCancellation()
    guard deadline > now else {
      await Task.yield()
      return try Task.checkCancellation()
    }
    let sequence = state.withLock { state in
      state.nextSequence += 1
      return state.nextSequence
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let sleeper = Sleeper(continuation: continuation, owner: Scheduler.owner, deadline: deadline)
        let isRefused = state.withLock { state in
          guard !state.isAbandoning else { return true }
          state.sleepers[sequence] = sleeper
          state.timers.insert(TimerHeap.Timer(deadline: deadline, sequence: sequence, event: .sleeper))
          return false
        }
        // The cancellation handler found nothing if it ran before the line above.
        if isRefused {
          continuation.resume(throwing: CancellationError())
        } else if Task.isCancelled {
          cancelSleeper(sequence)
        }
      }
    } onCancel: {
      cancelSleeper(sequence)
    }
  }

  private func cancelSleeper(_ sequence: UInt64) {
    let sleeper = state.withLock { state -> Sleeper? in
      guard let sleeper = state.sleepers.removeValue(forKey: sequence) else { return nil }
      // Rebuilding costs as much as what it drops, so it waits until at least half is dead. 64 keeps small heaps alone.
      if state.timers.count > 64, state.timers.count > 2 * (state.sleepers.count + 32) {
        let alive = state.sleepers
        state.timers.keep { timer in
          if case .sleeper = timer.event { alive[timer.sequence] != nil } else { true }
        }
      }
      return sleeper
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }

  /// The tasks that sleep, in the order they will wake.
  public var waiting: [Waiting] {
    state.withLock { state in
      state.sleepers
        .sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
        .map { Waiting(owner: $0.value.owner, deadline: $0.value.deadline) }
    }
  }

  // MARK: - Ending

  /// Ends a world that is thrown away: lets cancelled tasks finish, wakes the sleepers with `CancellationError`, drops the
  /// rest.
  ///
  /// Cancel the tasks first. A job that is still queued after 100,000 others belongs to a task that ignores its
  /// cancellation; it never runs again, and its memory is not given back.
  public func abandon() {
    guard beginDriving() else { return }
    defer { endDriving() }
    var budget = 100_000
    let isSpent = {
      budget -= 1
      return budget < 0
    }
    state.withLock { $0.isAbandoning = true }
    _ = drain(interrupt: isSpent)
    let sleepers = state.withLock { state in
      defer { state.sleepers = [:] }
      return state.sleepers.sorted { $0.key < $1.key }
    }
    for (_, sleeper) in sleepers { sleeper.continuation.resume(throwing: CancellationError()) }
    _ = drain(interrupt: isSpent)
    state.withLock { state in
      state.timers.removeAll()
      state.queue.removeAll()
      state.isAbandoning = false
    }
  }
}
