/// What an effect inherits from the operators around it when it is started.
struct EffectStart {
  var path: FeaturePath?
  var cancellationKeys: [CancellationKey]
  var group: EffectGroup?
  var join: EffectJoin?
  var throttle: Throttle?
}
