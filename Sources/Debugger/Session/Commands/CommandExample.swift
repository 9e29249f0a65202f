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
    /// A breakpoint and how often it is to be passed.
    case breakpointAndCount
    /// All entries of the branch as a range.
    case entries
  }

  /// A line that every feature accepts.
  case line(String)
  case after(String, Rest)

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
  /// - Parameter effect: The effect to name where none is in flight.
  func line(of example: CommandExample, effect: Int? = nil) -> String? {
    switch example {
    case .line(let line): return line
    case .after(let start, let rest): return text(of: rest, effect: effect).map { start.isEmpty ? $0 : "\(start) \($0)" }
    }
  }

  private func text(of rest: CommandExample.Rest, effect: Int?) -> String? {
    let effect = (playback.effects().first?.number ?? effect).map { "e\($0)" }
    switch rest {
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
    let lines = error.examples.compactMap { line(of: $0) }
    return (lines.isEmpty ? [] : ["For example: " + lines.joined(separator: ", ")]) + error.notes
  }
}
