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
  /// from elsewhere or restored (C12, C22).
  ///
  /// - Parameters:
  ///   - slot: The place.
  ///   - started: The feature that has just returned effects.
  ///   - isPresent: Whether a feature is still there.
  static func departures<Action>(
    from slot: FeatureSlot, started: FeaturePath?, isPresent: (FeaturePath) -> Bool
  ) -> Effect<Action> {
    var departed: [FeaturePath] = []
    if let started, !isPresent(started) { departed.append(started) }
    if let location = current, location.effects.hasFeatures {
      let others = location.effects.features(in: slot, of: location.path).filter { $0 != started && !isPresent($0) }
      departed += location.effects.inOrder(others)
    }
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
