import Foundation
import Synchronization
import Testing

@testable import Scheduling

/// What other threads hand in waits until it is let in, and sleeps of a real clock become those of virtual time.
@Suite final class ForeignJobTests: Sendable {
  private let scheduler = Scheduler()
  private let trail = Mutex<[String]>([])

  /// A task of the scheduler that suspends until another thread resumes it; the thread has ended when this returns.
  private func leaveAndReturn(noting text: String) {
    let continuations = Mutex<CheckedContinuation<Void, Never>?>(nil)
    Task(executorPreference: scheduler) { [self] in
      await withCheckedContinuation { continuation in continuations.withLock { $0 = continuation } }
      trail.withLock { $0.append(text) }
    }
    scheduler.runUntilIdle()
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      continuations.withLock { $0 }?.resume()
      done.signal()
    }
    done.wait()
  }

  @Test func aJobOfAnotherThreadWaitsUntilItIsLetIn() {
    let rings = Mutex(0)
    scheduler.keepForeignJobsApart()
    scheduler.onForeignEnqueue = { rings.withLock { $0 += 1 } }
    leaveAndReturn(noting: "from outside")
    #expect(rings.withLock { $0 } == 1)
    #expect(scheduler.hasForeignJobs)
    scheduler.runUntilIdle()
    #expect(trail.withLock { $0 } == [])
    #expect(scheduler.letForeignJobsIn())
    #expect(!scheduler.letForeignJobsIn())
    scheduler.runUntilIdle()
    #expect(trail.withLock { $0 } == ["from outside"])
  }

  @Test func jobsOfTheWorldsOwnThreadAreNoneOfThem() {
    scheduler.keepForeignJobsApart()
    Task(executorPreference: scheduler) { [self] in trail.withLock { $0.append("own") } }
    #expect(!scheduler.hasForeignJobs)
    scheduler.runUntilIdle()
    #expect(trail.withLock { $0 } == ["own"])
  }

  @Test func whatIsAbandonedRunsOffTooWhenItCameFromOutside() {
    scheduler.keepForeignJobsApart()
    leaveAndReturn(noting: "ran off")
    scheduler.abandon()
    #expect(trail.withLock { $0 } == ["ran off"])
    #expect(!scheduler.hasForeignJobs)
  }

  @Test func withoutAThreadOfItsOwnEveryJobIsQueuedAtOnce() {
    leaveAndReturn(noting: "queued")
    scheduler.runUntilIdle()
    #expect(trail.withLock { $0 } == ["queued"])
  }

  @Test(
    arguments: [
      (999_990_000, 10_000, 1_000_000_000), (1_000_000_000, 60_000_000, 1_000_000_000), (249_000_000, 2_000_000, 250_000_000),
      (190_000_000, 60_000_000, 250_000_000), (2_499_999_000, 3_000, 2_500_000_000), (16_000_000, 700_000, 16_000_000),
      (59_998_000_000, 5_000_000, 60_000_000_000), (1_234_567, 0, 1_234_567), (-5, 10, 5),
      (86_399_999_000_000, 2_000_000, 86_400_000_000_000),
    ] as [(Int64, Int64, Int64)])
  func theRoundestDurationIsTheOneThatWasMeant(lower: Int64, elapsed: Int64, meant: Int64) {
    let range = Duration.nanoseconds(lower)...Duration.nanoseconds(lower + elapsed)
    #expect(RoundDuration.roundest(in: range) == .nanoseconds(meant))
  }
}
