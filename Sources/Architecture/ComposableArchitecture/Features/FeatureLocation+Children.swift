import IdentifiedCollections

extension FeatureLocation {
  /// Runs a child's reducer with `path` as the feature that is being reduced.
  static func run<Result>(in path: FeaturePath, _ body: () -> Result) -> Result {
    guard let location = current else { return body() }
    let outer = location.path
    location.path = path
    defer { location.path = outer }
    return body()
  }

  /// The features of a place from which effects are alive or were returned just now, but which are not there any more.
  ///
  /// Asking the effects that are alive, and not a memory kept in the state, is what makes this right after the state was changed
  /// from elsewhere or restored (C12, C22). Features of a collection are asked only when some may have gone since all were there.
  ///
  /// - Parameters:
  ///   - slot: The place.
  ///   - membership: Which elements the collection has, when the place is one.
  ///   - started: The feature that has just returned effects.
  ///   - isPresent: Whether a feature is still there.
  static func departures<Action>(
    from slot: FeatureSlot, membership: Membership? = nil, started: FeaturePath?, isPresent: (FeaturePath) -> Bool
  ) -> Effect<Action> {
    var departed: [FeaturePath] = []
    if let started, !isPresent(started) { departed.append(started) }
    if let location = current, location.effects.hasFeatures {
      let effects = location.effects
      if let membership, effects.areAllPresent(in: slot, of: location.path, membership) { return leaving(departed) }
      let missing = effects.features(in: slot, of: location.path).filter { !isPresent($0) }
      departed += effects.inOrder(missing.filter { $0 != started })
      if let membership, missing.isEmpty { effects.setAllPresent(in: slot, of: location.path, membership) }
    }
    return leaving(departed)
  }

  private static func leaving<Action>(_ departed: [FeaturePath]) -> Effect<Action> {
    switch departed.count {
    case 0: return .none
    case 1: return Effect(.leave(departed[0]))
    default: return Effect(.merge(departed.map { .leave($0) }))
    }
  }
}

extension Effect {
  /// These effects of a child as the parent's, belonging to the child's feature.
  ///
  /// - Parameters:
  ///   - path: The child's feature.
  ///   - dismissal: The parent's action that dismisses the child, if it can be dismissed.
  ///   - embed: Makes the parent's action of the child's.
  func ofFeature<ParentAction>(
    _ path: FeaturePath, dismissal: @autoclosure () -> ParentAction?,
    embed: @escaping @Sendable (Action) -> ParentAction
  ) -> Effect<ParentAction> {
    if case .none = operation { return .none }
    return Effect<ParentAction>(.feature(operation.map(embed), path: path, dismissal: dismissal()))
  }

  var isNone: Bool {
    if case .none = operation { true } else { false }
  }
}

extension Optional {
  /// Changes the value in place, if there is one.
  mutating func update<Result>(_ body: (inout Wrapped) -> Result) -> Result? {
    guard case .some = self else { return nil }
    // The value was seen the line before, and unwrapping is what changes it in place instead of copying it.
    return body(&self!)
  }
}
