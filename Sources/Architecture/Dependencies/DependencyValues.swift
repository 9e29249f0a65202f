import IssueReporting
import Synchronization

/// The dependencies that are in force: those that were given, and the defaults of the others.
///
/// A value type that shares its storage until it is changed, so that handing the dependencies on costs a reference. Reading one
/// allocates nothing.
public struct DependencyValues: Sendable {
  /// What was given; written only while one value owns it.
  private final class Storage: @unchecked Sendable {
    var values: [ObjectIdentifier: GivenValue]
    /// The context stands apart because every default that is read asks for it.
    var context: DependencyContext?

    init(_ values: [ObjectIdentifier: GivenValue] = [:], context: DependencyContext? = nil) {
      self.values = values
      self.context = context
    }

    var isEmpty: Bool { values.isEmpty && context == nil }

    /// What was given to either; the other one comes first.
    func merging(_ other: Storage?) -> Storage {
      guard let other else { return self }
      return Storage(values.merging(other.values) { _, new in new }, context: other.context ?? context)
    }
  }

  /// The dependencies of the current task.
  @TaskLocal public static var _current = DependencyValues()

  /// What `prepareDependencies` gave the process; asked after a value's own storage.
  private static let prepared = Mutex(Storage())
  private static let isPrepared = Atomic(false)

  private var storage: Storage
  /// Asked for what the storage lacks, so that two values combine without being copied.
  private var fallback: Storage?
  /// Whether somebody is only changing these values, so that reading one means nothing but changing a part of it.
  var isBeingSet = false

  private init(storage: Storage, fallback: Storage? = nil) {
    self.storage = storage
    self.fallback = fallback
  }

  /// Nothing but defaults and what `prepareDependencies` gave the process.
  public init() { self.init(storage: Storage()) }

  /// A dependency's value: the one that was given, or the default of its key in the current context.
  public subscript<Key: TestDependencyKey>(
    key: Key.Type, fileID fileID: StaticString = #fileID, filePath filePath: StaticString = #filePath, line line: UInt = #line,
    column column: UInt = #column
  ) -> Key.Value {
    get {
      if let value = override(for: key) { return value }
      return DefaultValues.shared.value(
        of: key, in: context, for: self,
        place: DefaultValues.Place(fileID: fileID, filePath: filePath, line: line, column: column))
    }
    set {
      makeUnique()
      storage.values[ObjectIdentifier(key)] = Given(newValue)
    }
  }

  /// Which of a key's values is used where none was given.
  public var context: DependencyContext {
    get {
      if let context = storage.context ?? fallback?.context { return context }
      guard Self.isPrepared.load(ordering: .acquiring) else { return .ofProcess }
      return Self.prepared.withLock { $0.context } ?? .ofProcess
    }
    set {
      makeUnique()
      storage.context = newValue
    }
  }

  /// The value that was given for a key; `nil` when its default would be used.
  func override<Key: TestDependencyKey>(for key: Key.Type) -> Key.Value? {
    let name = ObjectIdentifier(key)
    if let given = storage.values[name] ?? fallback?.values[name] { return (given as? Given<Key.Value>)?.value }
    guard Self.isPrepared.load(ordering: .acquiring) else { return nil }
    return (Self.prepared.withLock { $0.values[name] } as? Given<Key.Value>)?.value
  }

  /// These dependencies, with those that were given in `other` instead.
  ///
  /// - Complexity: O(1), unless one of them is itself such a combination.
  package func merging(_ other: DependencyValues) -> DependencyValues {
    if storage === other.storage, fallback === other.fallback || fallback == nil { return other }
    if fallback == nil, storage.isEmpty || storage === other.fallback { return other }
    if other.fallback == nil, other.storage.isEmpty { return self }
    if fallback == nil, other.fallback == nil { return DependencyValues(storage: other.storage, fallback: storage) }
    return DependencyValues(storage: flattened.merging(other.flattened))
  }

  /// Whether two share one storage, and so are the same.
  package func isIdentical(to other: DependencyValues) -> Bool {
    storage === other.storage && fallback === other.fallback
  }

  /// What two values have in common when they are the same.
  package struct Identity: Equatable {
    private let storage: ObjectIdentifier
    private let fallback: ObjectIdentifier?

    fileprivate init(_ values: DependencyValues) {
      storage = ObjectIdentifier(values.storage)
      fallback = values.fallback.map { ObjectIdentifier($0) }
    }
  }

  /// Tells whether values are the same as others for as long as either is kept, without a reference to them.
  package var identity: Identity { Identity(self) }

  private var flattened: Storage { fallback.map { $0.merging(storage) } ?? storage }

  static func prepare(_ update: (inout DependencyValues) throws -> Void) rethrows {
    // Changed outside the lock: the closure may use dependencies itself.
    var values = DependencyValues()
    try update(&values)
    prepared.withLock { $0 = $0.merging(values.storage) }
    isPrepared.store(true, ordering: .releasing)
  }

  private mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.values, context: storage.context) }
  }
}

/// A value of any type behind a reference: telling whether it is of the expected type is then one comparison.
class GivenValue: @unchecked Sendable {}

/// A value that is immutable, and so safe to share.
final class Given<Value: Sendable>: GivenValue, @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
