import ConcurrencyExtras

/// Reads a dependency.
///
/// The dependencies in force when the property was made are kept, and those of the current task come before them, so a reducer
/// that was made inside `withDependencies` has its overrides, and a test can still override what a model captured.
@propertyWrapper
public struct Dependency<Value>: Sendable, HoldsDependencies {
  let initialValues: DependencyValues
  // Safe to send: key paths of dependencies hold nothing but types. Strict checking in Swift 5 mode does not know that of literals.
  private let keyPath: UncheckedSendable<KeyPath<DependencyValues, Value>>

  /// Reads the dependency at a key path: `@Dependency(\.uuid) var uuid`.
  public init(
    _ keyPath: KeyPath<DependencyValues, Value>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    initialValues = ._current
    self.keyPath = UncheckedSendable(keyPath)
  }

  /// Reads the dependency whose key is its own type: `@Dependency(Client.self) var client`.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where Key.Value == Value {
    initialValues = ._current
    keyPath = UncheckedSendable(\DependencyValues[KeyName<Key>()])
  }

  public var wrappedValue: Value { initialValues.merging(._current)[keyPath: keyPath.value] }
}

/// A key as a value, so that a key path can hold it.
private struct KeyName<Key: TestDependencyKey>: Hashable, Sendable {}

extension DependencyValues {
  fileprivate subscript<Key: TestDependencyKey>(name: KeyName<Key>) -> Key.Value { self[Key.self] }
}

/// Something that kept the dependencies it was made with.
protocol HoldsDependencies {
  var initialValues: DependencyValues { get }
}
