import IssueReporting

/// A clock that reports an issue when it is used: for tests of code that must not touch the clock.
public struct UnimplementedClock<Duration: DurationProtocol & Hashable>: Clock {
  /// A moment on an unimplemented clock.
  public struct Instant: InstantProtocol {
    fileprivate let instant: AnyClock<Duration>.Instant

    public func advanced(by duration: Duration) -> Instant { Instant(instant: instant.advanced(by: duration)) }
    public func duration(to other: Instant) -> Duration { instant.duration(to: other.instant) }
    public static func < (a: Instant, b: Instant) -> Bool { a.instant < b.instant }
  }

  private let base: AnyClock<Duration>
  private let name: String
  private let fileID: StaticString
  private let filePath: StaticString
  private let line: UInt
  private let column: UInt

  /// - Parameters:
  ///   - base: The clock that is used after the report.
  ///   - name: What the report calls it.
  public init<C: Clock>(
    _ base: C, name: String = "Clock", fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where C.Instant.Duration == Duration {
    self.base = AnyClock(base)
    self.name = name
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  public var now: Instant {
    report("now")
    return Instant(instant: base.now)
  }

  public var minimumResolution: Duration {
    report("minimumResolution")
    return base.minimumResolution
  }

  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    report("sleep")
    try await base.sleep(until: deadline.instant, tolerance: tolerance)
  }

  private func report(_ member: String) {
    reportIssue("Unimplemented: \(name).\(member)", fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension UnimplementedClock where Duration == Swift.Duration {
  public init(
    name: String = "Clock", fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(ImmediateClock(), name: name, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension Clock where Self == UnimplementedClock<Swift.Duration> {
  /// A clock that reports an issue when it is used.
  public static func unimplemented(
    name: String = "Clock", fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    UnimplementedClock(name: name, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
