import ActionLanguage
import ComposableArchitecture
import Foundation
import Terminal
import Timeline

/// A loaded feature: its timeline, the run that is live at one point of it, and a quiet world for looking at the past.
final class FeaturePlayback<Root: Reducer & SendableMetatype>: Playback {
  typealias State = Root.State
  typealias Action = Root.Action

  let name: String
  let settings: WorldSettings
  var willPerform: ((Input) throws -> Void)?
  var didPerform: ((Bool) -> Void)?
  var onNews: (@Sendable () -> Void)? {
    didSet { live?.run.world.scheduler.onForeignEnqueue = onNews }
  }
  var isRunningRecord = false
  let reducer: @Sendable () -> Root
  let initialState: @Sendable () -> State
  let installDependencies: @Sendable (inout DependencyValues) -> Void
  var recorded: Timeline<State, Action>
  var stepDetails: [Int: StepDetails] = [:]
  var live: (run: LiveRun<State, Action>, step: Int)?
  /// The state that was asked for last, with its entry: what is asked for next is often the same, or a few entries later.
  var recent: (entry: Int, state: State)?
  /// Reduces recorded entries again for looking at the past; its world follows the record and its effects are never started.
  let viewer: StoreCore<State, Action>
  let viewingWorld: World
  let supplies = Supplies()
  /// How entries of elements that do not live any more are written, as far as that was asked.
  var spellings = EntrySpellings<State>()
  /// What the feature is made of, once that was asked for.
  var knownComposition: [CompositionPart]?
  /// The calls of the outside world that it is known to make, once they were asked for.
  var endpoints: [KnownEndpoint]?
  /// The actions that texts without any part of the state stand for: `KnownAction<Action>` each, in a dictionary of a type that is
  /// not generic, which is read much faster.
  var knownActions: [String: AnyObject] = [:]
  /// What the replay that ran here found out.
  var findings = ReplayFindings<State>()
  let isSameState = Sameness.of(State.self)
  let isSameAction = Sameness.of(Action.self)

  init(
    name: String, settings: WorldSettings, initialState: @escaping @Sendable () -> State,
    dependencies: @escaping @Sendable (inout DependencyValues) -> Void, reducer: @escaping @Sendable () -> Root
  ) {
    self.name = name
    self.settings = settings
    self.reducer = reducer
    self.initialState = initialState
    installDependencies = dependencies
    let world = World(settings: settings, supplies: supplies)
    let values = Self.dependencies(of: world, with: dependencies)
    let (state, root) = withDependencies {
      $0 = values
    } operation: {
      (initialState(), reducer())
    }
    viewingWorld = world
    viewer = StoreCore(initialState: state, reducer: root, dependencies: values, scheduler: world.scheduler, observer: nil)
    recorded = Timeline(initialState: state, world: world.state, measure: { StateSize.bytes(of: $0) })
    recorded.limitKeyframes(toBytes: StateSize.defaultBudget)
  }

  /// Reads what was recorded, in which no `now` is left.
  var decoder: ActionDecoder { ActionDecoder(now: settings.date) }

  /// Reads what is typed at a position; `now` in a date is the moment there.
  func decoder(at position: Position) -> ActionDecoder { ActionDecoder(now: date(at: position)) }

  var date: Date { date(at: recorded.position) }

  func date(ofEntry number: Int) -> Date {
    number > 0 ? settings.date(at: recorded.entries[number - 1].world.now) : settings.date
  }

  private func date(at position: Position) -> Date {
    let step = recorded.steps[position.step]
    // Time may have gone on after the last entry, and a step whose entries are all to come begins where its parent ended.
    if position == recorded.quiet(position.step) { return settings.date(at: step.worldAfter.now) }
    return position.shown > 0
      ? date(ofEntry: recorded.entry(at: position)) : settings.date(at: recorded.steps[step.parent].worldAfter.now)
  }

  var stateType: Any.Type { State.self }
  var actionType: Any.Type { Action.self }
  var timeline: any TimelineReading { recorded }

  // MARK: Looking

  func currentState() -> Any { state(atPosition: recorded.position) }

  func state(atEntry number: Int) throws(SessionError) -> Any {
    guard let position = recorded.position(ofEntry: number) else {
      throw .unknownEntry("\(number)", last: recorded.entries.count)
    }
    return state(atPosition: position)
  }

  func state(at position: Position) -> Any { state(atPosition: position) }

  /// The state at a position. What it shares has the values of that moment until another moment is asked for.
  func state(atPosition position: Position) -> State {
    defer { viewingWorld.storage.restore(sharedValues(at: position)) }
    let number = recorded.entry(at: position)
    if let state = recentState(atEntry: number) { return state }
    let state = recorded.state(at: position, reduce: reduceAgain)
    recent = (number, state)
    return state
  }

  /// The state after an entry, when it is the recent one or a few entries later.
  private func recentState(atEntry number: Int) -> State? {
    guard let known = recent?.entry else { return nil }
    if known == number { return recent?.state }
    var missing: [Int] = []
    var next = number
    while next > known, missing.count < Self.recentDistance {
      missing.append(next)
      next = recorded.entry(before: next)
    }
    guard next == known, let taken = recent else { return nil }
    // Taken out, so that it has one owner and is changed in place.
    recent = nil
    var state = taken.state
    for entry in missing.reversed() { recorded.apply(entry: entry, to: &state, reduce: reduceAgain) }
    recent = (number, state)
    return state
  }

  /// From here on a keyframe is likely to be nearer.
  private static var recentDistance: Int { 64 }

  func reduceAgain(_ action: Action, _ world: WorldState, _ state: inout State) {
    viewingWorld.state = world
    PrintedChanges.$sink.withValue(PrintedChanges.Sink.none) {
      withIssueReporters([]) { viewer.reduce(action, into: &state) }
    }
  }

  /// How a step that is run again is compared with its record.
  var comparison: StepRecord<State, Action>.Comparison {
    StepRecord.Comparison(
      reduce: { [self] entry, state in
        // Both share one storage; the run must find its own values again.
        let values = viewingWorld.storage.isInUse ? viewingWorld.storage.capture() : nil
        recorded.apply(entry, to: &state) { action, world, state in
          viewingWorld.state = world
          viewer.reduce(action, into: &state)
        }
        viewingWorld.storage.restore(values)
      },
      isSameState: isSameState,
      isSameAction: isSameAction)
  }

  func record(ofEntry number: Int) -> EntryRecord {
    let entry = recorded.entries[number - 1]
    let step = recorded.step(ofEntry: number)
    let text: String
    let cause: EntryRecord.Cause
    switch (entry.event, entry.cause) {
    case (.edit, .effect(let effect)):
      cause = .write(effect)
      if number == recorded.steps[step].firstEntry, case .write = recorded.steps[step].input {
        text = recorded.steps[step].input.map(InputText.text) ?? "write"
      } else {
        text = self.text(ofWriteAtEntry: number, by: effect)
      }
    case (.edit, _):
      cause = .edit
      if case .edit(let path, let value) = recorded.steps[step].input { text = "set \(path) = \(value)" } else { text = "set" }
    case (.action(let action), let source):
      text = spelling(of: action, ofEntry: number, inStep: step)
      cause =
        switch source {
        case .typed: .typed
        case .effect(let effect): .effect(effect)
        case .dismissal(let effect): .dismissal(effect)
        }
    }
    return EntryRecord(number: number, action: text, cause: cause, time: entry.world.now, step: step)
  }

  func outcome(ofStep step: Int) -> [String] {
    var lines: [String] = []
    for number in recorded.steps[step].entries {
      // What was typed, or edited by hand, is the input itself.
      if case .typed = recorded.entries[number - 1].cause { continue }
      guard case .action(let action) = recorded.entries[number - 1].event else { continue }
      lines.append("> " + spelling(of: action, ofEntry: number, inStep: step))
    }
    lines += changes(ofStep: step).map(ChangeText.line)
    return lines.isEmpty ? [SessionFile.nothing] : lines
  }

  func details(ofStep step: Int) -> StepDetails { stepDetails[step] ?? StepDetails() }

  func changes(ofEntries range: Range<Int>) -> [[ValueDiff.Change]] {
    guard let first = range.first else { return [] }
    let step = recorded.step(ofEntry: first)
    let offset = recorded.steps[step].firstEntry
    var before = state(atPosition: Position(step: step, shown: first - offset))
    var sharedBefore = sharedValues(at: Position(step: step, shown: first - offset))
    return range.map { number in
      var after = before
      recorded.apply(entry: number, to: &after, reduce: reduceAgain)
      let sharedAfter = sharedValues(at: Position(step: step, shown: number - offset + 1))
      defer { (before, sharedBefore, recent) = (after, sharedAfter, (number, after)) }
      return changes(from: before, sharedBefore, to: after, sharedAfter)
    }
  }

  func changes(ofStep step: Int) -> [ValueDiff.Change] {
    step == 0 ? [] : changes(from: recorded.quiet(recorded.steps[step].parent), to: recorded.quiet(step))
  }

  // MARK: Travelling

  func travel(to position: Position) { recorded.travel(to: position) }

  func nameBranch(endingAt step: Int, _ name: String) { recorded.nameBranch(endingAt: step, name) }

  func dropBranch(endingAt step: Int) -> (steps: [Int], entryCount: Int) {
    let gone = recorded.drop(branchEndingAt: step)
    for step in gone.steps { stepDetails[step] = nil }
    return gone
  }

  // MARK: Acting

  func perform(_ request: InputRequest) throws -> StepReport {
    let partial = recorded.isQuiet ? nil : recorded.currentEntry + 1..<recorded.steps[recorded.position.step].entries.upperBound
    let quiet = recorded.quiet(recorded.position.step)
    let (input, command, divergences) = try prepare(request, at: quiet)
    recorded.travel(to: quiet)
    let from = recorded.position.step
    if let step = recorded.child(of: from, input: input) {
      recorded.travel(to: recorded.quiet(step))
      return StepReport(step: step, isRecorded: true, beganBranch: false, completed: partial, divergences: divergences)
    }
    let (run, more) = try runLive(at: from)
    var report = try record(input, command, on: run)
    report.completed = partial
    report.divergences = divergences + more
    return report
  }

  /// Performs an input on the run that is live at the current position, and records what came of it.
  func record(
    _ input: Input, _ command: LiveRun<State, Action>.Command, on run: LiveRun<State, Action>
  ) throws -> StepReport {
    let beganBranch = !recorded.children(of: recorded.position.step).isEmpty
    try willPerform?(input)
    var isDone = false
    defer { didPerform?(isDone) }
    recorded.forgetOffers()
    run.changes.begin(run.state, beforeEntry: recorded.entries.count + 1)
    run.offerState = { [unowned self, unowned run] in recorded.offer(run.state, afterEntriesToCome: $0) }
    defer {
      run.offerState = nil
      if !isDone { recorded.forgetOffers() }
    }
    let outcome = try perform(command, on: run)
    let step = recorded.append(
      input, caused: outcome.entries, state: run.state, worldAfter: outcome.world, effectsInFlight: outcome.effectsInFlight,
      changes: run.changes.end())
    if !outcome.details.isNothing { stepDetails[step] = outcome.details }
    live = (run, step)
    isDone = true
    return StepReport(step: step, isRecorded: false, beganBranch: beganBranch, completed: nil, divergences: [])
  }

  func perform(
    _ command: LiveRun<State, Action>.Command, on run: LiveRun<State, Action>, following record: StepRecord<State, Action>? = nil
  ) throws -> LiveRun<State, Action>.Outcome {
    try interpreting(run) { try run.perform(command, following: record, isRecord: isRunningRecord) }
  }

  /// Does something with a run, which is thrown away when that fails.
  func interpreting<Result>(_ run: LiveRun<State, Action>, _ operation: () throws -> Result) throws -> Result {
    do {
      return try operation()
    } catch {
      live = nil
      run.abandon()
      switch error {
      case LiveRun<State, Action>.Stop.runaway(let limit, let action):
        throw SessionError.runaway(limit: limit, action: action)
      case LiveRun<State, Action>.Stop.restless(let effects): throw SessionError.restless(effects: effects)
      case LiveRun<State, Action>.Stop.unanswered(let call):
        throw SessionError.needsAnswer(call: call.text, type: AnswerType(type: call.valueType))
      default: throw SessionError.interrupted
      }
    }
  }

  /// Turns a request into a recorded input and the command that performs it, or says what is wrong with it.
  func prepare(
    _ request: InputRequest, at position: Position
  ) throws -> (Input, LiveRun<State, Action>.Command, [Divergence]) {
    switch request {
    case .action(let text):
      if let known = knownAction(text) { return (.action(text: text), .action(known), []) }
      let state = state(atPosition: position)
      var decoder = decoder(at: position)
      decoder.nextStackElementID = recorded.steps[position.step].worldAfter.stackElementCount
      let action = try decoder.decode(text, as: Action.self, state: state)
      guard let action = action as? Action else { throw SessionError.interrupted }
      let spelling = ValuePrinter.dotted(action: action, state: state)
      if spelling == text { remember(text) }
      return (.action(text: spelling), .action(action), [])
    case .advance(let duration?):
      return (.advance(duration), .advance(duration), [])
    case .advance(nil):
      let (run, divergences) = try runLive(at: position.step)
      guard let deadline = run.world.scheduler.nextDeadline else { throw SessionError.nothingToAdvanceTo }
      let duration = deadline - run.world.scheduler.now
      return (.advance(duration), .advance(duration), divergences)
    case .answer(let effect, let text):
      let (run, divergences) = try runLive(at: position.step)
      if let effect, isSpokenFor(effect, in: run) { return (.answer(effect: effect, text: text), .advance(.zero), divergences) }
      let call = try waitingCall(of: effect, in: run)
      let value: Any
      if text.isEmpty {
        guard call.valueType == Void.self else {
          throw SessionError.needsValue(
            effect: call.effect, call: call.text, type: ActionDecoder.name(of: call.valueType),
            example: ActionDecoder.example(of: call.valueType))
        }
        value = ()
      } else {
        value = try decoder(at: position).answer(text, as: call.valueType, state: state(atPosition: position))
      }
      return (
        .answer(effect: call.effect, text: ValuePrinter.text(of: value)), .answer(effect: call.effect, value), divergences
      )
    case .fail(let effect, let message):
      let (run, divergences) = try runLive(at: position.step)
      if let effect, isSpokenFor(effect, in: run) {
        return (.fail(effect: effect, message: message), .advance(.zero), divergences)
      }
      let call = try waitingCall(of: effect, in: run)
      return (
        .fail(effect: call.effect, message: message), .fail(effect: call.effect, OutsideFailure(message: message)), divergences
      )
    case .cancel(let effect):
      return (.cancel(effect: effect), .cancel(effect: effect), try inFlight(effect, at: position))
    case .hold(let effect):
      return (.hold(effect: effect), .hold(effect: effect), try inFlight(effect, at: position, isHeld: false))
    case .release(let effect):
      do {
        return (.release(effect: effect), .release(effect: effect), try inFlight(effect, at: position, isHeld: true))
      } catch SessionError.noSuchEffect where isHeldLast(effect) {
        throw SessionError.endedWhileHeld(effect: effect, how: history(ofEffect: effect)?.ending?.text ?? "ended")
      }
    case .departure(let effect, let error):
      return (
        .departure(effect: effect, error: error), .departure(effect: effect, error: error), try inFlight(effect, at: position)
      )
    case .write(let effect, let path, let value):
      let divergences = try inFlight(effect, at: position)
      let isShared = LockIsolated(false)
      defer { viewingWorld.storage.restore(sharedValues(at: position)) }
      let (path, text, edit) = try viewingWorld.storage.tracking(onWrite: { _ in isShared.setValue(true) }) {
        try self.edit(at: path, value, in: position)
      }
      guard isShared.value else {
        let isKept = ActionLanguage.Completion.isShared(path, in: state(atPosition: position))
        throw isKept ? SessionError.writesNothing(path: path) : SessionError.notShared(path: path)
      }
      return (.write(effect: effect, path: path, value: text), .write(effect: effect, edit), divergences)
    case .arrival(let effect, let text):
      let divergences = try inFlight(effect, at: position)
      let state = state(atPosition: position)
      let action = try decoder(at: position).decode(text, as: Action.self, state: state)
      guard let action = action as? Action else { throw SessionError.interrupted }
      return (
        .arrival(effect: effect, action: ValuePrinter.dotted(action: action, state: state)),
        .arrival(effect: effect, action: action),
        divergences
      )
    case .supply(let call, let text):
      let call = canonical(call, at: position)
      return (.supply(call: call, text: text), .supply(call: call, text: text), [])
    case .withdrawal(let call):
      let (call, set) = (canonical(call, at: position), answersSet(at: position).map(\.call))
      guard set.contains(call) else { throw SessionError.noSuchAnswer(call: call, set: set) }
      return (.withdrawal(call: call), .withdrawal(call: call), [])
    case .live(let isOn): return (.live(isOn: isOn), .live(isOn: isOn), [])
    case .edit(let path, let value):
      let (path, text, edit) = try edit(at: path, value, in: position)
      return (.edit(path: path, value: text), .edit(edit), [])
    }
  }

  /// The change of the state that puts a written value in a place; with the place and the value as they are recorded.
  func edit(
    at path: String, _ value: String, in position: Position
  ) throws -> (path: String, text: String, edit: Entry<State, Action>.Edit) {
    let decoder = decoder(at: position)
    let written = try StatePath(path)
    let parsed = written.fixing(now: decoder.now)
    try written.check(in: State.self)
    var probe: Any = state(atPosition: position)
    try parsed.set(value, in: &probe, decoder: decoder, textOffset: path.utf8.count + 1)
    // What is recorded holds the value itself, whatever `_` and `$` stood for.
    let text = (try? parsed.evaluate(in: probe)).map(ValuePrinter.text) ?? value.trimmed
    // So does the place, whatever `now`, `$` and a backslash stood for.
    let isWhole = parsed.description == written.description && !["$", "\\"].contains(path.trimmed.first)
    return (
      isWhole ? path.trimmed : parsed.description, text,
      Entry<State, Action>.Edit { [decoder] state in
        var edited: Any = state
        guard (try? parsed.set(text, in: &edited, decoder: decoder)) != nil, let edited = edited as? State else { return }
        state = edited
      }
    )
  }

  /// Makes sure that an effect is in flight.
  private func inFlight(_ effect: Int, at position: Position, isHeld: Bool? = nil) throws -> [Divergence] {
    let (run, divergences) = try runLive(at: position.step)
    let effects = run.effects
    guard let found = effects.first(where: { $0.id.number == effect }) else {
      throw SessionError.noSuchEffect(effect, alive: effects.map(\.id.number))
    }
    if let isHeld, found.isHeld != isHeld { throw SessionError.holding(effect: effect, isHeld: found.isHeld) }
    return divergences
  }

  /// Whether a record speaks for an effect, so that no call of its own waits for a recorded answer.
  private func isSpokenFor(_ effect: Int, in run: LiveRun<State, Action>) -> Bool {
    isRunningRecord && run.isDisconnected(effect)
  }

  private func waitingCall(of effect: Int?, in run: LiveRun<State, Action>) throws(SessionError) -> EndpointDesk.Call {
    let calls = run.world.desk.calls
    let waiting = Array(Set(calls.map(\.effect))).sorted()
    if let effect {
      guard let call = calls.first(where: { $0.effect == effect }) else { throw .noWaitingCall(effect: effect, waiting: waiting) }
      return call
    }
    guard waiting.count <= 1 else { throw .severalWaitingCalls(waiting) }
    guard let call = calls.first else { throw .noWaitingCall(effect: nil, waiting: []) }
    return call
  }

  static func dependencies(
    of world: World, in context: DependencyContext = .test, with install: @Sendable (inout DependencyValues) -> Void
  ) -> DependencyValues {
    var values = DependencyValues()
    world.install(in: &values)
    values.context = context
    install(&values)
    return values
  }
}
