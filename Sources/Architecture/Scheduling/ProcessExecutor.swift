import Foundation
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency
import Synchronization

extension Scheduler {
  private static let currentWorld = Mutex(Scheduler())

  /// The world that the process's own executors serve, once they are installed.
  public static var current: Scheduler {
    get { currentWorld.withLock { $0 } }
    set { currentWorld.withLock { $0 = newValue } }
  }

  /// Puts all of the process's concurrency on ``current``: tasks, actors, the main actor, and sleeping.
  ///
  /// - Precondition: Nothing in the process has used concurrency yet; call it first thing in `main`.
  public static func installAsProcessExecutor() {
    ProcessMainExecutor.shared.adoptCurrentThread()
    _createExecutors(factory: ProcessExecutors.self)
  }
}

enum ProcessExecutors: ExecutorFactory {
  static var mainExecutor: any MainExecutor { ProcessMainExecutor.shared }
  static var defaultExecutor: any TaskExecutor { ProcessExecutor.shared }
}

/// Runs what no executor was named for.
final class ProcessExecutor: TaskExecutor, SchedulingExecutor, Sendable {
  static let shared = ProcessExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    Scheduler.current.enqueue(QueuedJob(job: UnownedJob(job), executor: .processDefault))
  }

  func enqueue<C: Clock>(_ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C) {
    Scheduler.current.enqueue(
      QueuedJob(job: UnownedJob(job), executor: .processDefault), after: virtualDelay(delay, clock: clock))
  }

  func enqueue<C: Clock>(_ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C) {
    Scheduler.current.enqueue(
      QueuedJob(job: UnownedJob(job), executor: .processDefault), after: virtualDelay(until: instant, clock: clock))
  }
}

/// Runs the main actor's jobs.
final class ProcessMainExecutor: MainExecutor, SchedulingExecutor, Sendable {
  static let shared = ProcessMainExecutor()

  private let mainThread = Mutex(pthread_self())
  private let isStopped = Atomic(false)
  private let arrivals = DispatchSemaphore(value: 0)

  func adoptCurrentThread() {
    let thread = pthread_self()
    mainThread.withLock { $0 = thread }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    Scheduler.current.enqueue(QueuedJob(job: UnownedJob(job), executor: .processMain))
  }

  func enqueue<C: Clock>(_ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C) {
    Scheduler.current.enqueue(
      QueuedJob(job: UnownedJob(job), executor: .processMain), after: virtualDelay(delay, clock: clock))
  }

  func enqueue<C: Clock>(_ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C) {
    Scheduler.current.enqueue(
      QueuedJob(job: UnownedJob(job), executor: .processMain), after: virtualDelay(until: instant, clock: clock))
  }

  /// Serves an asynchronous `main`: nobody else drives then, so time flies whenever nothing else is left to do.
  func run() throws {
    isStopped.store(false, ordering: .relaxed)
    let isStopped = { self.isStopped.load(ordering: .relaxed) }
    while !isStopped() {
      let world = Scheduler.current
      world.onForeignEnqueue = { [arrivals] in arrivals.signal() }
      world.runUntilIdle(interrupt: isStopped)
      guard !isStopped() else { return }
      if let deadline = world.nextDeadline {
        world.advance(to: deadline, interrupt: isStopped)
      } else if world.isIdle {
        arrivals.wait()
      }
    }
  }

  func stop() {
    isStopped.store(true, ordering: .relaxed)
    arrivals.signal()
  }

  func checkIsolated() {
    precondition(isIsolatingCurrentContext() == true, "The main actor's code runs on the main thread only.")
  }

  func isIsolatingCurrentContext() -> Bool? {
    mainThread.withLock { pthread_equal($0, pthread_self()) != 0 }
  }
}

/// The delay in virtual time; clocks that do not measure in `Duration` cannot be served and wake at once.
private func virtualDelay<C: Clock>(_ delay: C.Duration, clock: C) -> Duration {
  delay as? Duration ?? .zero
}

private func virtualDelay<C: Clock>(until instant: C.Instant, clock: C) -> Duration {
  guard let remaining = clock.now.duration(to: instant) as? Duration else { return .zero }
  return roundedUp(remaining)
}

/// Undoes what real time took between computing an instant and asking for it: a second asked for as "the instant one
/// second from now" arrives as 0.9999… seconds, differently in every run.
///
/// The grain is 10 ms for delays from 100 ms on, which outlasts a preempted thread, and 1 ms for shorter ones.
func roundedUp(_ delay: Duration) -> Duration {
  let attosecondsPerMillisecond: Int128 = 1_000_000_000_000_000
  let grain = attosecondsPerMillisecond * (delay >= .milliseconds(100) ? 10 : 1)
  guard delay > .zero else { return .zero }
  let total = Int128(delay.components.seconds) * 1000 * attosecondsPerMillisecond + Int128(delay.components.attoseconds)
  let rounded = (total + grain - 1) / grain * grain
  let (seconds, rest) = rounded.quotientAndRemainder(dividingBy: 1000 * attosecondsPerMillisecond)
  return Duration(secondsComponent: Int64(seconds), attosecondsComponent: Int64(rest))
}
