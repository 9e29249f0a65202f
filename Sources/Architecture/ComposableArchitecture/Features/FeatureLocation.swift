import Scheduling

/// Where the code that runs is: in which store, and in which feature of it.
///
/// A store keeps one for its reducers, whose path the operators set and reset while they run a child; an effect's task has one of
/// its own that stays the same. It is lent to the thread once for each batch of actions, and bound once for each effect.
@usableFromInline
package final class FeatureLocation: @unchecked Sendable {
  // Safe to send: changed only by the store's operators, which run on the one thread that drives the store's world.

  /// The location of the store that is reducing on this thread, else of the effect whose task this is.
  package static var current: FeatureLocation? {
    (ThreadContext.object ?? Scheduler.place?.location) as? FeatureLocation
  }

  /// The effects alive in the store.
  @usableFromInline let effects: EffectTable
  /// The innermost feature with an identity of its own; `nil` in the root feature.
  @usableFromInline package var path: FeaturePath?
  /// The effect the code runs in; `nil` in a reducer.
  package let effect: EffectID?
  /// The scopes inside the feature that the effect was returned through.
  let trail: ScopeTrail?
  /// The binding action being reduced, until a ``BindingReducer`` has handled it.
  var unhandledWrite: BindingWatch.Write? { didSet { isWriteUnhandled = unhandledWrite != nil } }
  /// Whether there is one; asked after every action.
  @exclusivity(unchecked) private(set) var isWriteUnhandled = false
  /// The state that a binding action made of text is about to change.
  var writtenState: Any?

  /// Runs reducers of the store on this thread.
  func reducing<Result>(_ body: () throws -> Result) rethrows -> Result {
    let outer = ThreadContext.lend(self)
    defer { ThreadContext.giveBack(outer) }
    return try body()
  }

  init(effects: EffectTable, path: FeaturePath?, effect: EffectID?, trail: ScopeTrail? = nil) {
    self.effects = effects
    self.path = path
    self.effect = effect
    self.trail = trail
  }
}
