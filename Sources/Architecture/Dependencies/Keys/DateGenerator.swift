import Foundation
import IssueReporting

/// Tells the date.
public struct DateGenerator: Sendable {
  private var generate: @Sendable () -> Date

  /// - Parameter generate: Tells the date.
  public init(_ generate: @escaping @Sendable () -> Date) { self.generate = generate }

  /// The date; assigning makes it constant.
  public var now: Date {
    get { generate() }
    set { generate = { newValue } }
  }

  /// The date.
  public func callAsFunction() -> Date { generate() }

  /// Always the same date.
  public static func constant(_ now: Date) -> Self { Self { now } }
}

private enum DateGeneratorKey: DependencyKey {
  static let liveValue = DateGenerator { Date() }
  static let testValue = DateGenerator {
    reportIssue("Unimplemented: @Dependency(\\.date)")
    return Date()
  }
}

extension DependencyValues {
  /// Tells the date.
  public var date: DateGenerator {
    get { self[DateGeneratorKey.self] }
    set { self[DateGeneratorKey.self] = newValue }
  }
}
