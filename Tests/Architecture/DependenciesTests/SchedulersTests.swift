import Clocks
import ConcurrencyExtras
import Dependencies
import Foundation
import IssueReporting
import Scheduling
import Testing

struct SchedulersTests {
  @Dependency(\.mainQueue) var mainQueue
  @Dependency(\.mainRunLoop) var mainRunLoop

  @Test func sleepingMovesTheClockUnderneath() async throws {
    let clock = ImmediateClock()
    let queue = AnySchedulerOf<DispatchQueue>(clock: clock)
    try await queue.sleep(for: .seconds(3))
    try await queue.sleep(for: 0.5)
    try await queue.sleep(for: 1)
    #expect(clock.now == ImmediateClock.Instant(offset: .milliseconds(4500)))
  }

  @Test func aTestsQueueWaitsUntilItIsAdvanced() async {
    let queue = DispatchQueue.test
    let log = LockIsolated<[String]>([])
    let world = Scheduler()
    withDependencies {
      $0.mainQueue = queue.eraseToAnyScheduler()
    } operation: {
      Scheduler.$place.withValue(Scheduler.Place(scheduler: world)) {
        _ = Task(executorPreference: world) {
          try await mainQueue.sleep(for: .milliseconds(300))
          log.withValue { $0.append("slept") }
          for await _ in mainQueue.timer(interval: 1).prefix(2) { log.withValue { $0.append("tick") } }
        }
      }
    }
    world.runUntilIdle()
    await queue.advance(by: .milliseconds(299))
    #expect(log.value == [])
    await queue.advance(by: .milliseconds(1))
    #expect(log.value == ["slept"])
    await queue.advance(by: 1)
    #expect(log.value == ["slept", "tick"])
    await queue.run()
    #expect(log.value == ["slept", "tick", "tick"])
  }

  @Test func scheduledWorkRunsLaterOrNotAtAll() async {
    let queue = DispatchQueue.test
    let log = LockIsolated<[String]>([])
    let world = Scheduler()
    let any: AnySchedulerOf<DispatchQueue> = queue.eraseToAnyScheduler()
    let never = Scheduler.$place.withValue(Scheduler.Place(scheduler: world)) {
      any.schedule { log.withValue { $0.append("at once") } }
      any.schedule(after: .seconds(1)) { log.withValue { $0.append("later") } }
      return any.schedule(after: .seconds(1)) { log.withValue { $0.append("never") } }
    }
    world.runUntilIdle()
    #expect(log.value == ["at once"])
    never.cancel()
    await queue.advance(by: .seconds(1))
    #expect(log.value == ["at once", "later"])
  }

  @Test func inTestsTheMainQueueMustBeGiven() async throws {
    await withExpectedIssue { try? await mainQueue.sleep(for: .seconds(1)) }
    await withExpectedIssue { try? await mainRunLoop.sleep(for: .seconds(1)) }
    try await withDependencies {
      $0.mainQueue = .immediate
      $0.mainRunLoop = RunLoop.immediate
    } operation: {
      try await mainQueue.sleep(for: .seconds(100))
      try await mainRunLoop.sleep(for: .seconds(100))
    }
  }

  @Test func aSchedulerMayBePassedByItsShortName() {
    func take(_ scheduler: some TimeScheduler) -> Bool { scheduler.clock is ContinuousClock }
    #expect(take(.main))
    #expect(take(DispatchQueue.main))
    #expect(take(RunLoop.main))
    #expect(!take(DispatchQueue.test))
  }
}
