import ActionLanguage
import Terminal
import Timeline

/// Charts in the terminal and in files.
extension Session {
  func showChart(_ arguments: CommandArguments) throws {
    let chart = try chart(arguments)
    keep(chart)
    draw(chart)
  }

  private func keep(_ chart: Chart) {
    // The same on another branch is another chart.
    charts.removeAll { $0.title == chart.title && playback.timeline.place(ofEntry: $0.entries.last ?? 0) != nil }
    charts = Array((charts + [chart]).suffix(Self.keptCharts))
  }

  /// A page with more of them is no page any more.
  private static var keptCharts: Int { 8 }

  /// Has a chart back that was drawn of some entries, in a session that came back.
  func restoreChart(of text: String, from first: Int, to last: Int) {
    let before = whereabouts
    defer { restore(before) }
    guard let place = playback.timeline.position(ofEntry: last) else { return }
    playback.travel(to: place)
    let what = CommandArguments(line: text, text: text, column: 0)
    guard let from = playback.timeline.place(ofEntry: first), let to = playback.timeline.place(ofEntry: last), from <= to else {
      return
    }
    if let path = try? StatePath(text) {
      if let chart = try? chart(of: path, from...to, what) { keep(chart) }
    } else if let predicate = try? Predicate(text), let chart = try? chart(of: predicate, from...to, what) {
      keep(chart)
    }
  }

  private func chart(_ arguments: CommandArguments) throws -> Chart {
    let timeline = playback.timeline
    var text = arguments.text
    var range: (entries: EntryRange, column: Int)?
    if let last = arguments.words.last, EntryRange.isMeant(by: last) {
      text = text.dropLast(last.count).trimmed
      let column = arguments.column + arguments.text.count - last.count
      let command = "chart \(examples.numberPath(preferring: text) ?? "")"
      range = (try EntryRange(last, of: command, column: column), column)
    }
    // What is wrong with the path is told first.
    func places() throws -> ClosedRange<Int> {
      try range.map { try self.places(of: $0.entries, column: $0.column) } ?? 0...timeline.branchEntryCount
    }
    guard !text.isEmpty else {
      throw CommandError(
        "chart needs a path or a condition", column: arguments.column,
        examples: [.after("chart", .number), .after("chart", .predicate)])
    }
    let what = CommandArguments(line: arguments.line, text: text, column: arguments.column)
    if let path = (try? StatePath(text))?.fixing(now: playback.date) {
      do throws(ActionLanguageError) {
        try path.check(in: type(of: playback.currentState()))
      } catch {
        throw LanguageFailure(error: error, arguments: what, as: .number)
      }
      return try chart(of: path, places(), what)
    }
    do {
      return try chart(of: checkedPredicate(text), places(), what)
    } catch let error as ActionLanguageError {
      throw LanguageFailure(error: error, arguments: what, as: .predicate)
    }
  }

  private func chart(of path: StatePath, _ places: ClosedRange<Int>, _ arguments: CommandArguments) throws -> Chart {
    var entries: [Int] = []
    var values: [Double?] = []
    var isTruth = true
    var failure: ActionLanguageError?
    var odd: String?
    try playback.walk(places) { entry, state in
      entries.append(entry)
      do throws(ActionLanguageError) {
        let value = try path.evaluate(in: state)
        let number = Self.number(value)
        if number == nil, !Self.isNothing(value) { odd = odd ?? ValuePrinter.text(of: value) }
        if number != nil, !(Self.unwrapped(value) is Bool) { isTruth = false }
        values.append(number)
      } catch {
        if error.kind != .notFound { failure = error }
        values.append(nil)
      }
      return true
    }
    if let failure, values.allSatisfy({ $0 == nil }) {
      throw LanguageFailure(error: failure, arguments: arguments, as: .number)
    }
    guard values.contains(where: { $0 != nil }) else {
      throw CommandError(
        odd.map { "\(path) is no number and no truth: it is \(shortened($0))" } ?? "\(path) is never there",
        column: arguments.column, length: arguments.text.count,
        examples: [.line("chart \(path) != nil"), .after("chart", .number)])
    }
    return Chart(title: "\(path)", entries: entries, values: values, isTruth: isTruth)
  }

  private func chart(of predicate: Predicate, _ places: ClosedRange<Int>, _ arguments: CommandArguments) throws -> Chart {
    var entries: [Int] = []
    var values: [Double?] = []
    var failure: ActionLanguageError?
    var failed = 0
    try playback.walk(places) { entry, state in
      entries.append(entry)
      do throws(ActionLanguageError) {
        values.append(try predicate.evaluate(in: state, now: playback.date(ofEntry: entry)) ? 1 : 0)
      } catch {
        failure = error
        failed += 1
        values.append(0)
      }
      return true
    }
    if let failure, failed == values.count { throw LanguageFailure(error: failure, arguments: arguments, as: .predicate) }
    return Chart(title: "\(predicate)", entries: entries, values: values, isTruth: true)
  }

  private static func unwrapped(_ value: Any) -> Any {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional, let inside = mirror.children.first?.value else { return value }
    return unwrapped(inside)
  }

  private static func isNothing(_ value: Any) -> Bool {
    let inside = unwrapped(value)
    return Mirror(reflecting: inside).displayStyle == .optional
  }

  private static func number(_ value: Any) -> Double? {
    switch unwrapped(value) {
    case let flag as Bool: flag ? 1 : 0
    case let number as any BinaryInteger: Double(number)
    case let number as any BinaryFloatingPoint where Double(number).isFinite: Double(number)
    case let duration as Duration: Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    default: nil
    }
  }

  private func draw(_ chart: Chart) {
    let usesBraille = output.glyphs == .unicode
    let drawing = ChartDrawing(chart, columns: max(8, min((output.appearance.columns ?? 80) - 16, 96)), usesBraille: usesBraille)
    output.line(chart.title, style: .heading)
    let width = max(DisplayWidth.of(drawing.labels.top), DisplayWidth.of(drawing.labels.bottom))
    let edge = usesBraille ? "│" : "|"
    for (index, row) in drawing.rows.enumerated() {
      let label = index == 0 ? drawing.labels.top : index == drawing.rows.count - 1 ? drawing.labels.bottom : ""
      let padding = String(repeating: " ", count: width - DisplayWidth.of(label))
      output.line([Span(padding + label + " ", .muted), Span(edge, .muted), Span(row, .number)])
    }
    let columns = drawing.rows.first?.count ?? 0
    let indent = String(repeating: " ", count: width + 2)
    if let index = chart.entries.firstIndex(of: playback.timeline.currentEntry), columns > 0 {
      let column = min(columns - 1, index * columns / max(1, chart.entries.count))
      output.line(indent + String(repeating: " ", count: column) + (usesBraille ? "▲" : "^"), style: .focus)
    }
    let (first, last) = ("#\(chart.entries.first ?? 0)", "#\(chart.entries.last ?? 0)")
    let gap = max(1, columns - first.count - last.count)
    output.line(indent + first + (first == last ? "" : String(repeating: " ", count: gap) + last), style: .muted)
    let missing = chart.values.filter { $0 == nil }.count
    if missing > 0 {
      let isAtStart = chart.entries.first == 0 && chart.values[0] == nil
      output.note("\(Self.moments(missing, includingStart: isAtStart)) it is not there")
    }
  }

  // MARK: Files

  func export(_ arguments: CommandArguments) throws {
    if arguments.words.first == "test" {
      let rest = arguments.text.dropFirst("test".count)
      let text = rest.trimmed
      return try exportTest(
        CommandArguments(line: arguments.line, text: text, column: arguments.column + arguments.text.count - text.count))
    }
    var path = arguments.text
    if path.count > 1, path.first == "\"", path.last == "\"" { path = String(path.dropFirst().dropLast()) }
    guard !path.isEmpty else {
      throw CommandError(
        "export needs a file", column: arguments.column, examples: ["export session.html"],
        notes: ["A chart is exported once it is drawn: export chart.svg"])
    }
    let name = path.lowercased()
    if name.hasSuffix(".svg") {
      guard let lastChart = charts.last else {
        throw CommandError(
          "there is no chart yet; draw one first: chart PATH", column: arguments.column,
          examples: [.after("chart", .number), .after("chart", .predicate)])
      }
      try FileStore.write(ChartPicture.svg(of: lastChart), to: path)
      output.line("wrote the chart of \(lastChart.title) to \(path)")
    } else if name.hasSuffix(".html") {
      let page = try SessionPage(of: self)
      try FileStore.write(page.text, to: path)
      output.line("wrote \(page.entryCount) \(page.entryCount == 1 ? "entry" : "entries") to \(path)")
      var omitted: [String] = []
      if page.omittedEntries > 0 {
        omitted.append("\(page.omittedEntries) earlier \(page.omittedEntries == 1 ? "entry" : "entries") of this branch")
      }
      if page.omittedBranches > 0 {
        omitted.append("\(page.omittedBranches) older \(page.omittedBranches == 1 ? "branch" : "branches")")
      }
      if !omitted.isEmpty { output.note("left out, to keep the page quick: " + omitted.joined(separator: " and ")) }
    } else if name.hasSuffix(".json") {
      try exportForDevTools(to: path, column: arguments.column)
    } else if let last = arguments.words.last, arguments.words.count > 1, EntryRange.isMeant(by: last) {
      let areThere = (try? places(of: EntryRange(last, of: "chart", column: 0), column: 0)) != nil
      throw CommandError(
        "export takes no entries but for a test: it writes the newest chart, or all of the session",
        column: arguments.column(ofWord: last), length: last.count,
        examples: areThere
          ? examples.numberPath.map { [.line("chart \($0) \(last) ;; export chart.svg")] } ?? [] : [.after("chart", .number)])
    } else {
      throw CommandError(
        "export writes .html, .svg and .json, not \"\(path)\"", column: arguments.column,
        notes: path.hasSuffix(".swift") ? ["A test of the session is written by: export test \(path)"] : [])
    }
  }
}
