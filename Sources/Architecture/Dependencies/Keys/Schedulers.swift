import Clocks
import IssueReporting

/// A queue of the older kind, such as the main queue: sleeps, repeats and schedules work, on a clock underneath.
public struct AnySchedulerOf<Kind>: Sendable {
  package let clock: any Clock<Duration>

  /// - Parameter clock: The clock it sleeps on.
  public init(clock: any Clock<Duration>) { self.clock = clock }

  /// Suspends the task for a while.
  ///
  /// - Throws: `CancellationError`.
  public func sleep(for duration: Duration) async throws { try await clock.sleep(for: duration) }

  /// The beats of an interval, until the task is cancelled.
  public func timer(interval: Duration) -> AsyncTimerSequence<AnyClock<Duration>> { clock.timer(interval: interval) }

  /// Runs work after a while, in a task of its own.
  @discardableResult
  public func schedule(after duration: Duration = .zero, _ work: @escaping @Sendable () -> Void) -> Task<Void, any Error> {
    Task {
      if duration > .zero { try await clock.sleep(for: duration) }
      work()
    }
  }

  /// A queue that takes no time.
  public static var immediate: Self { Self(clock: ImmediateClock()) }
  /// A queue that reports an issue when it is used.
  public static var unimplemented: Self { Self(clock: UnimplementedClock(name: "\(Kind.self)")) }
}

/// Stands for the main queue in `AnySchedulerOf<MainQueue>`.
public enum MainQueue {}
/// Stands for the main run loop in `AnySchedulerOf<MainRunLoop>`.
public enum MainRunLoop {}

private enum MainQueueKey: DependencyKey {
  static let liveValue = AnySchedulerOf<MainQueue>(clock: ContinuousClock())
  static let testValue = AnySchedulerOf<MainQueue>.unimplemented
}

private enum MainRunLoopKey: DependencyKey {
  static let liveValue = AnySchedulerOf<MainRunLoop>(clock: ContinuousClock())
  static let testValue = AnySchedulerOf<MainRunLoop>.unimplemented
}

extension DependencyValues {
  /// The main queue.
  public var mainQueue: AnySchedulerOf<MainQueue> {
    get { self[MainQueueKey.self] }
    set { self[MainQueueKey.self] = newValue }
  }

  /// The main run loop.
  public var mainRunLoop: AnySchedulerOf<MainRunLoop> {
    get { self[MainRunLoopKey.self] }
    set { self[MainRunLoopKey.self] = newValue }
  }
}
