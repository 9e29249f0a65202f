import Terminal
import Timeline

/// A session as one page that needs no network: the log, a slider over it, the state as a tree, what changed, charts and branches.
struct SessionPage {
  let text: String
  let entryCount: Int

  /// Entries of a longer branch that are left out at its beginning: a browser opens this many in a second.
  private static let entryLimit = 20_000

  init(of session: Session) throws {
    let playback = session.playback
    let timeline = playback.timeline
    let count = timeline.branchEntryCount
    let first = max(0, count - Self.entryLimit)
    var lines = StateLines()
    var entries: [JSONText] = []
    try playback.walk(first...count) { number, state in
      lines.append(state, label: playback.name)
      if number == 0 {
        entries.append(.array([.number(0), .string(""), .string("0s"), .string("the initial state")]))
      } else {
        let record = playback.record(ofEntry: number)
        entries.append(
          .array([
            .number(number), .string(session.cause(of: record)), .string(DurationText.text(of: record.time)),
            .string(record.action),
          ]))
      }
      return true
    }
    let data = JSONText.object([
      ("feature", .string(playback.name)), ("here", .number(max(0, session.currentPlace - first))),
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
      ("branches", .string(session.branchLines().joined(separator: "\n"))),
    ])
    entryCount = entries.count - (first == 0 ? 1 : 0)
    let charts = session.charts.map { ChartPicture.svg(of: $0) }.joined()
    // `<` cannot end the script the data stands in.
    text = PageTemplate.html(
      title: ChartPicture.escaped(playback.name), data: data.text.replacing("<", with: "\\u003c"),
      charts: charts.isEmpty ? "" : "<section><h2>Charts</h2>\(charts)</section>")
  }
}
