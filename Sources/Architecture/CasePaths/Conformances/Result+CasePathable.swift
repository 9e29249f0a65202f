extension Result: CasePathable, CasePathIterable {
  /// The case paths `success` and `failure`.
  public struct AllCasePaths: CasePathReflectable, Sequence, Sendable {
    public subscript(root: Result) -> PartialCaseKeyPath<Result> {
      switch root {
      case .success: \.success
      case .failure: \.failure
      }
    }

    /// Success.
    public var success: AnyCasePath<Result, Success> {
      AnyCasePath<Result, Success>(
        embed: { .success($0) },
        extract: { if case .success(let value) = $0 { value } else { nil } })
    }

    /// Failure.
    public var failure: AnyCasePath<Result, Failure> {
      AnyCasePath<Result, Failure>(
        embed: { .failure($0) },
        extract: { if case .failure(let error) = $0 { error } else { nil } })
    }

    public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<Result>]> {
      [\.success, \.failure].makeIterator()
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
