import ActionLanguage
import Terminal
import Timeline

/// Branches and checkpoints: naming, switching, dropping, and how they look.
extension Session {
  /// What a branch is called.
  func branchName(of end: Int) -> String {
    let timeline = playback.timeline
    if let name = timeline.branchNames[end] { return name }
    let last = timeline.steps[end].lastEntry
    let namesakes = timeline.branchEnds.prefix { $0 != end }.count {
      timeline.branchNames[$0] == nil && timeline.steps[$0].lastEntry == last
    }
    return Self.branchName(lastEntry: last, namesakes: namesakes)
  }

  /// What a branch is called that has no name.
  ///
  /// - Parameter namesakes: How many earlier branches without name end with the same entry.
  private static func branchName(lastEntry: Int, namesakes: Int) -> String {
    namesakes == 0 ? "#\(lastEntry)" : "#\(lastEntry).\(namesakes + 1)"
  }

  /// What the branches are called, by their ends: their names, or the numbers of their last entries.
  ///
  /// Inputs without entries may be all that tells branches apart: then the ones that came later are `#1.2`, `#1.3`.
  var branchNames: [Int: String] {
    let timeline = playback.timeline
    var names = timeline.branchNames
    var counts: [Int: Int] = [:]
    for end in timeline.branchEnds where names[end] == nil {
      let last = timeline.steps[end].lastEntry
      names[end] = Self.branchName(lastEntry: last, namesakes: counts[last, default: 0])
      counts[last, default: 0] += 1
    }
    return names
  }

  /// The end of the branch with a name; a number alone is no name but an entry.
  func branchEnd(named name: String) -> Int? {
    if let named = playback.timeline.branchNames.first(where: { $0.value == name }) { return named.key }
    let written = name.hasPrefix("#") ? name : "#" + name
    guard Int(written.dropFirst()) == nil else { return nil }
    return branchNames.first { $0.value == written }?.key
  }

  func nameBranch(_ arguments: CommandArguments) throws {
    let end = playback.timeline.end.step
    guard !arguments.text.isEmpty else {
      return output.line("on branch \(branchName(of: end)), one of \(playback.timeline.branchEnds.count)")
    }
    let name = try MarkName.check(arguments, of: "branch")
    if let other = branchEnd(named: name), other != end {
      throw CommandError(
        "another branch is called \"\(name)\" already: the one that ends with #\(playback.timeline.steps[other].lastEntry)",
        column: arguments.column)
    }
    let old = playback.timeline.branchNames[end]
    playback.nameBranch(endingAt: end, name)
    output.prose("this branch is now called \(name)" + (old.map { $0 == name ? "" : ", before \($0)" } ?? ""))
  }

  /// The end of the branch an argument names: by its name, or by an entry that only it has, or its last one.
  private func branchEnd(_ arguments: CommandArguments, for command: String) throws -> Int {
    let timeline = playback.timeline
    let text = arguments.text.hasPrefix("#") ? String(arguments.text.dropFirst()) : arguments.text
    guard !text.isEmpty else {
      throw CommandError("\(command) needs a branch", column: arguments.column, notes: ["Try \"branches\"."])
    }
    if let end = branchEnd(named: text) { return end }
    guard let number = Int(text) else {
      let names = timeline.branchNames.values.sorted()
      let nearest = NearestName.of(text, in: names)
      let hint =
        nearest.map { "; did you mean \"\($0)\"?" }
        ?? (names.isEmpty ? "; no branch has a name yet" : "; there are \(names.joined(separator: ", "))")
      throw CommandError(
        "no branch is called \"\(text)\"\(hint)", column: arguments.column, length: arguments.text.count,
        meant: nearest.flatMap { branchEnd(named: $0) == timeline.end.step && command == "drop" ? nil : $0 })
    }
    guard let position = timeline.position(ofEntry: number) else {
      throw SessionError.unknownEntry(text, last: timeline.entryCount)
    }
    if timeline.isOnBranch(position.step) { return timeline.end.step }
    var step = position.step
    while let newest = timeline.children(of: step).last { step = newest }
    return step
  }

  func switchBranch(_ arguments: CommandArguments) throws {
    let end = try branchEnd(arguments, for: "switch")
    playback.travel(to: playback.timeline.quiet(end))
    output.note("on branch \(branchName(of: end))")
    showPosition()
  }

  func dropBranch(_ arguments: CommandArguments) throws {
    let end = try branchEnd(arguments, for: "drop")
    guard end != playback.timeline.end.step else {
      throw CommandError("the session is on this branch; switch to another one before it is dropped", column: arguments.column)
    }
    let name = branchName(of: end)
    let gone = playback.dropBranch(endingAt: end)
    output.prose("dropped branch \(name): \(gone.entryCount) \(gone.entryCount == 1 ? "entry" : "entries")")
    let marks = checkpoints.removeAll(inSteps: Set(gone.steps))
    if !marks.isEmpty { output.note("checkpoints in it are gone, too: \(marks.map { "@" + $0.name }.joined(separator: ", "))") }
  }

  // MARK: Drawing

  /// Lines of the tree of branches shown at the most.
  private var shownBranchLines: Int { 500 }

  func showBranches() {
    let rows = BranchTree(timeline: playback.timeline).rows
    let names = branchNames
    for row in rows.prefix(shownBranchLines) { output.row(spans(of: row, names, columns: output.appearance.columns)) }
    let rest = rows.count - shownBranchLines
    if rest > 0 { output.note("\(rest) more lines; drop what is not needed") }
    if playback.timeline.branchEnds.count == 1 {
      output.note("acting in the past starts another; goto N goes to an entry of any branch")
    }
  }

  /// The tree of branches as text.
  func branchLines() -> [String] {
    let names = branchNames
    return BranchTree(timeline: playback.timeline).rows.prefix(shownBranchLines).map {
      spans(of: $0, names, columns: nil).map(\.text).joined()
    }
  }

  private func spans(of row: BranchTree.Row, _ names: [Int: String], columns: Int?) -> [Span] {
    let indent = String(repeating: output.glyphs.trunk, count: row.depth)
    let fork = row.depth == 0 || !row.isFork ? indent : String(indent.dropLast(output.glyphs.trunk.count)) + output.glyphs.branch
    let left = (columns ?? 200) - DisplayWidth.of(fork)
    // What a branch is called and where the session is must find room behind its entries.
    var tail: [Span] = []
    if let end = row.end, let name = names[end] {
      let shown = DisplayWidth.truncate(name, to: max(8, left / 3), ellipsis: output.glyphs.ellipsis)
      tail.append(Span("  \(shown)", end == playback.timeline.end.step ? .focus : .keyword))
    }
    if row.steps.contains(playback.timeline.position.step) {
      let here = "  \(output.glyphs.focus) here"
      let number = ", at #\(playback.timeline.currentEntry)"
      let width = tail.reduce(DisplayWidth.of(here + number)) { $0 + DisplayWidth.of($1.text) }
      tail.append(Span(left - width < 16 ? here : here + number, .focus))
    }
    let room = left - tail.reduce(0) { $0 + DisplayWidth.of($1.text) }
    return [Span(fork, .muted), Span(text(of: row, columns: room), row.end == nil ? .plain : .heading)] + tail
  }

  /// What a piece of a branch holds, in some columns: its entries, and the first action of them.
  private func text(of row: BranchTree.Row, columns: Int) -> String {
    let ellipsis = output.glyphs.ellipsis
    func text(_ numbers: String, _ action: String, _ count: String) -> String {
      // The number of entries can be seen from theirs, so it goes first.
      let room = columns - DisplayWidth.of(numbers + count)
      let isCounted = room >= min(12, DisplayWidth.of(action))
      let shown = isCounted ? room : columns - DisplayWidth.of(numbers)
      let start = numbers + DisplayWidth.truncate(action, to: max(4, min(48, shown)), ellipsis: ellipsis)
      return isCounted ? start + count : start
    }
    guard let first = row.firstEntry, let last = row.lastEntry else {
      if row.steps.contains(0) { return "#0 the initial state" }
      let inputs = row.steps.sorted().compactMap { playback.timeline.steps[$0].input.map(InputText.text) }
      return text("", inputs.first ?? "", inputs.count > 1 ? " \(ellipsis) \(inputs.count) inputs" : "")
    }
    return text(
      (first == last ? "#\(first)" : "#\(first)-#\(last)") + " ", playback.record(ofEntry: first).action,
      row.entryCount > 1 ? " \(ellipsis) \(row.entryCount) entries" : "")
  }

  // MARK: Checkpoints

  func makeCheckpoint(_ arguments: CommandArguments) throws {
    let text = arguments.text.hasPrefix("@") ? String(arguments.text.dropFirst()) : arguments.text
    let name =
      try text.isEmpty
      ? checkpoints.nextName
      : MarkName.check(CommandArguments(line: arguments.line, text: text, column: arguments.column), of: "checkpoint")
    let (checkpoint, moved) = checkpoints.set(name, at: playback.timeline.position)
    let number = playback.timeline.currentEntry
    let from = moved.map { ", before at #\(playback.timeline.entry(at: $0.position))" } ?? ""
    output.prose("checkpoint \(checkpoint.number): @\(name) at #\(number)\(from)")
  }

  /// The checkpoint an argument such as `@name` names.
  func checkpoint(named arguments: CommandArguments) throws(CommandError) -> Checkpoints.Checkpoint {
    let name = arguments.text.hasPrefix("@") ? String(arguments.text.dropFirst()) : arguments.text
    if let found = checkpoints[name] { return found }
    if let number = Int(name), let found = checkpoints.all.first(where: { $0.number == number }) { return found }
    let names = checkpoints.all.map(\.name)
    let nearest = NearestName.of(name, in: names)
    let hint =
      nearest.map { "; did you mean \"@\($0)\"?" }
      ?? (names.isEmpty
        ? "; there is none yet: checkpoint NAME makes one" : "; there are \(names.map { "@" + $0 }.joined(separator: ", "))")
    throw CommandError(
      "no checkpoint is called \"@\(name)\"\(hint)", column: arguments.column, length: arguments.text.count,
      meant: (nearest ?? names.first).map { "@" + $0 }, examples: names.isEmpty ? ["checkpoint"] : [])
  }

  func showCheckpoints() {
    guard !checkpoints.all.isEmpty else { return output.line("no checkpoints", style: .muted) }
    let width = (checkpoints.all.map { DisplayWidth.of($0.name) }.max() ?? 0) + 3
    for checkpoint in checkpoints.all.sorted(by: { $0.number < $1.number }) {
      let number = playback.timeline.entry(at: checkpoint.position)
      let action = number == 0 ? "the initial state" : playback.record(ofEntry: number).action
      let isHere = checkpoint.position == playback.timeline.position
      output.prose([
        Span(isHere ? output.glyphs.focus + " " : "  ", .focus), Span("\(checkpoint.number)  "),
        Span(("@" + checkpoint.name).padded(to: width), .keyword), Span("#\(number) ", .number), Span(action, .heading),
      ])
    }
  }

  func deleteCheckpoint(_ arguments: CommandArguments) throws {
    if arguments.text.isEmpty {
      let all = checkpoints.all
      guard !all.isEmpty else { return output.line("there are no checkpoints", style: .muted) }
      checkpoints.removeAll()
      return sayDeleted(all.map { "@\($0.name)" }, "checkpoint")
    }
    let found = try checkpoint(named: arguments)
    checkpoints.remove(found)
    output.line("deleted checkpoint @\(found.name)")
  }
}
