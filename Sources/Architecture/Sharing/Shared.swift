import Dependencies

/// A value that several features hold and change, by reference or through a key: `@Shared(.inMemory("count")) var count = 0`.
///
/// Its reads are observed with `withObservationTracking`; its writes belong to the action that makes them (C67).
@propertyWrapper
@dynamicMemberLookup
public struct Shared<Value> {
  var reference: SharedReference<Value>

  /// What a key's watch is ended with, by its older name.
  public typealias Subscription = SharedSubscription

  init(reference: SharedReference<Value>) { self.reference = reference }

  /// Shares a value with those who get this wrapper.
  ///
  /// - Parameter value: The value to start with.
  public init(value: Value) {
    self.init(reference: StoredReference(value, registeredIn: DependencyValues._current.sharedReferences))
  }

  /// Shares a value; the older spelling of ``init(value:)``.
  @_disfavoredOverload
  public init(_ value: Value) {
    self.init(value: value)
  }

  /// Shares the value of another wrapper.
  public init(projectedValue: Shared) { self = projectedValue }

  /// Shares what is inside an optional, or `nil` when that is `nil`.
  ///
  /// Should the optional become `nil` later, the last value stays readable here and writes are lost.
  public init?(_ base: Shared<Value?>) {
    guard let reference = UnwrappedReference(base.reference) else { return nil }
    self.init(reference: reference)
  }

  /// The value. Writing replaces it at once; a change that depends on the old value is made with ``withLock(_:)``.
  public var wrappedValue: Value {
    get { reference.visible }
    nonmutating set { reference.withLock { $0 = newValue } }
  }

  /// The wrapper itself, to hand on or to derive from: `$counts.first`.
  public var projectedValue: Shared {
    get { self }
    set { reference = newValue.reference }
  }

  /// Changes the value while nobody else can.
  ///
  /// - Parameter operation: Changes the value in place. It must not read this shared value otherwise than through its argument.
  /// - Returns: What the operation returns.
  /// - Throws: What the operation throws.
  public func withLock<Output>(_ operation: (inout Value) throws -> Output) rethrows -> Output {
    try reference.withLock(operation)
  }

  /// Shares a part of the value.
  public subscript<Member>(dynamicMember keyPath: WritableKeyPath<Value, Member>) -> Shared<Member> {
    Shared<Member>(reference: PartReference(reference, keyPath))
  }

  /// Lets a part of the value be read.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> SharedReader<Member> {
    SharedReader<Member>(reference: ReadOnlyPartReference(reference, keyPath))
  }

  /// Whether a key is loading the value.
  public var isLoading: Bool { reference.isLoading }
  /// Why the last loading failed.
  public var loadError: (any Error)? { reference.loadError }
  /// Why the last saving failed.
  public var saveError: (any Error)? { reference.saveError }

  /// Loads the value again.
  public func load() async throws { try await reference.load() }

  /// Saves the value, and waits until it is.
  public func save() async throws { try await reference.save() }
}

extension Shared: Sendable where Value: Sendable {}
