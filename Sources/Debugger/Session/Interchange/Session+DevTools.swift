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
      ("date", .string(playback.settings.date.formatted(.iso8601))),
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
    let date = playback.settings.date.addingTimeInterval(time / .seconds(1))
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
    let actions = try devToolsActions(in: bytes, path: path)
    let branches = playback.timeline.branchEnds.count
    playback.travel(to: start)
    var performed = 0
    var failed = 0
    for action in actions {
      if action.isDerived { continue }
      if let problem = action.problem {
        failed += 1
        if failed <= Self.shownFailureLimit { output.error("\(path): action \(action.id): \(problem)") }
        continue
      }
      var failure: (error: any Error, line: String)?
      for line in action.lines {
        do {
          _ = try playback.perform(try InputText.request(from: line))
          performed += 1
          unsavedSteps += 1
          failure = nil
          break
        } catch {
          if failure == nil { failure = (error, line) }
        }
      }
      guard let failure else { continue }
      failed += 1
      guard failed <= Self.shownFailureLimit else { continue }
      output.error("\(path): action \(action.id):")
      let arguments = CommandArguments(line: failure.line, text: failure.line, column: 0)
      if let error = failure.error as? ActionLanguageError {
        report(LanguageFailure(error: error, arguments: arguments), line: failure.line, place: nil)
      } else {
        report(failure.error, line: failure.line, place: nil)
      }
    }
    output.line("imported \(performed) \(performed == 1 ? "input" : "inputs") from \(path)")
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

  /// An action of a file.
  private struct ForeignAction {
    let id: String
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

  private func devToolsActions(in bytes: Data, path: String) throws -> [ForeignAction] {
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
    var found: [(id: String, action: JSONText?)] = []
    if let list = root.array {
      found = list.enumerated().map { ("\($0.offset + 1)", $0.element) }
    } else if case .object(let actions)? = root["actionsById"], let staged = root["stagedActionIds"]?.array {
      let byID = Dictionary(actions, uniquingKeysWith: { _, last in last })
      let skipped = Set(root["skippedActionIds"]?.array?.compactMap(\.number) ?? [])
      for id in staged.compactMap(\.number) where !skipped.contains(id) {
        found.append(("\(id)", byID["\(id)"]?["action"]))
      }
    } else {
      throw CommandError(
        "\(path) is no file of Redux DevTools: it has no actionsById and stagedActionIds",
        notes: ["A list of actions is read, too: [{\"type\": \"incrementButtonTapped\"}]"])
    }
    guard found.count <= Self.importedActionLimit else {
      throw CommandError("\(path) has \(found.count) actions; \(Self.importedActionLimit) are the most")
    }
    return found.compactMap { id, action -> ForeignAction? in
      guard let action else {
        return ForeignAction(id: id, problem: "stagedActionIds names it, and actionsById does not have it")
      }
      guard let type = action["type"]?.string ?? action.string else {
        return ForeignAction(id: id, problem: "it has no type, so nothing says what it is")
      }
      guard !type.hasPrefix("@@") else { return nil }
      let meta = action["meta"]
      if let input = meta?["input"]?.string { return ForeignAction(id: id, lines: [input], isDerived: false) }
      let cause = meta?["cause"]?.string
      let isOurs = root["hindsight"] != nil
      var lines: [String] = []
      if let payload = action["payload"], let text = Self.literal(payload) { lines.append("send \(type)(\(text))") }
      lines.append("send \(type)")
      return ForeignAction(id: id, lines: lines, isDerived: isOurs && ["effect", "dismiss", "write"].contains(cause))
    }
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
