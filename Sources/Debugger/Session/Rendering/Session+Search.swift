import ActionLanguage
import Terminal
import Timeline

/// Searching the recorded states, and telling why something happened.
extension Session {
  /// Places looked at in one go when looking back, so that a recent change is found without reducing the whole log again: few at
  /// first and where something was passed over, then more, up to about as many as are passed over together. Each time begins with
  /// going to a kept state.
  private var shortStretch: Int { 32 }
  private var longStretch: Int { 1_024 }
  /// Ranges that are listed before the rest is only counted.
  private var shownRanges: Int { 20 }

  /// The place of the current entry on the branch.
  var currentPlace: Int { playback.timeline.place(ofEntry: playback.timeline.currentEntry) ?? 0 }

  func path(_ arguments: CommandArguments, for command: String) throws -> StatePath {
    guard !arguments.text.isEmpty else {
      throw CommandError(
        "\(command) needs a path of the state", column: arguments.column, examples: [.after(command, .path)],
        notes: ["Try \"tree\" to see the paths."])
    }
    do {
      return try StatePath(arguments.text).fixing(now: playback.date)
    } catch {
      throw LanguageFailure(error: error, arguments: arguments, as: .path)
    }
  }

  /// Fails for a path that can lead nowhere, because of a wrong name; a path to something that is only absent now is right.
  func checkPath(_ path: StatePath, _ arguments: CommandArguments) throws {
    do {
      let state = playback.currentState()
      try path.check(in: type(of: state))
      _ = try path.evaluate(in: state)
    } catch {
      if error.kind != .notFound { throw LanguageFailure(error: error, arguments: arguments, as: .path) }
    }
  }

  /// A condition of which every part is known to make sense for states of this feature, so that it need not be asked for each.
  func checkedPredicate(_ text: String) throws(ActionLanguageError) -> Predicate {
    let predicate = try Predicate(text)
    try predicate.check(in: type(of: playback.currentState()))
    return predicate
  }

  private func predicate(_ arguments: CommandArguments, for command: String) throws -> Predicate {
    guard !arguments.text.isEmpty else {
      throw CommandError("\(command) needs a condition", column: arguments.column, examples: [.after(command, .predicate)])
    }
    do throws(ActionLanguageError) {
      return try checkedPredicate(arguments.text)
    } catch {
      throw LanguageFailure(error: error, arguments: arguments, as: .predicate)
    }
  }

  // MARK: find and bisect

  func find(_ arguments: CommandArguments) throws {
    let predicate = try predicate(arguments, for: "find")
    let count = playback.timeline.branchEntryCount
    var ranges: [(first: Int, last: Int)] = []
    var wasTrue = false
    var (found, absent, failed) = (0, 0, 0)
    var (isUntoldAtStart, isMistakenAtStart) = (false, false)
    var failure: ActionLanguageError?
    try playback.examine(predicate, at: 0...count) { entry, result in
      switch result {
      case .success((let holds, let metNothing)):
        if holds {
          found += 1
          if wasTrue {
            ranges[ranges.count - 1].last = entry
          } else {
            ranges.append((entry, entry))
          }
        } else if metNothing {
          absent += 1
          if entry == 0 { isUntoldAtStart = true }
        }
        wasTrue = holds
      case .failure(let error):
        failed += 1
        if entry == 0 { isMistakenAtStart = true }
        failure = error
        wasTrue = false
      }
      return true
    }
    // A condition that is wrong everywhere is a mistake, not a condition that is false.
    if let failure, failed == count + 1 { throw LanguageFailure(error: failure, arguments: arguments, as: .predicate) }
    let total = "\(count) \(count == 1 ? "entry" : "entries")"
    if found == 0 {
      output.prose("\(predicate) is true after none of \(total)")
    } else {
      var text = ranges.prefix(shownRanges).map { $0.first == $0.last ? "#\($0.first)" : "#\($0.first)-#\($0.last)" }
        .joined(separator: ", ")
      if ranges.count > shownRanges { text += " and \(ranges.count - shownRanges) more ranges" }
      let start = ranges.first?.first == 0 ? ", and at the start" : ""
      output.prose("\(predicate) is true after \(found - (start.isEmpty ? 0 : 1)) of \(total)\(start): \(text)")
    }
    if absent > 0 {
      output.note(
        "\(Self.moments(absent, includingStart: isUntoldAtStart)) it could not be told, because what it names is not there; "
          + "that counts as false")
    }
    // Only a value tells the type of what is inside of an `Any`.
    if let failure {
      output.note(
        "\(Self.moments(failed, includingStart: isMistakenAtStart)) it makes no sense, since \(failure.message); "
          + "that counts as false")
    }
  }

  /// A number of looks at the state, in words: `at the start and after 3 entries`.
  static func moments(_ count: Int, includingStart: Bool) -> String {
    let entries = includingStart ? count - 1 : count
    let after = "after \(entries) \(entries == 1 ? "entry" : "entries")"
    return includingStart ? entries == 0 ? "at the start" : "at the start and \(after)" : after
  }

  func bisect(_ arguments: CommandArguments) throws {
    var arguments = arguments
    var trusts = false
    for option in ["--monotone", "--monotonic"] where arguments.words.first == option {
      trusts = true
      let rest = arguments.text.dropFirst(option.count)
      let trimmed = rest.drop(while: \.isWhitespace)
      arguments = CommandArguments(
        line: arguments.line, text: String(trimmed), column: arguments.column + option.count + rest.count - trimmed.count)
    }
    if let option = arguments.words.first, option.hasPrefix("--") {
      throw CommandError(
        "bisect has no option \(option)", column: arguments.column, length: option.count,
        examples: [.after("bisect --monotone", .predicate)], notes: ["There is --monotone."])
    }
    let predicate = try predicate(arguments, for: "bisect")
    let count = playback.timeline.branchEntryCount
    var looked = 0
    var failure: ActionLanguageError?
    var failed = 0
    func holds(afterEntry entry: Int) throws -> Bool {
      looked += 1
      let state = try playback.state(atEntry: entry)
      do throws(ActionLanguageError) { return try predicate.evaluate(in: state, now: playback.date(ofEntry: entry)) } catch {
        failure = error
        failed += 1
        return false
      }
    }
    var first: Int?
    if trusts {
      var (low, high) = (0, count + 1)
      while low < high {
        let middle = (low + high) / 2
        if middle > count { break }
        if try holds(afterEntry: playback.timeline.entry(atPlace: middle)) {
          high = middle
        } else {
          low = middle + 1
        }
      }
      first = low <= count ? low : nil
    } else {
      var place = 0
      try playback.examine(predicate, at: 0...count) { _, result in
        looked += 1
        defer { place += 1 }
        switch result {
        case .success((holds: true, _)): first = place
        case .success: break
        case .failure(let error):
          failure = error
          failed += 1
        }
        return first == nil
      }
    }
    if let failure, failed == looked { throw LanguageFailure(error: failure, arguments: arguments, as: .predicate) }
    let states = "\(looked) \(looked == 1 ? "state" : "states") looked at"
    guard let first else { return output.line("\(predicate) is never true on this branch (\(states))") }
    guard first > 0 else { return output.line("\(predicate) is true from the start (\(states))") }
    let entry = playback.timeline.entry(atPlace: first)
    output.line("\(predicate) became true at #\(entry) (\(states))")
    showEntry(entry)
  }

  /// An entry's line with what it changed.
  func showEntry(_ number: Int) {
    output.line(heading(of: playback.record(ofEntry: number)))
    showChanges(changes(ofEntry: number))
  }

  // MARK: who and why

  /// The last entry at or before a place that changed the value at a path, with the value before and after.
  func lastChange(of path: StatePath, upTo place: Int) throws -> (entry: Int, old: WatchedValue, new: WatchedValue)? {
    var upper = place
    var stretch = shortStretch
    while upper > 0 {
      let before = upper
      upper = playback.place(behindUnchanged: path, upTo: upper)
      guard upper > 0 else { break }
      // The block that was come to has a change in it, or seems to: it is walked once, not in pieces.
      if upper < before { stretch = longStretch }
      let lower = max(0, upper - stretch)
      if let entry = try playback.lastChange(of: path, in: lower...upper),
        let place = playback.timeline.place(ofEntry: entry)
      {
        let before = try playback.state(atEntry: playback.timeline.entry(atPlace: place - 1))
        return (entry, WatchedValue(path, in: before), WatchedValue(path, in: try playback.state(atEntry: entry)))
      }
      upper = lower
      stretch = min(8 * stretch, longStretch)
    }
    return nil
  }

  func showWho(_ arguments: CommandArguments) throws {
    let path = try path(arguments, for: "who")
    try checkPath(path, arguments)
    guard let change = try lastChange(of: path, upTo: currentPlace) else {
      let value = WatchedValue(path, in: playback.currentState())
      return output.prose("nothing changed \(path) since the start; it is \(shortened(value.text))")
    }
    let arrow = output.glyphs.arrow
    output.prose([
      Span("\(path)  "), Span(shortened(change.old.text), .removed), Span(" \(arrow) ", .muted),
      Span(shortened(change.new.text), .added),
    ])
    if let reducer = reducer(thatChanged: path, atEntry: change.entry) { output.note("by \(reducer)") }
    showCauses(of: change.entry)
  }

  func showWhy(_ arguments: CommandArguments) throws {
    let position = try arguments.text.isEmpty ? playback.timeline.position : self.position(named: arguments)
    let number = playback.timeline.entry(at: position)
    guard number > 0 else { return output.line("#0 is the initial state: nothing caused it") }
    showCauses(of: number)
  }

  /// An entry and what led to it, back to an input.
  func showCauses(of entry: Int) {
    let timeline = playback.timeline
    var number = entry
    // A chain longer than this is a loop of effects; its beginning is what matters then.
    var left = 20
    while true {
      let record = playback.record(ofEntry: number)
      output.line(heading(of: record))
      left -= 1
      let effect: Int
      switch record.cause {
      case .typed: return output.note("typed")
      case .edit: return output.note("an edit by hand")
      case .effect(let number), .dismissal(let number), .write(let number): effect = number
      }
      let input = timeline.steps[record.step].input.map(InputText.text)
      guard effect > 0 else { return output.note(input.map { "a child was dismissed during: \($0)" } ?? "a child was dismissed") }
      let starter = timeline.entryThatStarted(effect: effect, seenFrom: number)
      let isFirst = timeline.step(ofEntry: number) != (starter > 0 ? timeline.step(ofEntry: starter) : 0)
      let during = isFirst ? (input.map { ", went on with: \($0)" } ?? "") : ""
      guard starter > 0 else { return output.note("e\(effect) was started before any entry") }
      output.note("e\(effect), started by #\(starter)\(during)")
      number = starter
      if left == 0 {
        let chain = timeline.chain(to: starter)
        if chain.links > 1 {
          output.note("\(output.glyphs.ellipsis) \(chain.links) more entries, each started by the next, back to:")
          number = chain.beginning
        }
      }
    }
  }

  // MARK: display

  func display(_ arguments: CommandArguments) throws {
    guard !arguments.text.isEmpty else { return displays.all.isEmpty ? showDisplayList() : showDisplays() }
    let path = try path(arguments, for: "display")
    try checkPath(path, arguments)
    show(displays.add(path))
  }

  func undisplay(_ arguments: CommandArguments) throws {
    guard !arguments.text.isEmpty else {
      guard !displays.all.isEmpty else { return showDisplayList() }
      sayDeleted(displays.all.map { "\($0.number) \($0.path)" }, "display")
      return displays.removeAll()
    }
    guard let found = displays.all.first(where: { "\($0.number)" == arguments.text || $0.path.description == arguments.text })
    else {
      throw CommandError(
        "\(arguments.text) is not displayed"
          + (displays.all.isEmpty
            ? "; nothing is" : "; there are \(displays.all.map { "\($0.number) \($0.path)" }.joined(separator: ", "))"),
        column: arguments.column, length: arguments.text.count,
        meant: NearestName.of(arguments.text, in: displays.all.map(\.path.description)))
    }
    displays.remove(found.number)
    sayDeleted(["\(found.number) \(found.path)"], "display")
  }

  /// The displayed values, after each step.
  func showDisplays() {
    for display in displays.all { show(display) }
  }

  func showDisplayList() {
    guard !displays.all.isEmpty else { return output.line("nothing is displayed", style: .muted) }
    for display in displays.all { output.row([Span("\(display.number): \(display.path)")]) }
  }

  private func show(_ display: Displays.Display) {
    let value = WatchedValue(display.path, in: playback.currentState())
    output.row([
      Span("\(display.number): ", .number), Span(displayed(display.path.description) + " = ", .muted),
      Span(shortened(value.text), .text),
    ])
  }

  /// A path that leaves room for its value: its end tells more than its beginning.
  private func displayed(_ path: String) -> String {
    guard let columns = output.appearance.columns, DisplayWidth.of(path) > max(16, columns - 20) else { return path }
    var end = path[...]
    while DisplayWidth.of(String(end)) > max(16, columns - 20) - 1 { end.removeFirst() }
    return output.glyphs.ellipsis + end
  }
}
