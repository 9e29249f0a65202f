import ComposableArchitecture

extension BenchmarkSuite {
  /// Actions of rows, by the number and the position of the rows.
  static let rows = BenchmarkSuite(name: "rows") { report in
    let few = RowBench(count: 1_000)
    let many = RowBench(count: 100_000)
    report.add("an action of the middle of 1,000 rows", few.toggle(500), "ns")
    report.add("the first row beside the last", few.toggle(0) / few.toggle(999), "×", .atMost(1.5))
    report.add("the last row beside the first", few.toggle(999) / few.toggle(0), "×", .atMost(1.5))
    report.add("a row of 100,000 beside one of 1,000", many.toggle(50_000) / few.toggle(500), "×", .atMost(1.5))
    few.waitInAll()
    many.waitInAll()
    report.add("the same while every row has an effect in flight", many.toggle(50_000) / few.toggle(500), "×", .atMost(1.5))
    report.add(
      "starting and cancelling an effect of a row meanwhile", many.waitAgain(50_000) / few.waitAgain(500), "×", .atMost(1.5))
  }
}

/// A store of rows.
@MainActor
private final class RowBench {
  let store: StoreOf<Rows>

  init(count: Int) { store = Store(initialState: Rows.State(count: count)) { Rows() } }

  /// Nanoseconds for an action of a row.
  func toggle(_ row: Int) -> Double {
    let action = Rows.Action.rows(.element(id: row, action: .toggle))
    return Measurement.nanoseconds(per: 20_000) { for _ in 0..<$0 { store.send(action) } }
  }

  func waitInAll() {
    for row in 0..<store.withState({ $0.rows.count }) { store.send(.rows(.element(id: row, action: .wait))) }
  }

  /// Nanoseconds for ending a row's effect and starting another.
  func waitAgain(_ row: Int) -> Double {
    Measurement.nanoseconds(per: 1_000) {
      for _ in 0..<$0 {
        store.send(.rows(.element(id: row, action: .stopWaiting)))
        store.send(.rows(.element(id: row, action: .wait)))
      }
    }
  }
}
