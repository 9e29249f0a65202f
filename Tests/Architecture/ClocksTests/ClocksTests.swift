import Clocks
import IssueReporting
import Scheduling
import Synchronization
import Testing

private final class Trail: Sendable {
  private let entries = Mutex<[String]>([])
  func note(_ entry: String) { entries.withLock { $0.append(entry) } }
  var all: [String] { entries.withLock { $0 } }
}

@Suite struct ClocksTests {
  private let trail = Trail()

  /// Starts a task in a world of its own that notes each beat of a timer.
  private func start<C: Clock<Duration>>(_ clock: C, in world: Scheduler, every interval: Duration) -> Task<Void, Never> {
    let task = Scheduler.$place.withValue(Scheduler.Place(scheduler: world)) {
      Task(executorPreference: world) { [trail] in
        for await _ in clock.timer(interval: interval) { trail.note("beat") }
        trail.note("ended")
      }
    }
    world.runUntilIdle()
    return task
  }

  @Test func aTestClockBeatsOncePerIntervalItIsAdvanced() async {
    let (clock, world) = (TestClock(), Scheduler())
    let task = start(clock, in: world, every: .seconds(1))
    await clock.advance(by: .milliseconds(999))
    #expect(trail.all == [])
    await clock.advance(by: .milliseconds(1))
    #expect(trail.all == ["beat"])
    await clock.advance(by: .seconds(3))
    #expect(trail.all == ["beat", "beat", "beat", "beat"])
    task.cancel()
    world.runUntilIdle()
    #expect(trail.all.last == "ended")
  }

  @Test func aTestClockResumesSleepersInTheOrderOfTheirDeadlines() async {
    let (clock, world) = (TestClock(), Scheduler())
    for (name, delay) in [("second", 2), ("first", 1), ("third", 3)] {
      Scheduler.$place.withValue(Scheduler.Place(scheduler: world)) {
        _ = Task(executorPreference: world) { [trail] in
          try await clock.sleep(for: .seconds(delay))
          trail.note(name)
        }
      }
    }
    world.runUntilIdle()
    await clock.run(timeout: .seconds(1))
    #expect(trail.all == ["first", "second", "third"])
    #expect(clock.now == TestClock.Instant(offset: .seconds(3)))
  }

  @Test func whatIsDueThisMomentWaitsForTheNextAdvance() async {
    let (clock, world) = (TestClock(), Scheduler())
    Scheduler.$place.withValue(Scheduler.Place(scheduler: world)) {
      _ = Task(executorPreference: world) { [trail] in
        try await clock.sleep(for: .zero)
        trail.note("resumed")
        try await clock.sleep(until: TestClock.Instant(offset: .seconds(-1)))
        trail.note("past")
      }
    }
    world.runUntilIdle()
    #expect(trail.all == [])
    await clock.advance()
    #expect(trail.all == ["resumed", "past"], "what is due in the past does not wait")
    #expect(clock.now == TestClock.Instant())
  }

  @Test func aTestClockSaysWhetherSomethingSleeps() async throws {
    let (clock, world) = (TestClock(), Scheduler())
    try await clock.checkSuspension()
    let task = start(clock, in: world, every: .seconds(1))
    await #expect(throws: TestClock<Duration>.SuspensionError.self) { try await clock.checkSuspension() }
    task.cancel()
    world.runUntilIdle()
    try await clock.checkSuspension()
  }

  @Test func aTimerWithoutEndIsReportedWhenAClockIsRun() async {
    let (clock, world) = (TestClock(), Scheduler())
    let task = start(clock, in: world, every: .seconds(1))
    await withExpectedIssue { await clock.run(limit: 3) }
    #expect(trail.all == ["beat", "beat", "beat"])
    task.cancel()
    world.runUntilIdle()
  }

  @Test func theSchedulersClockShowsAndSleepsInItsTime() {
    let world = Scheduler()
    let task = start(SchedulerClock(scheduler: world), in: world, every: .seconds(1))
    world.advance(by: .seconds(2))
    #expect(trail.all == ["beat", "beat"])
    #expect(SchedulerClock(scheduler: world).now.offset == .seconds(2))
    task.cancel()
    world.runUntilIdle()
  }

  @Test func anImmediateClockJumpsToTheDeadline() async throws {
    let clock = ImmediateClock()
    try await clock.sleep(for: .seconds(5))
    #expect(clock.now == ImmediateClock.Instant(offset: .seconds(5)))
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    task.cancel()
    _ = await task.result
    for await _ in clock.timer(interval: .seconds(1)) { break }
    #expect(clock.now >= ImmediateClock.Instant(offset: .seconds(6)))
  }

  @Test func anUnimplementedClockReportsItsUse() async throws {
    let clock = UnimplementedClock(name: "Clock")
    await withExpectedIssue { try await clock.sleep(for: .seconds(1)) }
    withExpectedIssue { _ = clock.now }
  }

  @Test func anyClockKeepsTheTimeOfTheClockInside() async throws {
    let inner = ImmediateClock()
    let clock = AnyClock(inner)
    let start = clock.now
    try await clock.sleep(until: start.advanced(by: .seconds(2)))
    #expect(start.duration(to: clock.now) == .seconds(2))
    #expect(inner.now == ImmediateClock.Instant(offset: .seconds(2)))
  }
}
