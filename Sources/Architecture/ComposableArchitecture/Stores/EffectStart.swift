/// What an effect inherits from the operators around it when it is started.
struct EffectStart {
  var path: FeaturePath?
  /// The scopes inside that feature.
  var trail: ScopeTrail?
  var cancellationKeys: [CancellationKey]
  var group: EffectGroup?
  var join: EffectJoin?
  var throttle: Throttle?
}
