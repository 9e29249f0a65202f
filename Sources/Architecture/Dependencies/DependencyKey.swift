import IssueReporting

/// The name and type of a dependency, and its value in tests and previews.
///
/// A module that declares only the interface of a dependency conforms its key to this protocol; the module with the implementation
/// conforms it to `DependencyKey`.
public protocol TestDependencyKey<Value> {
  associatedtype Value: Sendable = Self
  /// The value in previews; the test value unless given.
  static var previewValue: Value { get }
  /// The value in tests.
  static var testValue: Value { get }
}

extension TestDependencyKey {
  public static var previewValue: Value { testValue }
}

/// The name and type of a dependency, and its value in the running application.
public protocol DependencyKey<Value>: TestDependencyKey {
  associatedtype Value = Self
  /// The value in the running application.
  static var liveValue: Value { get }
  static var previewValue: Value { get }
  static var testValue: Value { get }
}

extension DependencyKey {
  public static var previewValue: Value { liveValue }

  /// The preview value, with a report that a test should say what it means.
  public static var testValue: Value {
    let use = UseOfMissingTestValue.current
    use?.note()
    if let use, !use.isReported { return previewValue }
    reportIssue(
      """
      \(Self.self) has no test implementation, but a test used it.

      Override it with withDependencies, or give \(Self.self) a testValue.
      """)
    return previewValue
  }
}
