import IssueReporting
import Scheduling
import Synchronization

/// A clock whose time a test moves.
///
/// `advance` resumes the sleepers in the order of their deadlines. A sleeper that belongs to a store's world then runs at once, until
/// that world is idle, so that what it does, and what it sleeps for next, is known before time moves on.
public final class TestClock<Duration: DurationProtocol & Hashable>: Clock, Sendable {
  public typealias Instant = OffsetInstant<Duration>

  /// A clock is asked whether something sleeps on it, and something does.
  public struct SuspensionError: Error {}

  private struct Sleeper {
    let deadline: Instant
    let number: Int
    let world: Scheduler?
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now: Instant
    var sleepers: [Sleeper] = []
    var nextNumber = 0
    /// The worlds that ever slept here: what they have queued runs before time moves.
    var worlds: [Scheduler] = []
  }

  private let state: Mutex<State>
  public let minimumResolution: Duration = .zero

  /// - Parameter now: The moment it begins at.
  public init(now: Instant = Instant()) { state = Mutex(State(now: now)) }

  public var now: Instant { state.withLock { $0.now } }

  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let world = Scheduler.active
    let number = state.withLock { state in
      defer { state.nextNumber += 1 }
      return state.nextNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome = state.withLock { state -> SleepStart in
          if Task.isCancelled { return .cancelled }
          // What is due this very moment waits for the next `advance()`, too: that is how a test sees it happen.
          if deadline < state.now { return .due }
          state.sleepers.append(Sleeper(deadline: deadline, number: number, world: world, continuation: continuation))
          if let world, !state.worlds.contains(where: { $0 === world }) { state.worlds.append(world) }
          return .waits
        }
        switch outcome {
        case .waits: break
        case .due: continuation.resume()
        case .cancelled: continuation.resume(throwing: CancellationError())
        }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        state.sleepers.firstIndex { $0.number == number }.map { state.sleepers.remove(at: $0) }
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Moves time forward by a duration; see `advance(to:)`.
  public func advance(by duration: Duration = .zero) async { await advance(to: now.advanced(by: duration)) }

  /// Moves time forward to a moment, resuming every sleeper on the way at its own deadline.
  public func advance(to target: Instant) async {
    await settle()
    while let sleeper = takeSleeper(until: target) {
      sleeper.continuation.resume()
      sleeper.world?.runUntilIdle()
      await settle()
    }
    state.withLock { $0.now = max($0.now, target) }
    await settle()
  }

  /// Moves time forward until nothing sleeps any more.
  ///
  /// - Parameter limit: How many sleepers are resumed at the most, so that an endless timer is reported instead of run for ever.
  public func run(
    limit: Int = 100_000, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    await settle()
    for _ in 0..<limit {
      guard let deadline = state.withLock({ $0.sleepers.map(\.deadline).min() }) else { return }
      await advance(to: deadline)
    }
    reportIssue(
      "Something still sleeps on the test clock after \(limit) sleepers were resumed: a timer without end?", fileID: fileID,
      filePath: filePath, line: line, column: column)
  }

  /// Moves time forward until nothing sleeps any more.
  ///
  /// - Parameter timeout: Known from the ecosystem, where real time ends an endless run. Here the number of sleepers does, since a
  ///   result must not depend on how busy the machine is; so the value changes nothing.
  public func run(
    timeout: Swift.Duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    await run(limit: 100_000, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Throws when something sleeps on the clock.
  public func checkSuspension() async throws {
    await settle()
    if state.withLock({ !$0.sleepers.isEmpty }) { throw SuspensionError() }
  }

  private func takeSleeper(until target: Instant) -> Sleeper? {
    state.withLock { state in
      let next = state.sleepers.indices.min {
        (state.sleepers[$0].deadline, state.sleepers[$0].number) < (state.sleepers[$1].deadline, state.sleepers[$1].number)
      }
      guard let next, state.sleepers[next].deadline <= target else { return nil }
      state.now = max(state.now, state.sleepers[next].deadline)
      return state.sleepers.remove(at: next)
    }
  }

  /// Lets everything run that can: the worlds that sleep here exactly; tasks outside of any world by yielding to them.
  private func settle() async {
    let (worlds, hasOutsiders) = state.withLock { ($0.worlds, $0.sleepers.contains { $0.world == nil } || $0.worlds.isEmpty) }
    for world in worlds { world.runUntilIdle() }
    guard hasOutsiders else { return }
    for _ in 0..<20 { await Task.detached(priority: .background) { await Task.yield() }.value }
  }
}

extension TestClock where Duration == Swift.Duration {
  public convenience init() { self.init(now: Instant()) }
}

extension Clock where Self == TestClock<Swift.Duration> {
  /// A clock whose time a test moves.
  public static func test(now: Instant = .init()) -> Self { TestClock(now: now) }
}

/// How a sleep begins.
private enum SleepStart { case waits, due, cancelled }
