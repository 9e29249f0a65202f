import ActionLanguage
import Terminal
import Timeline

/// Breakpoints: making and changing them, and going from one to the next.
extension Session {
  func addBreakpoint(_ arguments: CommandArguments, isTemporary: Bool) throws {
    let (pattern, condition) = try Self.split(arguments)
    let command = isTemporary ? "tbreak" : "break"
    guard !pattern.text.isEmpty else {
      throw CommandError(
        "a breakpoint needs an action", column: arguments.column, examples: [.after(command, .pattern)],
        notes: ["Try \"actions\"."])
    }
    let action = try ActionPattern(
      pattern, of: playback.actionType, state: playback.currentState(), now: playback.date, command: command)
    let breakpoint = breakpoints.add(.action(action), condition: try check(condition), isTemporary: isTemporary)
    output.prose("breakpoint \(breakpoint.number): \(breakpoint.text)")
  }

  func addWatch(_ arguments: CommandArguments) throws {
    let (place, condition) = try Self.split(arguments)
    let path = try path(place, for: "watch")
    try checkPath(path, place)
    let breakpoint = breakpoints.add(.watch(path), condition: try check(condition), isTemporary: false)
    let value = WatchedValue(path, in: playback.currentState())
    output.prose("breakpoint \(breakpoint.number): \(breakpoint.text), now \(shortened(value.text))")
  }

  /// What stands before and after ` if `.
  private static func split(_ arguments: CommandArguments) throws(CommandError) -> (CommandArguments, CommandArguments?) {
    guard let range = (" " + arguments.text + " ").firstRange(of: " if ") else { return (arguments, nil) }
    let padded = " " + arguments.text + " "
    let before = String(padded[..<range.lowerBound].dropFirst())
    let after = padded[range.upperBound...].trimmed
    let column = arguments.column + before.count + (before.isEmpty ? 3 : 4)
    guard !after.isEmpty else {
      let start = before.isEmpty ? "" : String(arguments.line.prefix(column - 4))
      throw CommandError(
        "\"if\" needs a condition", column: column - 3, length: 2,
        examples: start.isEmpty ? [] : [.after(start + " if", .predicate)])
    }
    return (
      CommandArguments(line: arguments.line, text: before.trimmed, column: arguments.column),
      CommandArguments(line: arguments.line, text: after, column: column)
    )
  }

  /// Reads a condition and tries it on the current state, so that a wrong name is told now.
  private func check(_ arguments: CommandArguments?) throws -> Predicate? {
    guard let arguments else { return nil }
    do throws(ActionLanguageError) {
      let predicate = try checkedPredicate(arguments.text)
      _ = try predicate.evaluate(in: playback.currentState(), now: playback.date)
      return predicate
    } catch {
      throw LanguageFailure(error: error, arguments: arguments, as: .predicate)
    }
  }

  // MARK: Meeting them

  /// The breakpoints that the entries of a step that was just made meet; says so, and whether there were any.
  @discardableResult
  func markBreakpoints(inStep step: Int) throws -> Bool {
    let record = playback.timeline.steps[step]
    guard !breakpoints.enabled.isEmpty, record.entryCount > 0 else { return false }
    let last = record.entriesOnPath
    let hits = try hits(in: last - record.entryCount...last).flatMap { hit in breakpoints.take(hit.hits).map { (hit.entry, $0) } }
    for (entry, hit) in hits { show(hit, atEntry: entry) }
    return !hits.isEmpty
  }

  /// The entries of some places that meet breakpoints, the first place only for its state.
  private func hits(in places: ClosedRange<Int>, firstOnly: Bool = false) throws -> [(entry: Int, hits: [Breakpoints.Hit])] {
    var watcher = BreakpointWatcher(breakpoints)
    var result: [(entry: Int, hits: [Breakpoints.Hit])] = []
    if watcher.needsStates {
      var isFirst = true
      try playback.walk(places) { entry, state in
        if isFirst {
          watcher.begin(state)
          isFirst = false
          return true
        }
        let hits = watcher.hits(
          action: { playback.record(ofEntry: entry).action }, state: state, date: { playback.date(ofEntry: entry) })
        if !hits.isEmpty { result.append((entry, hits)) }
        return !(firstOnly && stops(hits))
      }
    } else {
      for entry in playback.timeline.entries(atPlaces: places.lowerBound + 1..<places.upperBound + 1) {
        let hits = watcher.hits(
          action: { playback.record(ofEntry: entry).action }, state: nil, date: { playback.date(ofEntry: entry) })
        if !hits.isEmpty { result.append((entry, hits)) }
        if firstOnly, stops(hits) { break }
      }
    }
    return result
  }

  private func stops(_ hits: [Breakpoints.Hit]) -> Bool { hits.contains { (breakpoints[$0.number]?.ignored ?? 0) == 0 } }

  func continueForward() throws {
    let count = playback.timeline.branchEntryCount
    var place = currentPlace
    guard !playback.timeline.isAtEnd else { return showEndOfHistory(.end) }
    while place < count {
      let met = try hits(in: place...count, firstOnly: true)
      for (entry, hits) in met {
        let taken = breakpoints.take(hits)
        guard !taken.isEmpty else { continue }
        return try stop(at: entry, taken)
      }
      place = met.last.flatMap { playback.timeline.place(ofEntry: $0.entry) } ?? count
    }
    playback.travel(to: playback.timeline.end)
    output.note("no breakpoint was met; this is the end of the branch")
    showPosition()
    showDisplays()
  }

  /// Places looked at in one go when going back.
  private var stretch: Int { 512 }

  func continueBackward() throws {
    var upper = currentPlace - 1
    guard playback.timeline.position != start else { return showEndOfHistory(.start) }
    while upper > 0 {
      let lower = max(0, upper - stretch)
      for (entry, hits) in try hits(in: lower...upper).reversed() {
        let taken = breakpoints.take(hits)
        if !taken.isEmpty { return try stop(at: entry, taken) }
      }
      upper = lower
    }
    playback.travel(to: start)
    output.note("no breakpoint was met; this is the start")
    showPosition()
    showDisplays()
  }

  private func stop(at entry: Int, _ hits: [Breakpoints.Hit]) throws {
    try travelTo(entry: entry)
    for hit in hits { show(hit, atEntry: entry) }
    showPosition()
    showDisplays()
  }

  func travelTo(entry: Int) throws {
    guard let position = playback.timeline.position(ofEntry: entry) else {
      throw SessionError.unknownEntry("\(entry)", last: playback.timeline.entryCount)
    }
    playback.travel(to: position)
  }

  func show(_ hit: Breakpoints.Hit, atEntry entry: Int) {
    var spans = [Span("  \(output.glyphs.presentation) breakpoint \(hit.number) at #\(entry)", .warning)]
    if let change = hit.change {
      spans += [
        Span(", \(change.path): "), Span(shortened(change.old), .removed), Span(" \(output.glyphs.arrow) ", .muted),
        Span(shortened(change.new), .added),
      ]
    }
    output.prose(spans)
  }

  // MARK: Changing them

  func showBreakpoints() {
    guard !breakpoints.all.isEmpty else { return output.line("no breakpoints", style: .muted) }
    for breakpoint in breakpoints.all {
      var notes: [String] = []
      if !breakpoint.isEnabled { notes.append("disabled") }
      if breakpoint.hits > 0 { notes.append("met \(breakpoint.hits) \(breakpoint.hits == 1 ? "time" : "times")") }
      if breakpoint.ignored > 0 { notes.append("the next \(breakpoint.ignored) are passed") }
      output.prose([
        Span("\(breakpoint.number)  ", .number), Span(breakpoint.text, breakpoint.isEnabled ? .plain : .muted),
        Span(notes.isEmpty ? "" : "  \(notes.joined(separator: ", "))", .muted),
      ])
    }
  }

  private static func distance(_ number: String, _ word: String) -> UInt {
    guard let number = Int(number), let other = Int(word) else { return 0 }
    return number.distance(to: other).magnitude
  }

  /// The breakpoints with the numbers that were given; all when none was.
  private func chosenBreakpoints(_ arguments: CommandArguments) throws -> [Breakpoint] {
    guard !arguments.text.isEmpty else { return breakpoints.all }
    return try arguments.places.map { word in
      guard let number = Int(word.text), let breakpoint = breakpoints[number] else {
        let numbers = breakpoints.all.map { "\($0.number)" }
        let known =
          switch numbers.count {
          case 0: "there are none"
          case 1: "there is only breakpoint \(numbers[0])"
          default: "there are breakpoints \(numbers.dropLast().joined(separator: ", ")) and \(numbers[numbers.count - 1])"
          }
        throw CommandError(
          "there is no breakpoint \(word.text); \(known)", column: word.column,
          meant: numbers.min { Self.distance($0, word.text) < Self.distance($1, word.text) })
      }
      return breakpoint
    }
  }

  func delete(_ arguments: CommandArguments) throws {
    let words = arguments.words
    func rest(_ word: String) -> CommandArguments {
      let after = arguments.text.dropFirst(word.count)
      let trimmed = after.drop(while: \.isWhitespace)
      return CommandArguments(
        line: arguments.line, text: String(trimmed), column: arguments.column + word.count + after.count - trimmed.count)
    }
    switch words.first {
    case "checkpoint":
      let name = rest("checkpoint")
      guard !name.text.isEmpty else {
        throw CommandError(
          "delete checkpoint needs a name", column: name.column, examples: ["delete checkpoints"],
          notes: ["delete checkpoints deletes all of them."])
      }
      return try deleteCheckpoint(name)
    case "checkpoints": return try deleteCheckpoint(rest("checkpoints"))
    case "display": return try undisplay(rest(words[0]))
    case "breakpoint", "breakpoints": return try delete(rest(words[0]))
    case let word? where word.hasPrefix("@"): return try deleteCheckpoint(arguments)
    default: break
    }
    let chosen = try chosenBreakpoints(arguments)
    guard !chosen.isEmpty else { return output.line("there are no breakpoints", style: .muted) }
    for breakpoint in chosen { breakpoints[breakpoint.number] = nil }
    sayDeleted(chosen.map { "\($0.number) \($0.text)" }, "breakpoint")
  }

  /// Says how many were deleted, and which.
  func sayDeleted(_ texts: [String], _ what: String) {
    output.prose("deleted \(texts.count) \(what)\(texts.count == 1 ? "" : "s"): " + texts.joined(separator: ", "))
  }

  func enable(_ isEnabled: Bool, _ arguments: CommandArguments) throws {
    for breakpoint in try chosenBreakpoints(arguments) { breakpoints[breakpoint.number]?.isEnabled = isEnabled }
    showBreakpoints()
  }

  func ignore(_ arguments: CommandArguments) throws {
    let words = arguments.places
    guard words.count == 2, let count = Int(words[1].text), count >= 0 else {
      let wrong = words.count > 2 ? words[2].column : words.dropFirst().first?.column
      throw CommandError(
        "ignore needs a breakpoint and a count", column: wrong ?? arguments.column + arguments.text.count,
        examples: [.after("ignore", .breakpointAndCount)])
    }
    for breakpoint in try chosenBreakpoints(arguments.places[0]) {
      breakpoints[breakpoint.number]?.ignored = count
      output.prose("breakpoint \(breakpoint.number) is passed \(count) \(count == 1 ? "time" : "times") before it stops")
    }
  }
}
