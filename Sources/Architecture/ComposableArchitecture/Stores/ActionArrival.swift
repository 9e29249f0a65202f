/// Where an action that waits for its turn came from.
struct ActionArrival {
  let origin: ActionOrigin
  /// The effects of what it came from, to which those it leads to belong.
  let group: EffectGroup
}
