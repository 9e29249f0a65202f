import IssueReporting
import Synchronization

/// The dependencies that are in force: those that were given, and the defaults of the others.
///
/// A value type that shares its storage until it is changed, so that handing the dependencies on costs a reference.
public struct DependencyValues: Sendable {
  /// The storage; written only while this is its one owner.
  private final class Storage: @unchecked Sendable {
    var values: [ObjectIdentifier: any Sendable]
    init(_ values: [ObjectIdentifier: any Sendable]) { self.values = values }
  }

  /// The dependencies of the current task.
  @TaskLocal public static var _current = DependencyValues()

  /// What `prepareDependencies` gave the process; asked after a value's own storage.
  private static let prepared = Mutex<[ObjectIdentifier: any Sendable]>([:])
  private static let isPrepared = Atomic(false)

  private var storage: Storage

  private init(storage: Storage) { self.storage = storage }

  /// Nothing but defaults and what `prepareDependencies` gave the process.
  public init() { self.init(storage: Storage([:])) }

  /// A dependency's value: the one that was given, or the default of its key in the current context.
  public subscript<Key: TestDependencyKey>(
    key: Key.Type, fileID fileID: StaticString = #fileID, filePath filePath: StaticString = #filePath, line line: UInt = #line,
    column column: UInt = #column
  ) -> Key.Value {
    get {
      if let value = override(for: key) { return value }
      return DefaultValues.shared.value(
        of: key, in: context, place: DefaultValues.Place(fileID: fileID, filePath: filePath, line: line, column: column))
    }
    set {
      makeUnique()
      storage.values[ObjectIdentifier(key)] = newValue
    }
  }

  /// The value that was given for a key; `nil` when its default would be used.
  func override<Key: TestDependencyKey>(for key: Key.Type) -> Key.Value? {
    if let value = storage.values[ObjectIdentifier(key)] as? Key.Value { return value }
    guard Self.isPrepared.load(ordering: .acquiring) else { return nil }
    return Self.prepared.withLock { $0[ObjectIdentifier(key)] } as? Key.Value
  }

  /// These dependencies, with those that were given in `other` instead.
  package func merging(_ other: DependencyValues) -> DependencyValues {
    if storage === other.storage || storage.values.isEmpty { return other }
    if other.storage.values.isEmpty { return self }
    return DependencyValues(storage: Storage(storage.values.merging(other.storage.values) { _, new in new }))
  }

  /// Whether two share one storage, and so are the same.
  package func isIdentical(to other: DependencyValues) -> Bool { storage === other.storage }

  static func prepare(_ update: (inout DependencyValues) throws -> Void) rethrows {
    // Changed outside the lock: the closure may use dependencies itself.
    var values = DependencyValues()
    try update(&values)
    prepared.withLock { $0.merge(values.storage.values) { _, new in new } }
    isPrepared.store(true, ordering: .releasing)
  }

  private mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.values) }
  }
}
