import IdentifiedCollections
import IssueReporting
import Scheduling
import Synchronization

/// The effects alive in a store, found by the feature they belong to and by their cancellation ids.
///
/// Nothing stays in it of an effect that has ended. Registering and removing cost the depth of the feature path; cancelling costs
/// what is cancelled, whatever else is alive.
@usableFromInline
final class EffectTable: @unchecked Sendable {
  // Safe to send: used only on the thread that drives the store's world.

  /// A feature in which effects are alive, itself or in its descendants.
  private final class Node {
    let path: FeaturePath?
    /// Counts the features in the order in which they came alive.
    let serial: Int
    weak var parent: Node?
    var effects = EffectBag(.ofFeature)
    /// By cancellation id, what cancelling it from here reaches: effects of here and of all descendants (C40).
    var keyed: [CancellationID: Set<LiveEffect>] = [:]
    var children: [FeatureSlot: Children] = [:]
    var dismissal: ((_ effect: EffectID) -> Void)?

    init(path: FeaturePath?, serial: Int, parent: Node?) {
      self.path = path
      self.serial = serial
      self.parent = parent
    }

    var isEmpty: Bool { effects.isEmpty && children.isEmpty }

    /// This node and those around it, beginning with the one of `path`, from which a key of that path is reached.
    func forEachAncestor(from path: FeaturePath?, _ body: (Node) -> Void) {
      var next: Node? = self
      var isReached = false
      while let node = next {
        isReached = isReached || node.path == path
        if isReached { body(node) }
        next = node.parent
      }
    }
  }

  /// The features that live in one place of a parent.
  private struct Children {
    var nodes: [FeaturePath: Node] = [:]
    /// What the collection in the state had when all of them were there.
    var membership: Membership?
  }

  /// For work that is cancelled by an id outside of any store.
  static let outsideStores = EffectTable()

  private let root = Node(path: nil, serial: 0, parent: nil)
  private var lastNodeSerial = 0
  private var nodes: [FeaturePath: Node] = [:]
  private let nextSerial = Atomic(0)
  /// Cancellations since the oldest sequence began to wait, for the parts of it that were not started yet.
  private var cancellations: [(id: CancellationID, path: FeaturePath?)] = []
  private var firstCancellation = 0
  private var waitingSequences = 0

  /// Told of each effect that was cancelled, after it was removed.
  var didCancel: ((LiveEffect) -> Void)?
  /// Where the store's effects run; `nil` for the main actor.
  let scheduler: Scheduler?

  init(scheduler: Scheduler? = nil) { self.scheduler = scheduler }

  /// Does something with the table on the thread that drives the store's world.
  func perform(_ work: @escaping @Sendable (EffectTable) -> Void) async {
    if let scheduler {
      await withTaskExecutorPreference(scheduler) { work(self) }
    } else {
      await MainActor.run { work(self) }
    }
  }

  /// Does something with the table on that thread as soon as it is free.
  func enqueue(_ work: @escaping @Sendable (EffectTable) -> Void) {
    if let scheduler {
      Task(executorPreference: scheduler) { work(self) }
    } else {
      Task { @MainActor in work(self) }
    }
  }

  /// Whether effects are alive in any feature that can go away.
  @usableFromInline
  var hasFeatures: Bool { !nodes.isEmpty }

  var all: [LiveEffect] {
    var effects: [LiveEffect] = []
    collect(root, into: &effects)
    return effects.sorted { $0.serial < $1.serial }
  }

  var isEmpty: Bool { root.isEmpty }

  func takeSerial() -> Int {
    nextSerial.wrappingAdd(1, ordering: .relaxed).newValue
  }

  func insert(_ effect: LiveEffect) {
    let node = node(for: effect.path)
    node.effects.insert(effect)
    for key in effect.cancellationKeys {
      node.forEachAncestor(from: key.path) { $0.keyed[key.id, default: []].insert(effect) }
    }
    effect.group?.insert(effect)
  }

  func remove(_ effect: LiveEffect) {
    if let node = effect.path.map({ nodes[$0] }) ?? root, node.effects.remove(effect) {
      for key in effect.cancellationKeys {
        node.forEachAncestor(from: key.path) { node in
          node.keyed[key.id]?.remove(effect)
          if node.keyed[key.id]?.isEmpty == true { node.keyed[key.id] = nil }
        }
      }
      prune(node)
    }
    effect.group?.remove(effect)
  }

  // MARK: Cancelling

  /// Cancels the effects of an id in a feature and inside it.
  ///
  /// - Parameter trail: The scopes in the feature through which that was asked for.
  func cancel(_ id: CancellationID, from path: FeaturePath?, trail: ScopeTrail?, reason: EffectEnding.Reason) {
    if waitingSequences > 0 { cancellations.append((id, path)) }
    guard let node = path.map({ nodes[$0] }) ?? root, let reached = node.keyed[id] else { return }
    if let trail { warnOfSiblings(of: trail, in: path, with: id, among: reached) }
    cancel(reached, reason: reason)
  }

  /// Reports the effects that a scoped child cancels although they are another's, which happens to use the same id (C41).
  private func warnOfSiblings(
    of trail: ScopeTrail, in path: FeaturePath?, with id: CancellationID, among candidates: Set<LiveEffect>
  ) {
    for effect in candidates.sorted(by: { $0.serial < $1.serial }) {
      let key = effect.cancellationKeys.first { $0.id == id && $0.path == path }
      guard let other = key?.trail, other.divides(from: trail) else { continue }
      reportIssue(
        """
        An effect of "\(other.text)" was cancelled by "\(trail.text)": both use the cancellation id \(id.text).

        A "Scope" gives its child no identity of its own, so the ids of its siblings are its own, too. Put a value into the id that \
        tells the children apart.
        """, severity: .warning)
    }
  }

  /// Cancels everything in a feature that went away.
  func leave(_ path: FeaturePath) {
    guard let node = nodes[path] else { return }
    var effects: [LiveEffect] = []
    collect(node, into: &effects)
    cancel(effects, reason: .dismissed(feature: path.text))
  }

  func cancel(_ effects: some Sequence<LiveEffect>, reason: EffectEnding.Reason) {
    let effects = effects.filter { !$0.isOver }.sorted { $0.serial < $1.serial }
    // All are marked first: ending the first step of a sequence must not start the next when the sequence is among them.
    for effect in effects { effect.end(.cancelled(reason)) }
    for effect in effects {
      remove(effect)
      effect.cancelWork?()
      didCancel?(effect)
    }
    for effect in effects { effect.join?.leave() }
  }

  // MARK: Features

  /// The features that live in `slot` of `parent`, of which effects are alive.
  @usableFromInline
  func features(in slot: FeatureSlot, of parent: FeaturePath?) -> [FeaturePath] {
    let node = parent.map { nodes[$0] } ?? root
    guard let children = node?.children[slot] else { return [] }
    return Array(children.nodes.keys)
  }

  /// Whether all those features are known to be in a collection that has these elements.
  func areAllPresent(in slot: FeatureSlot, of parent: FeaturePath?, _ membership: Membership) -> Bool {
    guard let node = parent.map({ nodes[$0] }) ?? root else { return true }
    // Nothing lives there, or the collection still has all that it had when all of them were there.
    guard let children = node.children[slot] else { return true }
    guard let known = children.membership, membership.includes(known) else { return false }
    if known != membership { node.children[slot]?.membership = membership }
    return true
  }

  /// Remembers that all those features are in a collection that has these elements.
  func setAllPresent(in slot: FeatureSlot, of parent: FeaturePath?, _ membership: Membership) {
    guard let node = parent.map({ nodes[$0] }) ?? root else { return }
    node.children[slot]?.membership = membership
  }

  /// Features in the order in which they came alive: what is done to several of them must not depend on how they are hashed.
  @usableFromInline
  func inOrder(_ paths: [FeaturePath]) -> [FeaturePath] {
    paths.count < 2 ? paths : paths.sorted { (nodes[$0]?.serial ?? 0) < (nodes[$1]?.serial ?? 0) }
  }

  func isAlive(_ path: FeaturePath) -> Bool { nodes[path] != nil }

  /// Remembers how a feature is dismissed, as long as effects are alive in it.
  func setDismissal(of path: FeaturePath, _ dismissal: @escaping (_ effect: EffectID) -> Void) {
    nodes[path]?.dismissal = dismissal
  }

  func dismissal(of path: FeaturePath) -> ((_ effect: EffectID) -> Void)? { nodes[path]?.dismissal }

  // MARK: Waiting sequences

  /// The moment, in cancellations, from which a sequence waits.
  func beginWaiting() -> Int {
    waitingSequences += 1
    return firstCancellation + cancellations.count
  }

  /// Ends the waiting and answers what was cancelled meanwhile.
  func endWaiting(since moment: Int) -> (_ key: CancellationKey) -> Bool {
    waitingSequences -= 1
    let missed = Array(cancellations.dropFirst(moment - firstCancellation))
    if waitingSequences == 0 {
      firstCancellation += cancellations.count
      cancellations = []
    }
    return { key in missed.contains { key.isReached(by: $0.id, from: $0.path) } }
  }

  // MARK: The tree

  private func node(for path: FeaturePath?) -> Node {
    guard let path else { return root }
    if let node = nodes[path] { return node }
    let parent = node(for: path.parent)
    lastNodeSerial += 1
    let node = Node(path: path, serial: lastNodeSerial, parent: parent)
    nodes[path] = node
    parent.children[path.slot, default: Children()].nodes[path] = node
    return node
  }

  private func prune(_ node: Node) {
    guard let path = node.path, node.isEmpty else { return }
    nodes[path] = nil
    guard let parent = node.parent else { return }
    parent.children[path.slot]?.nodes[path] = nil
    if parent.children[path.slot]?.nodes.isEmpty == true { parent.children[path.slot] = nil }
    prune(parent)
  }

  private func collect(_ node: Node, into effects: inout [LiveEffect]) {
    effects.append(contentsOf: node.effects.effects)
    for slot in node.children.values {
      for child in slot.nodes.values { collect(child, into: &effects) }
    }
  }
}
