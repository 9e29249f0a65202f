import ActionLanguage
import ComposableArchitecture
import Foundation
import Timeline

/// One loaded root feature with its recorded timeline: what the commands work on, whatever the feature's types are.
protocol Playback: AnyObject {
  /// The feature's name.
  var name: String { get }
  /// The world it runs in.
  var settings: WorldSettings { get }
  var stateType: Any.Type { get }
  var actionType: Any.Type { get }
  /// The recorded tree.
  var timeline: any TimelineReading { get }
  /// Called with every input that was accepted, before a reducer sees it.
  var willPerform: ((Input) throws -> Void)? { get set }
  /// Called after an input that `willPerform` was called with: whether it was performed, or taken back.
  var didPerform: ((Bool) -> Void)? { get set }

  /// The state at the current position.
  func currentState() -> Any
  /// The state of the run that is live at the current position, not reduced again; `nil` where none is.
  func liveState() -> Any?
  /// The type of the value that a call waits for where a run is live here: of that effect's call, or of the only one; `nil` elsewhere.
  func answerType(of effect: Int?) -> Any.Type?
  /// The calls of the outside world that the feature is known to make; there may be others.
  func knownEndpoints() -> [KnownEndpoint]
  /// Whether a call, named without its arguments, was made at any time in this session.
  func wasCalled(_ name: String) -> Bool
  /// The answers that are set for calls at the current position, in the order in which they were set.
  func answersSet() -> [(call: String, text: String)]
  /// The state after an entry.
  func state(atEntry number: Int) throws(SessionError) -> Any
  /// The state at a position.
  func state(at position: Position) -> Any
  /// What a recorded entry says about itself.
  func record(ofEntry number: Int) -> EntryRecord
  /// What a step led to besides its entries.
  func details(ofStep step: Int) -> StepDetails
  /// The effects in flight at the current position.
  func effects() -> [EffectStatus]
  /// What is known of an effect that was started before the current position; `nil` when none has this number.
  func history(ofEffect effect: Int) -> EffectHistory?
  /// What each of some entries of one step changed, in order.
  func changes(ofEntries range: Range<Int>) -> [[ValueDiff.Change]]
  /// What a whole step changed.
  func changes(ofStep step: Int) -> [ValueDiff.Change]
  /// The reducers that the feature is made of, in the order in which they run.
  func composition() -> [CompositionPart]
  /// What differs between two positions, shared values included.
  func changes(from first: Position, to second: Position) -> [ValueDiff.Change]

  /// Performs an input at the current position and moves to what came of it.
  func perform(_ request: InputRequest) throws -> StepReport
  /// The action of the entry with this number, from 1, of the step that a request would make here; performs it in a copy of the
  /// process, and only up to there.
  func action(ofEntry number: Int, in request: InputRequest) -> String?
  /// Performs inputs of a record one after the other, in the order in which `body` asks for them with the lines of a session file, and
  /// checks on the way what need not be run a second time to be checked. What a line changed is told when that is asked for and it
  /// led to nothing else; else `outcome(ofStep:)` tells.
  func replay(_ body: (_ perform: (_ line: String, _ asksForChanges: Bool) throws -> ReplayedInput) throws -> Void) throws
  /// As `verify`, for the inputs of the last `replay`: runs again what was not checked while it ran.
  ///
  /// - Parameter progress: Called after each step.
  func verifyReplay(progress: () -> Void) throws -> VerifyReport
  /// What a step caused, as the lines of a session file.
  func outcome(ofStep step: Int) -> [String]
  /// Moves to a position; runs nothing.
  func travel(to position: Position)
  /// Names the branch that ends at a step.
  func nameBranch(endingAt step: Int, _ name: String)
  /// Forgets what only the branch that ends at a step has; gives back the steps that are gone.
  func dropBranch(endingAt step: Int) -> (steps: [Int], entryCount: Int)
  /// Visits the states at some places of the current branch in order, until `visit` says `false`. `visit` may read the timeline but not
  /// travel or act, and must not keep the state.
  ///
  /// - Throws: What `visit` throws, and `CommandError` when the user interrupts.
  func walk(_ places: ClosedRange<Int>, _ visit: (_ entry: Int, _ state: Any) throws -> Bool) throws
  /// Tells of the states at some places in order whether a condition holds there, until `visit` says `false`; as `walk`, and faster.
  func examine(
    _ predicate: ActionLanguage.Predicate, at places: ClosedRange<Int>,
    _ visit: (_ entry: Int, _ result: Result<(holds: Bool, metNothing: Bool), ActionLanguageError>) throws -> Bool
  ) throws
  /// The place behind which, up to another place, no entry changed the value at a path, as far as that is known without reducing any
  /// entry again; the place itself when nothing is known.
  func place(behindUnchanged path: StatePath, upTo place: Int) -> Int
  /// The last entry at some places, the first one left out, that changed the value at a path.
  func lastChange(of path: StatePath, in places: ClosedRange<Int>) throws -> Int?
  /// Runs the current branch again and reduces its actions twice; gives back the first entry that comes out differently.
  ///
  /// - Throws: `SessionError` when it is interrupted.
  func verify() throws -> VerifyReport
  /// The reducers an entry's action went through; `nil` for an edit.
  func trace(ofEntry number: Int) -> TraceTree?
  /// A test for a test store that does what the current branch did.
  ///
  /// - Parameters:
  ///   - name: What the suite is called.
  ///   - places: The steps of the branch to export, counted from 1; all if there are none.
  /// - Throws: `CommandError` when there is nothing to test.
  func exportedTest(named name: String, places: ClosedRange<Int>?) throws -> String
  /// Called, from any thread, when something from outside wants to be let in.
  var onNews: (@Sendable () -> Void)? { get set }
  /// Whether inputs come from a record: then effects that the record speaks for are not connected to the outside.
  var isRunningRecord: Bool { get set }
  /// Whether effects that are started at the current position are to be connected to the outside.
  var isConnected: Bool { get }
  /// Whether a run is live at the current position.
  var isLiveHere: Bool { get }
  /// Whether an effect of the run that is live here may hear from outside.
  var listensOutside: Bool { get }
  /// The virtual time of the current position and, where a run is live there, the next moment something waits for.
  var times: (now: Duration, deadline: Duration?) { get }
  /// The date at the current position: what `now` means there.
  var date: Date { get }
  /// The date after an entry.
  func date(ofEntry number: Int) -> Date
  /// Lets in what came from outside, and performs the first thing an effect does because of it as an input of its own.
  ///
  /// - Returns: What it led to; `nil` when nothing came, or the current position is not where the run is live.
  /// - Throws: `SessionError` when what came would not end.
  func performArrival() throws -> StepReport?
  /// Keeps no more recorded states than fit into a number of bytes.
  func limitMemory(toBytes bytes: Int)
}

/// An input as the user gave it, with values still as text.
enum InputRequest {
  case action(String)
  case advance(Duration?)
  case answer(effect: Int?, text: String)
  case fail(effect: Int?, message: String)
  case cancel(effect: Int)
  case hold(effect: Int)
  case release(effect: Int)
  case supply(call: String, text: String)
  case withdrawal(call: String)
  case arrival(effect: Int, action: String)
  case departure(effect: Int, error: String? = nil)
  case write(effect: Int, path: String, value: String)
  case live(isOn: Bool)
  /// The two sides of the `=` as they were written, with the space around them, so that errors find their column.
  case edit(path: String, value: String)

  /// The request that makes a recorded input again.
  init(_ input: Input) {
    switch input {
    case .action(let text): self = .action(text)
    case .advance(let duration): self = .advance(duration)
    case .answer(let effect, let text): self = .answer(effect: effect, text: text)
    case .fail(let effect, let message): self = .fail(effect: effect, message: message)
    case .cancel(let effect): self = .cancel(effect: effect)
    case .hold(let effect): self = .hold(effect: effect)
    case .release(let effect): self = .release(effect: effect)
    case .supply(let call, let text): self = .supply(call: call, text: text)
    case .withdrawal(let call): self = .withdrawal(call: call)
    case .arrival(let effect, let action): self = .arrival(effect: effect, action: action)
    case .departure(let effect, let error): self = .departure(effect: effect, error: error)
    case .write(let effect, let path, let value): self = .write(effect: effect, path: path, value: value)
    case .live(let isOn): self = .live(isOn: isOn)
    case .edit(let path, let value): self = .edit(path: path, value: value)
    }
  }
}

/// What one performed input led to.
struct StepReport {
  /// The step it made, or the recorded one it turned out to be.
  let step: Int
  /// Whether the step was recorded before, so that this was travel.
  let isRecorded: Bool
  /// Whether it began a branch.
  let beganBranch: Bool
  /// Entries of the step before, which came first because an input waits until the world is quiet.
  var completed: Range<Int>?
  /// Where running again went another way than the record.
  var divergences: [Divergence]
}

/// A place where inputs run again led to something else than what was recorded.
struct Divergence {
  let entry: Int
  let message: String
}

/// What an entry of the log says.
struct EntryRecord {
  enum Cause {
    case typed, edit
    case effect(Int)
    case dismissal(Int)
    /// An effect changed a shared value, as an input of its own.
    case write(Int)
  }
  let number: Int
  /// The action in its short spelling.
  let action: String
  let cause: Cause
  let time: Duration
  let step: Int
}

/// An effect in flight.
struct EffectStatus {
  let number: Int
  /// The entry whose reducer returned it.
  let startedBy: Int
  /// Where in the composition it was started.
  let path: String
  let cancellationIDs: [String]
  /// What it waits for; `nil` when it is outside the session, or in the middle of a step.
  var waitsFor: String?
  /// Whether what it waits for is outside the session.
  var waitsOutside = true
  /// Whether nothing it does by itself counts any more: what was done outside before is not done twice.
  var isDisconnected = false
  /// Until when it waits for the clock.
  var deadline: Duration?
  /// How many actions it has sent so far.
  var actionsSent = 0
  /// The entry of the last of them.
  var lastAction: Int?
  /// Whether its next action waits until it is released.
  var isHeld = false
}

/// What is known of an effect, in flight or over.
struct EffectHistory {
  /// The entry whose reducer returned it.
  let startedBy: Int
  /// Where in the composition it was started.
  let path: String
  let cancellationIDs: [String]
  /// The entries of the actions it sent.
  var actions: [Int] = []
  /// How it ended; `nil` while it is in flight.
  var ending: EffectEvent.Ending?
  /// The entry after which it ended.
  var endedAfter = 0
  /// Whether it does more than to send an action at once.
  var hasWork = true
}

/// What can be read of a timeline without knowing the feature's types.
protocol TimelineReading {
  var steps: StepList { get }
  var position: Position { get }
  var branch: [Int] { get }
  var branchNames: [Int: String] { get }
  var branchEnds: [Int] { get }
  var branchEntries: [Int] { get }
  var entryCount: Int { get }
  var currentEntry: Int { get }
  var lastEntry: Int { get }
  var end: Position { get }
  var isAtEnd: Bool { get }
  var isQuiet: Bool { get }
  func entry(at position: Position) -> Int
  func entries(upTo position: Position) -> [Int]
  func position(ofEntry number: Int) -> Position?
  func step(ofEntry number: Int) -> Int
  func quiet(_ step: Int) -> Position
  func children(of step: Int) -> [Int]
  func isOnBranch(_ step: Int) -> Bool
  func positionBefore(steps count: Int) -> Position
  func positionAfter(steps count: Int) -> Position
  func positionBeforeEntry() -> Position?
  func positionAfterEntry() -> Position?
  var branchEntryCount: Int { get }
  func place(ofEntry number: Int) -> Int?
  func entry(atPlace place: Int) -> Int
  func entries(atPlaces places: Range<Int>) -> [Int]
  func entryThatStarted(effect: Int, seenFrom number: Int) -> Int
  func entryThatStarted(effect: Int, beforeStep step: Int) -> Int
  func effectCount(beforeEntry number: Int) -> Int
  func chain(to number: Int) -> EffectChain
  func commonAncestor(of first: Int, and second: Int) -> Int
  var keyframeCount: Int { get }
  var keyframeBytes: Int { get }
  var keyframeBudget: Int { get }
  var keyframeDistance: Int { get }
  var bytesPerEntry: Int { get }
}

extension Timeline: TimelineReading {
  var entryCount: Int { entries.count }
}

extension Playback {
  /// The state that an input typed now meets: a step is finished before.
  func stateForInput() -> Any { timeline.isQuiet ? currentState() : state(at: timeline.quiet(timeline.position.step)) }
}
