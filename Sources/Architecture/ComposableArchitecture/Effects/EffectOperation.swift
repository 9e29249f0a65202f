/// What an effect is made of: a tree that the store walks when it starts the effect.
///
/// It is a tree and not a closure so that cancellations take place in the order in which they were returned, before any of
/// the work of the same pass has begun (C46–C48).
@usableFromInline
indirect enum EffectOperation<Action>: @unchecked Sendable {
  case none
  case send(Action)
  case run(RunOperation<Action>)
  case merge([EffectOperation])
  case concatenate([EffectOperation])
  case cancellable(EffectOperation, id: CancellationID, cancelInFlight: Bool)
  case cancel(CancellationID)
  /// The effects of a child feature that has an identity of its own, and how the child is dismissed.
  case feature(EffectOperation, path: FeaturePath, dismissal: Action?)
  /// A child feature went away: whatever runs in it ends.
  case leave(FeaturePath)
  case throttle(EffectOperation, Throttle)
  /// The effects of a child that is merely scoped.
  case scoped(EffectOperation, ScopeTrail)

  @usableFromInline
  func map<Mapped>(_ transform: @escaping @Sendable (Action) -> Mapped) -> EffectOperation<Mapped> {
    switch self {
    case .none: .none
    case .send(let action): .send(transform(action))
    case .run(let run): .run(run.map(transform))
    case .merge(let operations): .merge(operations.map { $0.map(transform) })
    case .concatenate(let operations): .concatenate(operations.map { $0.map(transform) })
    case .cancellable(let operation, let id, let cancelInFlight):
      .cancellable(operation.map(transform), id: id, cancelInFlight: cancelInFlight)
    case .cancel(let id): .cancel(id)
    case .feature(let operation, let path, let dismissal):
      .feature(operation.map(transform), path: path, dismissal: dismissal.map(transform))
    case .leave(let path): .leave(path)
    case .throttle(let operation, let throttle): .throttle(operation.map(transform), throttle)
    case .scoped(let operation, let trail): .scoped(operation.map(transform), trail)
    }
  }

  /// This operation without the parts for which `isCancelled` holds.
  func removing(_ isCancelled: (CancellationID) -> Bool) -> EffectOperation {
    switch self {
    case .none, .send, .run, .cancel, .leave: self
    case .merge(let operations): .merge(operations.map { $0.removing(isCancelled) })
    case .concatenate(let operations): .concatenate(operations.map { $0.removing(isCancelled) })
    case .cancellable(let operation, let id, let cancelInFlight):
      isCancelled(id) ? .none : .cancellable(operation.removing(isCancelled), id: id, cancelInFlight: cancelInFlight)
    case .feature(let operation, let path, let dismissal):
      .feature(operation.removing(isCancelled), path: path, dismissal: dismissal)
    case .throttle(let operation, let throttle): .throttle(operation.removing(isCancelled), throttle)
    case .scoped(let operation, let trail): .scoped(operation.removing(isCancelled), trail)
    }
  }
}
