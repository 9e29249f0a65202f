/// What is known of an effect in flight.
package struct EffectRecord: Hashable, Sendable {
  package let id: EffectID
  /// The number of the action, counted from 1 in this store, whose reduction returned the effect.
  package let startedBy: Int
  /// The feature it belongs to, `""` for the root feature.
  package let featurePath: String
  package let cancellationIDs: [String]
  /// The name given to `Effect.run(name:)`.
  package let name: String?
  /// How many actions it has sent so far.
  package let actionsSent: Int
  /// Whether its next action waits until it is released.
  package let isHeld: Bool
}
