import Dependencies
import Foundation
import Sharing

/// What a test store has seen of its feature and the test has not said yet.
final class TestRecorder<State, Action>: StoreObserver, @unchecked Sendable {
  // Safe to send: changed only by the core, on the thread that drives the test's world.

  /// An action that an effect sent.
  struct Received {
    let action: Action
    /// The state after it was reduced.
    let state: State
    /// The shared values it changed (C67).
    let changes: SharedChanges
    /// The number the next stack element would have got before it was reduced.
    let stackElementGeneration: Int
  }

  let location: SourceLocation
  var received: [Received] = [] { didSet { isAnythingReceived = !received.isEmpty } }
  /// Whether `received` is not empty; asked for each action, where a generic array costs more.
  private(set) var isAnythingReceived = false
  /// The effects the test does not want to hear of any more.
  var skippedEffects: Set<EffectID> = []
  var exhaustivity: Exhaustivity = .on
  /// In nanoseconds.
  var timeout: UInt64 = 1_000_000_000
  /// Whether the test store is gone, so that nothing is worth waiting for.
  var isOver = false
  var isDismissed = false
  /// The state after the last action from outside, before those that followed from it (C63).
  private var sentState: State
  private var isAnythingSent = false
  private var sentChanges = SharedChanges()
  /// Notices changes of shared values.
  let tracker = SharedChangeTracker()
  private var causes: [EffectID: Action] = [:]
  private var current: Action?
  private var generation = 0
  private let stackElementID: StackElementIDGenerator
  private let wake: @Sendable () -> Void

  init(
    initialState: State, location: SourceLocation, stackElementID: StackElementIDGenerator, wake: @escaping @Sendable () -> Void
  ) {
    sentState = initialState
    self.location = location
    self.stackElementID = stackElementID
    self.wake = wake
  }

  func willReduce(_ action: Action, origin: ActionOrigin) {
    current = action
    generation = stackElementID.nextGeneration
  }

  func didReduce(_ action: Action, origin: ActionOrigin, state: borrowing State) {
    if origin == .external {
      sentState = copy state
      isAnythingSent = true
      sentChanges = tracker.takeChanges()
    } else {
      received.append(
        Received(
          action: action, state: copy state, changes: tracker.takeChanges(), stackElementGeneration: generation))
      wake()
    }
  }

  func effectStarted(_ effect: EffectRecord) { causes[effect.id] = current }

  func effectFinished(_ id: EffectID, _ ending: EffectEnding) {
    causes[id] = nil
    skippedEffects.remove(id)
    wake()
  }

  /// The effects in flight that the test has to know of, with the action that started each.
  func effectsInFlight(_ records: [EffectRecord]) -> [(effect: EffectRecord, cause: Action?)] {
    records.filter { !skippedEffects.contains($0.id) }.map { ($0, causes[$0.id]) }
  }

  /// The changes of shared values that the last action from outside made; puts the state after it into `state`.
  func takeSent(into state: inout State, otherwise current: @autoclosure () -> State) -> SharedChanges {
    if isAnythingSent {
      state = sentState
      isAnythingSent = false
    } else {
      state = current()
    }
    defer { sentChanges = SharedChanges() }
    return sentChanges
  }

  /// Reports, at a place or where the store was made.
  func report(_ message: @autoclosure () -> String, at location: SourceLocation? = nil) {
    (location ?? self.location).report(message())
  }

  /// Reports what the test did not say. In a test that need not say everything it is printed, if that.
  func reportSkippable(_ message: @autoclosure () -> String, at location: SourceLocation? = nil) {
    switch exhaustivity {
    case .on: report(message(), at: location)
    case .off(let showSkippedAssertions):
      if showSkippedAssertions { print("Skipped assertion: \(message())") }
    }
  }

  /// Reports the actions that were not received and the effects that still run.
  func complete(effects: [EffectRecord]) {
    reportUnreceivedActions()
    reportUnassertedChanges()
    let running = effectsInFlight(effects)
    guard !running.isEmpty else { return }
    reportSkippable(
      """
      Effects are still running at the end of the test:

      \(Self.list(running))

      Let them finish, cancel them, or call "skipInFlightEffects()".
      """)
  }

  func reportUnreceivedActions() {
    guard !received.isEmpty else { return }
    let actions = received.map { "  " + String(customDumping: $0.action).replacingOccurrences(of: "\n", with: "\n  ") }
    reportSkippable(
      """
      The store received \(received.count) unexpected action\(received.count == 1 ? "" : "s"):

      \(actions.joined(separator: "\n"))

      Receive each with "receive", or call "skipReceivedActions()".
      """)
  }

  private func reportUnassertedChanges() {
    let changes = tracker.takeChanges()
    guard !changes.isWithoutEffect else { return }
    reportSkippable(
      """
      Shared values were changed by effects, and the test did not say so:

      \(changes.descriptions.joined(separator: "\n"))

      Say what changed with "assert".
      """)
  }

  static func list(_ effects: [(effect: EffectRecord, cause: Action?)]) -> String {
    effects.map { effect, cause in
      var text = "  - " + (effect.name.map { "\"\($0)\", " } ?? "") + "started by "
      text += cause.map { actionLabel($0) } ?? "an earlier action"
      if !effect.featurePath.isEmpty { text += ", in \(effect.featurePath)" }
      if !effect.cancellationIDs.isEmpty { text += ", cancellable by \(effect.cancellationIDs.joined(separator: ", "))" }
      return text
    }
    .joined(separator: "\n")
  }
}
