import ActionLanguage
import Foundation
import Terminal
import Timeline

/// How the state, differences and the presented path look.
extension Session {
  func showTree(_ arguments: CommandArguments) throws {
    let (wantsJSON, arguments) = arguments.taking("--json")
    if wantsJSON { return try showAsJSON(evaluate(arguments, in: playback.currentState())) }
    let state = playback.currentState()
    let value: Any
    let label: String
    if arguments.text.isEmpty {
      value = state
      label = playback.name
    } else {
      value = try evaluate(arguments, in: state)
      label = arguments.text
    }
    output.tree(ValueNode.inspect(value, label: label))
  }

  func showValue(_ arguments: CommandArguments) throws {
    let (wantsJSON, arguments) = arguments.taking("--json")
    if wantsJSON { return try showAsJSON(valueOrTruth(arguments)) }
    guard !arguments.text.isEmpty else {
      throw CommandError(
        "print needs a path of the state", column: arguments.column,
        examples: [.after("print", .path), .after("print", .predicate)],
        notes: ["Try \"tree\" to see the paths."])
    }
    output.line(ValuePrinter.text(of: try valueOrTruth(arguments)))
  }

  /// What a path leads to, or whether a condition holds.
  private func valueOrTruth(_ arguments: CommandArguments) throws -> Any {
    let state = playback.currentState()
    // The time itself, which is a part of the state only where a property is called so.
    if arguments.text.hasPrefix("now") || arguments.text.hasPrefix("Date.now"),
      (try? StatePath("now").check(in: type(of: state))) == nil
    {
      do throws(ActionLanguageError) {
        return try ActionDecoder(now: playback.date).value(arguments.text, as: Date.self)
      } catch {
        let isDate =
          (try? StatePath(arguments.text)) == nil && (try? ActionLanguage.Predicate(arguments.text))?.hasOperator == false
        if isDate { throw LanguageFailure(error: error, arguments: arguments) }
      }
    }
    guard (try? StatePath(arguments.text)) == nil else { return try evaluate(arguments, in: state) }
    do throws(ActionLanguageError) {
      let predicate = try ActionLanguage.Predicate(arguments.text)
      if predicate.hasOperator {
        try predicate.check(in: type(of: state))
        return try predicate.evaluate(in: state, now: playback.date)
      }
    } catch {
      // What can be read as neither is told of as a path, unless it is known what was meant.
      let isCondition =
        (try? ActionLanguage.Predicate(arguments.text))?.hasOperator == true || ActionLanguage.Predicate.knowsMeaning(of: error)
      if isCondition { throw LanguageFailure(error: error, arguments: arguments, as: .predicate) }
    }
    return try evaluate(arguments, in: state)
  }

  private func evaluate(_ arguments: CommandArguments, in state: Any) throws -> Any {
    do {
      // What is wrong is told of the path as it was written, which is longer with a moment in place of each `now`.
      let written = try StatePath(arguments.text)
      try written.check(in: type(of: state))
      guard let value = try? written.fixing(now: playback.date).evaluateChaining(in: state) else {
        return try written.evaluateChaining(in: state)
      }
      return value
    } catch {
      throw LanguageFailure(error: error, arguments: arguments, as: .path)
    }
  }

  func showDiff(_ arguments: CommandArguments) throws {
    let (wantsJSON, arguments) = arguments.taking("--json")
    let timeline = playback.timeline
    let words = arguments.places
    guard words.count <= 2 else { throw CommandError("diff takes two entries at the most", column: words[2].column) }
    let positions = try words.map(position(named:))
    let from: Position
    let to = positions.count == 2 ? positions[1] : timeline.position
    if let first = positions.first {
      from = first
    } else {
      guard timeline.position.step != 0 else { return output.line("nothing has happened yet", style: .muted) }
      from = timeline.positionBefore(steps: 1)
    }
    if wantsJSON { return showDiffAsJSON(from: from, to: to) }
    output.line("#\(timeline.entry(at: from)) \(output.glyphs.arrow) #\(timeline.entry(at: to))", style: .number)
    showChanges(playback.changes(from: from, to: to))
  }

  func showWhere() {
    let presented = PresentedPath(of: playback)
    output.prose(presented.summary(separator: output.glyphs.separator), style: .heading)
    for (depth, frame) in presented.frames.enumerated() {
      output.prose("  #\(depth)  \(frame)", style: depth == presented.frames.count - 1 ? .focus : .plain)
    }
    showConflicts(presented.conflicts)
  }

  func showActions(filter: String) {
    let all = ActionCatalogue(of: playback.actionType, state: playback.stateForInput()).entries
    let shown = filter.isEmpty ? all : all.filter { $0.spelling.localizedCaseInsensitiveContains(filter) }
    guard !shown.isEmpty else { return output.line("no action contains \"\(filter)\"", style: .muted) }
    // A column of payloads needs room beside that of the actions.
    let room = (output.appearance.columns ?? 200) - 24
    let width = min(48, room, shown.map { DisplayWidth.of($0.spelling) }.max() ?? 0)
    for entry in shown {
      let spelling = Span(entry.payload.isEmpty ? entry.spelling : entry.spelling.padded(to: width) + "  ", .heading)
      output.prose([spelling, Span(entry.payload, .muted)])
    }
  }
}
