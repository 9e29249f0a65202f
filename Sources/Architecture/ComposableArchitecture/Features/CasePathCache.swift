import CasePaths

/// The case paths of case key paths.
@usableFromInline
enum CasePathCache {
  @usableFromInline
  static func path<Root, Value>(_ keyPath: CaseKeyPath<Root, Value>) -> AnyCasePath<Root, Value> {
    AnyCasePath(keyPath)
  }
}
