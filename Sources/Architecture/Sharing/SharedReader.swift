import Dependencies

/// A shared value that can only be read.
@propertyWrapper
@dynamicMemberLookup
public struct SharedReader<Value> {
  var reference: SharedReaderReference<Value>

  init(reference: SharedReaderReference<Value>) { self.reference = reference }

  /// Holds a value that nobody changes.
  public init(value: Value) {
    self.init(reference: StoredReference(value, registeredIn: nil))
  }

  /// Holds a value that nobody changes.
  public static func constant(_ value: Value) -> Self { Self(value: value) }

  /// Reads the value of another wrapper.
  public init(projectedValue: SharedReader) { self = projectedValue }

  /// Reads what can be written elsewhere.
  public init(_ shared: Shared<Value>) { self.init(reference: shared.reference) }

  /// Reads what is inside an optional, or `nil` when that is `nil`; the last value stays readable should it become so.
  public init?(_ base: SharedReader<Value?>) {
    guard let reference = ReadOnlyUnwrappedReference(base.reference) else { return nil }
    self.init(reference: reference)
  }

  /// Reads what is inside an optional, or `nil` when that is `nil`.
  public init?(_ base: Shared<Value?>) {
    self.init(SharedReader<Value?>(base))
  }

  /// The value.
  public var wrappedValue: Value { reference.visible }

  /// The wrapper itself, to hand on or to derive from.
  public var projectedValue: SharedReader {
    get { self }
    set { reference = newValue.reference }
  }

  /// Reads a part of the value.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> SharedReader<Member> {
    SharedReader<Member>(reference: ReadOnlyPartReference(reference, keyPath))
  }

  /// Whether a key is loading the value.
  public var isLoading: Bool { reference.isLoading }
  /// Why the last loading failed.
  public var loadError: (any Error)? { reference.loadError }

  /// Loads the value again.
  public func load() async throws { try await reference.load() }
}

extension SharedReader: Sendable where Value: Sendable {}
