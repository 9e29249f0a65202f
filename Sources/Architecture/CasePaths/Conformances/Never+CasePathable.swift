extension Never: CasePathable, CasePathIterable {
  /// The case paths of an enum that has no case: none.
  public struct AllCasePaths: CasePathReflectable, Sequence, Sendable {
    public subscript(root: Never) -> PartialCaseKeyPath<Never> {}

    public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<Never>]> { [].makeIterator() }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Case {
  /// A case that no value is ever in.
  public var never: Case<Never> {
    appending(path: .never)
  }
}
