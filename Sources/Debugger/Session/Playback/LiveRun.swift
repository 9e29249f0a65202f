import ActionLanguage
import CCrashRecovery
import ComposableArchitecture
import Scheduling
import Sharing
import Timeline

/// A feature that really runs: a store in a world, from the state and world it was started with.
///
/// It performs inputs one at a time, each until every effect is finished or waiting, and hands back what happened.
final class LiveRun<State, Action>: StoreObserver {
  /// One input, with its values built.
  enum Command {
    case action(Action)
    case advance(Duration)
    case answer(effect: Int, Any)
    case fail(effect: Int, any Error)
    case cancel(effect: Int)
    case hold(effect: Int)
    case release(effect: Int)
    case supply(call: String, text: String)
    case withdrawal(call: String)
    /// `isOwn` when the effect itself wanted to send it.
    case arrival(effect: Int, action: Any, isOwn: Bool = false)
    case departure(effect: Int, error: String?)
    case write(effect: Int, Entry<State, Action>.Edit, isOwn: Bool = false)
    case live(isOn: Bool)
    case edit(Entry<State, Action>.Edit)
  }

  /// What one input led to.
  struct Outcome {
    var entries = EntryList<State, Action>()
    var details = StepDetails()
    var world: WorldState
    var effectsInFlight: Int
  }

  /// Why a step was given up.
  enum Stop: Error {
    /// More actions than the limit.
    case runaway(limit: Int, action: String)
    /// More jobs than any number of actions needs, without an action.
    case restless(effects: [Int])
    /// A call of the outside world needs its answer at once.
    case unanswered(EndpointDesk.UnansweredCall)
    /// The user interrupted it.
    case interrupted
  }

  let world: World
  let core: StoreCore<State, Action>
  private let limit: Int
  private let isInterrupted: @Sendable () -> Bool
  @exclusivity(unchecked) var entries = EntryList<State, Action>()
  /// How many those are; asking them takes longer where the types are not known.
  @exclusivity(unchecked) var entryCount = 0
  @exclusivity(unchecked) var details = StepDetails()
  /// Whether an effect's work sent the newest action, unlike one that an effect without work sends at once.
  @exclusivity(unchecked) private var isFromRunningEffect = false
  @exclusivity(unchecked) private var reachedActionLimit = false
  @exclusivity(unchecked) private var reachedJobLimit = false
  @exclusivity(unchecked) var jobs = 0
  /// What effects wanted to do by themselves because of something outside, in the order they wanted to.
  var arrivals: [Arrival] = []
  /// Effects that go on as soon as the outside is listened to again.
  var goingOn: [@Sendable () -> Void] = []
  /// The effects whose doings are inputs of their own.
  @exclusivity(unchecked) var outsideEffects: Set<Int> = []
  /// What those wrote to shared values since the last of their doings.
  @exclusivity(unchecked) var newWrites: [(effect: Int, write: SharedWrite)] = []
  /// What an effect wrote to shared values since the newest entry, which will be an entry of its own.
  @exclusivity(unchecked) var ownWrites: OwnWrites?
  /// The first write to each shared value that still has to be taken back.
  @exclusivity(unchecked) var writesKeptBack: [SharedWrite] = []
  /// Whether a reducer runs.
  @exclusivity(unchecked) var isReducing = false
  /// Whether effects that start now belong to those.
  var startsOutside = false
  @exclusivity(unchecked) var isListening = false
  /// The effects for which a record speaks later on, with the number of actions that each still sends by itself.
  var spokenFor: [Int: Spokesman] = [:] {
    didSet { if spokenFor.isEmpty != oldValue.isEmpty { keepBackWhatIsOutside() } }
  }
  /// Whether reducers and effects have live dependencies.
  var isConnectedNow = false
  /// Puts the reducer that is made for a context in place.
  let useReducer: (StoreCore<State, Action>, DependencyContext) -> Void
  @exclusivity(unchecked) var record: StepRecord<State, Action>?
  var waits: [Int: EffectWait] = [:]
  private var seenChanges = 0
  private let reporter = ReportCollector()
  private let prints = CollectedTexts()
  /// Told now and then in a step how many entries there are so far, so that a state is kept; answers after how many it wants to be
  /// told again.
  @exclusivity(unchecked) var offerState: ((Int) -> Int)?
  @exclusivity(unchecked) private var nextOffer = 0
  /// Notes what recorded entries change.
  let changes = ChangeNotes<State> { StateSize.bytes(of: $0) }
  /// Told of each entry of the current step before its action is reduced.
  @exclusivity(unchecked) var onEntry: ((Int, Action) -> Void)?

  /// - Parameters:
  ///   - reducer: Makes the reducer, with the dependencies given in force.
  ///   - state: The state to begin in.
  ///   - world: The world to begin in.
  ///   - effectCount: How many effects were started before.
  ///   - dependencies: The dependencies in a context: live, or those of the session's own world.
  ///   - limit: How many actions one input may lead to.
  ///   - isInterrupted: Whether the user wants it to stop.
  init<Root: Reducer>(
    reducer: @escaping () -> Root, state: State, world: World, effectCount: Int,
    dependencies: @escaping (DependencyContext) -> DependencyValues, limit: Int, isInterrupted: @escaping @Sendable () -> Bool
  ) where Root.State == State, Root.Action == Action {
    self.world = world
    self.limit = limit
    self.isInterrupted = isInterrupted
    func make(with values: DependencyValues) -> Root {
      withDependencies {
        $0 = values
      } operation: {
        reducer()
      }
    }
    useReducer = { core, context in
      let values = dependencies(context)
      core.use(make(with: values), with: values)
    }
    let values = dependencies(.test)
    core = StoreCore(
      initialState: state, reducer: make(with: values), dependencies: values, scheduler: world.scheduler, observer: nil)
    core.observer = self
    core.nextEffectNumber = effectCount + 1
    core.interrupt = { [unowned self] in shouldStop }
  }

  deinit { core.observer = nil }

  /// Goes on from another quiet moment.
  func adopt(_ state: State, _ world: WorldState) {
    core.replaceState(state)
    guard worldState != world else { return }
    self.world.state = world
    core.nextEffectNumber = world.effectCount + 1
  }

  var state: State { core.state }
  var effects: [EffectRecord] { core.effectsInFlight }

  /// Performs one input until the world is quiet.
  ///
  /// - Parameters:
  ///   - command: The input.
  ///   - record: What it led to before, when it is run again; where the run differs, the record wins.
  ///   - isRecord: Whether it comes from a record: then effects that the record speaks for are not connected to the outside.
  /// - Throws: `Stop`, after which this run is in the middle of a step and must be thrown away.
  func perform(
    _ command: Command, following record: StepRecord<State, Action>? = nil, isRecord: Bool = false
  ) throws -> Outcome {
    let isRecord = isRecord || record != nil
    connect(isRecord: isRecord)
    entries = EntryList()
    entryCount = 0
    nextOffer = offerState?(0) ?? .max
    details = StepDetails()
    ownWrites = nil
    jobs = 0
    self.record = record
    core.substitute = record == nil ? nil : { [unowned self] in recordedAction(for: $0, from: $1) }
    defer { self.record = nil }
    var finished = true
    collecting {
      switch command {
      case .action(let action): core.send(action)
      case .advance(let duration): finished = world.scheduler.advance(by: duration, interrupt: { [unowned self] in shouldStop })
      case .answer(let effect, let value): _ = world.desk.resolve(effect: effect, with: .success(value))
      case .fail(let effect, let error): _ = world.desk.resolve(effect: effect, with: .failure(error))
      case .cancel(let effect): core.cancelEffect(EffectID(effect))
      case .hold(let effect): core.holdEffect(EffectID(effect))
      case .release(let effect): core.releaseEffect(EffectID(effect))
      case .supply(let call, let text): world.desk.supply(call: call, text: text)
      case .withdrawal(let call): world.desk.supply(call: call, text: nil)
      case .arrival(let effect, let action, let isOwn):
        // Who speaks for an effect does so from then on, or inputs that are run again would meet what it does itself.
        if !isOwn { disconnect(effect) }
        if let action = action as? Action { core.arrive(action, from: EffectID(effect)) }
      case .departure(let effect, let error): core.finishEffect(EffectID(effect), error: error)
      case .write(let effect, let edit, let isOwn):
        if !isOwn { disconnect(effect) }
        apply(edit, cause: .effect(effect))
      case .live(let isOn): world.desk.connect(isOn)
      case .edit(let edit): apply(edit, cause: .typed)
      }
      finished = world.scheduler.runUntilIdle(interrupt: { [unowned self] in shouldStop }) && finished
      recordWrites()
      keepBackWrites()
      if let record, finished { finished = finish(record) }
    }
    takeReports()
    try stopIfNeeded(finished: finished)
    let unanswered = world.desk.takeUnanswered()
    if record == nil, let unanswered { throw Stop.unanswered(unanswered) }
    noteWaits()
    return Outcome(
      entries: entries, details: details, world: worldState,
      effectsInFlight: core.isQuiet ? 0 : max(1, core.effectsInFlight.count))
  }

  private func apply(_ edit: Entry<State, Action>.Edit, cause: Entry<State, Action>.Cause) {
    let world = worldState
    var state = core.state
    edit.apply(&state)
    core.replaceState(state)
    append(edit, cause: cause, world: world)
    // What is pushed from now on gets an id that no element has.
    if let highest = StackElements.highest(in: state) { self.world.countStackElements(upTo: highest) }
  }

  func stopIfNeeded(finished: Bool) throws {
    if reachedJobLimit { throw Stop.restless(effects: restlessEffects) }
    let lastAction = reachedActionLimit ? entries.last { if case .action = $0.event { true } else { false } } : nil
    if let last = lastAction, case .action(let action) = last.event {
      var text = ValuePrinter.dotted(action: action)
      if isFromRunningEffect, case .effect(let effect) = last.cause { text += " from e\(effect)" }
      throw Stop.runaway(limit: limit, action: text)
    }
    if !finished || isInterrupted() { throw Stop.interrupted }
  }

  // MARK: Running again

  /// What is reduced instead of an action that a recorded step comes up with when it is run again.
  private func recordedAction(for action: Action, from origin: ActionOrigin) -> Action? {
    guard let record else { return action }
    recordWrites()
    bringAboutWrites(of: record)
    restoreState(record)
    return record.recorded(action, cause: Self.cause(of: origin), at: entryCount)
  }

  /// Brings about what was recorded and did not come by itself.
  private func finish(_ record: StepRecord<State, Action>) -> Bool {
    bringAboutWrites(of: record)
    while let missing = record.entry(at: entryCount) {
      guard !shouldStop, case .action(let action) = missing.event else { return false }
      record.missed(at: entryCount)
      let count = entryCount
      switch missing.cause {
      case .typed: core.send(action)
      case .effect(let effect): core.deliver(action, as: .effect(EffectID(effect)))
      case .dismissal(let effect): core.deliver(action, as: .dismiss(EffectID(effect)))
      }
      guard world.scheduler.runUntilIdle(interrupt: { [unowned self] in shouldStop }), entryCount > count else { return false }
      recordWrites()
      bringAboutWrites(of: record)
    }
    let alive = Set(core.effectsInFlight.map(\.id.number))
    for (effect, error) in record.endedEffects where alive.contains(effect) { core.finishEffect(EffectID(effect), error: error) }
    record.compare(details.events)
    restoreState(record)
    let world = worldState
    if world != record.worldAfter {
      record.compare(world)
      self.world.state = record.worldAfter
      core.nextEffectNumber = record.worldAfter.effectCount + 1
    }
    return true
  }

  private func restoreState(_ record: StepRecord<State, Action>) {
    guard record.hasStateDiverged else { return }
    record.hasStateDiverged = false
    core.replaceState(record.state)
  }

  // MARK: Waiting

  /// The effect's wait, as far as the session knows.
  func noteWaits() {
    let changes = world.scheduler.timerChanges + world.desk.changes
    guard changes != seenChanges || !details.events.isEmpty else { return }
    seenChanges = changes
    var now: [Int: EffectWait] = [:]
    for sleeper in world.scheduler.waiting.reversed() {
      if let owner = sleeper.owner { now[owner] = .clock(until: sleeper.deadline) }
    }
    for call in world.desk.calls.reversed() { now[call.effect] = .call(call.text) }
    let effects = core.effectsInFlight.map(\.id.number)
    for effect in effects where (now[effect] ?? .outside) != (waits[effect] ?? .outside) {
      details.waits.append((effect, now[effect] ?? .outside))
    }
    waits = now
  }

  /// The effects that wait for nothing the session knows of: those which may be running without end.
  private var restlessEffects: [Int] {
    let waiting = Set(world.scheduler.waiting.compactMap(\.owner)).union(world.desk.calls.map(\.effect))
    return core.effectsInFlight.map(\.id.number).filter { !waiting.contains($0) }
  }

  /// Throws the run away: its effects are cancelled and what they still do reaches nobody.
  func abandon() {
    core.keepBack = nil
    core.cancelAllEffects()
    world.scheduler.abandon()
  }

  /// Runs an operation of which nothing that is reported or printed leaves the session.
  func collecting(_ operation: () -> Void) {
    world.scheduler.keepForeignJobsApart()
    // What is started without a world of its own, such as a task in an effect, belongs to the run that is driven.
    Scheduler.current = world.scheduler
    // Others may have looked at other moments since.
    world.restoreStorage()
    // Safe to hand over: it looks first whether it is on the thread that drives this run.
    nonisolated(unsafe) let run = self
    world.storage.tracking(onWrite: { run.noteWrite($0) }) {
      PrintedChanges.$sink.withValue(PrintedChanges.Sink { [prints] in prints.add($0) }) {
        withIssueReporters([reporter], operation: operation)
      }
    }
  }

  var shouldStop: Bool {
    jobs += 1
    if entryCount > limit { reachedActionLimit = true }
    if jobs > limit * Self.jobsPerAction { reachedJobLimit = true }
    return reachedActionLimit || reachedJobLimit || isInterrupted()
  }

  /// This many jobs for each action allowed are more than any effect needs that waits between them; it takes about a second.
  private static var jobsPerAction: Int { 500 }

  var worldState: WorldState {
    var state = world.state
    state.effectCount = core.nextEffectNumber - 1
    return state
  }

  /// Puts what was reported and printed so far under the newest entry.
  func takeReports() {
    for text in prints.take() {
      details.prints.append(StepDetails.Report(entryIndex: max(entryCount - 1, 0), message: text))
    }
    for message in reporter.texts.take() {
      details.reports.append(StepDetails.Report(entryIndex: max(entryCount - 1, 0), message: message))
    }
  }

  // MARK: StoreObserver

  func willReduce(_ action: Action, origin: ActionOrigin) {
    if !writesKeptBack.isEmpty { keepBackWrites() }
    if ownWrites != nil { recordWrites() }
    isReducing = true
    takeReports()
    jobs = 0
    isFromRunningEffect = if case .effect = origin { true } else { false }
    entries.append(action: action, cause: Self.cause(of: origin), world: worldState)
    entryCount += 1
    hindsight_crash_count_entry()
    onEntry?(entryCount, action)
    if isAnyoneOutside { world.updateOutside { $0.isReducing = true } }
  }

  private static func cause(of origin: ActionOrigin) -> Entry<State, Action>.Cause {
    switch origin {
    case .external: .typed
    case .effect(let id), .synchronous(let id): .effect(id.number)
    case .dismiss(let id): .dismissal(id.number)
    }
  }

  func didReduce(_ action: Action, origin: ActionOrigin, state: borrowing State) {
    isReducing = false
    if isAnyoneOutside { world.updateOutside { $0.isReducing = false } }
    if let record {
      (reporter.texts.isMuted, prints.isMuted) = (true, true)
      record.follow(to: state, at: entryCount - 1)
      (reporter.texts.isMuted, prints.isMuted) = (false, false)
    }
    changes.changed(to: state)
    if entryCount >= nextOffer, let offerState { nextOffer = offerState(entryCount) }
  }

  func effectStarted(_ effect: EffectRecord) {
    if startsOutside { belongsOutside(effect.id.number) }
    details.events.append(
      .started(
        effect.id.number, path: ValuePrinter.spellingElements(in: effect.featurePath, of: State.self),
        cancellationIDs: effect.cancellationIDs.map(ValuePrinter.spellingIdentifiers), entryIndex: entryCount - 1)
    )
  }

  func effectFinished(_ id: EffectID, _ ending: EffectEnding) {
    recordWrites()
    details.events.append(.ended(id.number, EffectEvent.Ending(ending, in: State.self), entryIndex: entryCount - 1))
  }
}
