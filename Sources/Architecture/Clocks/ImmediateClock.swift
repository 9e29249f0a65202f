import Synchronization

/// A clock on which sleeping takes no time: its own time jumps to the deadline at once.
public final class ImmediateClock<Duration: DurationProtocol & Hashable>: Clock, Sendable {
  public typealias Instant = OffsetInstant<Duration>

  private let time: Mutex<Instant>
  public let minimumResolution: Duration = .zero

  /// - Parameter now: The moment it begins at.
  public init(now: Instant = Instant(offset: .zero)) { time = Mutex(now) }

  public var now: Instant { time.withLock { $0 } }

  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    // Whoever sleeps in a loop must let others run, as on any clock.
    await Task.yield()
  }
}

extension ImmediateClock where Duration == Swift.Duration {
  public convenience init() { self.init(now: Instant(offset: .zero)) }
}

extension Clock where Self == ImmediateClock<Swift.Duration> {
  /// A clock on which sleeping takes no time.
  public static var immediate: Self { ImmediateClock() }
}
