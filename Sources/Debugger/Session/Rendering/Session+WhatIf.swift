import ActionLanguage
import Terminal
import Timeline

/// A branch that was made by leaving inputs out, so that it can be taken back.
struct WhatIf {
  /// The end of the branch it was made from.
  let origin: Int
  /// The entries that were named.
  let skipped: [Int]
  /// Where the new branch ended.
  let result: Int
}

/// What if: inputs left out, moved, replaced and inserted; always on a new branch, run again with the rest of the inputs.
extension Session {
  /// An input to run again.
  private struct Rerun {
    let input: Input
    /// The recorded step it comes from; `nil` for the user's new action.
    let step: Int?
  }

  // MARK: The commands

  func skip(_ arguments: CommandArguments) throws {
    guard !arguments.text.isEmpty else {
      throw CommandError("skip needs an entry", column: arguments.column)
    }
    let numbers = try arguments.places.map { try entryNumber($0) }
    try skip(numbers, arguments)
  }

  private func skip(_ numbers: [Int], _ arguments: CommandArguments) throws {
    let timeline = playback.timeline
    let steps = Set(try numbers.map { try inputStep(ofEntry: $0, to: "skip", arguments) })
    guard let first = steps.min(by: { timeline.steps[$0].depth < timeline.steps[$1].depth }) else { return }
    let rest = timeline.branch.dropFirst(timeline.steps[first].depth).filter { !steps.contains($0) }
    let origin = timeline.end.step
    try rerun(
      after: timeline.steps[first].parent, reruns(of: rest), arguments, notes: whatGoesToo(with: numbers, in: steps))
    whatIfs.append(WhatIf(origin: origin, skipped: numbers, result: playback.timeline.end.step))
  }

  func unskip(_ arguments: CommandArguments) throws {
    let numbers = try arguments.places.map { try entryNumber($0, mustBeOnBranch: false) }
    let index = whatIfs.lastIndex { whatIf in
      playback.timeline.isOnBranch(whatIf.result) && numbers.allSatisfy(whatIf.skipped.contains)
    }
    guard let index else {
      throw CommandError(
        numbers.isEmpty
          ? "nothing was skipped to make this branch"
          : "this branch was not made by skipping \(numbers.map { "#\($0)" }.joined(separator: " and "))",
        column: arguments.column)
    }
    let whatIf = whatIfs.remove(at: index)
    let left = numbers.isEmpty ? [] : whatIf.skipped.filter { !numbers.contains($0) }
    playback.travel(to: playback.timeline.quiet(whatIf.origin))
    if left.isEmpty {
      output.note("back on branch \(branchName(of: whatIf.origin))")
      showPosition()
      showDisplays()
    } else {
      try skip(left, arguments)
    }
  }

  func move(_ arguments: CommandArguments) throws {
    let words = arguments.places
    guard words.count == 3, words[1].text == "after" else {
      let wrong = words.count > 1 && words[1].text != "after" ? words[1].column : words.dropFirst(3).first?.column
      throw CommandError(
        "move needs two entries", column: wrong ?? arguments.column + arguments.text.count,
        examples: [.after("move", .inputToTheStart)])
    }
    let (number, target) = (try entryNumber(words[0]), try entryNumber(words[2]))
    let timeline = playback.timeline
    let step = try inputStep(ofEntry: number, to: "move", arguments)
    let after = target == 0 ? 0 : timeline.step(ofEntry: target)
    try checkCause(of: number, in: step, movedAfter: after, arguments)
    guard after != step, after != timeline.steps[step].parent else {
      throw CommandError("#\(number) is there already", column: words[2].column)
    }
    let (from, to) = (timeline.steps[step].depth, timeline.steps[after].depth)
    let first = min(from, to + 1)
    var order = Array(timeline.branch)
    order.remove(at: from)
    order.insert(step, at: to < from ? to + 1 : to)
    try rerun(after: order[first - 1], reruns(of: order[first...]), arguments)
  }

  func replace(_ arguments: CommandArguments) throws {
    let (number, action) = try entryAndAction(arguments, for: "replace")
    let timeline = playback.timeline
    let step = try inputStep(ofEntry: number, to: "replace", arguments)
    let rest = timeline.branch.dropFirst(timeline.steps[step].depth + 1)
    try rerun(
      after: timeline.steps[step].parent, [Rerun(input: .action(text: action.text), step: nil)] + reruns(of: rest), action,
      notes: whatGoesToo(with: [number], in: [step]))
  }

  func insert(_ arguments: CommandArguments) throws {
    let (number, action) = try entryAndAction(arguments, for: "insert")
    let timeline = playback.timeline
    let step = number == 0 ? 0 : timeline.step(ofEntry: number)
    let rest = timeline.branch.dropFirst(timeline.steps[step].depth + 1)
    try rerun(after: step, [Rerun(input: .action(text: action.text), step: nil)] + reruns(of: rest), action)
  }

  // MARK: Arguments

  private func entryNumber(_ word: CommandArguments, mustBeOnBranch: Bool = true) throws -> Int {
    let text = word.text.hasPrefix("#") ? String(word.text.dropFirst()) : word.text
    guard let number = Int(text) else {
      throw CommandError("\"\(word.text)\" is no entry's number", column: word.column, length: word.text.count)
    }
    guard playback.timeline.position(ofEntry: number) != nil else {
      throw SessionError.unknownEntry(text, last: playback.timeline.entryCount)
    }
    if mustBeOnBranch, playback.timeline.place(ofEntry: number) == nil {
      throw CommandError(
        "#\(number) is on another branch; go there first: switch \(number)", column: word.column,
        examples: [.line("switch \(number)")])
    }
    return number
  }

  private func entryAndAction(_ arguments: CommandArguments, for command: String) throws -> (Int, CommandArguments) {
    let word = arguments.words.first ?? ""
    let rest = arguments.text.dropFirst(word.count)
    let action = rest.drop(while: \.isWhitespace)
    guard !action.isEmpty else {
      throw CommandError(
        "\(command) needs an entry and an action", column: arguments.column + arguments.text.count,
        examples: [.after(command, command == "insert" ? .entryAndAction : .inputAndAction)])
    }
    let first = String(action.prefix { !$0.isWhitespace })
    if case .exact(let other) = CommandTable.match(first), !ActionCases.begin(String(action), of: playback.actionType) {
      throw CommandError(
        "\(command) takes an action of the feature, and \(other.name) is a command",
        column: arguments.column + word.count + rest.count - action.count)
    }
    return (
      try entryNumber(arguments.places[0]),
      CommandArguments(
        line: arguments.line, text: String(action), column: arguments.column + word.count + rest.count - action.count)
    )
  }

  /// The step whose input led to an entry, when that is something a user can change.
  private func inputStep(ofEntry number: Int, to verb: String, _ arguments: CommandArguments) throws(CommandError) -> Int {
    guard number > 0 else { throw CommandError("#0 is the initial state; there is nothing to \(verb)", column: arguments.column) }
    let step = playback.timeline.step(ofEntry: number)
    let record = playback.record(ofEntry: number)
    let input = playback.timeline.steps[step].input
    switch (record.cause, input) {
    case (.typed, _), (.edit, _), (.write, .write), (_, .advance), (_, .answer), (_, .fail), (_, .cancel): return step
    default:
      let first = playback.timeline.steps[step].firstEntry
      throw CommandError(
        "#\(number) \(record.action) is what #\(first) led to, not an input; \(verb) #\(first)", column: arguments.column)
    }
  }

  /// Fails when an entry would come before what caused it.
  private func checkCause(of number: Int, in step: Int, movedAfter target: Int, _ arguments: CommandArguments)
    throws(CommandError)
  {
    let timeline = playback.timeline
    let effect: Int
    switch (playback.record(ofEntry: number).cause, timeline.steps[step].input) {
    case (.effect(let number), _), (.dismissal(let number), _), (.write(let number), _): effect = number
    case (_, .answer(let number, _)), (_, .fail(let number, _)), (_, .cancel(let number)): effect = number
    default: return
    }
    let starter = timeline.entryThatStarted(effect: effect, seenFrom: number)
    guard starter > 0, timeline.steps[target].depth < timeline.steps[timeline.step(ofEntry: starter)].depth else { return }
    throw CommandError(
      "#\(number) \(playback.record(ofEntry: number).action) came from e\(effect), which #\(starter) started: it cannot come before that",
      column: arguments.column)
  }

  /// Which inputs entries stand for that were named, and what goes with them, where that is not to be seen: an action has the number that
  /// was named itself.
  private func whatGoesToo(with numbers: [Int], in steps: Set<Int>) -> [String] {
    steps.sorted().compactMap { step in
      let record = playback.timeline.steps[step]
      guard let input = record.input else { return nil }
      switch input {
      case .action, .edit, .write, .arrival: return nil
      default: break
      }
      let others = record.entries.filter { !numbers.contains($0) }.map { "#\($0)" }
      let shown = others.count > 4 ? "\(others[0]) to \(others[others.count - 1])" : others.joined(separator: ", ")
      let named = numbers.filter { record.entries.contains($0) }.map { "#\($0)" }.joined(separator: ", ")
      return "\(named) came of \(InputText.text(of: input)), which is gone" + (others.isEmpty ? "" : " with \(shown)")
    }
  }

  // MARK: Running again

  private func reruns(of steps: some Sequence<Int>) -> [Rerun] {
    steps.compactMap { step in playback.timeline.steps[step].input.map { Rerun(input: $0, step: step) } }
  }

  /// Runs inputs after a step, and shows where that leads and which of them no longer apply.
  ///
  /// - Parameter notes: What to say of the inputs that do not run again.
  private func rerun(
    after ancestor: Int, _ inputs: [Rerun], _ arguments: CommandArguments, notes: [String] = []
  ) throws {
    let before = whereabouts
    let wasNumber = playback.timeline.entryCount
    var newSteps: [Int: Int] = [:]
    var misfits: [(input: Rerun, reason: String)] = []
    var unheard: [(entry: Int, message: String)] = []
    playback.travel(to: playback.timeline.quiet(ancestor))
    playback.isRunningRecord = true
    defer { playback.isRunningRecord = false }
    for item in inputs {
      do {
        let input = try renumbered(item.input, of: item.step, after: ancestor, newSteps)
        let report = try playback.perform(InputRequest(input))
        unsavedSteps += report.isRecorded ? 0 : 1
        if let step = item.step {
          newSteps[step] = report.step
          let known = Set(playback.details(ofStep: step).reports.map(\.message))
          for issue in playback.details(ofStep: report.step).reports where !known.contains(issue.message) {
            unheard.append((playback.timeline.steps[report.step].firstEntry + issue.entryIndex, issue.message))
          }
        }
      } catch let error as ActionLanguageError {
        guard item.step != nil else {
          restore(before)
          throw LanguageFailure(error: error, arguments: arguments)
        }
        misfits.append((item, error.message))
      } catch let error as SessionError {
        switch error {
        case .noSuchEffect, .notStartedAgain, .endedWhileHeld, .holding, .noWaitingCall, .severalWaitingCalls,
          .nothingToAdvanceTo:
          misfits.append((item, error.message))
        default:
          restore(before)
          throw error
        }
      }
    }
    let isNew = playback.timeline.entryCount > wasNumber
    let count = inputs.count - misfits.count
    output.line(
      "ran \(count) \(count == 1 ? "input" : "inputs") again after #\(playback.timeline.entry(at: playback.timeline.quiet(ancestor)))"
        + (isNew ? ", on a new branch" : "; nothing new came of it"))
    for note in notes { output.note(note) }
    if playback.timeline.end.step != before.end.step, !isNew {
      output.note("that is branch \(branchName(of: playback.timeline.end.step))")
    }
    for (item, reason) in misfits {
      let number = item.step.map { playback.timeline.steps[$0] }.flatMap { $0.entryCount > 0 ? "#\($0.firstEntry) " : nil } ?? ""
      output.line(
        [
          Span("  \(output.glyphs.removed) no longer applies: ", .removed), Span(number, .number),
          Span(InputText.text(of: item.input), .heading), Span("  \(reason)", .muted),
        ])
    }
    for (entry, message) in unheard {
      let first = message.split(separator: "\n").first.map(String.init) ?? message
      output.line([
        Span("  ! ", .warning), Span("#\(entry) ", .number), Span(playback.record(ofEntry: entry).action, .heading),
        Span("  \(first)", .muted),
      ])
    }
    showPosition()
    showDisplays()
  }

  /// An input that names an effect by the number the effect has now: the one that the same entry started, as far as that ran again.
  private func renumbered(_ input: Input, of step: Int?, after ancestor: Int, _ newSteps: [Int: Int]) throws -> Input {
    let effect: Int
    switch input {
    case .answer(let number, _), .fail(let number, _), .cancel(let number), .hold(let number), .release(let number),
      .arrival(let number, _), .departure(let number, _), .write(let number, _, _):
      effect = number
    case .action, .advance, .supply, .withdrawal, .live, .edit: return input
    }
    guard let step else { return input }
    let timeline = playback.timeline
    let starter = timeline.entryThatStarted(effect: effect, beforeStep: step)
    guard starter > 0 else { return input }
    let oldStep = timeline.step(ofEntry: starter)
    let index = starter - timeline.steps[oldStep].firstEntry
    let newStep = timeline.steps[oldStep].depth <= timeline.steps[ancestor].depth ? oldStep : newSteps[oldStep]
    guard let newStep, index < timeline.steps[newStep].entryCount else {
      let alive = playback.effects().map(\.number)
      throw alive.contains(effect) ? SessionError.notStartedAgain(effect: effect) : .noSuchEffect(effect, alive: alive)
    }
    let new =
      effect + timeline.effectCount(beforeEntry: timeline.steps[newStep].firstEntry + index)
      - timeline.effectCount(beforeEntry: starter)
    switch input {
    case .answer(_, let text): return .answer(effect: new, text: text)
    case .fail(_, let message): return .fail(effect: new, message: message)
    case .hold: return .hold(effect: new)
    case .release: return .release(effect: new)
    case .arrival(_, let action): return .arrival(effect: new, action: action)
    case .departure(_, let error): return .departure(effect: new, error: error)
    case .write(_, let path, let value): return .write(effect: new, path: path, value: value)
    default: return .cancel(effect: new)
    }
  }
}
