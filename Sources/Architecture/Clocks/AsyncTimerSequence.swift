/// A sequence that emits the moment, again and again after the same interval, until its task is cancelled.
public struct AsyncTimerSequence<C: Clock>: AsyncSequence, Sendable {
  /// The sequence's iterator: sleeps until the next multiple of the interval.
  public struct Iterator: AsyncIteratorProtocol {
    private var clock: C?
    private let interval: C.Instant.Duration
    private let tolerance: C.Instant.Duration?
    private var last: C.Instant?

    fileprivate init(clock: C, interval: C.Instant.Duration, tolerance: C.Instant.Duration?) {
      self.clock = clock
      self.interval = interval
      self.tolerance = tolerance
    }

    public mutating func next() async -> C.Instant? {
      guard let clock else { return nil }
      let now = clock.now
      var next = (last ?? now).advanced(by: interval)
      // A consumer that was slower than the interval continues at the next beat, not with the missed ones.
      if next < now {
        let missed = next.duration(to: now) / interval
        next = next.advanced(by: interval * Int(missed.rounded(.up)))
      }
      do {
        try await clock.sleep(until: next, tolerance: tolerance)
      } catch {
        self.clock = nil
        return nil
      }
      last = next
      return clock.now
    }
  }

  private let clock: C
  private let interval: C.Instant.Duration
  private let tolerance: C.Instant.Duration?

  /// - Parameters:
  ///   - interval: The time between two moments; must be above zero.
  ///   - tolerance: How late one may be.
  ///   - clock: The clock to sleep on.
  public init(interval: C.Instant.Duration, tolerance: C.Instant.Duration? = nil, clock: C) {
    self.clock = clock
    self.interval = interval
    self.tolerance = tolerance
  }

  public func makeAsyncIterator() -> Iterator { Iterator(clock: clock, interval: interval, tolerance: tolerance) }
}

extension Clock where Duration: Hashable {
  /// The moments after each interval on this clock, until the task is cancelled.
  ///
  /// - Parameters:
  ///   - interval: The time between two moments.
  ///   - tolerance: How late one may be.
  public func timer(interval: Self.Duration, tolerance: Self.Duration? = nil) -> AsyncTimerSequence<AnyClock<Self.Duration>> {
    AsyncTimerSequence(interval: interval, tolerance: tolerance, clock: AnyClock(self))
  }
}
