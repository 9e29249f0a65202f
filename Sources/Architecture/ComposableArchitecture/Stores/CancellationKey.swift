/// A cancellation id in the feature that used it.
struct CancellationKey: Hashable, Sendable {
  let id: CancellationID
  let path: FeaturePath?
  /// The scopes in that feature through which it was used; they do not set ids apart (C41).
  let trail: ScopeTrail?

  init(id: CancellationID, path: FeaturePath?, trail: ScopeTrail? = nil) {
    self.id = id
    self.path = path
    self.trail = trail
  }

  /// Whether cancelling `id` from `origin` reaches it: the same id, used in that feature or inside it (C40).
  func isReached(by id: CancellationID, from origin: FeaturePath?) -> Bool {
    guard self.id == id else { return false }
    guard let origin else { return true }
    return path?.isInside(origin) ?? false
  }

  static func == (left: Self, right: Self) -> Bool { left.id == right.id && left.path == right.path }

  func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(path)
  }
}
