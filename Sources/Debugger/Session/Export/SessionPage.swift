import Terminal
import Timeline

/// A session as one page that needs no network: the log, a slider over it, the state as a tree, what changed, charts and branches.
struct SessionPage {
  let text: String
  let entryCount: Int
  /// Entries at the beginning of the current branch that are not on it.
  let omittedEntries: Int
  /// Branches of which nothing is on it.
  let omittedBranches: Int

  /// Entries that a browser opens in a second; those of all branches together.
  static let entryLimit = 20_000

  /// - Parameters:
  ///   - session: What to show.
  ///   - limit: How many entries the page may have.
  init(of session: Session, limit: Int = entryLimit) throws {
    let playback = session.playback
    let here = playback.timeline.currentEntry
    var lines = StateLines()
    var entries: [JSONText] = []
    let pieces = try PageBranches(of: session, limit: limit) { number, state, arrival in
      switch arrival {
      case .origin: return lines.begin(with: state, label: playback.name)
      case .beginning: lines.forget()
      case .following: break
      }
      lines.append(state, label: playback.name)
      if number == 0 {
        entries.append(.array([.number(0), .string(""), .string("0s"), .string("the initial state")]))
      } else {
        let record = playback.record(ofEntry: number)
        entries.append(
          .array(
            [
              .number(number), .string(session.cause(of: record)), .string(DurationText.text(of: record.time)),
              .string(record.action),
            ] + Self.details(session.inputLines(before: number), Self.reports(atEntry: number, in: playback), in: playback)))
      }
    }
    let data = JSONText.object([
      ("feature", .string(playback.name)), ("here", .number(pieces.entries.firstIndex(of: here) ?? 0)),
      ("entries", .array(entries)),
      (
        "lines",
        .array(
          lines.table.map {
            .array([.number($0.depth), .string($0.label), .string($0.text), .string($0.mark), .string($0.path)])
          })
      ),
      (
        "states",
        .array(
          lines.differences.map { difference in
            .array([.number(difference.start), .number(difference.removed), .array(difference.inserted.map { .number($0) })])
          })
      ),
      (
        "branches",
        .array(
          pieces.branches.map {
            .array([
              .string($0.name), .number($0.origin), .number($0.own.lowerBound), .number($0.own.count), .number($0.omitted),
              .array(Self.inputs($0.trailing, in: playback)),
            ])
          })
      ), ("omittedBranches", .number(pieces.omittedBranches)),
      ("drawing", .string(session.branchLines().joined(separator: "\n"))),
    ])
    entryCount = pieces.entries.count - (pieces.entries.contains(0) ? 1 : 0)
    omittedEntries = pieces.branches.first?.omitted ?? 0
    omittedBranches = pieces.omittedBranches
    // Each is shown on the branches that have its last entry.
    let charts = session.charts.map { chart in
      let place = chart.entries.last.flatMap { pieces.entries.firstIndex(of: $0) } ?? -1
      return "<div class=\"chart\" data-place=\"\(place)\">\(ChartPicture.svg(of: chart))</div>"
    }.joined()
    // `<` cannot end the script the data stands in.
    let noChart = "<p id=\"nochart\">No chart that was drawn ends on it.</p>"
    text = PageTemplate.html(
      title: ChartPicture.escaped(playback.name), data: data.text.replacing("<", with: "\\u003c"),
      charts: charts.isEmpty
        ? "" : "<section><h2>Charts of this branch</h2>\(charts)\(noChart)</section>")
  }

  /// What came from outside before an entry, if anything did, and what was reported while it was reduced, if anything was.
  private static func details(_ pieces: [ArraySlice<Int>], _ reports: [String], in playback: any Playback) -> [JSONText] {
    if reports.isEmpty { return pieces.isEmpty ? [] : [.array(inputs(pieces, in: playback))] }
    return [.array(inputs(pieces, in: playback)), .array(reports.map { .string($0) })]
  }

  /// What was reported while an entry's action was reduced, or after it until the next.
  private static func reports(atEntry number: Int, in playback: any Playback) -> [String] {
    let step = playback.timeline.step(ofEntry: number)
    let first = playback.timeline.steps[step].firstEntry
    return playback.details(ofStep: step).reports.filter { first + max(0, $0.entryIndex) == number }.map(\.message)
  }

  /// Inputs with the time each came at, how many of the same came in a row, and what was reported because of them, if anything was.
  private static func inputs(_ pieces: [ArraySlice<Int>], in playback: any Playback) -> [JSONText] {
    let steps = playback.timeline.steps
    return pieces.compactMap { piece in
      guard let first = piece.first, let input = steps[first].input else { return nil }
      let time = DurationText.text(of: steps[steps[first].parent].worldAfter.now)
      let reports = piece.flatMap { steps[$0].entryCount == 0 ? playback.details(ofStep: $0).reports.map(\.message) : [] }
      return .array(
        [.string(time), .string(InputText.text(of: input)), .number(piece.count)]
          + (reports.isEmpty ? [] : [.array(reports.map { .string($0) })]))
    }
  }
}
