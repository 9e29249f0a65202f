/// An effect that was started and has not ended: running work, or the rest of a sequence waiting for its turn.
final class LiveEffect: Hashable, @unchecked Sendable {
  // Safe to send: changed only on the thread that drives the store's world.

  /// Counts the live effects of a table in the order of their start.
  let serial: Int
  /// `nil` for what is no effect of its own to a person: the rest of a sequence, a part of another effect's work.
  let id: EffectID?
  let startedBy: Int
  let name: String?
  let path: FeaturePath?
  /// The scopes inside that feature.
  let trail: ScopeTrail?
  let cancellationKeys: [CancellationKey]
  /// All effects that one action from outside led to.
  let group: EffectGroup?
  /// The sequence step that waits for it.
  let join: EffectJoin?
  let throttle: Throttle?
  var cancelWork: (@Sendable () -> Void)?
  var actionsSent = 0
  /// Where its next action waits while it is held.
  var gate: EffectGate?
  /// Whether its work is no part of the store any more: only what is delivered for it counts.
  var isDisconnected = false
  /// How many actions it tried to send after it had been cancelled.
  var actionsDropped = 0
  /// Where it is in the bag of its feature and in that of its group; -1 where it is not.
  var placeInFeature = -1
  var placeInGroup = -1
  private(set) var ending: EffectEnding?

  init(serial: Int, id: EffectID?, startedBy: Int, name: String?, _ start: EffectStart) {
    self.serial = serial
    self.id = id
    self.startedBy = startedBy
    self.name = name
    path = start.path
    trail = start.trail
    cancellationKeys = start.cancellationKeys
    group = start.group
    join = start.join
    throttle = start.throttle
  }

  /// A part of another effect's work that is cancelled on its own.
  init(
    partOf path: FeaturePath?, trail: ScopeTrail?, id: CancellationID, serial: Int, cancelWork: @escaping @Sendable () -> Void
  ) {
    self.serial = serial
    self.id = nil
    startedBy = 0
    name = nil
    self.path = path
    self.trail = trail
    cancellationKeys = [CancellationKey(id: id, path: path, trail: trail)]
    group = nil
    join = nil
    throttle = nil
    self.cancelWork = cancelWork
  }

  var isOver: Bool { ending != nil }

  var isCancelled: Bool {
    if case .cancelled = ending { true } else { false }
  }

  /// How many actions a cancelled effect may try to send, to clean up, before it counts as one that ignores its cancellation.
  private static let dropLimit = 1_000

  /// Takes an action that is not to be delivered because the effect was cancelled.
  func drop() -> SendOutcome {
    actionsDropped += 1
    return actionsDropped > Self.dropLimit ? .stopped : .done
  }

  /// Notes how it ended; only the first ending counts.
  func end(_ ending: EffectEnding) {
    guard self.ending == nil else { return }
    self.ending = ending
  }

  var record: EffectRecord? {
    id.map {
      EffectRecord(
        id: $0, startedBy: startedBy, featurePath: path?.text ?? "", cancellationIDs: cancellationKeys.map(\.id.text),
        name: name, actionsSent: actionsSent, isHeld: gate != nil)
    }
  }

  static func == (left: LiveEffect, right: LiveEffect) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
