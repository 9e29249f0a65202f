/// A cancellation id in the feature that used it.
struct CancellationKey: Hashable, Sendable {
  let id: CancellationID
  let path: FeaturePath?

  /// Whether cancelling `id` from `origin` reaches it: the same id, used in that feature or inside it (C40).
  func isReached(by id: CancellationID, from origin: FeaturePath?) -> Bool {
    guard self.id == id else { return false }
    guard let origin else { return true }
    return path?.isInside(origin) ?? false
  }
}
