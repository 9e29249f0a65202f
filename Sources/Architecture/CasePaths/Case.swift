/// What the key paths of cases are rooted in: `\Action.Cases.child` goes from `Case<Action>` to `Case<Child>`.
///
/// A case remembers the type the key path started from, so a root passes through it without being boxed.
@dynamicMemberLookup
public struct Case<Value>: Sendable {
  private let link: CaseLink<Value>

  private init(link: CaseLink<Value>) { self.link = link }

  /// The start of every case key path: the value itself.
  public init() {
    self.init(link: IdentityLink<Value>())
  }

  /// A case of `Root` made of the two functions of a case path.
  public init<Root>(
    embed: @escaping @Sendable (Value) -> Root, extract: @escaping @Sendable (Root) -> Value?
  ) {
    self.init(link: RootedLink(AnyCasePath(embed: embed, extract: extract)))
  }

  /// The case at the end of a case key path.
  public init<Root>(_ keyPath: CaseKeyPath<Root, Value>) {
    self = Case<Root>()[keyPath: keyPath]
  }

  /// Builds the root from the case's payload; `nil` when this case does not start at `Root`.
  public func embed<Root>(_ value: Value, in root: Root.Type = Root.self) -> Root? {
    (link as? RootedLink<Root, Value>)?.path.embed(value)
  }

  /// Takes the payload out of `root`; `nil` when it is another case.
  public func extract<Root>(from root: Root) -> Value? {
    (link as? RootedLink<Root, Value>)?.path.extract(from: root)
  }

  /// The case of the case's value that `path` leads to.
  public func appending<Next>(path: AnyCasePath<Value, Next>) -> Case<Next> {
    Case<Next>(link: link.appending(path))
  }

  func path<Root>(from root: Root.Type) -> AnyCasePath<Root, Value> {
    guard let rooted = link as? RootedLink<Root, Value> else {
      // A key path from `Case<Root>` gets here only through a subscript that ignores the case it is applied to.
      preconditionFailure("A case key path of \(Root.self) must go through cases of \(Root.self).")
    }
    return rooted.path
  }
}

extension Case where Value: CasePathable {
  public subscript<Next>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Next>>
  ) -> Case<Next> {
    appending(path: Value.allCasePaths[keyPath: keyPath])
  }

  /// Goes through a case whose payload is optional to what the optional holds.
  @_disfavoredOverload
  public subscript<Next>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Next?>>
  ) -> Case<Next> {
    appending(path: Value.allCasePaths[keyPath: keyPath]).appending(path: Optional<Next>.allCasePaths.some)
  }
}

/// A `Case` of any value, for the key paths that have forgotten theirs.
protocol AnyCase {
  func holds<Root>(_ root: Root) -> Bool
  func embedAny<Root>(_ value: Any, in root: Root.Type) -> Root?
  func extractAny<Root>(from root: Root) -> Any?
}

extension Case: AnyCase {
  func holds<Root>(_ root: Root) -> Bool { extract(from: root) != nil }

  func embedAny<Root>(_ value: Any, in root: Root.Type) -> Root? {
    guard let value = value as? Value else { return nil }
    return embed(value)
  }

  func extractAny<Root>(from root: Root) -> Any? { extract(from: root) }
}

/// A case path whose root is hidden.
private class CaseLink<Value>: @unchecked Sendable {
  func appending<Next>(_ path: AnyCasePath<Value, Next>) -> CaseLink<Next> {
    preconditionFailure("\(Self.self) has no root.")
  }
}

private class RootedLink<Root, Value>: CaseLink<Value>, @unchecked Sendable {
  let path: AnyCasePath<Root, Value>

  init(_ path: AnyCasePath<Root, Value>) { self.path = path }

  override func appending<Next>(_ next: AnyCasePath<Value, Next>) -> CaseLink<Next> {
    RootedLink<Root, Next>(path.appending(path: next))
  }
}

/// The link of a root to itself. What is appended to it stays as it is, so that a path of one case costs no more than the case.
private final class IdentityLink<Value>: RootedLink<Value, Value>, @unchecked Sendable {
  init() { super.init(AnyCasePath()) }

  override func appending<Next>(_ next: AnyCasePath<Value, Next>) -> CaseLink<Next> { RootedLink<Value, Next>(next) }
}
