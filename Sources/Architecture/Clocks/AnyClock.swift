/// A clock of any kind behind one type, known by its duration alone.
public struct AnyClock<Duration: DurationProtocol & Hashable>: Clock {
  public typealias Instant = OffsetInstant<Duration>

  private let readNow: @Sendable () -> Instant
  private let readResolution: @Sendable () -> Duration
  private let sleepUntil: @Sendable (Instant, Duration?) async throws -> Void

  /// - Parameter clock: The clock to wrap.
  public init<C: Clock>(_ clock: C) where C.Instant.Duration == Duration {
    let start = clock.now
    readNow = { Instant(offset: start.duration(to: clock.now)) }
    readResolution = { clock.minimumResolution }
    sleepUntil = { instant, tolerance in
      try await clock.sleep(until: start.advanced(by: instant.offset), tolerance: tolerance)
    }
  }

  public var now: Instant { readNow() }
  public var minimumResolution: Duration { readResolution() }

  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await sleepUntil(deadline, tolerance)
  }
}
