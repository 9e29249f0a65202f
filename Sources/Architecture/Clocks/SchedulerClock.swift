import Scheduling

/// A clock that shows a scheduler's virtual time and sleeps in it.
package struct SchedulerClock: Clock {
  package typealias Instant = OffsetInstant<Duration>

  private let scheduler: Scheduler

  /// - Parameter scheduler: The world whose time it shows.
  package init(scheduler: Scheduler) { self.scheduler = scheduler }

  package var now: Instant { Instant(offset: scheduler.now) }
  package var minimumResolution: Duration { .zero }

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await scheduler.sleep(until: deadline.offset)
  }
}
