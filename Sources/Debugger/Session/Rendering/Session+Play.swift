import Terminal
import Timeline

/// Going through recorded entries visibly.
extension Session {
  /// The time between two entries at speed 1.
  private var pace: Duration { .milliseconds(500) }
  private var fastest: Double { 1_000 }

  func play(_ arguments: CommandArguments) throws {
    let (range, speed) = try playArguments(arguments)
    let timeline = playback.timeline
    let count = timeline.branchEntryCount
    guard count > 0 else { return output.line("the log is empty; there is nothing to play", style: .muted) }
    let places: ClosedRange<Int>
    if let range {
      places = range
      try travelTo(entry: timeline.entry(atPlace: places.lowerBound - 1))
    } else if timeline.isAtEnd || currentPlace == count {
      places = 1...count
      playback.travel(to: start)
    } else {
      places = currentPlace + 1...count
    }
    var watcher = BreakpointWatcher(breakpoints)
    watcher.begin(watcher.needsStates ? playback.currentState() : nil)
    for (index, place) in places.enumerated() {
      let number = playback.timeline.entry(atPlace: place)
      try travelTo(entry: number)
      showProgress(of: number, index + 1, places.count)
      showDisplays()
      let hits = breakpoints.take(
        watcher.hits(
          action: { playback.record(ofEntry: number).action }, state: watcher.needsStates ? playback.currentState() : nil,
          date: { playback.date(ofEntry: number) }))
      if !hits.isEmpty {
        for hit in hits { show(hit, atEntry: number) }
        return
      }
      if Interruption.isRequested || (place < places.upperBound && pause?(pace / speed) == true) {
        return output.note("stopped at #\(number)")
      }
    }
  }

  private func showProgress(of number: Int, _ done: Int, _ total: Int) {
    let width = 10
    let filled = done * width / total
    let (full, empty) = output.glyphs == .ascii ? ("#", ".") : ("█", "░")
    let bar = String(repeating: full, count: filled) + String(repeating: empty, count: width - filled)
    let counter = String(repeating: " ", count: "\(total)".count - "\(done)".count) + "\(done)/\(total)"
    output.line(
      [Span("\(bar) \(counter) ", .muted)] + heading(of: playback.record(ofEntry: number))
        + [Span("  " + summary(of: changes(ofEntry: number)), .muted)])
  }

  private func playArguments(_ arguments: CommandArguments) throws -> (range: ClosedRange<Int>?, speed: Double) {
    var words = arguments.places[...]
    var range: ClosedRange<Int>?
    var speed = 1.0
    while let word = words.popFirst() {
      let option = "--speed"
      if word.text == option || word.text.hasPrefix(option + "=") {
        let value = String(word.text.dropFirst(option.count + 1))
        let behind = CommandArguments(line: word.line, text: value, column: word.column + word.text.count - value.count)
        let speedText = word.text == option ? words.popFirst() ?? behind : behind
        let text = speedText.text
        guard let factor = Double(text.hasSuffix("x") ? String(text.dropLast()) : text), factor > 0, factor <= fastest else {
          throw CommandError(
            "a speed is a number up to \(Int(fastest)), such as 4x, not \"\(text)\"", column: speedText.column,
            examples: ["play --speed 4x"])
        }
        speed = factor
      } else if EntryRange.isMeant(by: word.text), range == nil {
        range = try entryPlaces(of: EntryRange(word.text, of: "play", column: word.column), column: word.column)
      } else {
        throw CommandError(
          "play does not know \"\(word.text)\"", column: word.column, length: word.text.count,
          examples: ["play --speed 4x", .after("play", .entries)])
      }
    }
    return (range, speed)
  }
}
