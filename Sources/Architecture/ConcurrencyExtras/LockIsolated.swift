import Foundation

/// A value that several threads may read and change, one at a time.
@dynamicMemberLookup
public final class LockIsolated<Value>: @unchecked Sendable {
  private var stored: Value
  private let lock = NSRecursiveLock()

  /// Wraps a value.
  ///
  /// - Parameter value: Makes the initial value.
  public init(_ value: @autoclosure @Sendable () throws -> Value) rethrows {
    stored = try value()
  }

  private init(unchecked value: Value) {
    stored = value
  }

  public subscript<Member: Sendable>(dynamicMember keyPath: KeyPath<Value, Member>) -> Member {
    lock.withLock { stored[keyPath: keyPath] }
  }

  /// Gives exclusive access to the value.
  ///
  /// The operation changes a copy that is put back at its end, also when it throws; so it may itself read this value, and then
  /// sees it unchanged.
  ///
  /// - Parameter operation: Reads or changes the value.
  /// - Returns: What the operation returns.
  public func withValue<Output: Sendable>(
    _ operation: @Sendable (inout Value) throws -> Output
  ) rethrows -> Output {
    try lock.withLock {
      var value = stored
      defer { stored = value }
      return try operation(&value)
    }
  }

  /// Replaces the value.
  public func setValue(_ newValue: @autoclosure @Sendable () throws -> Value) rethrows {
    try lock.withLock { stored = try newValue() }
  }
}

extension LockIsolated where Value: Sendable {
  /// The value at this moment.
  public var value: Value { lock.withLock { stored } }

  /// Wraps a value that may be shared between threads anyway.
  public convenience init(value: Value) {
    self.init(value)
  }
}

extension LockIsolated: Equatable where Value: Equatable {
  public static func == (lhs: LockIsolated, rhs: LockIsolated) -> Bool {
    guard lhs !== rhs else { return true }
    // One lock at a time: two threads that compare the same pair the other way round must not wait for each other.
    let left = lhs.lock.withLock { UncheckedSendable(lhs.stored) }
    let right = rhs.lock.withLock { UncheckedSendable(rhs.stored) }
    return left.value == right.value
  }
}

extension LockIsolated: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) {
    lock.withLock { UncheckedSendable(stored) }.value.hash(into: &hasher)
  }
}

extension LockIsolated: Decodable where Value: Decodable {
  public convenience init(from decoder: any Decoder) throws {
    self.init(unchecked: try Value(from: decoder))
  }
}

extension LockIsolated: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws {
    try lock.withLock { UncheckedSendable(stored) }.value.encode(to: encoder)
  }
}
