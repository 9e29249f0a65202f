import Clocks
import Dispatch
import Foundation
import IssueReporting
import Scheduling

/// A scheduler of any kind: the main queue, a test's, one on which nothing takes time.
public struct AnySchedulerOf<Kind>: TimeScheduler, Sendable {
  public let clock: any Clock<Duration>

  /// - Parameter clock: The clock it sleeps on.
  public init(clock: any Clock<Duration>) { self.clock = clock }

  /// Wraps another scheduler.
  public init(_ scheduler: some TimeScheduler) { self.init(clock: scheduler.clock) }

  /// Runs work after a while, in a task of its own.
  ///
  /// - Returns: The task; cancelling it before the while is over keeps the work from running.
  @discardableResult
  public func schedule(after duration: Duration = .zero, _ work: @escaping @Sendable () -> Void) -> Task<Void, any Error> {
    // The work belongs to the world that asks for it, as everything an effect starts does.
    Task(executorPreference: Scheduler.active) {
      if duration > .zero { try await clock.sleep(for: duration) }
      work()
    }
  }

  /// A scheduler on which nothing takes time.
  public static var immediate: Self { Self(clock: ImmediateClock()) }

  /// A scheduler that reports an issue when it is used.
  public static var unimplemented: Self { unimplemented("\(Kind.self)") }

  /// A scheduler that reports an issue when it is used.
  ///
  /// - Parameter name: What the report calls it.
  public static func unimplemented(
    _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    Self(clock: UnimplementedClock(name: name, fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

extension AnySchedulerOf where Kind == DispatchQueue {
  /// The main queue.
  public static var main: Self { DispatchQueue.main.eraseToAnyScheduler() }
}

extension AnySchedulerOf where Kind == RunLoop {
  /// The main run loop.
  public static var main: Self { RunLoop.main.eraseToAnyScheduler() }
}

extension TimeScheduler where Self == AnySchedulerOf<DispatchQueue> {
  /// The main queue.
  public static var main: Self { DispatchQueue.main.eraseToAnyScheduler() }
}
