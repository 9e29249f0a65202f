/// The two things that delayed effects need of a clock or a scheduler.
@usableFromInline
struct EffectTimer: Sendable {
  /// Time since some moment that does not change.
  let now: @Sendable () -> Duration
  let sleep: @Sendable (_ duration: Duration) async throws -> Void

  init<C: Clock>(_ clock: C) where C.Duration == Duration {
    let origin = clock.now
    now = { origin.duration(to: clock.now) }
    sleep = { duration in
      try await clock.sleep(until: clock.now.advanced(by: duration), tolerance: nil)
    }
  }

  init(now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (_ duration: Duration) async throws -> Void) {
    self.now = now
    self.sleep = sleep
  }
}
