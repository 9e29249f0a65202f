/// Reads a dependency.
///
/// The dependencies in force when the property was made are kept, and those of the current task come before them, so a reducer
/// that was made inside `withDependencies` has its overrides, and a test can still override what a model captured.
@propertyWrapper
public struct Dependency<Value>: Sendable, HoldsDependencies {
  let initialValues: DependencyValues
  private let keyPath: any KeyPath<DependencyValues, Value> & Sendable

  /// Reads the dependency at a key path: `@Dependency(\.uuid) var uuid`.
  public init(
    _ keyPath: any KeyPath<DependencyValues, Value> & Sendable, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    initialValues = ._current
    self.keyPath = keyPath
  }

  /// Reads the dependency whose key is its own type: `@Dependency(Client.self) var client`.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where Key.Value == Value {
    initialValues = ._current
    keyPath = \DependencyValues[KeyName<Key>()]
  }

  public var wrappedValue: Value { initialValues.merging(._current)[keyPath: keyPath] }
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
