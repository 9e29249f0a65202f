import ActionLanguage
import Foundation
import Terminal
import Timeline

/// The file format of Redux DevTools: its lifted state, with an action for each entry and the state after it.
extension Session {
  /// The states of a longer log would fill the disk rather than help anybody.
  private static var exportedEntryLimit: Int { 10_000 }
  /// A file of others may be large; it may not be endless.
  private static var importedSizeLimit: Int { 64 << 20 }
  private static var importedActionLimit: Int { 100_000 }
  private static var shownFailureLimit: Int { 20 }

  // MARK: Export

  /// Writes the current branch.
  ///
  /// - Throws: `CommandError` when it is too long, `SessionError` when the file cannot be written.
  func exportForDevTools(to path: String, column: Int) throws {
    let timeline = playback.timeline
    guard timeline.branchEntryCount <= Self.exportedEntryLimit else {
      throw CommandError(
        "the branch has \(timeline.branchEntryCount) entries, and the file would hold a state for each; \(Self.exportedEntryLimit) are the most",
        column: column)
    }
    let text = devToolsState.text
    try FileStore.write(text + "\n", to: path)
    let count = timeline.branchEntryCount
    output.line("wrote \(count) \(count == 1 ? "action" : "actions") to \(path)")
  }

  /// The branch as a lifted state.
  var devToolsState: JSONText {
    let timeline = playback.timeline
    let initial = JSONText(playback.state(at: start))
    var actions: [JSONText] = [devToolsAction("@@INIT", time: .zero, meta: [])]
    var states: [JSONText] = [.object([("state", initial)])]
    var current = 0
    for step in timeline.branch.dropFirst() {
      let recorded = timeline.steps[step]
      let input = recorded.input.map(InputText.text) ?? ""
      if recorded.entries.isEmpty {
        // Time that passed, an answer that led to nothing: no action, but needed to do it again.
        actions.append(
          devToolsAction(input, time: recorded.worldAfter.now, meta: [("cause", .string("input")), ("input", .string(input))]))
        states.append(.object([("state", JSONText(playback.state(at: timeline.quiet(step))))]))
      }
      for number in recorded.entries {
        let record = playback.record(ofEntry: number)
        var meta: [(String, JSONText)] = [("entry", .number(number))]
        switch record.cause {
        case .typed: meta.append(("cause", .string("typed")))
        case .edit: meta += [("cause", .string("edit")), ("input", .string(input))]
        case .write(let effect):
          meta += [("cause", .string("write")), ("effect", .number(effect))]
          // What an effect writes by itself it will write again.
          if number == recorded.firstEntry { meta.append(("input", .string(input))) }
        case .effect(let effect): meta += [("cause", .string("effect")), ("effect", .number(effect))]
        case .dismissal: meta.append(("cause", .string("dismiss")))
        }
        if number == recorded.firstEntry, input != record.action, !record.isEdit { meta.append(("input", .string(input))) }
        actions.append(devToolsAction(record.action, time: record.time, meta: meta))
        let position = Position(step: step, shown: number - recorded.firstEntry + 1)
        states.append(.object([("state", JSONText(playback.state(at: position)))]))
      }
      if step == timeline.position.step { current = actions.count - 1 - (recorded.entryCount - timeline.position.shown) }
    }
    let ids = actions.indices.map { JSONText.number($0) }
    var origin: [(String, JSONText)] = [
      ("feature", .string(playback.name)), ("seed", .literal("\(playback.settings.seed)")),
      ("date", .string(WorldSettings.text(of: playback.settings.date))),
    ]
    if let scenario { origin.append(("scenario", .string(scenario))) }
    return .object([
      ("monitorState", .object([])), ("actionsById", .object(actions.enumerated().map { ("\($0.offset)", $0.element) })),
      ("nextActionId", .number(actions.count)), ("stagedActionIds", .array(ids)), ("skippedActionIds", .array([])),
      ("committedState", initial), ("currentStateIndex", .number(current)), ("computedStates", .array(states)),
      ("preloadedState", initial), ("isLocked", .boolean(false)), ("isPaused", .boolean(false)),
      ("hindsight", .object(origin)),
    ])
  }

  private func devToolsAction(_ type: String, time: Duration, meta: [(String, JSONText)]) -> JSONText {
    let date = playback.settings.date(at: time)
    let action: [(String, JSONText)] = [("type", .string(type))] + (meta.isEmpty ? [] : [("meta", .object(meta))])
    return .object([
      ("type", .string("PERFORM_ACTION")), ("action", .object(action)),
      ("timestamp", .number(Int((date.timeIntervalSince1970 * 1000).rounded()))),
    ])
  }

  // MARK: Import

  /// Goes back to the start and performs the actions of a file that the language can read; says which it cannot.
  ///
  /// - Throws: `CommandError` when the file is none of these, or some of its actions could not be performed.
  func importFromDevTools(_ path: String) throws {
    let bytes = try FileStore.bytes(at: path, limit: Self.importedSizeLimit)
    let file = try devToolsFile(in: bytes, path: path)
    let actions = file.actions
    var comparison = StateComparison(states: file.states)
    let branches = playback.timeline.branchEnds.count
    playback.travel(to: start)
    comparison.begin(with: playback.state(at: start), staged: file.initialState)
    var performed = 0
    var failed = 0
    for (index, action) in actions.enumerated() {
      if action.isDerived { continue }
      if let problem = action.problem {
        failed += 1
        comparison.stop()
        if failed <= Self.shownFailureLimit { output.error("\(path): action \(action.id): \(problem)") }
        continue
      }
      var failure: (error: any Error, line: String)?
      for line in action.lines {
        do {
          _ = try checkAnswer(inLine: line, number: 1)
          _ = try playback.perform(try InputText.request(from: line))
          performed += 1
          unsavedSteps += 1
          failure = nil
          break
        } catch {
          if failure == nil { failure = (error, line) }
        }
      }
      guard let failure else {
        // What effects sent follows what led to it, and is here already.
        let last = actions[index...].dropFirst().prefix { $0.isDerived }.last ?? action
        comparison.compare(playback.state(at: playback.timeline.position), staged: last.staged, after: action)
        continue
      }
      failed += 1
      comparison.stop()
      guard failed <= Self.shownFailureLimit else { continue }
      output.error("\(path): action \(action.id):")
      let column = InputText.valueColumn(in: failure.line)
      let arguments = CommandArguments(line: failure.line, text: String(failure.line.dropFirst(column)), column: column)
      if let error = failure.error as? ActionLanguageError {
        report(LanguageFailure(error: error, arguments: arguments), line: failure.line, place: nil)
      } else {
        report(failure.error, line: failure.line, place: nil)
      }
      if let payload = action.unreadPayload {
        output.error(
          "  its payload \(DisplayWidth.truncate(payload, to: 60)) has parts, which are not read: only texts, numbers, true, false and null are"
        )
      }
    }
    output.line("imported \(performed) \(performed == 1 ? "input" : "inputs") from \(path)")
    show(comparison)
    if playback.timeline.branchEnds.count > branches { output.note("what was there before is kept as a branch (see branches)") }
    showPosition()
    guard failed > 0 else { return }
    let more = failed > Self.shownFailureLimit ? ", the first \(Self.shownFailureLimit) of which are shown" : ""
    let asked = actions.count { !$0.isDerived }
    if failed == asked {
      throw CommandError(
        asked == 1
          ? "the only action in \(path) could not be performed"
          : "none of the \(asked) actions in \(path) could be performed\(more)")
    }
    throw CommandError(
      "\(failed) of the \(asked) actions in \(path) could not be performed\(more); the \(asked - failed == 1 ? "other was" : "others were")"
    )
  }

  private func show(_ comparison: StateComparison) {
    switch comparison.finding {
    case .none: break
    case .same(let count): output.note("the \(count == 1 ? "state" : "\(count) states") in it came out the same")
    case .otherShape: output.note("the states in it were not compared: they are not made as those of \(playback.name) are")
    case .different(let action, let path, let theirs, let ours):
      func shown(_ value: JSONText?) -> String { DisplayWidth.truncate((value?.text ?? "nothing").sanitized, to: 80) }
      output.warning(
        "after action \(action), \(path.isEmpty ? "the state" : path) is \(shown(theirs)) in it, and \(shown(ours)) here")
    }
  }

  /// What a file holds.
  private struct ForeignFile {
    let actions: [ForeignAction]
    /// The states after the actions, in their order, where there are any.
    let states: [JSONText]?
    /// The place among the states of the one before all actions.
    var initialState: Int?
  }

  /// An action of a file.
  struct ForeignAction {
    let id: String
    /// Its place among those that are staged.
    var staged = 0
    /// What it is called in what is said of it: its id, and the type where there is one.
    var name: String { lines.last.map { "\(id) (\($0.hasPrefix("send ") ? String($0.dropFirst("send ".count)) : $0))" } ?? id }
    /// What nothing could be made of.
    var unreadPayload: String?
    /// What to try, the likeliest first.
    let lines: [String]
    /// Whether an effect sent it here, which will send it again.
    let isDerived: Bool
    /// Why it cannot be performed, whatever the feature is.
    var problem: String?

    init(id: String, lines: [String], isDerived: Bool) {
      self.id = id
      self.lines = lines
      self.isDerived = isDerived
    }

    init(id: String, problem: String) {
      self.init(id: id, lines: [], isDerived: false)
      self.problem = problem
    }
  }

  private func devToolsFile(in bytes: Data, path: String) throws -> ForeignFile {
    func parsed(_ bytes: some Sequence<UInt8>, _ where: String) throws(CommandError) -> JSONText {
      do {
        return try JSONText(reading: bytes)
      } catch {
        throw CommandError("\(`where`):\(error.line):\(error.column): this is no JSON: \(error.message)")
      }
    }
    var root = try parsed(bytes, path)
    // What the browser's extension saves holds the lifted state as a text.
    if let payload = root["payload"]?.string { root = try parsed(payload.utf8, "\(path), payload") }
    if let feature = root["hindsight"]?["feature"]?.string, feature != playback.name {
      throw CommandError("\(path) is of \(feature), but \(playback.name) is loaded")
    }
    var found: [(id: String, staged: Int, action: JSONText?)] = []
    if let list = root.array {
      found = list.enumerated().map { ("\($0.offset + 1)", $0.offset, $0.element) }
    } else if case .object(let actions)? = root["actionsById"], let staged = root["stagedActionIds"]?.array {
      let byID = Dictionary(actions, uniquingKeysWith: { _, last in last })
      // Other writers quote the ids; whatever else stands there names no action, which is said below.
      let skipped = Set(root["skippedActionIds"]?.array?.map(\.idText) ?? [])
      for (place, id) in staged.map(\.idText).enumerated() where !skipped.contains(id) {
        found.append((id, place, byID[id]?["action"]))
      }
    } else {
      var missing: [String] = []
      if case .object? = root["actionsById"] {} else { missing.append("no object actionsById") }
      if root["stagedActionIds"]?.array == nil { missing.append("no list stagedActionIds") }
      throw CommandError(
        "\(path) is no file of Redux DevTools: it has \(missing.joined(separator: " and "))",
        notes: ["A list of actions is read, too: [{\"type\": \"incrementButtonTapped\"}]"])
    }
    guard found.count <= Self.importedActionLimit else {
      throw CommandError("\(path) has \(found.count) actions; \(Self.importedActionLimit) are the most")
    }
    let isOurs = root["hindsight"] != nil
    let actions = found.compactMap { id, staged, action -> ForeignAction? in
      var foreign = Self.foreignAction(id: id, action, isOurs: isOurs)
      foreign?.staged = staged
      return foreign
    }
    let initial = found.first { $0.action?["type"]?.string == "@@INIT" }?.staged
    return ForeignFile(actions: actions, states: root["computedStates"]?.array, initialState: initial)
  }

  /// What can be made of an action; `nil` for those that are the store's own.
  private static func foreignAction(id: String, _ action: JSONText?, isOurs: Bool) -> ForeignAction? {
    guard let action else {
      return ForeignAction(id: id, problem: "stagedActionIds names it, and actionsById does not have it")
    }
    guard let type = action["type"]?.string ?? action.string else {
      return ForeignAction(
        id: id, problem: "\(DisplayWidth.truncate(action.text, to: 60)) has no type, so nothing says what it is")
    }
    guard !type.hasPrefix("@@") else { return nil }
    let meta = action["meta"]
    if let input = meta?["input"]?.string { return ForeignAction(id: id, lines: [input], isDerived: false) }
    let cause = meta?["cause"]?.string
    var lines: [String] = []
    if let payload = action["payload"], let text = literal(payload) { lines.append("send \(type)(\(text))") }
    lines.append("send \(type)")
    var foreign = ForeignAction(id: id, lines: lines, isDerived: isOurs && ["effect", "dismiss", "write"].contains(cause))
    if let payload = action["payload"], literal(payload) == nil { foreign.unreadPayload = payload.text }
    return foreign
  }

  /// A value of JSON as the language writes it; `nil` for what has parts.
  private static func literal(_ value: JSONText) -> String? {
    switch value {
    case .string(let text): ValuePrinter.text(of: text)
    case .number(let number): "\(number)"
    case .literal(let text): text
    case .boolean(let flag): "\(flag)"
    case .null: "nil"
    case .array, .object: nil
    }
  }
}

extension EntryRecord {
  fileprivate var isEdit: Bool {
    switch cause {
    case .edit, .write: true
    case .typed, .effect, .dismissal: false
    }
  }
}
