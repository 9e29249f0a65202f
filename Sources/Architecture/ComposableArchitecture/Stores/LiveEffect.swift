/// An effect that was started and has not ended: running work, or the rest of a sequence waiting for its turn.
final class LiveEffect: Hashable, @unchecked Sendable {
  // Safe to send: changed only on the thread that drives the store's world.

  /// Counts the live effects of a table in the order of their start.
  let serial: Int
  /// `nil` for the rest of a sequence, which is no effect of its own to a person.
  let id: EffectID?
  let startedBy: Int
  let name: String?
  let path: FeaturePath?
  let cancellationKeys: [CancellationKey]
  /// All effects that one action from outside led to.
  let group: EffectGroup
  /// The sequence step that waits for it.
  let join: EffectJoin?
  var task: Task<Void, Never>?
  var actionsSent = 0
  private(set) var ending: EffectEnding?

  init(
    serial: Int, id: EffectID?, startedBy: Int, name: String?, path: FeaturePath?, cancellationKeys: [CancellationKey],
    group: EffectGroup, join: EffectJoin?
  ) {
    self.serial = serial
    self.id = id
    self.startedBy = startedBy
    self.name = name
    self.path = path
    self.cancellationKeys = cancellationKeys
    self.group = group
    self.join = join
  }

  var isOver: Bool { ending != nil }

  /// Notes how it ended; only the first ending counts.
  func end(_ ending: EffectEnding) {
    guard self.ending == nil else { return }
    self.ending = ending
  }

  var record: EffectRecord? {
    id.map {
      EffectRecord(
        id: $0, startedBy: startedBy, featurePath: path?.text ?? "", cancellationIDs: cancellationKeys.map(\.id.text),
        name: name, actionsSent: actionsSent)
    }
  }

  static func == (left: LiveEffect, right: LiveEffect) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(serial) }
}
