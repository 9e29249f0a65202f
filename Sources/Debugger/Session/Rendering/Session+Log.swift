import ActionLanguage
import Terminal
import Timeline

/// The log: which entries are shown, repeats in one line, and how a line looks.
extension Session {
  /// Entries in a row from which the same action is shown once.
  private var repeatsShownOnce: Int { 3 }

  func showLog(_ arguments: CommandArguments) throws {
    let query: LogQuery
    do {
      query = try LogQuery(arguments)
    } catch {
      // An action as the log shows it may be no expression.
      let numbers = entries(withAction: arguments.text)
      guard !numbers.isEmpty else { throw error }
      return showLog(numbers, isFiltered: true, expands: false)
    }
    let timeline = playback.timeline
    let count = timeline.branchEntryCount
    var numbers: [Int]
    switch query.range {
    case .around:
      let first = max(0, currentPlace - 20) + 1
      numbers = timeline.entries(atPlaces: first..<min(count, first + 19) + 1)
    case .all where query.filters.isEmpty && query.tail != nil:
      numbers = timeline.entries(atPlaces: max(1, count - (query.tail ?? count) + 1)..<count + 1)
    case .all: numbers = timeline.entries(atPlaces: 1..<count + 1)
    case .newest(let wanted): numbers = timeline.entries(atPlaces: max(1, count - min(wanted, count) + 1)..<count + 1)
    case .entries(let range):
      if count == 0, range.first == nil, range.last == nil {
        numbers = []
      } else {
        let places = try entryPlaces(of: range, column: query.rangeColumn)
        numbers = timeline.entries(atPlaces: places.lowerBound..<places.upperBound + 1)
      }
    }
    let shown = query.filters.isEmpty ? [] : entries(withAction: arguments.text)
    for filter in query.filters { numbers = try passing(filter, numbers, arguments) }
    if !shown.isEmpty { numbers = Set(numbers + shown).sorted() }
    if let tail = query.tail { numbers = Array(numbers.suffix(tail)) }
    if query.isJSON { return showLogAsJSON(numbers, isFiltered: !query.filters.isEmpty) }
    if numbers.isEmpty, count > 0 || !query.filters.isEmpty { return output.line("no entry passes", style: .muted) }
    showLog(numbers, isFiltered: !query.filters.isEmpty, expands: query.expandsRepeats)
  }

  func showLogAround() {
    let timeline = playback.timeline
    let count = timeline.branchEntryCount
    showLog(
      timeline.entries(atPlaces: max(1, currentPlace - 5)..<min(count, currentPlace + 5) + 1), isFiltered: false, expands: true)
  }

  // MARK: Filters

  /// What of an action expressions are looked for in: not all of a very long one, for looking may take the square of its length.
  private func searched(_ action: String) -> Substring { action.prefix(1_000) }

  /// The entries of the branch whose action is a text; none where that could be no payload, for names alone are looked for.
  private func entries(withAction text: String) -> [Int] {
    let text = CommandArguments(line: text, text: text, column: 0).taking("--json").1.taking("--expand").1.text
    guard text.contains(where: "([=".contains) else { return [] }
    return playback.timeline.branchEntries.filter { playback.record(ofEntry: $0).action == text }
  }

  private func passing(_ filter: LogQuery.Filter, _ numbers: [Int], _ arguments: CommandArguments) throws -> [Int] {
    switch filter {
    case .matches(let regex): return numbers.filter { searched(playback.record(ofEntry: $0).action).contains(regex) }
    case .not(let filter):
      let others = Set(try passing(filter, numbers, arguments))
      return numbers.filter { !others.contains($0) }
    case .fromEffect(let effect, let word):
      try checkIsKnown(effect, word)
      return numbers.filter {
        switch playback.record(ofEntry: $0).cause {
        case .effect(effect), .dismissal(effect), .write(effect): true
        default: false
        }
      }
    case .byUser:
      return numbers.filter {
        switch playback.record(ofEntry: $0).cause {
        case .typed, .edit: true
        case .effect, .dismissal, .write: false
        }
      }
    case .withoutChange: return numbers.filter { changes(ofEntry: $0).isEmpty }
    case .changed(let path):
      let text = path.description
      let column = arguments.text.range(of: text).map {
        arguments.text.distance(from: arguments.text.startIndex, to: $0.lowerBound)
      }
      try checkPath(path, CommandArguments(line: arguments.line, text: text, column: arguments.column + (column ?? 0)))
      guard let first = numbers.first.flatMap(playback.timeline.place(ofEntry:)),
        let last = numbers.last.flatMap(playback.timeline.place(ofEntry:))
      else { return [] }
      var changed: Set<Int> = []
      var value: WatchedValue?
      try playback.walk(max(0, first - 1)...last) { entry, state in
        let new = WatchedValue(path, in: state)
        if let value, value != new { changed.insert(entry) }
        value = new
        return true
      }
      return numbers.filter(changed.contains)
    }
  }

  /// Fails for an effect that was never started on the branch.
  private func checkIsKnown(_ effect: Int, _ word: CommandArguments) throws(CommandError) {
    let timeline = playback.timeline
    var known: Set<Int> = []
    for step in timeline.branch {
      for event in playback.details(ofStep: step).events { known.insert(event.effect) }
      for number in timeline.steps[step].entries {
        switch playback.record(ofEntry: number).cause {
        case .effect(let sender), .dismissal(let sender), .write(let sender): known.insert(sender)
        case .typed, .edit: break
        }
      }
    }
    guard !known.contains(effect), playback.history(ofEffect: effect) == nil else { return }
    let nearest = known.sorted { (abs($0 - effect), $0) < (abs($1 - effect), $1) }.prefix(3).sorted().map { "e\($0)" }
    let others =
      (nearest.count == known.count ? "there " : "the nearest ") + (nearest.count == 1 ? "is " : "are ")
      + nearest.joined(separator: ", ")
    throw CommandError(
      "there is no effect e\(effect) on this branch; \(nearest.isEmpty ? "none was started" : others)", column: word.column,
      length: word.text.count, examples: nearest.isEmpty ? [] : [.line("log from \(nearest[0])")])
  }

  /// What one entry changed.
  func changes(ofEntry number: Int) -> [ValueDiff.Change] {
    playback.changes(ofEntries: number..<number + 1)[0]
  }

  // MARK: Lines

  private func showLog(_ numbers: [Int], isFiltered: Bool, expands: Bool) {
    let timeline = playback.timeline
    let inputs = isFiltered ? InputLines() : inputLines(around: numbers)
    guard timeline.branchEntryCount > 0 || !inputs.trailing.isEmpty else {
      output.line("the log is empty; nothing has happened yet", style: .muted)
      return showCrashes(after: 0...0)
    }
    let here = timeline.currentEntry
    let firstPlace = numbers.first.flatMap { timeline.place(ofEntry: $0) } ?? 1
    if !isFiltered, firstPlace > 1 {
      output.note("\(output.glyphs.ellipsis) \(firstPlace - 1) earlier \(firstPlace == 2 ? "entry" : "entries")")
    }
    let runs = runs(of: numbers, expands: expands, between: inputs)
    let width = runs.map { Self.numberText($0).count }.max() ?? 0
    if here == 0, firstPlace == 1, !isFiltered, quietStep == nil {
      output.prose([Span(output.glyphs.focus + " ", .focus), Span("#0 the initial state", .muted)])
    }
    if firstPlace == 1, !isFiltered { showCrashes(after: 0...0) }
    // The shown entries of one step that follow each other are reduced again together.
    var stretch: (range: Range<Int>, changes: [[ValueDiff.Change]]) = (0..<0, [])
    func stretchChanges(of number: Int, at index: Int) -> [ValueDiff.Change] {
      if !stretch.range.contains(number) {
        let last = timeline.steps[timeline.step(ofEntry: number)].lastEntry
        var end = number
        while end <= last, index + end - number < runs.count, runs[index + end - number].elementsEqual([end]) { end += 1 }
        stretch = (number..<end, playback.changes(ofEntries: number..<end))
      }
      return stretch.changes[number - stretch.range.lowerBound]
    }
    for (index, run) in runs.enumerated() {
      showInputs(inputs.before[run[run.startIndex]] ?? [], width: width, expands: expands)
      let record = playback.record(ofEntry: run[run.startIndex])
      let changes: [ValueDiff.Change]
      if run.count == 1 {
        changes = stretchChanges(of: record.number, at: index)
      } else {
        changes = changesOver(run)
      }
      showLogLine(record, run, changes, width: width)
      showCrashes(after: record.number...(run.last ?? record.number))
    }
    showInputs(inputs.trailing, width: width, expands: expands)
  }

  // MARK: Inputs

  /// The inputs that are no entries themselves, such as answers and time that passed, by the entry they stand before.
  private struct InputLines {
    var before: [Int: [Int]] = [:]
    var trailing: [Int] = []
  }

  /// The step the session is at, when it led to no entry.
  private var quietStep: Int? {
    let timeline = playback.timeline
    let step = timeline.position.step
    return step > 0 && timeline.isQuiet && timeline.steps[step].entryCount == 0 ? step : nil
  }

  /// - Parameter includesArrivals: Whether what came from outside is an input here, although its entry says what it was.
  private func inputLines(around numbers: [Int], includesArrivals: Bool = false) -> InputLines {
    let timeline = playback.timeline
    let branch = timeline.branch
    var first = 1
    var end = branch.count
    if let number = numbers.first, timeline.place(ofEntry: number) != 1 {
      let step = timeline.step(ofEntry: number)
      // In the middle of a step its input is not shown, as the entries before are not.
      first = timeline.steps[step].depth + (timeline.steps[step].firstEntry == number ? 0 : 1)
    }
    if let place = numbers.last.flatMap({ timeline.place(ofEntry: $0) }), place < timeline.branchEntryCount {
      end = timeline.steps[timeline.step(ofEntry: timeline.entry(atPlace: place + 1))].depth
    }
    var lines = InputLines()
    var pending: [Int] = []
    guard first < end else { return lines }
    for step in branch[first..<end] {
      let record = timeline.steps[step]
      if isInputLine(record, includesArrivals: includesArrivals) { pending.append(step) }
      if record.entryCount > 0 {
        lines.before[record.firstEntry] = pending
        pending = []
      }
    }
    lines.trailing = pending
    return lines
  }

  /// Whether the input of a step has a line of its own: what was typed or edited is its entry.
  private func isInputLine(_ step: Step, includesArrivals: Bool = false) -> Bool {
    switch step.input {
    case .action, .edit, .write, nil: false
    // Its entry says the same.
    case .arrival: step.entryCount == 0 || includesArrivals
    default: true
    }
  }

  /// The inputs with lines of their own that come directly before an entry, oldest first, as pieces of the same several times in a row.
  func inputLines(before entry: Int) -> [ArraySlice<Int>] {
    let timeline = playback.timeline
    guard entry > 0 else { return [] }
    let step = timeline.step(ofEntry: entry)
    let record = timeline.steps[step]
    guard record.firstEntry == entry else { return [] }
    return pieces(of: silentSteps(upTo: record.parent) + (isInputLine(record) ? [step] : []))
  }

  /// The inputs after the last entry of the current branch, as `inputLines(before:)` gives them.
  func trailingInputLines() -> [ArraySlice<Int>] { pieces(of: silentSteps(upTo: playback.timeline.end.step)) }

  /// The steps without entries up to a step, oldest first.
  private func silentSteps(upTo last: Int) -> [Int] {
    let steps = playback.timeline.steps
    var (result, step) = ([Int](), last)
    while step != 0, steps[step].entryCount == 0 {
      result.append(step)
      step = steps[step].parent
    }
    return result.reversed()
  }

  private func pieces(of steps: [Int]) -> [ArraySlice<Int>] {
    let timeline = playback.timeline
    var (result, start) = ([ArraySlice<Int>](), 0)
    for index in steps.indices {
      let (step, next) = (timeline.steps[steps[index]], steps.dropFirst(index + 1).first.map { timeline.steps[$0] })
      let goesOn =
        step.entryCount == 0 && next.map { $0.input == step.input && $0.entryCount == 0 } == true
        && effectMarks(inSilentStep: steps[index + 1]) == nil
      guard !goesOn else { continue }
      if index + 1 - start >= repeatsShownOnce {
        result.append(steps[start...index])
      } else {
        for single in start...index { result.append(steps[single...single]) }
      }
      start = index + 1
    }
    return result
  }

  /// The inputs that are no entries themselves and stand between some entries, or at their ends.
  func inputEntries(around numbers: [Int]) -> [JSONText] {
    let lines = inputLines(around: numbers, includesArrivals: true)
    return (numbers.flatMap { lines.before[$0] ?? [] } + lines.trailing).compactMap(inputEntry)
  }

  private func showLogAsJSON(_ numbers: [Int], isFiltered: Bool) {
    let inputs = isFiltered ? InputLines() : inputLines(around: numbers, includesArrivals: true)
    func show(_ steps: [Int]) {
      for step in steps { if let text = inputEntry(step)?.text { output.line(text) } }
    }
    for number in numbers {
      show(inputs.before[number] ?? [])
      output.line(logEntry(number).text)
    }
    show(inputs.trailing)
  }

  private func showInputs(_ steps: [Int], width: Int, expands: Bool) {
    let timeline = playback.timeline
    var rest = steps[...]
    while let step = rest.popFirst(), let input = timeline.steps[step].input {
      let isHere = step == quietStep
      var count = 1
      // The same several times in a row is one line; the current one is the last of its line.
      while !expands, timeline.steps[step].entryCount == 0, let next = rest.dropFirst(count - 1).first,
        timeline.steps[next].input == input, timeline.steps[next].entryCount == 0, next != quietStep, !isHere,
        effectMarks(inSilentStep: next) == nil
      {
        count += 1
      }
      if count < repeatsShownOnce { count = 1 }
      rest = rest.dropFirst(count - 1)
      let isAhead = timeline.steps[step].depth > timeline.steps[timeline.position.step].depth
      var spans = [
        Span(isHere ? output.glyphs.focus + " " : "  ", .focus), Span(String(repeating: " ", count: width) + " "),
        Span("input".padded(to: 9), isAhead ? .muted : .keyword),
        Span(timeText(timeline.steps[timeline.steps[step].parent].worldAfter.now), .muted),
        Span(InputText.text(of: input), isAhead ? .muted : .heading),
      ]
      if count > 1 { spans.append(Span(" \(output.glyphs == .ascii ? "x" : "×")\(count)", .keyword)) }
      if let marks = effectMarks(inSilentStep: step) { spans.append(Span("  \(output.glyphs.effect) \(marks)", .keyword)) }
      output.prose(spans, indent: 4)
    }
  }

  /// Inputs of this branch that ended the process after one of these entries.
  private func showCrashes(after numbers: ClosedRange<Int>) {
    let timeline = playback.timeline
    for crash in crashes where timeline.isOnBranch(crash.step) && numbers.contains(timeline.steps[crash.step].lastEntry) {
      output.prose("     crashed  \(crash.input)  \(crash.reason)", style: .warning)
    }
  }

  /// A time as a column, which is wider where the time is long.
  private func timeText(_ time: Duration) -> String { (DurationText.text(of: time) + " ").padded(to: 7) }

  private static func numberText(_ run: ArraySlice<Int>) -> String {
    guard let first = run.first, let last = run.last else { return "" }
    return first == last ? "#\(first)" : "#\(first)-#\(last)"
  }

  private func showLogLine(_ record: EntryRecord, _ run: ArraySlice<Int>, _ changes: [ValueDiff.Change], width: Int) {
    let here = playback.timeline.currentEntry
    let number = Self.numberText(run)
    let isHere = run.contains(here) && quietStep == nil
    let isAhead = record.number > here && !isBehind(record.number)
    var spans = [
      Span(isHere ? output.glyphs.focus + " " : "  ", .focus),
      Span(String(repeating: " ", count: width - number.count) + number + " ", isAhead ? .muted : .number),
      Span(cause(of: record).padded(to: 9), isAhead ? .muted : .keyword),
      Span(timeText(record.time), .muted),
      Span(record.action, isAhead ? .muted : .heading),
    ]
    if run.count > 1 { spans.append(Span(" \(output.glyphs == .ascii ? "x" : "×")\(run.count)", .keyword)) }
    spans.append(Span("  " + summary(of: changes), .muted))
    if let marks = effectMarks(ofEntries: run) { spans.append(Span("  \(output.glyphs.effect) \(marks)", .keyword)) }
    if let issue = issueMark(ofEntries: run) { spans.append(Span("  ! \(issue)", .warning)) }
    output.prose(spans, indent: 4)
  }

  /// What was reported at some entries that follow each other, shortened to the beginning of the first; `nil` when nothing was.
  private func issueMark(ofEntries numbers: ArraySlice<Int>) -> String? {
    for number in numbers {
      if let message = reports(ofEntry: number).first?.message.split(separator: "\n").first {
        return DisplayWidth.truncate(String(message), to: 60, ellipsis: output.glyphs.ellipsis)
      }
    }
    return nil
  }

  /// The issues reported at an entry.
  func reports(ofEntry number: Int) -> ArraySlice<StepDetails.Report> {
    let step = playback.timeline.step(ofEntry: number)
    let index = number - playback.timeline.steps[step].firstEntry
    return playback.details(ofStep: step).reports(atEntries: index..<index + 1)
  }

  /// The entries in pieces: the same action by the same cause, several times in a row without an input that is shown between them,
  /// is one piece.
  private func runs(of numbers: [Int], expands: Bool, between inputs: InputLines) -> [ArraySlice<Int>] {
    guard !expands else { return numbers.indices.map { numbers[$0...$0] } }
    let timeline = playback.timeline
    let here = timeline.currentEntry
    var result: [ArraySlice<Int>] = []
    var start = 0
    var lead: (action: String, cause: String)?
    func end(before index: Int) {
      guard start < index else { return }
      if index - start >= repeatsShownOnce {
        result.append(numbers[start..<index])
      } else {
        for single in start..<index { result.append(numbers[single...single]) }
      }
      start = index
    }
    for (index, number) in numbers.enumerated() {
      let record = playback.record(ofEntry: number)
      let key = (record.action, cause(of: record))
      let follows = index > 0 && timeline.place(ofEntry: number) == timeline.place(ofEntry: numbers[index - 1]).map { $0 + 1 }
      // The current entry is the last of its piece, so that what lies ahead is told apart.
      let isSame =
        lead.map { $0 == key } == true && follows && numbers[max(0, index - 1)] != here
        && inputs.before[number]?.isEmpty != false
      if !isSame { end(before: index) }
      lead = key
    }
    end(before: numbers.count)
    return result
  }

  /// What several entries in a row changed together.
  private func changesOver(_ run: ArraySlice<Int>) -> [ValueDiff.Change] {
    let timeline = playback.timeline
    guard let first = run.first, let last = run.last, let place = timeline.place(ofEntry: first),
      let before = timeline.position(ofEntry: timeline.entry(atPlace: place - 1)), let after = timeline.position(ofEntry: last)
    else { return [] }
    return playback.changes(from: before, to: after)
  }
}
