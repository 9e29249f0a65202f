/// An enum that offers a case path for each of its cases; `@CasePathable` writes the conformance.
public protocol CasePathable {
  /// A type with one property for each case.
  associatedtype AllCasePaths

  /// The case paths of the enum.
  static var allCasePaths: AllCasePaths { get }
}

extension CasePathable {
  /// Where key paths to cases are spelled from: `\Action.Cases.child`.
  public typealias Cases = Case<Self>

  /// The payload of a case, or `nil` when the value is another case.
  public subscript<Value>(case keyPath: CaseKeyPath<Self, Value>) -> Value? {
    Case<Self>()[keyPath: keyPath].extract(from: self)
  }

  /// Puts the value into the case, if it is in the case already; else nothing happens.
  @_disfavoredOverload
  public subscript<Value>(case keyPath: CaseKeyPath<Self, Value>) -> Value {
    @available(*, unavailable, message: "a case that can be written cannot be read: read the optional payload")
    get { Case<Self>()[keyPath: keyPath].extract(from: self)! }
    set {
      let path = AnyCasePath(keyPath)
      guard path.extract(from: self) != nil else { return }
      self = path.embed(newValue)
    }
  }

  /// The payload of the case with this name, or `nil` when the value is another case.
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<Self.AllCasePaths, AnyCasePath<Self, Value>>
  ) -> Value? {
    Self.allCasePaths[keyPath: keyPath].extract(from: self)
  }

  /// Whether the value is in the case.
  public func `is`(_ keyPath: PartialCaseKeyPath<Self>) -> Bool {
    (Case<Self>()[keyPath: keyPath] as? any AnyCase)?.holds(self) ?? false
  }
}

/// An enum whose case paths can be listed.
public protocol CasePathIterable: CasePathable
where AllCasePaths: Sequence, AllCasePaths.Element == PartialCaseKeyPath<Self> {}

/// The case paths of an enum, which tell the case a value is in.
public protocol CasePathReflectable<Root> {
  /// The enum.
  associatedtype Root: CasePathable

  /// The key path of the case that `root` is in.
  subscript(root: Root) -> PartialCaseKeyPath<Root> { get }
}
