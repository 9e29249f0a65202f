import Foundation
import Synchronization
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

/// A world's run queue, virtual time and timers: everything concurrent in it runs here, on the thread that drives it, first in first out.
///
/// Tasks reach it by executor preference, or, in a process that called `installAsProcessExecutor()`, because it is `current`.
/// Nothing happens unless somebody drives it: `runUntilIdle` runs what is queued, `advance` also moves time. So "idle" is exact, and the
/// same tasks always run in the same order.
///
/// Sound to share: every stored property is behind the mutex, and jobs run on the driving thread only.
package final class Scheduler: TaskExecutor, @unchecked Sendable {
  /// Something that waits for virtual time to pass.
  package struct Waiting: Hashable, Sendable {
    /// When it goes on.
    package let deadline: Duration
    /// The effect it belongs to, if it belongs to one.
    package let owner: Int?
  }

  /// Which of the process's executors a job was given to; it must run under that one's identity.
  enum Identity { case own, processDefault, processMain }

  /// The world that a task started for an effect belongs to, so that clocks find it.
  @TaskLocal package static var active: Scheduler?
  /// The effect a task was started for.
  @TaskLocal package static var owner: Int?

  fileprivate struct Job {
    let job: UnownedJob
    let identity: Identity
  }

  fileprivate struct Sleeper {
    let deadline: Duration
    let owner: Int?
    let continuation: CheckedContinuation<Void, any Error>
  }

  fileprivate enum Event {
    /// A task that called `sleep(until:)` goes on, unless it is cancelled meanwhile; found by the timer's number.
    case sleeper
    /// A job is queued that a raw sleep delayed.
    case job(Job, owner: Int?)
  }

  fileprivate struct State: ~Copyable {
    var queue = RunQueue<Job>()
    var timers = TimerHeap<Event>()
    var sleepers: [Int: Sleeper] = [:]
    /// How many timers belong to sleepers that were cancelled.
    var deadTimers = 0
    var nextTimer = 0
    /// Counts timers that came and went.
    var timerChanges = 0
    var now = Duration.zero
    var driver: pthread_t?
    var onForeignEnqueue: (@Sendable () -> Void)?
  }
  private let state = Mutex(State())

  /// A world at virtual time zero with nothing to do.
  package init() {}

  // MARK: Time

  /// Virtual time since the world began.
  package var now: Duration { state.withLock { $0.now } }

  /// Sets virtual time without running anything, for a world that continues from a recorded moment.
  package func reset(now: Duration) { state.withLock { $0.now = now } }

  /// When the next timer is due; `nil` when nothing waits for time to pass.
  package var nextDeadline: Duration? { state.withLock { $0.dropDeadTimers()?.deadline } }

  /// What waits for time to pass, in the order it is due.
  package var waiting: [Waiting] {
    state.withLock { state in
      state.timers.elements.compactMap { timer in
        switch timer.value {
        case .sleeper: state.sleepers[timer.sequence].map { Waiting(deadline: timer.deadline, owner: $0.owner) }
        case .job(_, let owner): Waiting(deadline: timer.deadline, owner: owner)
        }
      }
    }
  }

  /// A number that is another one whenever a timer came or went, to see whether `waiting` could have changed.
  package var timerChanges: Int { state.withLock { $0.timerChanges } }

  /// Suspends the calling task until virtual time reaches a deadline; at once when it has.
  ///
  /// - Throws: `CancellationError`, as soon as the task is cancelled.
  package func sleep(until deadline: Duration) async throws {
    try Task.checkCancellation()
    let number = state.withLock { state in
      defer { state.nextTimer += 1 }
      return state.nextTimer
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        enum Outcome { case waits, due, cancelled }
        let outcome = state.withLock { state -> Outcome in
          if Task.isCancelled { return .cancelled }
          if deadline <= state.now { return .due }
          state.sleepers[number] = Sleeper(deadline: deadline, owner: Self.owner, continuation: continuation)
          state.timers.insert(.sleeper, deadline: deadline, sequence: number)
          state.timerChanges += 1
          return .waits
        }
        switch outcome {
        case .waits: break
        case .due: continuation.resume()
        case .cancelled: continuation.resume(throwing: CancellationError())
        }
      }
    } onCancel: {
      let sleeper = state.withLock { $0.removeSleeper(number) }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  // MARK: Driving

  /// Runs queued jobs on the calling thread until none is queued.
  ///
  /// - Parameter interrupt: Asked before each job; `true` stops.
  /// - Returns: Whether nothing is queued any more; `false` when it was interrupted.
  @discardableResult
  package func runUntilIdle(interrupt: (() -> Bool)? = nil) -> Bool {
    let thread = pthread_self()
    let (isDriver, previous) = state.withLock { state -> (Bool, pthread_t?) in
      let previous = state.driver
      guard previous == nil || pthread_equal(previous ?? thread, thread) != 0 else { return (false, previous) }
      state.driver = thread
      return (true, previous)
    }
    // Another thread drives already; it runs what is queued.
    guard isDriver else { return true }
    defer { state.withLock { $0.driver = previous } }
    while true {
      if let interrupt, interrupt() { return state.withLock { $0.queue.isEmpty } }
      guard let job = state.withLock({ $0.queue.removeFirst() }) else { return true }
      run(job)
    }
  }

  /// Moves virtual time forward, event by event: whatever is due next is run until nothing is queued, then the one after it.
  ///
  /// - Parameters:
  ///   - duration: How far.
  ///   - interrupt: Asked between jobs; `true` stops.
  /// - Returns: Whether time arrived there; `false` when it was interrupted on the way.
  @discardableResult
  package func advance(by duration: Duration, interrupt: (() -> Bool)? = nil) -> Bool {
    advance(to: now + duration, interrupt: interrupt)
  }

  /// Moves virtual time forward to a moment; see `advance(by:)`.
  @discardableResult
  package func advance(to target: Duration, interrupt: (() -> Bool)? = nil) -> Bool {
    guard runUntilIdle(interrupt: interrupt) else { return false }
    while fireNextTimer(until: target) {
      guard runUntilIdle(interrupt: interrupt) else { return false }
    }
    state.withLock { $0.now = max($0.now, target) }
    return true
  }

  /// Ends a world that is thrown away: who sleeps is cancelled, and what is queued runs off.
  ///
  /// A task that ignores its cancellation is left behind after a bounded number of rounds.
  package func abandon() {
    var budget = 100_000
    while budget > 0 {
      let (sleepers, hasTimers) = state.withLock { state in
        let sleepers = state.sleepers
        state.sleepers = [:]
        state.deadTimers = 0
        while let timer = state.timers.removeFirst() {
          if case .job(let job, _) = timer.value { state.queue.append(job) }
        }
        return (sleepers, !state.queue.isEmpty)
      }
      for (_, sleeper) in sleepers.sorted(by: { $0.key < $1.key }) { sleeper.continuation.resume(throwing: CancellationError()) }
      if sleepers.isEmpty, !hasTimers { return }
      runUntilIdle {
        budget -= 1
        return budget <= 0
      }
    }
    state.withLock { $0.queue = RunQueue() }
  }

  /// Called when a job arrives while nobody drives, or from a thread that does not: something outside the world has an answer.
  package var onForeignEnqueue: (@Sendable () -> Void)? {
    get { state.withLock { $0.onForeignEnqueue } }
    set { state.withLock { $0.onForeignEnqueue = newValue } }
  }

  // MARK: Jobs

  package func enqueue(_ job: consuming ExecutorJob) { enqueue(UnownedJob(job), as: .own) }

  func enqueue(_ job: UnownedJob, as identity: Identity) {
    let notify = state.withLock { state -> (@Sendable () -> Void)? in
      state.queue.append(Job(job: job, identity: identity))
      guard let notify = state.onForeignEnqueue else { return nil }
      if let driver = state.driver, pthread_equal(driver, pthread_self()) != 0 { return nil }
      return notify
    }
    notify?()
  }

  func enqueue(_ job: UnownedJob, after delay: Duration, as identity: Identity) {
    let owner = Self.owner
    state.withLock { state in
      state.timers.insert(
        .job(Job(job: job, identity: identity), owner: owner), deadline: state.now + max(delay, .zero), sequence: state.nextTimer)
      state.nextTimer += 1
      state.timerChanges += 1
    }
  }

  private func run(_ job: Job) {
    switch job.identity {
    case .own: job.job.runSynchronously(on: asUnownedTaskExecutor())
    case .processDefault: job.job.runSynchronously(on: ProcessExecutor.shared.asUnownedTaskExecutor())
    case .processMain: job.job.runSynchronously(on: ProcessMainExecutor.shared.asUnownedSerialExecutor())
    }
  }

  /// Moves time to the next timer and lets it fire; `false` when none is due until a moment.
  private func fireNextTimer(until target: Duration) -> Bool {
    let (isDue, sleeper) = state.withLock { state -> (Bool, Sleeper?) in
      guard let timer = state.dropDeadTimers(), timer.deadline <= target else { return (false, nil) }
      state.timers.removeFirst()
      state.timerChanges += 1
      state.now = max(state.now, timer.deadline)
      switch timer.value {
      case .sleeper:
        return (true, state.sleepers.removeValue(forKey: timer.sequence))
      case .job(let job, _):
        state.queue.append(job)
        return (true, nil)
      }
    }
    sleeper?.continuation.resume()
    return isDue
  }
}

extension Scheduler.State {
  /// The timer that is due next, after dropping those before it whose sleepers were cancelled.
  mutating func dropDeadTimers() -> TimerHeap<Scheduler.Event>.Element? {
    while let first = timers.first {
      guard case .sleeper = first.value, sleepers[first.sequence] == nil else { return first }
      timers.removeFirst()
      deadTimers -= 1
    }
    return nil
  }

  /// Forgets a sleeper whose task was cancelled; its timer stays behind until it comes first or too many have piled up.
  mutating func removeSleeper(_ number: Int) -> Scheduler.Sleeper? {
    guard let sleeper = sleepers.removeValue(forKey: number) else { return nil }
    timerChanges += 1
    // Dropping costs as much as there are timers, so it waits until at least half of them, and of 64, are dead.
    deadTimers += 1
    if timers.count > 64, deadTimers > timers.count / 2 {
      deadTimers = 0
      let alive = sleepers
      timers.keep { timer in
        if case .sleeper = timer.value { alive[timer.sequence] != nil } else { true }
      }
    }
    return sleeper
  }
}

extension Scheduler: SchedulingExecutor {
  package func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
  ) {
    enqueue(UnownedJob(job), after: Self.virtual(delay), as: .own)
  }

  package func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
  ) {
    enqueue(UnownedJob(job), after: Self.virtual(clock.now.duration(to: instant)), as: .own)
  }

  /// A delay asked of a real clock, in virtual time.
  ///
  /// A deadline on a real clock has lost the microseconds since it was computed; rounding up to the next millisecond gives back the
  /// delay that was meant, whatever the machine was doing meanwhile.
  static func virtual<D: DurationProtocol>(_ delay: D) -> Duration {
    guard let delay = delay as? Duration else { return .zero }
    let (seconds, attoseconds) = delay.components
    let millisecond: Int64 = 1_000_000_000_000_000
    let remainder = attoseconds % millisecond
    guard remainder > 0 else { return delay }
    return Duration(secondsComponent: seconds, attosecondsComponent: attoseconds - remainder + millisecond)
  }
}
