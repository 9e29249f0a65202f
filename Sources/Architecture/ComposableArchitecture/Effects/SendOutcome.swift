/// What became of an action that an effect sent.
enum SendOutcome: Sendable {
  /// It was reduced, or dropped because the effect is over.
  case done
  /// The effect is held: it waits at the gate and sends again.
  case held(EffectGate)
  /// Somebody keeps it back to reduce it later: the effect waits at the gate and then goes on.
  case kept(EffectGate)
  /// The world was stopped in the middle of a step and is thrown away: the effect never goes on, not even to be cancelled, since an
  /// effect that never suspends would take the thread with it.
  case stopped
}
