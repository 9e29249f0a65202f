/// How the actions of an effect are thinned out.
@usableFromInline
struct Throttle: Sendable {
  let id: CancellationID
  let interval: Duration
  let latest: Bool
  let timer: EffectTimer
}
