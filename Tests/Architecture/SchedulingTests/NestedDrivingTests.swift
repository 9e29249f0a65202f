import ConcurrencyExtras
import Dispatch
import Foundation
import Scheduling
import Testing

/// Driving a scheduler from where it is awkward: from its own jobs, from tasks, from several threads.
@Suite struct NestedDrivingTests {
  let scheduler = Scheduler()
  let log = LockIsolated<[String]>([])

  private func write(_ line: String) {
    log.withValue { $0.append(line) }
  }

  @discardableResult
  private func start(_ body: @escaping @Sendable () async throws -> Void) -> Task<Void, any Error> {
    Task(executorPreference: scheduler) { try await body() }
  }

  @Test func aJobMayDriveItsOwnScheduler() {
    start {
      write("outer")
      start { write("inner") }
      scheduler.runUntilIdle()
      write("outer again, cancelled: \(Task.isCancelled)")
    }
    scheduler.runUntilIdle()
    #expect(log.value == ["outer", "inner", "outer again, cancelled: false"])
  }

  @Test func aJobMayDriveAnotherScheduler() {
    let other = Scheduler()
    start {
      Task(executorPreference: other) {
        write("other before")
        try await other.sleep(until: .seconds(1))
        write("other after")
      }
      other.advance(by: .seconds(1))
      write("own")
    }
    scheduler.runUntilIdle()
    #expect(log.value == ["other before", "other after", "own"])
    #expect(scheduler.now == .zero)
  }

  @Test func theDrivingTaskKeepsItsTaskLocalsAndItsCancellation() async {
    await Scheduler.$place.withValue(Scheduler.Place(owner: 7)) {
      Scheduler.$place.withValue(Scheduler.Place(owner: 8)) { _ = start { write("in \(Scheduler.owner ?? -1)") } }
      scheduler.runUntilIdle()
      write("out \(Scheduler.owner ?? -1)")
      await Task.yield()
      write("after \(Scheduler.owner ?? -1)")
    }
    let cancelled = Task {
      start { write("inner cancelled: \(Task.isCancelled)") }
      scheduler.runUntilIdle()
      write("outer cancelled: \(Task.isCancelled)")
    }
    cancelled.cancel()
    await cancelled.value
    #expect(log.value == ["in 8", "out 7", "after 7", "inner cancelled: false", "outer cancelled: true"])
  }

  @Test func aSecondThreadDoesNotDriveMeanwhile() {
    start {
      start { write("queued, driven by the first thread: \(isSecondThread() == false)") }
      // Blocking is the point: the other thread must come while this one drives.
      let done = DispatchSemaphore(value: 0)
      let thread = Thread {
        scheduler.runUntilIdle()
        done.signal()
      }
      thread.name = "second"
      thread.start()
      done.wait()
      write("first")
    }
    scheduler.runUntilIdle()
    #expect(log.value == ["first", "queued, driven by the first thread: true"])
  }

  @Test func aStreamFedFromAnotherThreadContinuesHere() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    start { for await number in stream { write("\(number)") } }
    scheduler.runUntilIdle()
    await withCheckedContinuation { done in
      Thread.detachNewThread {
        continuation.yield(1)
        continuation.yield(2)
        continuation.finish()
        done.resume()
      }
    }
    #expect(log.value == [])
    scheduler.runUntilIdle()
    #expect(log.value == ["1", "2"])
  }

  @Test func manyCancelledTimersLeaveTheOthersInOrder() {
    let tasks = (0..<500).map { number in
      start {
        try await scheduler.sleep(until: .seconds(1000 - number))
        write("\(number)")
      }
    }
    scheduler.runUntilIdle()
    for (number, task) in tasks.enumerated() where number % 100 != 0 { task.cancel() }
    scheduler.advance(to: .seconds(2000))
    #expect(log.value == ["400", "300", "200", "100", "0"])
    #expect(scheduler.nextDeadline == nil)
    #expect(scheduler.waiting.isEmpty)
  }

  @Test func sleepersWithOneDeadlineWakeInTheOrderTheyCame() {
    for number in 1...5 {
      start {
        try await scheduler.sleep(until: .seconds(1))
        write("\(number)")
        await Task.yield()
        write("\(number) again")
      }
    }
    scheduler.advance(by: .seconds(1))
    #expect(log.value == (1...5).flatMap { ["\($0)", "\($0) again"] })
  }

  @Test func childTasksAndGroupsStayOnTheScheduler() {
    start {
      async let first: Void = {
        try await scheduler.sleep(until: .seconds(2))
        write("first at \(scheduler.now)")
      }()
      let sum = await withTaskGroup(of: Int.self) { group in
        for number in 1...3 { group.addTask { number } }
        return await group.reduce(0, +)
      }
      write("sum \(sum)")
      try await first
    }
    scheduler.advance(by: .seconds(2))
    #expect(log.value == ["sum 6", "first at 2.0 seconds"])
  }
}

/// Which thread runs a job is what these tests are about, so they ask although the language advises against it.
private func isSecondThread() -> Bool { Thread.current.name == "second" }
