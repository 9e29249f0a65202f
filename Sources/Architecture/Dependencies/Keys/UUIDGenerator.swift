import Foundation
import IssueReporting
import Synchronization

/// Makes identifiers.
public struct UUIDGenerator: Sendable {
  private let generate: @Sendable () -> UUID

  /// - Parameter generate: Makes one.
  public init(_ generate: @escaping @Sendable () -> UUID) { self.generate = generate }

  /// The next identifier.
  public func callAsFunction() -> UUID { generate() }

  /// Always the same identifier.
  public static func constant(_ uuid: UUID) -> Self { Self { uuid } }

  /// `UUID(0)`, `UUID(1)` and so on.
  public static var incrementing: Self {
    let next = LockedCounter()
    return Self { UUID(next.next()) }
  }
}

private final class LockedCounter: Sendable {
  private let value = Mutex(0)
  func next() -> Int {
    value.withLock { value in
      defer { value += 1 }
      return value
    }
  }
}

extension UUID {
  /// The identifier whose last digits are a number, for identifiers that can be foretold.
  public init(_ number: Int) {
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &bytes) { bytes in
      for index in 0..<8 { bytes[15 - index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
    }
    self.init(uuid: bytes)
  }
}

private enum UUIDGeneratorKey: DependencyKey {
  static let liveValue = UUIDGenerator { UUID() }
  static let testValue = UUIDGenerator {
    reportIssue("Unimplemented: @Dependency(\\.uuid)")
    return UUID()
  }
}

extension DependencyValues {
  /// Makes identifiers.
  public var uuid: UUIDGenerator {
    get { self[UUIDGeneratorKey.self] }
    set { self[UUIDGeneratorKey.self] = newValue }
  }
}
