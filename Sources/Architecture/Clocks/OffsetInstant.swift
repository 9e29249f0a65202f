/// A moment as the time since a clock began.
public struct OffsetInstant<Duration: DurationProtocol & Hashable>: InstantProtocol {
  /// The time since the clock began.
  package let offset: Duration

  /// - Parameter offset: The time since the clock began.
  public init(offset: Duration = .zero) { self.offset = offset }

  public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
  public func duration(to other: Self) -> Duration { other.offset - offset }
  public static func < (a: Self, b: Self) -> Bool { a.offset < b.offset }
}
