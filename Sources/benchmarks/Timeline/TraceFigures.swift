import ComposableArchitecture

extension BenchmarkSuite {
  /// What it costs that reducers can be traced when nobody does: the same reducer with and without the question whether to, which only
  /// the store's own call still asks.
  static let trace = BenchmarkSuite(name: "trace") { report in
    let repetitions = 2_000_000
    // Both in turns, so that what disturbs the machine disturbs both; the best of each counts.
    var (with, without) = (Double.infinity, Double.infinity)
    for _ in 0..<15 {
      with = min(with, sending(Traced(), repetitions))
      without = min(without, sending(Untraced(), repetitions))
    }
    report.add("sending an action, without the hook", without, "ns")
    report.add("sending an action, with the hook beside without", with / without, "×", .atMost(1.03))
  }

  private static func sending<Root: Reducer<Counter.State, Counter.Action>>(_ root: Root, _ repetitions: Int) -> Double {
    let core = StoreCore(
      initialState: Counter.State(), reducer: root, dependencies: DependencyValues(), scheduler: nil, observer: nil)
    return Measurement.nanoseconds(per: repetitions, runs: 1) { repetitions in
      for turn in 0..<repetitions { core.send(turn & 3 == 3 ? .decrement : .increment) }
      keep(core.state)
    }
  }
}

/// A feature as it is written.
private struct Traced: Reducer {
  var body: some Reducer<Counter.State, Counter.Action> {
    Reduce { state, action in Counter.change(&state, action) }
  }
}

/// `Reduce` as a reducer of its own, which never asks whether a trace is being taken.
private struct Untraced: Reducer {
  typealias State = Counter.State
  typealias Action = Counter.Action

  let reducing: (inout State, Action) -> Effect<Action> = { state, action in Counter.change(&state, action) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> { reducing(&state, action) }
}
