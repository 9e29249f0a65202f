/// Where an action came from.
package enum ActionOrigin: Hashable, Sendable {
  /// Sent from outside.
  case external
  /// Sent by an effect in flight.
  case effect(EffectID)
  /// Sent by an effect that only sends, at once.
  case synchronous(EffectID)
  /// The dismissal an effect asked for.
  case dismiss(EffectID)
}
