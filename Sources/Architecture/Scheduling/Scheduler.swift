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

  /// What a task was started for. One value and not three, since each costs something whenever a task is started.
  package struct Place: Sendable {
    /// The world it belongs to, so that clocks find it.
    package let scheduler: Scheduler?
    /// The effect.
    package let owner: Int?
    /// Where that effect is in its store.
    package let location: (any AnyObject & Sendable)?

    package init(scheduler: Scheduler? = nil, owner: Int? = nil, location: (any AnyObject & Sendable)? = nil) {
      self.scheduler = scheduler
      self.owner = owner
      self.location = location
    }
  }

  @TaskLocal package static var place: Place?
  /// The world that the task belongs to.
  package static var active: Scheduler? { place?.scheduler }
  /// The effect the task was started for.
  package static var owner: Int? { place?.owner }

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
    let queue = WaitingLine<Job>(capacity: 64)
    var timers = TimerHeap<Event>()
    var sleepers: [Int: Sleeper] = [:]
    /// How many timers belong to sleepers that were cancelled.
    var deadTimers = 0
    var nextTimer = 0
    /// Counts timers that came and went.
    var timerChanges = 0
    var now = Duration.zero
    var driver: pthread_t?
    /// Whether the job that runs was given to the scheduler itself, not to one of the process's executors.
    var isOwnJob = false
    var onForeignEnqueue: (@Sendable () -> Void)?
    /// The thread whose jobs are the world's own; `nil` where all threads' jobs are.
    var home: pthread_t?
    /// What other threads handed in and nobody has let in yet.
    var foreign: [Foreign] = []
    /// A moment of real time not after the job that runs began to run.
    var jobStart: ContinuousClock.Instant?
    /// Whether a job ever slept until an instant of a real clock, so that the start of each job has to be known.
    var notesJobStarts = false

    mutating func insert(_ job: Job, after delay: Duration, owner: Int?) {
      timers.insert(.job(job, owner: owner), deadline: now + max(delay, .zero), sequence: nextTimer)
      nextTimer += 1
      timerChanges += 1
    }
  }

  /// A job from a thread that is not the world's.
  fileprivate struct Foreign {
    let job: Job
    /// How long it sleeps first, and for whom.
    let delay: Duration?
    let owner: Int?
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
    guard state.withLock({ !$0.queue.isEmpty }) else { return true }
    let thread = pthread_self()
    let (isDriver, previous, wasOwnJob) = state.withLock { state -> (Bool, pthread_t?, Bool) in
      let previous = state.driver
      guard previous == nil || pthread_equal(previous ?? thread, thread) != 0 else { return (false, previous, false) }
      state.driver = thread
      return (true, previous, state.isOwnJob)
    }
    // Another thread drives already; it runs what is queued.
    guard isDriver else { return true }
    // What runs here is no part of what the thread was doing, should that be something.
    let outer = ThreadContext.lend(nil)
    defer {
      ThreadContext.giveBack(outer)
      state.withLock { state in
        state.driver = previous
        state.isOwnJob = wasOwnJob
      }
    }
    let start = ContinuousClock.now
    state.withLock { $0.jobStart = start }
    while true {
      if let interrupt, interrupt() { return state.withLock { $0.queue.isEmpty } }
      guard let job = takeJob() else { return true }
      run(job)
    }
  }

  private func takeJob() -> Job? {
    let (job, notesStart) = state.withLock { state in
      let job = state.queue.isEmpty ? nil : state.queue.removeFirst()
      state.isOwnJob = job?.identity == .own
      return (job, state.notesJobStarts)
    }
    if notesStart {
      let start = ContinuousClock.now
      state.withLock { $0.jobStart = start }
    }
    return job
  }

  /// Whether the thread that asks is the one that drives the scheduler at the moment.
  package var isDrivenHere: Bool {
    let thread = pthread_self()
    return state.withLock { $0.isDriven(by: thread) }
  }

  /// Whether the code that asks runs as one of the scheduler's own jobs, so that what may only be done on the driving thread can be done
  /// at once.
  package var isRunningHere: Bool {
    let thread = pthread_self()
    return state.withLock { $0.isOwnJob && $0.isDriven(by: thread) }
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
        for foreign in state.foreign { state.queue.append(foreign.job) }
        state.foreign = []
        return (sleepers, !state.queue.isEmpty)
      }
      for (_, sleeper) in sleepers.sorted(by: { $0.key < $1.key }) { sleeper.continuation.resume(throwing: CancellationError()) }
      if sleepers.isEmpty, !hasTimers { return }
      runUntilIdle {
        budget -= 1
        return budget <= 0
      }
    }
    state.withLock { $0.queue.removeAll() }
  }

  /// Called when a job arrives while nobody drives, or from a thread that does not: something outside the world has an answer.
  package var onForeignEnqueue: (@Sendable () -> Void)? {
    get { state.withLock { $0.onForeignEnqueue } }
    set { state.withLock { $0.onForeignEnqueue = newValue } }
  }

  // MARK: Other threads

  /// From now on the calling thread is the one whose jobs are the world's own: what other threads hand in waits until it is let in.
  ///
  /// So nothing that happens outside can come in the middle of what the world does, however the threads race.
  package func keepForeignJobsApart() {
    let thread = pthread_self()
    state.withLock { $0.home = thread }
  }

  /// Whether jobs from other threads wait to be let in.
  package var hasForeignJobs: Bool { state.withLock { !$0.foreign.isEmpty } }

  /// Queues what other threads handed in so far, in the order it came; `false` when there was nothing.
  @discardableResult
  package func letForeignJobsIn() -> Bool {
    state.withLock { state in
      let foreign = state.foreign
      state.foreign = []
      for item in foreign {
        if let delay = item.delay {
          state.insert(item.job, after: delay, owner: item.owner)
        } else {
          state.queue.append(item.job)
        }
      }
      return !foreign.isEmpty
    }
  }

  // MARK: Jobs

  package func enqueue(_ job: consuming ExecutorJob) { enqueue(UnownedJob(job), as: .own) }

  func enqueue(_ job: UnownedJob, as identity: Identity) {
    let thread = pthread_self()
    let notify = state.withLock { state -> (@Sendable () -> Void)? in
      let job = Job(job: job, identity: identity)
      if let home = state.home {
        guard pthread_equal(home, thread) == 0 else {
          state.queue.append(job)
          return nil
        }
        state.foreign.append(Foreign(job: job, delay: nil, owner: nil))
        return state.onForeignEnqueue
      }
      state.queue.append(job)
      guard let notify = state.onForeignEnqueue else { return nil }
      return state.isDriven(by: thread) ? nil : notify
    }
    notify?()
  }

  func enqueue(_ job: UnownedJob, after delay: Duration, as identity: Identity) {
    let owner = Self.owner
    let thread = pthread_self()
    let notify = state.withLock { state -> (@Sendable () -> Void)? in
      let job = Job(job: job, identity: identity)
      if let home = state.home, pthread_equal(home, thread) == 0 {
        state.foreign.append(Foreign(job: job, delay: delay, owner: owner))
        return state.onForeignEnqueue
      }
      state.insert(job, after: delay, owner: owner)
      return nil
    }
    notify?()
  }

  /// Queues a job for an instant of a real clock, which is `delay` away from now.
  ///
  /// The job that runs has asked that clock for the time since it began, and added a duration that a person wrote. Real time has
  /// passed since, more on a busy machine; so virtual time is given the roundest duration that may have been meant.
  func enqueue(_ job: UnownedJob, untilInstantIn delay: Duration, as identity: Identity) {
    let now = ContinuousClock.now
    let start = state.withLock { state in
      state.notesJobStarts = true
      return state.jobStart
    }
    let elapsed = max(start.map { $0.duration(to: now) } ?? .zero, .zero)
    enqueue(job, after: RoundDuration.roundest(in: delay...(delay + elapsed)), as: identity)
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
  func isDriven(by thread: pthread_t) -> Bool { driver.map { pthread_equal($0, thread) != 0 } ?? false }

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
    enqueue(UnownedJob(job), untilInstantIn: Self.virtual(clock.now.duration(to: instant)), as: .own)
  }

  /// A delay asked of a real clock; none where the clock does not count in `Duration`.
  static func virtual<D: DurationProtocol>(_ delay: D) -> Duration { delay as? Duration ?? .zero }
}
