import Dependencies
import IssueReporting
import Scheduling

/// The engine shared by `Store`, `TestStore` and the debugger: a state, a reducer, a queue of actions and the effects in flight.
///
/// Actions are first-in-first-out: one sent while another is being reduced waits (C52), and the queue is a loop, never a recursion
/// (C53). Everything happens on the thread that calls; with a scheduler that is the thread which drives the scheduler, without
/// one it is the main actor's.
package final class StoreCore<State, Action>: @unchecked Sendable {
  // Safe to send: effects come back to the scheduler or to the main actor before they touch the core.

  package private(set) var state: State
  /// Is told what happens. It is not kept, and must take itself out before it goes: if it were referred to weakly, counting all other
  /// references to it would cost several times as much.
  @exclusivity(unchecked) package unowned var observer: (any StoreObserver<State, Action>)?
  /// An observer that does not refer to the core, which keeps it.
  @exclusivity(unchecked) var ownedObserver: (any StoreObserver<State, Action>)?
  private var watching: (any StoreObserver<State, Action>)? { ownedObserver ?? observer }
  /// Asked between actions; true stops the batch and drops the actions that still wait.
  package var interrupt: (() -> Bool)?
  /// Asked before each action is reduced: what it returns is reduced instead, and nothing when it returns `nil`.
  @exclusivity(unchecked) package var substitute: ((_ action: Action, _ origin: ActionOrigin) -> Action?)?
  /// Asked before an effect's work does something to the store by itself: `true` keeps it back, and whoever said so does it later, with
  /// `deliver` or `finishEffect`.
  package var keepBack: ((_ effect: EffectID, _ doing: EffectDoing<Action>) -> Bool)?
  /// Asked for each effect whether it is started without its work: then only what is delivered for it counts.
  package var startsDisconnected: ((_ effect: EffectID) -> Bool)?
  /// The number the next effect gets.
  package var nextEffectNumber = 1
  /// The dependencies its reducers and effects see.
  @exclusivity(unchecked) package internal(set) var dependencies: DependencyValues {
    didSet { dependenciesIdentity = dependencies.identity }
  }
  @exclusivity(unchecked) private var dependenciesIdentity: DependencyValues.Identity
  /// Called when a batch of actions is done.
  @exclusivity(unchecked) var didFinishBatch: (() -> Void)?

  let effects: EffectTable
  let scheduler: Scheduler?
  @exclusivity(unchecked) private var reducer: Composition<State, Action>
  private let reducerType: Any.Type
  private let location: FeatureLocation
  private lazy var travelLocation = FeatureLocation(effects: EffectTable(), path: nil, effect: nil)
  private let link = CoreLink<State, Action>()
  /// The actions that wait for their turn, and beside them where each came from.
  private let waitingActions = WaitingLine<Action>()
  private let waitingArrivals = WaitingLine<ActionArrival>()
  @exclusivity(unchecked) private var isReducing = false
  @exclusivity(unchecked) private var reducedActions = 0
  private var throttles = ThrottleWindows<Action>()

  /// - Parameters:
  ///   - initialState: The state to start in.
  ///   - reducer: The root reducer.
  ///   - dependencies: What reducers and effects see, already prepared.
  ///   - scheduler: Where effects run; `nil` for the main actor.
  ///   - observer: Is told what happens; not kept, and must set `observer` to `nil` before it goes.
  package init<R: Reducer>(
    initialState: State, reducer: R, dependencies: DependencyValues, scheduler: Scheduler?,
    observer: (any StoreObserver<State, Action>)? = nil
  ) where R.State == State, R.Action == Action {
    state = initialState
    self.dependencies = dependencies
    dependenciesIdentity = dependencies.identity
    self.scheduler = scheduler
    effects = EffectTable(scheduler: scheduler)
    reducerType = R.self
    self.observer = observer
    // Composed when the first action comes, with the dependencies of the store in force.
    self.reducer = Composition(reducer)
    location = FeatureLocation(effects: effects, path: nil, effect: nil)
    // Never called when the core is gone, and a weak reference to it would make counting all others slow.
    effects.didCancel = { [unowned self] effect in
      guard let id = effect.id, let ending = effect.ending else { return }
      watching?.effectFinished(id, ending)
    }
    link.connect(to: self)
  }

  deinit {
    link.cut()
    effects.didCancel = nil
    effects.cancel(effects.all, reason: .storeGone)
  }

  /// Puts another reducer and its dependencies in place; effects go on with those they have.
  package func use<R: Reducer>(_ reducer: R, with dependencies: DependencyValues) where R.State == State, R.Action == Action {
    self.reducer = Composition(reducer)
    self.dependencies = dependencies
  }

  // MARK: Actions

  /// Reduces an action from outside now, and then all that it leads to at once; or queues it if one is being reduced.
  package func send(_ action: Action) { _ = send(action, origin: .external, group: nil) }

  /// - Returns: The effects it led to; `nil` when it led to none.
  @discardableResult
  func send(_ action: Action, origin: ActionOrigin, group: EffectGroup?) -> EffectGroup? {
    if isReducing { return enqueue(action, origin: origin, group: group) }
    var group = group
    isReducing = true
    let outer = ThreadContext.lend(location)
    defer { ThreadContext.giveBack(outer) }
    if DependencyValues._current.identity == dependenciesIdentity {
      performBatch(action, origin: origin, group: &group)
    } else {
      DependencyValues.$_current.withValue(dependencies) { performBatch(action, origin: origin, group: &group) }
    }
    isReducing = false
    didFinishBatch?()
    return group
  }

  private func enqueue(_ action: Action, origin: ActionOrigin, group: EffectGroup?) -> EffectGroup {
    let group = group ?? EffectGroup()
    waitingActions.append(action)
    waitingArrivals.append(ActionArrival(origin: origin, group: group))
    return group
  }

  private func performBatch(_ action: Action, origin: ActionOrigin, group: inout EffectGroup?) {
    perform(action, origin: origin, group: &group)
    while waitingArrivals.count > 0 {
      if let interrupt, interrupt() { break }
      let next = waitingArrivals.removeFirst()
      var group: EffectGroup? = next.group
      perform(waitingActions.removeFirst(), origin: next.origin, group: &group)
    }
    waitingActions.removeAll()
    waitingArrivals.removeAll()
  }

  private func perform(_ action: Action, origin: ActionOrigin, group: inout EffectGroup?) {
    if substitute == nil { return carryOut(action, origin: origin, group: &group) }
    performSubstitute(of: action, origin: origin, group: &group)
  }

  private func performSubstitute(of action: Action, origin: ActionOrigin, group: inout EffectGroup?) {
    guard let substitute, let replaced = substitute(action, origin) else { return }
    carryOut(replaced, origin: origin, group: &group)
  }

  private func carryOut(_ action: Action, origin: ActionOrigin, group: inout EffectGroup?) {
    reducedActions += 1
    let observer = watching
    observer?.willReduce(action, origin: origin)
    let effect = reducer.reduce(into: &state, action: action)
    if location.isWriteUnhandled { reportUnhandledWrite() }
    observer?.didReduce(action, origin: origin, state: state)
    switch effect.operation {
    case .none: return
    // Started here, as `start` would: the one most chains of actions are made of.
    case .send(let action): group = enqueue(action, origin: .synchronous(takeEffectID()), group: group)
    default:
      let started = group ?? EffectGroup()
      group = started
      start(effect.operation, EffectStart(path: nil, cancellationKeys: [], group: started, join: nil, throttle: nil))
    }
  }

  private func reportUnhandledWrite() {
    let write = location.unhandledWrite
    location.unhandledWrite = nil
    write?.report()
  }

  /// Reduces an action again for travel: effects are discarded and nothing else is touched.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - state: The state to change in place.
  package func reduce(_ action: Action, into state: inout State) {
    travelLocation.reducing {
      DependencyValues.$_current.withValue(dependencies) {
        _ = reducer.reduce(into: &state, action: action)
      }
    }
  }

  /// Reduces an action again, as `reduce(_:into:)`, and records which reducers it went through.
  ///
  /// - Parameter captureShared: Gives the shared values as they are, the same object as long as none changed.
  package func trace(
    _ action: Action, into state: inout State, captureShared: (() -> AnyObject?)? = nil
  ) -> ReducerTrace {
    travelLocation.reducing {
      DependencyValues.$_current.withValue(dependencies) {
        ReducerTrace.take(of: reducerType, &state, captureShared: captureShared) { reducer.reduce(into: &$0, action: action) }
      }
    }
  }

  /// Gives a function that reduces actions again into states of the caller's, their effects discarded, and tells whether the reducer
  /// asked for nothing to be done; for many of them, this is cheaper than `reduce(_:into:)` for each.
  package func reduceAgain<Result>(
    _ body: (_ reduce: @escaping (Action, inout State) -> Bool) throws -> Result
  ) rethrows -> Result {
    try travelLocation.reducing {
      try DependencyValues.$_current.withValue(dependencies) {
        try body { [reducer] action, state in
          if case .none = reducer.reduce(into: &state, action: action).operation { true } else { false }
        }
      }
    }
  }

  /// Puts another state in place of the current one; effects go on.
  package func replaceState(_ state: State) { self.state = state }

  // MARK: Effects in flight

  /// The effects in flight, the oldest first.
  package var effectsInFlight: [EffectRecord] { effects.all.compactMap(\.record) }

  /// Whether nothing that effects left behind can still change what comes: none is in flight, no throttle holds anything back.
  package var isQuiet: Bool { effects.isEmpty && throttles.openWindows() == 0 }

  package func cancelAllEffects() { effects.cancel(effects.all, reason: .storeGone) }

  /// Cancels an effect, and the rest of the sequence it is a step of where the two are cancelled by the same ids, as a debounced one is.
  package func cancelEffect(_ id: EffectID) {
    let all = effects.all
    guard let effect = all.first(where: { $0.id == id }) else { return }
    let keys = effect.cancellationKeys
    let sequences = all.filter { $0.id == nil && !keys.isEmpty && $0.cancellationKeys == keys && $0.group === effect.group }
    effects.cancel(sequences + [effect], reason: .byUser)
  }

  /// Makes an effect wait before its next action, until it is released.
  package func holdEffect(_ id: EffectID) {
    for effect in effects.all where effect.id == id && effect.gate == nil { effect.gate = EffectGate() }
  }

  /// Lets an effect that was held go on.
  package func releaseEffect(_ id: EffectID) {
    for effect in effects.all where effect.id == id {
      let gate = effect.gate
      effect.gate = nil
      gate?.open()
    }
  }

  /// Reduces an action as if it had come from an effect, for a recorded action that does not come by itself.
  package func deliver(_ action: Action, as origin: ActionOrigin) {
    var group: EffectGroup?
    if case .effect(let id) = origin, let effect = effects.all.first(where: { $0.id == id }) {
      effect.actionsSent += 1
      group = effect.group
    }
    send(action, origin: origin, group: group)
  }

  /// Does what an effect in flight would do by sending an action: unlike one that is delivered, it may be throttled.
  package func arrive(_ action: Action, from id: EffectID) {
    guard let effect = effects.all.first(where: { $0.id == id }), !effect.isOver else { return }
    effect.actionsSent += 1
    let start = EffectStart(
      path: effect.path, trail: effect.trail, cancellationKeys: effect.cancellationKeys, group: effect.group, join: nil,
      throttle: effect.throttle)
    emit(action, origin: .effect(id), start)
  }

  /// Ends an effect as if its work were done, for one whose recorded end does not come by itself.
  ///
  /// - Parameter error: Why its work failed; `nil` when it did not.
  package func finishEffect(_ id: EffectID, error: String? = nil) {
    guard let effect = effects.all.first(where: { $0.id == id }), !effect.isOver else { return }
    let ending = error.map { EffectEnding.failed($0) } ?? .finished
    effect.end(ending)
    effect.cancelWork?()
    watching?.effectFinished(id, ending)
    effect.join?.leave()
    effects.remove(effect)
  }

  /// Cuts an effect's work off, which is cancelled without the effect's ending: from now on only what is delivered for it counts.
  package func disconnectEffect(_ id: EffectID) {
    guard let effect = effects.all.first(where: { $0.id == id }), !effect.isDisconnected else { return }
    effect.isDisconnected = true
    effect.cancelWork?()
  }

  /// Whether only what is delivered for an effect in flight counts.
  package func isDisconnected(_ id: EffectID) -> Bool { effects.all.contains { $0.id == id && $0.isDisconnected } }

  func cancel(_ group: EffectGroup) { effects.cancel(group.effects, reason: .taskCancelled) }

  /// Starts an effect outside any action, as one that an action from outside would have returned.
  func start(_ effect: Effect<Action>) {
    start(effect.operation, EffectStart(path: nil, cancellationKeys: [], group: EffectGroup(), join: nil, throttle: nil))
  }

  private func start(_ operation: EffectOperation<Action>, _ start: EffectStart) {
    switch operation {
    case .none: break
    case .send(let action):
      emit(action, origin: .synchronous(takeEffectID()), start)
    case .run(let run):
      self.start(run, start)
    case .merge(let operations):
      for operation in operations { self.start(operation, start) }
    case .concatenate(let operations):
      startSequence(operations[...], start)
    case .cancellable(let operation, let id, let cancelInFlight):
      if cancelInFlight {
        effects.cancel(id, from: start.path, trail: start.trail, reason: .replaced(cancellationID: id.text))
      }
      var inner = start
      inner.cancellationKeys.append(CancellationKey(id: id, path: start.path, trail: start.trail))
      self.start(operation, inner)
    case .cancel(let id):
      effects.cancel(id, from: start.path, trail: start.trail, reason: .cancelled(cancellationID: id.text))
    case .feature(let operation, let path, let dismissal):
      var inner = start
      inner.path = path
      inner.trail = nil
      self.start(operation, inner)
      if let dismissal, effects.isAlive(path) {
        let group = start.group
        effects.setDismissal(of: path) { [link] effect in
          guard let core = link.core, core.keepBack?(effect, .dismiss(dismissal)) != true else { return }
          core.send(dismissal, origin: .dismiss(effect), group: group)
        }
      }
    case .leave(let path):
      effects.leave(path)
    case .throttle(let operation, let throttle):
      var inner = start
      inner.throttle = throttle
      self.start(operation, inner)
    case .scoped(let operation, let trail):
      var inner = start
      inner.trail = trail
      self.start(operation, inner)
    }
  }

  /// Starts the steps of a sequence until one takes time; the rest waits for it.
  private func startSequence(_ operations: ArraySlice<EffectOperation<Action>>, _ start: EffectStart) {
    var rest = operations
    while let operation = rest.popFirst() {
      let join = EffectJoin()
      var step = start
      step.join = join
      self.start(operation, step)
      guard join.pending > 0 else { continue }
      start.join?.enter()
      guard !rest.isEmpty else {
        join.next = { start.join?.leave() }
        return
      }
      let sequence = makeEffect(id: nil, name: nil, start)
      effects.insert(sequence)
      let moment = effects.beginWaiting()
      let remaining = rest
      join.next = { [link] in
        guard let core = link.core else { return }
        let isCancelled = core.effects.endWaiting(since: moment)
        guard !sequence.isOver else { return }
        sequence.end(.finished)
        let operations = remaining.map { operation in
          operation.removing { isCancelled(CancellationKey(id: $0, path: start.path)) }
        }
        core.startSequence(operations[...], start)
        // Removed last, so that the group does not look finished in between.
        core.effects.remove(sequence)
        sequence.join?.leave()
      }
      return
    }
  }

  @discardableResult
  private func start(_ run: RunOperation<Action>, _ start: EffectStart) -> LiveEffect {
    let effect = makeEffect(id: takeEffectID(), name: run.name, start)
    effects.insert(effect)
    start.join?.enter()
    if let observer = watching, let record = effect.record { observer.effectStarted(record) }
    if !run.isInternal, let id = effect.id, startsDisconnected?(id) == true {
      effect.isDisconnected = true
      return effect
    }
    let send = Send<Action>(scheduler: scheduler) { [link] action, isCancelled in
      if isCancelled || effect.isCancelled || effect.isDisconnected { return effect.drop() }
      return link.core?.receive(action, from: effect, run) ?? .done
    }
    let location = FeatureLocation(effects: effects, path: effect.path, effect: effect.id, trail: effect.trail)
    let place = Scheduler.Place(scheduler: scheduler, owner: effect.id?.number, location: location)
    // Bound around the task's start and not inside of it, where it would cost more.
    let task = Scheduler.$place.withValue(place) {
      DependencyValues.$_current.withValue(run.dependencies) { startTask(effect, run, send) }
    }
    effect.cancelWork = { task.cancel() }
    return effect
  }

  private func startTask(_ effect: LiveEffect, _ run: RunOperation<Action>, _ send: Send<Action>) -> Task<Void, Never> {
    guard let scheduler else {
      return Task(priority: run.priority) { @MainActor [link] in await Self.perform(effect, run, send, link) }
    }
    return Task(executorPreference: scheduler, priority: run.priority) { [link] in await Self.perform(effect, run, send, link) }
  }

  /// Does an effect's work where the task runs that was started for it.
  private nonisolated(nonsending) static func perform(
    _ effect: LiveEffect, _ run: RunOperation<Action>, _ send: Send<Action>, _ link: CoreLink<State, Action>
  ) async {
    guard !effect.isOver else { return }
    do {
      try await run.body(send)
      link.core?.finish(effect, run, error: nil)
    } catch {
      link.core?.finish(effect, run, error: error)
    }
  }

  private func makeEffect(id: EffectID?, name: String?, _ start: EffectStart) -> LiveEffect {
    LiveEffect(serial: effects.takeSerial(), id: id, startedBy: reducedActions, name: name, start)
  }

  private func takeEffectID() -> EffectID {
    defer { nextEffectNumber += 1 }
    return EffectID(nextEffectNumber)
  }

  /// An action that an effect's work sends.
  private func receive(
    _ action: Action, from effect: LiveEffect, _ run: RunOperation<Action>
  ) -> SendOutcome {
    switch effect.ending {
    case .none:
      if let gate = effect.gate { return .held(gate) }
      if let interrupt, interrupt() { return .stopped }
      guard let id = effect.id else { return .done }
      if let keepBack, !run.isInternal {
        let gate = EffectGate()
        if keepBack(id, .send(action, goOn: { gate.open() })) { return .kept(gate) }
      }
      effect.actionsSent += 1
      let start = EffectStart(
        path: effect.path, trail: effect.trail, cancellationKeys: effect.cancellationKeys, group: effect.group, join: nil,
        throttle: effect.throttle)
      emit(action, origin: .effect(id), start)
    case .cancelled: break
    case .finished, .failed:
      reportIssue(
        """
        An effect sent an action after it had finished: \(String(describing: action))

        The operation given to "Effect.run" returned before. Keep "send" inside the operation: await what is started there, or \
        send from the effect itself.
        """,
        fileID: run.location.fileID, filePath: run.location.filePath, line: run.location.line, column: run.location.column)
    }
    return .done
  }

  private func finish(_ effect: LiveEffect, _ run: RunOperation<Action>, error: (any Error)?) {
    guard !effect.isOver, !effect.isDisconnected else { return }
    let isKept =
      !run.isInternal && effect.id.map { keepBack?($0, .end(error: error.map { String(describing: $0) })) == true } == true
    if let error {
      let location = run.location
      let message = "An \"Effect.run\" threw an error that nothing handles: \(error)"
      reportIssue(
        message + "\n\nGive \"Effect.run\" a \"catch:\" handler, or handle the error inside.",
        fileID: location.fileID, filePath: location.filePath, line: location.line, column: location.column)
      if isKept { return }
      effect.end(.failed(String(describing: error)))
    } else {
      if isKept { return }
      effect.end(.finished)
    }
    if let id = effect.id, let ending = effect.ending { watching?.effectFinished(id, ending) }
    // The next step of a sequence starts first, so that the group does not look finished in between.
    effect.join?.leave()
    effects.remove(effect)
  }

  // MARK: Throttling

  /// Hands an action of an effect to the queue, through the throttle if the effect has one.
  private func emit(_ action: Action, origin: ActionOrigin, _ start: EffectStart) {
    guard let throttle = start.throttle else {
      send(action, origin: origin, group: start.group)
      return
    }
    offer(action, origin: origin, start, to: throttle)
  }

  private func offer(_ action: Action, origin: ActionOrigin, _ start: EffectStart, to throttle: Throttle) {
    let key = CancellationKey(id: throttle.id, path: start.path)
    switch throttles.offer(action, to: key, throttle) {
    case .pass: send(action, origin: origin, group: start.group)
    case .hold: break
    case .holdAndWait(let duration):
      var trailing = start
      trailing.throttle = nil
      trailing.cancellationKeys.append(key)
      let run = RunOperation<Action>(
        priority: nil, name: nil, dependencies: dependencies,
        location: SourceLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column), isInternal: true
      ) { [link] send in
        do { try await throttle.timer.sleep(duration) } catch { return }
        guard let action = link.core?.throttles.takeHeld(key, throttle) else { return }
        await send(action)
      }
      throttles.setCarrier(self.start(run, trailing), for: key)
    }
  }
}
