extension Optional: CasePathable, CasePathIterable {
  /// The case paths `none` and `some`, and those of what is wrapped.
  @dynamicMemberLookup
  public struct AllCasePaths: CasePathReflectable, Sequence, Sendable {
    public subscript(root: Optional) -> PartialCaseKeyPath<Optional> {
      switch root {
      case .none: \.none
      case .some: \.some
      }
    }

    /// Absence.
    public var none: AnyCasePath<Optional, Void> {
      AnyCasePath<Optional, Void>(embed: { .none }, extract: { $0 == nil ? () : nil })
    }

    /// Presence.
    public var some: AnyCasePath<Optional, Wrapped> {
      AnyCasePath<Optional, Wrapped>(embed: { .some($0) }, extract: { $0 })
    }

    /// A case of what is wrapped; embedding `nil` gives `nil`.
    public subscript<Member>(
      dynamicMember keyPath: KeyPath<Wrapped.AllCasePaths, AnyCasePath<Wrapped, Member>>
    ) -> AnyCasePath<Optional, Member?> where Wrapped: CasePathable {
      Wrapped.allCasePaths[keyPath: keyPath].throughOptional()
    }

    public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<Optional>]> {
      [\.none, \.some].makeIterator()
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
