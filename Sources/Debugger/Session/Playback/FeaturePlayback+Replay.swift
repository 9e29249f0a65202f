import ActionLanguage
import ComposableArchitecture
import Terminal
import Timeline

/// What one input of a record led to when it was run again.
struct ReplayedInput {
  let step: Int
  /// What it changed, where that is known already and it led to nothing else.
  var changes: [ValueDiff.Change]?
}

/// An action that a text stands for whatever the state is.
final class KnownAction<Action> {
  let action: Action
  init(_ action: Action) { self.action = action }
}

/// Where a replay stands while nothing is in flight.
private final class QuietMoment<State> {
  var state: State
  var world: WorldState
  /// Whether this is where the log ends.
  var isHere = false

  init(state: State, world: WorldState) {
    self.state = state
    self.world = world
  }
}

/// Steps of a replay that have to be run a second time to see whether they come out the same.
struct UncheckedSteps<State> {
  /// The step before them, after which nothing was in flight, and the state then.
  let start: Int
  let state: State
  var steps: [Int] = []
  /// The step that would come next.
  var last: Int { steps.last ?? start }
}

/// What a replay found out while it ran.
struct ReplayFindings<State> {
  var unchecked: [UncheckedSteps<State>] = []
  /// The first step whose action, reduced twice, did not come out the same.
  var suspect: Int?
}

/// Running a whole record again.
///
/// An action whose reducer asks for nothing to be done, while nothing is in flight, leads to itself alone. So it is only reduced, twice,
/// and both states and worlds are compared; everything else is performed as a person would perform it, and again in the end.
extension FeaturePlayback {
  func replay(_ body: (_ perform: (_ line: String, _ asksForChanges: Bool) throws -> ReplayedInput) throws -> Void) throws {
    isRunningRecord = true
    findings = ReplayFindings()
    let moment = QuietMoment(state: state(atPosition: recorded.position), world: recorded.steps[0].worldAfter)
    defer { leave(moment) }
    try PrintedChanges.$sink.withValue(PrintedChanges.Sink.none) {
      try withIssueReporters([]) {
        try viewer.reduceAgain { reduce in
          enter(moment)
          try body { line, asksForChanges in
            if moment.isHere, let quick = performQuietly(line, asksForChanges, at: moment, reduce) { return quick }
            return try performSlowly(line, at: moment)
          }
        }
      }
    }
  }

  /// Performs an action that may lead to itself alone; `nil` when it is another input or leads to more.
  private func performQuietly(
    _ line: String, _ asksForChanges: Bool, at moment: QuietMoment<State>, _ reduce: (Action, inout State) -> Bool
  ) -> ReplayedInput? {
    guard let known = knownActions[line] as? KnownAction<Action>, !Interruption.isRequested else { return nil }
    let before = moment.state
    let world = moment.world
    let isAlone = reduce(known.action, &moment.state)
    let worldAfter = viewingWorld.hasMoved(from: world) ? viewingWorld.state : world
    // Once more in the world as it was recorded.
    if viewingWorld.hasMoved(from: world) { viewingWorld.state = world }
    var again = before
    let isAloneAgain = reduce(known.action, &again)
    guard isAlone, isAloneAgain, viewingWorld.desk.takeUnanswered() == nil, !viewingWorld.storage.isInUse else {
      moment.state = before
      viewingWorld.state = world
      return nil
    }
    let isSame = !viewingWorld.hasMoved(from: worldAfter) && isSameState(moment.state, again)
    moment.world = worldAfter
    let step = recorded.append(
      .action(text: line), action: known.action, world: world, state: moment.state, worldAfter: worldAfter,
      keyframeDistance: Self.quietKeyframeDistance)
    if !isSame, findings.suspect == nil { findings.suspect = step }
    return ReplayedInput(
      step: step, changes: asksForChanges ? ValueDiff.changes(ofType: State.self, from: before, to: moment.state) : nil)
  }

  /// Nobody travels in a replay: states are kept for the sake of the steps that are run a second time only.
  private static var quietKeyframeDistance: Int { 1_024 }

  private func performSlowly(_ line: String, at moment: QuietMoment<State>) throws -> ReplayedInput {
    leave(moment)
    let request = try InputText.request(from: line)
    let start = recorded.position.step
    if findings.unchecked.last?.last != start {
      findings.unchecked.append(UncheckedSteps(start: start, state: state(atPosition: recorded.position)))
    }
    let report = try perform(request)
    findings.unchecked[findings.unchecked.count - 1].steps.append(report.step)
    enter(moment)
    return ReplayedInput(step: report.step)
  }

  /// Begins to reduce only, if nothing is in flight here.
  private func enter(_ moment: QuietMoment<State>) {
    let step = recorded.steps[recorded.position.step]
    guard recorded.isAtEnd, step.effectsInFlight == 0, willPerform == nil, !viewingWorld.storage.isInUse, !isConnected else {
      return
    }
    moment.state = state(atPosition: recorded.position)
    moment.world = step.worldAfter
    viewingWorld.state = step.worldAfter
    moment.isHere = true
  }

  /// Lets everybody else know where the log ends.
  private func leave(_ moment: QuietMoment<State>) {
    guard moment.isHere else { return }
    moment.isHere = false
    recent = (recorded.currentEntry, moment.state)
    guard let live, live.step != recorded.position.step else { return }
    live.run.adopt(moment.state, moment.world)
    self.live = (live.run, recorded.position.step)
  }

  // MARK: Known actions

  /// The action that a line stands for in every state, when it was performed before.
  func knownAction(_ text: String) -> Action? { (knownActions[text] as? KnownAction<Action>)?.action }

  /// Remembers an action that was just read, if its text has no part for which the state is asked: only names, and written as it is
  /// printed.
  func remember(_ text: String) {
    guard knownActions[text] == nil, text.utf8.allSatisfy(Self.isPartOfName), !InputText.keywords.contains(text),
      let action = try? decoder.decode(text, as: Action.self) as? Action, ValuePrinter.dotted(action: action) == text
    else { return }
    if knownActions.count >= Self.knownActionLimit { knownActions = [:] }
    knownActions[text] = KnownAction(action)
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "."): true
    default: false
    }
  }

  /// No feature has more actions without payload.
  private static var knownActionLimit: Int { 1_024 }
}
