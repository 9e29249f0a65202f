import IssueReporting

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
  ///
  /// Writing changes the payload if the value is in the case already; else nothing happens. Writing `nil` does something only
  /// where the payload is optional itself.
  public subscript<Value>(case keyPath: CaseKeyPath<Self, Value>) -> Value? {
    get { Case<Self>()[keyPath: keyPath].extract(from: self) }
    set { replacePayload(of: AnyCasePath(keyPath), with: newValue) }
  }

  /// The payload of the case with this name, or `nil` when the value is another case; written as `[case:]` is.
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<Self.AllCasePaths, AnyCasePath<Self, Value>>
  ) -> Value? {
    get { Self.allCasePaths[keyPath: keyPath].extract(from: self) }
    set { replacePayload(of: Self.allCasePaths[keyPath: keyPath], with: newValue) }
  }

  /// Whether the value is in the case.
  public func `is`(_ keyPath: PartialCaseKeyPath<Self>) -> Bool {
    (Case<Self>()[keyPath: keyPath] as? any AnyCase)?.holds(self) ?? false
  }

  /// Changes the payload of a case in place; reports an issue and changes nothing when the value is another case.
  public mutating func modify<Value>(
    _ keyPath: CaseKeyPath<Self, Value>,
    yield: (inout Value) -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let path = AnyCasePath(keyPath)
    guard var value = path.extract(from: self) else {
      reportIssue(
        "Cannot modify the payload \"\(Value.self)\" of a \"\(Self.self)\" that is in another case: \(self)",
        fileID: fileID, filePath: filePath, line: line, column: column)
      return
    }
    yield(&value)
    self = path.embed(value)
  }
}

extension CasePathable {
  private mutating func replacePayload<Value>(of path: AnyCasePath<Self, Value>, with newValue: Value?) {
    guard path.extract(from: self) != nil, let payload = newValue ?? absence(of: Value.self) else { return }
    self = path.embed(payload)
  }
}

/// `nil` as a value of a type that has one.
private func absence<Value>(of type: Value.Type) -> Value? {
  (type as? any ExpressibleByNilLiteral.Type).flatMap { $0.init(nilLiteral: ()) as? Value }
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
