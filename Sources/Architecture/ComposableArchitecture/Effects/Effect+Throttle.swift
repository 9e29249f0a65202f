import Clocks
import Dependencies

extension Effect {
  /// Lets one action through at once, and of those that follow within the interval one more when the interval is over (C58).
  ///
  /// - Parameters:
  ///   - id: The name under which effects share their intervals.
  ///   - interval: How long to hold back.
  ///   - scheduler: Where time passes.
  ///   - latest: Whether the last of the actions held back is sent, or the first.
  public func throttle<ID: Hashable & Sendable>(
    id: ID, for interval: Duration, scheduler: some TimeScheduler, latest: Bool
  ) -> Self {
    isNone ? .none : throttle(CancellationID(id), for: interval, EffectTimer(scheduler.clock), latest: latest)
  }

  /// Lets one action through at once, and of those that follow within some seconds one more.
  public func throttle<ID: Hashable & Sendable>(
    id: ID, for seconds: Double, scheduler: some TimeScheduler, latest: Bool
  ) -> Self {
    throttle(id: id, for: .seconds(seconds), scheduler: scheduler, latest: latest)
  }

  /// Lets one action through at once, and of those that follow within the interval one more, on a clock.
  public func throttle<ID: Hashable & Sendable>(
    id: ID, for interval: Duration, clock: any Clock<Duration>, latest: Bool
  ) -> Self {
    isNone ? .none : throttle(CancellationID(id), for: interval, EffectTimer(clock), latest: latest)
  }

  func throttle(_ id: CancellationID, for interval: Duration, _ timer: EffectTimer, latest: Bool) -> Self {
    Self(.throttle(operation, Throttle(id: id, interval: interval, latest: latest, timer: timer)))
  }
}
