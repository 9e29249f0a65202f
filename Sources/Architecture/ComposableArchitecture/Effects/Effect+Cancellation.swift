extension Effect {
  /// Makes the effect one that can be cancelled by an id.
  ///
  /// The id counts within the feature that returned the effect and, seen from above, within its ancestors (C40). A child reached by
  /// `Scope` alone is no feature of its own here: siblings scoped that way share their ids (C41).
  ///
  /// - Parameters:
  ///   - id: The name to cancel it by.
  ///   - cancelInFlight: Whether effects of this id that already run are cancelled first.
  public func cancellable<ID: Hashable & Sendable>(id: ID, cancelInFlight: Bool = false) -> Self {
    if isNone, !cancelInFlight { return .none }
    return cancellable(CancellationID(id), cancelInFlight: cancelInFlight)
  }

  func cancellable(_ id: CancellationID, cancelInFlight: Bool) -> Self {
    if case .none = operation {
      return cancelInFlight ? Self(.cancel(id)) : .none
    }
    return Self(.cancellable(operation, id: id, cancelInFlight: cancelInFlight))
  }

  /// An effect that cancels all effects of an id in this feature and its descendants, also those that wait in a `concatenate`
  /// for their turn (C47); under 1.x those run.
  public static func cancel<ID: Hashable & Sendable>(id: ID) -> Self {
    Self(.cancel(CancellationID(id)))
  }
}
