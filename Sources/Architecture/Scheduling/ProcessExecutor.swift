import Foundation
import Synchronization
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

extension Scheduler {
  private static let currentBox = Mutex(Scheduler())

  /// The world that the process's own executors hand their jobs to, once `installAsProcessExecutor()` was called.
  package static var current: Scheduler {
    get { currentBox.withLock { $0 } }
    set { currentBox.withLock { $0 = newValue } }
  }

  /// Puts all concurrency of the process, the main actor's too, on the current scheduler.
  ///
  /// Must be the first thing the process does: executors that exist already cannot be replaced.
  package static func installAsProcessExecutor() { _createExecutors(factory: ProcessExecutorFactory.self) }
}

private struct ProcessExecutorFactory: ExecutorFactory {
  static var mainExecutor: any MainExecutor { ProcessMainExecutor.shared }
  static var defaultExecutor: any TaskExecutor { ProcessExecutor.shared }
}

/// The process's default executor: hands every job to the current scheduler.
final class ProcessExecutor: TaskExecutor, SchedulingExecutor, Sendable {
  static let shared = ProcessExecutor()

  func enqueue(_ job: consuming ExecutorJob) { Scheduler.current.enqueue(UnownedJob(job), as: .processDefault) }

  func enqueue<C: Clock>(_ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C) {
    Scheduler.current.enqueue(UnownedJob(job), after: Scheduler.virtual(delay), as: .processDefault)
  }

  func enqueue<C: Clock>(_ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C) {
    Scheduler.current.enqueue(
      UnownedJob(job), untilInstantIn: Scheduler.virtual(clock.now.duration(to: instant)), as: .processDefault)
  }
}

/// The main actor's executor: hands every job to the current scheduler, to be run as the main actor's.
final class ProcessMainExecutor: MainExecutor, SchedulingExecutor, Sendable {
  static let shared = ProcessMainExecutor()

  func enqueue(_ job: consuming ExecutorJob) { Scheduler.current.enqueue(UnownedJob(job), as: .processMain) }

  func enqueue<C: Clock>(_ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C) {
    Scheduler.current.enqueue(UnownedJob(job), after: Scheduler.virtual(delay), as: .processMain)
  }

  func enqueue<C: Clock>(_ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C) {
    Scheduler.current.enqueue(
      UnownedJob(job), untilInstantIn: Scheduler.virtual(clock.now.duration(to: instant)), as: .processMain)
  }

  func run() throws { Scheduler.current.runUntilIdle() }
  func stop() {}
  func isSameExclusiveExecutionContext(other: ProcessMainExecutor) -> Bool { true }
  func checkIsolated() { precondition(Thread.isMainThread, "not on the main thread") }
}
