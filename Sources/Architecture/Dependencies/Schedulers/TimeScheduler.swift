import Clocks
import Dispatch
import Foundation

/// A queue or run loop as older features know it: something on which time passes. All it does is done on a clock underneath.
///
/// The ecosystem's schedulers measure time in strides of their own that can be written as bare numbers of seconds; here they are
/// durations, and each method takes a number, too.
public protocol TimeScheduler {
  /// The clock that its time passes on.
  var clock: any Clock<Duration> { get }
}

extension TimeScheduler {
  /// Suspends the task for a while.
  ///
  /// - Throws: `CancellationError`.
  public func sleep(for duration: Duration) async throws { try await clock.sleep(for: duration) }

  /// Suspends the task for some seconds.
  ///
  /// - Throws: `CancellationError`.
  public func sleep(for seconds: Double) async throws { try await sleep(for: .seconds(seconds)) }

  /// The beats of an interval, until the task is cancelled.
  public func timer(interval: Duration) -> AsyncTimerSequence<AnyClock<Duration>> { clock.timer(interval: interval) }

  /// The beats of an interval in seconds, until the task is cancelled.
  public func timer(interval seconds: Double) -> AsyncTimerSequence<AnyClock<Duration>> { timer(interval: .seconds(seconds)) }

  /// This scheduler without its own type.
  public func eraseToAnyScheduler<Kind>() -> AnySchedulerOf<Kind> { AnySchedulerOf(clock: clock) }
}

extension DispatchQueue: TimeScheduler {
  public var clock: any Clock<Duration> { ContinuousClock() }

  /// A queue whose time a test moves.
  public static var test: TestSchedulerOf<DispatchQueue> { TestSchedulerOf() }
  /// A queue on which nothing takes time.
  public static var immediate: AnySchedulerOf<DispatchQueue> { .immediate }
  /// A queue that reports an issue when it is used.
  public static var unimplemented: AnySchedulerOf<DispatchQueue> { .unimplemented }
}

extension RunLoop: TimeScheduler {
  public var clock: any Clock<Duration> { ContinuousClock() }

  /// A run loop whose time a test moves.
  public static var test: TestSchedulerOf<RunLoop> { TestSchedulerOf() }
  /// A run loop on which nothing takes time.
  public static var immediate: AnySchedulerOf<RunLoop> { .immediate }
  /// A run loop that reports an issue when it is used.
  public static var unimplemented: AnySchedulerOf<RunLoop> { .unimplemented }
}
