import Clocks

/// A scheduler whose time a test moves.
public final class TestSchedulerOf<Kind>: TimeScheduler, Sendable {
  private let testClock = TestClock()

  /// A scheduler at its beginning.
  public init() {}

  public var clock: any Clock<Duration> { testClock }

  /// Lets time pass, and everything happen that is due on the way.
  ///
  /// - Parameter duration: How much.
  public func advance(by duration: Duration = .zero) async { await testClock.advance(by: duration) }

  /// Lets some seconds pass.
  public func advance(by seconds: Double) async { await advance(by: .seconds(seconds)) }

  /// Lets time pass until nobody waits for it any more.
  public func run() async { await testClock.run() }
}
