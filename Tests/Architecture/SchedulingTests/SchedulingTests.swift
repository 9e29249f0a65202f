import Scheduling
import Synchronization
import Testing

/// A log that tasks write to.
private final class Trail: Sendable {
  private let entries = Mutex<[String]>([])
  func note(_ entry: String) { entries.withLock { $0.append(entry) } }
  var all: [String] { entries.withLock { $0 } }
}

private actor Counter {
  var count = 0
  func increment() -> Int {
    count += 1
    return count
  }
}

@Suite struct SchedulingTests {
  let scheduler = Scheduler()
  private let trail = Trail()

  @Test func nothingRunsUntilItIsDriven() {
    Task(executorPreference: scheduler) { [trail] in trail.note("ran") }
    #expect(trail.all == [])
    scheduler.runUntilIdle()
    #expect(trail.all == ["ran"])
  }

  @Test func tasksRunFirstInFirstOutAndChildrenToo() {
    Task(executorPreference: scheduler) { [trail] in
      await withTaskGroup(of: Void.self) { group in
        for number in 1...3 {
          group.addTask {
            trail.note("begin \(number)")
            await Task.yield()
            trail.note("end \(number)")
          }
        }
      }
      trail.note("all")
    }
    scheduler.runUntilIdle()
    #expect(trail.all == ["begin 1", "begin 2", "begin 3", "end 1", "end 2", "end 3", "all"])
  }

  @Test func actorsRunHereToo() {
    let counter = Counter()
    for _ in 0..<3 {
      Task(executorPreference: scheduler) { [trail] in trail.note("\(await counter.increment())") }
    }
    scheduler.runUntilIdle()
    #expect(trail.all == ["1", "2", "3"])
  }

  @Test func timePassesEventByEventInTheOrderOfDeadlines() {
    for (name, delay) in [("late", 3), ("early", 1), ("middle", 2), ("early too", 1)] {
      Task(executorPreference: scheduler) { [scheduler, trail] in
        try await scheduler.sleep(until: .seconds(delay))
        trail.note("\(name) at \(scheduler.now)")
      }
    }
    scheduler.runUntilIdle()
    #expect(scheduler.nextDeadline == .seconds(1))
    #expect(scheduler.waiting.map(\.deadline) == [.seconds(1), .seconds(1), .seconds(2), .seconds(3)])
    scheduler.advance(by: .milliseconds(2500))
    #expect(trail.all == ["early at 1.0 seconds", "early too at 1.0 seconds", "middle at 2.0 seconds"])
    #expect(scheduler.now == .milliseconds(2500))
    scheduler.advance(by: .seconds(1))
    #expect(trail.all.last == "late at 3.0 seconds")
    #expect(scheduler.nextDeadline == nil)
  }

  @Test func aTimerSetByATimerIsDueInTheSameAdvance() {
    Task(executorPreference: scheduler) { [scheduler, trail] in
      for second in 1...3 {
        try await scheduler.sleep(until: .seconds(second))
        trail.note("\(scheduler.now)")
      }
    }
    scheduler.runUntilIdle()
    scheduler.advance(by: .seconds(3))
    #expect(trail.all == ["1.0 seconds", "2.0 seconds", "3.0 seconds"])
  }

  @Test func cancellingWakesASleeperAtOnce() {
    let task = Task(executorPreference: scheduler) { [scheduler, trail] in
      do {
        try await scheduler.sleep(until: .seconds(1))
      } catch {
        trail.note("\(type(of: error)) at \(scheduler.now)")
      }
    }
    scheduler.runUntilIdle()
    task.cancel()
    scheduler.runUntilIdle()
    #expect(trail.all == ["CancellationError at 0.0 seconds"])
    #expect(scheduler.nextDeadline == nil)
    #expect(scheduler.waiting.isEmpty)
  }

  @Test func aSleeperThatIsCancelledBeforeItSleepsDoesNotSleep() {
    let task = Task(executorPreference: scheduler) { [scheduler, trail] in
      do {
        try await scheduler.sleep(until: .seconds(1))
      } catch {
        trail.note("cancelled")
      }
    }
    task.cancel()
    scheduler.runUntilIdle()
    #expect(trail.all == ["cancelled"])
  }

  @Test func aSleeperIsKnownByItsOwner() {
    Scheduler.$place.withValue(Scheduler.Place(owner: 7)) {
      _ = Task(executorPreference: scheduler) { [scheduler] in try await scheduler.sleep(until: .seconds(1)) }
    }
    scheduler.runUntilIdle()
    #expect(scheduler.waiting.map(\.owner) == [7])
    scheduler.abandon()
  }

  @Test func anInterruptStopsBetweenJobsAndKeepsTheRest() {
    for number in 1...3 { Task(executorPreference: scheduler) { [trail] in trail.note("\(number)") } }
    let isIdle = scheduler.runUntilIdle(interrupt: { [trail] in trail.all.count == 2 })
    #expect(!isIdle)
    #expect(trail.all == ["1", "2"])
    #expect(scheduler.runUntilIdle())
    #expect(trail.all == ["1", "2", "3"])
  }

  @Test func anAbandonedWorldCancelsItsSleepers() {
    Task(executorPreference: scheduler) { [scheduler, trail] in
      do {
        try await scheduler.sleep(until: .seconds(1))
      } catch {
        trail.note("\(type(of: error))")
      }
    }
    scheduler.runUntilIdle()
    scheduler.abandon()
    #expect(trail.all == ["CancellationError"])
    #expect(scheduler.waiting.isEmpty)
  }

  @Test func aJobFromAnotherThreadIsAnnounced() async {
    await confirmation { announced in
      await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
        scheduler.onForeignEnqueue = {
          announced()
          done.resume()
        }
        Task(executorPreference: scheduler) { [trail] in trail.note("arrived") }
      }
    }
    scheduler.runUntilIdle()
    #expect(trail.all == ["arrived"])
  }

  @Test func oneHundredThousandTasksLeaveTheQueueInOrder() {
    for number in 1...100_000 { Task(executorPreference: scheduler) { [trail] in trail.note("\(number)") } }
    scheduler.runUntilIdle()
    #expect(trail.all == (1...100_000).map(String.init))
  }
}
