/// The two things that delayed effects need of a clock or a scheduler.
@usableFromInline
struct EffectTimer: Sendable {
  /// Time since some moment that does not change.
  let now: @Sendable () -> Duration
  let sleep: @Sendable (_ duration: Duration) async throws -> Void

  init(_ clock: any Clock<Duration>) { self.init(opening: clock) }

  private init<C: Clock>(opening clock: C) where C.Duration == Duration {
    let origin = clock.now
    now = { origin.duration(to: clock.now) }
    sleep = { duration in
      try await clock.sleep(until: clock.now.advanced(by: duration), tolerance: nil)
    }
  }
}
