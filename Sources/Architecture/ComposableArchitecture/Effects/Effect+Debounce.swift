import Clocks
import Dependencies

extension Effect {
  /// Starts the effect when nothing was debounced by this id for a while; every new one restarts the wait (C57).
  ///
  /// - Parameters:
  ///   - id: The name under which effects replace each other; `cancel(id:)` works with it, too.
  ///   - dueTime: How long it must be quiet.
  ///   - scheduler: Where time passes.
  public func debounce<ID: Hashable & Sendable>(
    id: ID, for dueTime: Duration, scheduler: some TimeScheduler
  ) -> Self {
    isNone ? .none : debounce(CancellationID(id), for: dueTime, EffectTimer(scheduler.clock))
  }

  /// Starts the effect when nothing was debounced by this id for some seconds.
  public func debounce<ID: Hashable & Sendable>(
    id: ID, for seconds: Double, scheduler: some TimeScheduler
  ) -> Self {
    debounce(id: id, for: .seconds(seconds), scheduler: scheduler)
  }

  /// Starts the effect when nothing was debounced by this id for a while, on a clock.
  public func debounce<ID: Hashable & Sendable>(id: ID, for dueTime: Duration, clock: any Clock<Duration>) -> Self {
    isNone ? .none : debounce(CancellationID(id), for: dueTime, EffectTimer(clock))
  }

  func debounce(_ id: CancellationID, for dueTime: Duration, _ timer: EffectTimer) -> Self {
    Self.run { _ in try await timer.sleep(dueTime) }
      .concatenate(with: self)
      .cancellable(id, cancelInFlight: true)
  }
}

extension RunOperation {
  /// Whether it is what a debounced effect waits for, which is made above and nowhere else.
  var isDebounceWait: Bool { location.fileID.description == #fileID }
}
