import ComposableArchitecture

extension BenchmarkSuite {
  /// What composing costs beside the same logic as a plain function.
  static let reducers = BenchmarkSuite(name: "reducers") { report in
    let repetitions = 1_000_000
    let plain = Measurement.nanoseconds(per: repetitions) { repetitions in
      var state = Counter.State()
      for turn in 0..<repetitions { Counter.change(&state, turn & 3 == 3 ? .decrement : .increment) }
      keep(state)
    }
    let reduce = Measurement.nanoseconds(per: repetitions) { repetitions in
      let feature = Counter()
      var state = Counter.State()
      for turn in 0..<repetitions { keep(feature.reduce(into: &state, action: turn & 3 == 3 ? .decrement : .increment)) }
      keep(state)
    }
    report.add("the plain function", plain, "ns")
    report.add("one Reduce beside the plain function", reduce / plain, "×", .atMost(2))
  }
}

/// A feature with one field.
@Reducer
struct Counter {
  struct State: Equatable { var count = 0 }
  enum Action: Equatable, Sendable {
    case increment
    case decrement
  }

  /// The same logic without any reducer; never inlined, as a call of another module's function would not be.
  @inline(never)
  static func change(_ state: inout State, _ action: Action) {
    switch action {
    case .increment: state.count &+= 1
    case .decrement: state.count &-= 1
    }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      Self.change(&state, action)
      return .none
    }
  }
}
