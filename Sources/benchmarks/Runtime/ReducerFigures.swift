import ComposableArchitecture

extension BenchmarkSuite {
  /// What composing costs beside the same logic as a plain function.
  static let reducers = BenchmarkSuite(name: "reducers") { report in
    let plain = PlainFunction(call: Counter.change)
    let function = time { plain.call(&$0, $1) }
    let reduce = held(Reduce<Counter.State, Counter.Action> { Counter.change(&$0, $1) })
    let reduced = time { reduce.reduce(into: &$0, action: $1) }
    report.add("the logic as a plain function", function, "ns")
    report.add("the same logic in one Reduce", reduced / function, "×", .atMost(2))
    let feature = held(Counter())
    report.add("the same logic in a feature with a body", time { feature.reduce(into: &$0, action: $1) } / function, "×")

    let none = nanoseconds(Counter(), Counter.State()) { $0 }
    var one = nanoseconds(InProperties.One(), .init()) { .inner($0) }
    var four = nanoseconds(InProperties.Four(), .init()) { .inner(.inner(.inner(.inner($0)))) }
    report.add("the first Scope, on a property", one - none, "ns", .atMost(30))
    report.add("each further Scope, on a property", (four - one) / 3, "ns", .atMost(30))
    one = nanoseconds(InCases.One(), .inner(.init())) { .inner($0) }
    four = nanoseconds(InCases.Four(), .inner(.inner(.inner(.inner(.init()))))) { .inner(.inner(.inner(.inner($0)))) }
    report.add("the first Scope, on a case", one - none, "ns", .atMost(30))
    report.add("each further Scope, on a case", (four - one) / 3, "ns", .atMost(30))
  }

  /// A function that the optimiser cannot see through, as the one a store keeps.
  private struct PlainFunction {
    let call: (inout Counter.State, Counter.Action) -> Effect<Counter.Action>
  }

  /// Nanoseconds for an action of a counter.
  @inline(never)
  private static func time(_ perform: (inout Counter.State, Counter.Action) -> Effect<Counter.Action>) -> Double {
    Measurement.nanoseconds(per: 2_000_000) { repetitions in
      var state = Counter.State()
      for turn in 0..<repetitions { _ = perform(&state, turn & 3 == 3 ? .decrement : .increment) }
      keep(state)
    }
  }

  /// Nanoseconds for an action of a feature that is composed once, as a store does it.
  @inline(never)
  private static func nanoseconds<Feature: Reducer>(
    _ feature: Feature, _ initialState: Feature.State, _ embed: (Counter.Action) -> Feature.Action
  ) -> Double {
    let composed = feature._composed()
    let (increment, decrement) = (embed(.increment), embed(.decrement))
    return Measurement.nanoseconds(per: 500_000) { repetitions in
      var state = initialState
      for turn in 0..<repetitions { _ = composed.reduce(into: &state, action: turn & 3 == 3 ? decrement : increment) }
      keep(state)
    }
  }

  /// The value, of which the optimiser knows nothing afterwards.
  @inline(never)
  @_optimize(none)
  private static func held<Value>(_ value: Value) -> Value { value }
}
