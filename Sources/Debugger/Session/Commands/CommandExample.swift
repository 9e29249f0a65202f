import ActionLanguage
import Timeline

/// A line that can be typed in place of one that was refused, or as help shows it: what differs from feature to feature is named in it,
/// and spelled when the line is shown.
enum CommandExample: Equatable, Sendable, ExpressibleByStringLiteral {
  /// What stands behind the beginning of a line.
  enum Rest: Equatable, Sendable {
    case path
    /// A path to a number.
    case number
    case predicate
    /// `PATH = VALUE`
    case assignment
    /// The same of a shared value.
    case sharedAssignment
    case action
    /// An effect in flight.
    case effect
    /// One that is held.
    case heldEffect
    /// One that is not.
    case freeEffect
    /// One in flight or over.
    case startedEffect
    /// An effect that waits for an answer, and one.
    case answer
    /// The same with a message.
    case failure
    /// A call and what it is to return: `CALL = VALUE`.
    case supply
    /// A call whose answer is set.
    case answered
    /// An effect in flight and an action it may send.
    case arrival
    /// An effect in flight and what it writes to a shared value.
    case write
    case pattern
    /// The number of the last entry of the branch.
    case entry
    /// The last entry that somebody typed.
    case input
    /// Such an entry and an action.
    case inputAndAction
    /// The last entry of the branch, and an action to be sent after it.
    case entryAndAction
    /// Such an entry, to be moved in front of all others.
    case inputToTheStart
    case breakpoint
    case display
    /// The end of a branch that is not the current one.
    case otherBranch
    /// An input that was skipped.
    case skipped
    /// A breakpoint and how often it is to be passed.
    case breakpointAndCount
    /// All entries of the branch as a range.
    case entries

    /// What help shows where the session has nothing of the kind.
    var fallback: String? {
      switch self {
      case .entry, .otherBranch: "7"
      case .effect, .heldEffect, .freeEffect, .startedEffect: "e3"
      case .answer: "e1 \"5 is prime\""
      case .failure: "e1 \"offline\""
      case .supply: "numberFact.fetch = \"a number\""
      case .answered: "numberFact.fetch"
      case .input, .skipped: "3"
      case .inputToTheStart: "5 after 2"
      case .inputAndAction: "3 add(amount: 10)"
      case .breakpoint, .display: "1"
      case .breakpointAndCount: "1 5"
      case .entries: "3..7"
      case .path, .number, .predicate, .assignment, .sharedAssignment, .action, .arrival, .write, .pattern, .entryAndAction: nil
      }
    }
  }

  /// A line that every feature accepts.
  case line(String)
  /// A line that some sessions accept, for help alone.
  case inHelp(String)
  case after(String, Rest)

  /// A command with a range of entries, where these are there; else as with `entries`.
  case range(String, first: Int, last: Int)

  init(stringLiteral line: String) { self = .line(line) }
}

extension Session {
  /// What the loaded feature accepts in its current state.
  var examples: FeatureExamples {
    FeatureExamples(state: playback.currentState(), actionType: playback.actionType, tryFirst: tryFirst)
  }

  /// The same for an input, which meets the end of the step.
  private var inputExamples: FeatureExamples {
    FeatureExamples(state: playback.stateForInput(), actionType: playback.actionType, tryFirst: tryFirst)
  }

  /// The line; `nil` where the feature accepts none of that kind now.
  ///
  /// - Parameter inHelp: Whether it may name what is not there now.
  func line(of example: CommandExample, inHelp: Bool = false) -> String? {
    switch example {
    case .line(let line): return line
    case .inHelp(let line): return inHelp ? line : nil
    case .range(let start, let first, let last):
      guard [first, last].allSatisfy({ playback.timeline.place(ofEntry: $0) != nil }) else {
        return self.line(of: .after(start, .entries), inHelp: inHelp)
      }
      return "\(start) \(first)..\(last)"
    case .after(let start, let rest):
      let text = text(of: rest, effect: inHelp ? 1 : nil) ?? (inHelp ? rest.fallback : nil)
      return text.map { start.isEmpty ? $0 : "\(start) \($0)" }
    }
  }

  private func text(of rest: CommandExample.Rest, effect number: Int?) -> String? {
    let effects = playback.effects()
    let effect = (effects.first?.number ?? number).map { "e\($0)" }
    let timeline = playback.timeline
    switch rest {
    case .effect: return effects.first.map { "e\($0.number)" }
    case .heldEffect: return effects.first(where: \.isHeld).map { "e\($0.number)" }
    case .freeEffect: return effects.first { !$0.isHeld }.map { "e\($0.number)" }
    case .startedEffect: return effects.first.map { "e\($0.number)" } ?? playback.history(ofEffect: 1).map { _ in "e1" }
    case .answer, .failure:
      let waiting = effects.lazy.compactMap { effect in
        self.playback.answerType(of: effect.number).map { (effect.number, $0) }
      }.first
      return waiting.map { "e\($0) \(rest == .failure ? "\"offline\"" : ActionDecoder.example(of: $1))" }
    case .supply: return exampleOfSupply
    case .answered: return playback.answersSet().first?.call
    case .breakpoint: return breakpoints.all.first.map { "\($0.number)" }
    case .display: return displays.all.first.map { "\($0.number)" }
    case .otherBranch:
      return timeline.branchEnds.first { $0 != timeline.end.step }.map { "\(timeline.steps[$0].lastEntry)" }
    case .skipped: return whatIfs.last { timeline.isOnBranch($0.result) }?.skipped.first.map { "\($0)" }
    case .path: return examples.path
    case .number: return examples.numberPath
    case .predicate: return examples.predicate
    case .assignment: return inputExamples.assignment.map { "\($0.path) = \($0.value)" }
    case .sharedAssignment: return inputExamples.sharedAssignment.map { "\($0.path) = \($0.value)" }
    case .action: return inputExamples.action
    case .arrival: return pair(effect, inputExamples.action)
    case .write: return pair(effect, text(of: .sharedAssignment, effect: nil))
    case .pattern: return examples.pattern
    case .entry: return playback.timeline.lastEntry > 0 ? "\(playback.timeline.lastEntry)" : nil
    case .input: return lastInput.map { "\($0)" }
    case .inputAndAction: return lastInput.flatMap { number in action(inPlaceOf: number).map { "\(number) \($0)" } }
    case .entryAndAction:
      let last = playback.timeline.branchEntries.last ?? 0
      return (try? playback.state(atEntry: last)).flatMap(action(in:)).map { "\(last) \($0)" }
    case .inputToTheStart:
      return inputs.count > 1 ? inputs.last.map { "\($0) after 0" } : nil
    case .breakpointAndCount: return breakpoints.all.last.map { "\($0.number) 5" }
    case .entries:
      let entries = playback.timeline.branchEntries
      guard let first = entries.first, let last = entries.last else { return nil }
      return "\(first)..\(last)"
    }
  }

  private func pair(_ first: String?, _ second: String?) -> String? {
    first.flatMap { first in second.map { "\(first) \($0)" } }
  }

  /// The newest entries of the branch that somebody typed; no more are looked at than a person would scroll through.
  private var inputs: [Int] {
    playback.timeline.branchEntries.suffix(200).filter { number in
      if case .typed = playback.record(ofEntry: number).cause { true } else { false }
    }
  }
  private var lastInput: Int? { inputs.last }

  /// An action that is accepted in the state before an entry.
  private func action(inPlaceOf number: Int) -> String? {
    guard let place = playback.timeline.place(ofEntry: number), place > 0,
      let state = try? playback.state(atEntry: playback.timeline.entry(atPlace: place - 1))
    else { return nil }
    return action(in: state)
  }

  private func action(in state: Any) -> String? {
    FeatureExamples(state: state, actionType: playback.actionType, tryFirst: tryFirst).action
  }

  /// What stands below the message of an error: the lines to try, then what else helps.
  func notes(of error: CommandError) -> [String] {
    var lines: [String] = []
    for line in error.examples.compactMap({ line(of: $0) }) where !lines.contains(line) { lines.append(line) }
    return (lines.isEmpty ? [] : ["For example: " + lines.joined(separator: ", ")]) + error.notes
  }
}
