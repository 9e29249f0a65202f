prefix operator /
infix operator .. : AdditionPrecedence

/// The older name of a case path.
public typealias CasePath<Root, Value> = AnyCasePath<Root, Value>

/// The case path of a case with a payload, found by looking into the value: `/Action.row(id:action:)`.
///
/// Extracting costs about a microsecond; the case paths of `@CasePathable` cost a switch.
public prefix func / <Root, Value>(embed: @escaping (Value) -> Root) -> CasePath<Root, Value> {
  CasePath(embed)
}

/// The case path of a case with a payload, in an optional root.
public prefix func / <Root, Value>(embed: @escaping (Value) -> Root?) -> CasePath<Root?, Value> {
  let constructor = CaseConstructor(embed)
  return CasePath(
    embed: { constructor.call($0) },
    extract: { root in
      guard let root else { return nil }
      // `/Optional.some` is the one constructor here that takes the root itself.
      if Value.self == Root.self { return root as? Value }
      return ReflectedCase<Root, Value>.extract(from: root, rebuild: { constructor.call($0) })
    })
}

/// The case path of a case without a payload: `/Action.tapped`.
@_disfavoredOverload
public prefix func / <Root>(root: @autoclosure @escaping @Sendable () -> Root) -> CasePath<Root, Void> {
  CasePath(root())
}

/// The case path from a type to itself: `/Action.self`.
public prefix func / <Root>(type: Root.Type) -> CasePath<Root, Root> {
  CasePath()
}

/// A case path itself: `/.self`.
public prefix func / <Root, Value>(path: CasePath<Root, Value>) -> CasePath<Root, Value> {
  path
}

/// The extraction alone, for `actions.compactMap(/Action.child)`.
@_disfavoredOverload
public prefix func / <Root, Value>(embed: @escaping (Value) -> Root) -> (Root) -> Value? {
  CasePath(embed).extract(from:)
}

/// The extraction alone of a case without a payload.
@_disfavoredOverload
public prefix func / <Root>(root: @autoclosure @escaping @Sendable () -> Root) -> (Root) -> Void? {
  CasePath(root()).extract(from:)
}

/// The path that goes through both: `/Outer.inner .. /Inner.leaf`.
public func .. <Root, Middle, Value>(
  left: CasePath<Root, Middle>, right: CasePath<Middle, Value>
) -> CasePath<Root, Value> {
  left.appending(path: right)
}

/// Whether the value is in the case: `case /Action.child:` as a pattern.
public func ~= <Root, Value>(pattern: AnyCasePath<Root, Value>, root: Root) -> Bool {
  pattern.extract(from: root) != nil
}

extension AnyCasePath {
  /// The case path of a case with a payload, found by looking into the value.
  public init(_ embed: @escaping (Value) -> Root) {
    let constructor = CaseConstructor(embed)
    let reflected = ReflectedCase(embed: { constructor.call($0) })
    self.init(embed: { constructor.call($0) }, extract: { reflected.extract(from: $0) })
  }

  /// The case path of a case with a payload, found by looking into the value.
  public static func `case`(_ embed: @escaping (Value) -> Root) -> Self { Self(embed) }
}

extension AnyCasePath where Value == Void {
  /// The case path of a case without a payload.
  @_disfavoredOverload
  public init(_ root: @autoclosure @escaping @Sendable () -> Root) {
    self.init(embed: root, extract: { ReflectedEmptyCase(example: root()).matches($0) ? () : nil })
  }

  /// The case path of a case without a payload.
  @_disfavoredOverload
  public static func `case`(_ root: @autoclosure @escaping @Sendable () -> Root) -> Self { Self(root()) }
}

/// The constructor of a case. The compiler takes it for sendable only in Swift 6 mode, but it holds nothing in any mode.
private struct CaseConstructor<Root, Value>: @unchecked Sendable {
  let call: (Value) -> Root

  init(_ call: @escaping (Value) -> Root) { self.call = call }
}
