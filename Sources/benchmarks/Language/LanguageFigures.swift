import ActionLanguage
import ComposableArchitecture
import Foundation

extension BenchmarkSuite {
  /// Text to values and values to text.
  static let language = BenchmarkSuite(name: "language") { report in
    let decoder = ActionDecoder()
    let board = Board.State(rows: 10_000)
    let state: Any = board
    func perSecond(_ text: String) throws -> Double {
      let time = try Measurement.nanoseconds(per: 20_000) {
        for _ in 0..<$0 { keep(try decoder.decode(text, as: Board.Action.self, state: state)) }
      }
      return 1e9 / time
    }
    report.add(
      "decoding destination.detail.editButtonTapped", try perSecond("destination.detail.editButtonTapped"), "/s",
      .atLeast(500_000))
    report.add(
      "decoding the same in Swift's spelling", try perSecond(".destination(.presented(.detail(.editButtonTapped)))"), "/s",
      .atLeast(500_000))
    report.add(
      "decoding rows[id: 17].toggle, checked against the rows", try perSecond("rows[id: 17].toggle"), "/s", .atLeast(500_000))
    report.add(
      "decoding .rows(.element(id: 17, action: .rename(title: \"Design\")))",
      try perSecond(".rows(.element(id: 17, action: .rename(title: \"Design\")))"), "/s", .atLeast(500_000))
    report.add(
      "decoding rename(title: \"a \\\"b\\\"\", note: \"\"), with escapes",
      try perSecond("rename(title: \"a \\\"b\\\"\", note: \"\")"), "/s")

    let nodes = Board.State(rows: 2_500)
    report.add("nodes of the printed state", Double(Board.nodeCount(nodes)), "", .atLeast(10_000))
    let printing = Measurement.nanoseconds(per: 1) { _ in keep(ValuePrinter.text(of: nodes)) }
    report.add("printing it in one line", printing / 1e6, "ms", .atMost(20))
    let walking = Measurement.nanoseconds(per: 1) { _ in keep(Board.nodeCount(nodes)) }
    report.add("printing it as a tree", walking / 1e6, "ms", .atMost(20))

    var changed = board
    changed.rows[id: 7_777]?.title = "changed"
    func difference(_ old: Any, _ new: Any) -> Double {
      precondition(ValueDiff.changes(from: old, to: new).map(\.path) == ["rows[id: 7777].title"])
      return Measurement.nanoseconds(per: 1) { _ in keep(ValueDiff.changes(from: old, to: new)) } / 1e6
    }
    report.add("difference of 10,000 rows of which one changed", difference(state, changed), "ms", .atMost(2))
    let apart: Any = Board.State(rows: 10_000)
    report.add("the same where the two states share nothing", difference(apart, changed), "ms", .atMost(2))

    let completions = [
      ("completion of nothing, 500 cases", ""), ("completion of a case of 500", "case4"),
      ("completion of ids, 10,000 rows", "rows[id: "), ("completion in an id, 10,000 rows", "rows[id: 99"),
      ("completion in a literal, 10,000 rows", "show(rowID: 99"), ("completion behind a row of 10,000", "rows[id: 9999].t"),
    ]
    for (name, line) in completions {
      let time = Measurement.nanoseconds(per: 1, runs: 20) { _ in
        keep(
          Completion.candidates(for: line, cursor: line.utf8.count, actionType: Board.Action.self, state: state))
        keep(Completion.hint(for: line, actionType: Board.Action.self, state: state))
      }
      precondition(
        !Completion.candidates(for: line, cursor: line.utf8.count, actionType: Board.Action.self, state: state)
          .candidates.isEmpty)
      report.add(name, time / 1e6, "ms", .atMost(20))
    }
    for condition in ["title ", "rows[id: 99", "title == \"a\" && rows[id: 5000].isOn "] {
      let time = Measurement.nanoseconds(per: 1, runs: 20) { _ in
        keep(Completion.predicates(for: condition, cursor: condition.utf8.count, state: state))
      }
      report.add("completion of the condition \(condition)", time / 1e6, "ms", .atMost(20))
    }
    let path = "rows[id: 5000].ti"
    let time = Measurement.nanoseconds(per: 1, runs: 20) { _ in
      keep(Completion.paths(for: path, cursor: path.utf8.count, state: state))
    }
    report.add("completion of a path, 10,000 rows", time / 1e6, "ms", .atMost(20))
  }
}
