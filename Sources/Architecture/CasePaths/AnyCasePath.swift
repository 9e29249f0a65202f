/// A pair of functions for one case of an enum: one builds the enum from the case's payload, the other takes it out again.
///
/// The law: extracting from an embedded value gives the value back.
@dynamicMemberLookup
public struct AnyCasePath<Root, Value>: Sendable {
  @usableFromInline let embedding: @Sendable (Value) -> Root
  @usableFromInline let extraction: @Sendable (Root) -> Value?

  /// Makes a case path of the two functions.
  ///
  /// - Parameters:
  ///   - embed: Builds a root from a value.
  ///   - extract: Takes the value out of a root, or gives `nil` when the root is another case.
  @inlinable
  public init(embed: @escaping @Sendable (Value) -> Root, extract: @escaping @Sendable (Root) -> Value?) {
    self.embedding = embed
    self.extraction = extract
  }

  /// Makes a case path of a case key path. The key path is followed once, here.
  public init(_ keyPath: CaseKeyPath<Root, Value>) {
    self = Case<Root>()[keyPath: keyPath].path(from: Root.self)
  }

  /// Builds a root from the case's payload.
  @inlinable
  public func embed(_ value: Value) -> Root { embedding(value) }

  /// Takes the payload out of `root`, or gives `nil` when `root` is another case.
  @inlinable
  public func extract(from root: Root) -> Value? { extraction(root) }

  /// Changes the payload of `root` in place.
  ///
  /// - Throws: ``CaseMismatch`` when `root` is another case, and whatever `body` throws.
  public func modify<Result>(_ root: inout Root, _ body: (inout Value) throws -> Result) throws -> Result {
    guard var value = extraction(root) else { throw CaseMismatch(expected: Value.self, root: Root.self) }
    let result = try body(&value)
    root = embedding(value)
    return result
  }

  /// The path that goes on into a case of this path's value.
  public func appending<Next>(path: AnyCasePath<Value, Next>) -> AnyCasePath<Root, Next> {
    let outer = self
    return AnyCasePath<Root, Next>(
      embed: { outer.embedding(path.embedding($0)) },
      extract: { outer.extraction($0).flatMap(path.extraction) })
  }
}

extension AnyCasePath {
  /// The same case of an optional root; embedding `nil` gives `nil`.
  func throughOptional() -> AnyCasePath<Root?, Value?> {
    AnyCasePath<Root?, Value?>(
      embed: { value in value.map { embed($0) } },
      extract: { root in root.flatMap { extract(from: $0) }.map(Optional<Value>.some) })
  }
}

/// The error of changing a case that a value is not in.
public struct CaseMismatch: Error, CustomStringConvertible {
  let expected: Any.Type
  let root: Any.Type

  public var description: String { "A value of \(root) is not in the case whose payload is \(expected)." }
}

extension AnyCasePath where Root == Value {
  /// The path from a value to itself.
  public init() {
    self.init(embed: { $0 }, extract: { $0 })
  }

  /// The path from a value to itself, spelled `/.self` and `.self`.
  public static var `self`: Self { Self() }
}

extension AnyCasePath where Value == Never {
  /// A path that no root ever takes.
  public static var never: Self {
    @Sendable func embed(_ value: Never) -> Root {}
    return Self(embed: embed, extract: { _ in nil })
  }
}

extension AnyCasePath where Value: CasePathable {
  /// Goes on into a case of this path's value.
  public subscript<Next>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Next>>
  ) -> AnyCasePath<Root, Next> {
    appending(path: Value.allCasePaths[keyPath: keyPath])
  }

  /// Goes on into a case of this path's value whose payload is optional, and through the optional.
  @_disfavoredOverload
  public subscript<Next>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Next?>>
  ) -> AnyCasePath<Root, Next> {
    appending(path: Value.allCasePaths[keyPath: keyPath]).appending(path: Optional<Next>.allCasePaths.some)
  }
}

extension AnyCasePath: CustomDebugStringConvertible {
  public var debugDescription: String { "AnyCasePath<\(Root.self), \(Value.self)>" }
}

extension AnyCasePath {
  /// What the plugin's case paths are made with. A constructor of a case holds nothing, so nothing is allocated.
  public static func _$embed(
    _ embed: @escaping @Sendable (Value) -> Root, extract: @escaping @Sendable (Root) -> Value?
  ) -> Self {
    Self(embed: embed, extract: extract)
  }
}
