import CAllocationCount
import ComposableArchitecture
import Foundation

extension BenchmarkSuite {
  /// What stores cost beside the bare reducer, and what they leave behind.
  static let stores = BenchmarkSuite(name: "stores") { report in
    let bare = bareReduce()
    report.add("the bare reduce of a one-field feature", bare, "ns")
    let store = Store(initialState: Counter.State()) { Counter() }
    let send = Measurement.nanoseconds(per: 200_000) { repetitions in
      for turn in 0..<repetitions { store.send(turn & 3 == 3 ? .decrement : .increment) }
    }
    report.add("Store.send", send, "ns")
    report.add("Store.send beside the bare reduce", send / bare, "×", .atMost(10))
    let testStore = TestStore(initialState: Counter.State()) { Counter() }
    let tested = await Measurement.nanoseconds(per: 20_000) { repetitions in
      for turn in 0..<repetitions {
        if turn & 3 == 3 {
          await testStore.send(.decrement) { $0.count -= 1 }
        } else {
          await testStore.send(.increment) { $0.count += 1 }
        }
      }
    }
    report.add("exhaustive TestStore.send", tested, "ns")
    report.add("exhaustive TestStore.send beside the bare reduce", tested / bare, "×", .atMost(100))
    addAllocations(to: &report)
  }

  /// What effects cost and leave behind.
  static let effects = BenchmarkSuite(name: "effects") { report in
    addChains(to: &report)
    await addMemory(to: &report)
  }

  /// The reducer as code calls it that does not know which it is.
  @inline(never)
  private static func bareReduce() -> Double {
    let feature: any ReducerOf<Counter> = Counter()
    return Measurement.nanoseconds(per: 1_000_000) { repetitions in
      var state = Counter.State()
      for turn in 0..<repetitions { _ = feature.reduce(into: &state, action: turn & 3 == 3 ? .decrement : .increment) }
      keep(state)
    }
  }

  // MARK: Allocations

  @MainActor
  private static func addAllocations(to report: inout BenchmarkReport) {
    let store = Store(initialState: Counter.State()) { Counter() }
    let scoped = Store(initialState: InProperties.Two.State()) { InProperties.Two() }
    let list = Store(initialState: Rows.State(count: 100)) { Rows() }
    let repetitions = 1_000
    func count(_ body: () -> Void) -> Double {
      body()
      let before = allocation_count()
      for _ in 0..<repetitions { body() }
      return Double(allocation_count() - before) / Double(repetitions)
    }
    report.add("allocations of an action without effects", count { store.send(.increment) }, "", .atMost(0))
    report.add(
      "allocations of one through two Scopes", count { scoped.send(.inner(.inner(.increment))) }, "", .atMost(0))
    report.add("allocations of one in a row", count { list.send(.rows(.element(id: 50, action: .toggle))) }, "")
    let none = Effect<Counter.Action>.none
    report.add(
      "allocations of merging, mapping and cancelling no effects",
      count {
        keep(
          Effect.merge(none, none).merge(with: none).concatenate(with: none).map { $0 }
            .cancellable(id: 1).debounce(id: 1, for: .seconds(1), clock: ContinuousClock()))
      }, "", .atMost(0))
  }

  // MARK: Chains

  @MainActor
  private static func addChains(to report: inout BenchmarkReport) {
    func nanoseconds(_ length: Int) -> Double {
      let store = Store(initialState: Counter.State()) { Counter() }
      let time = Measurement.nanoseconds(per: length, runs: 5) { store.send(.countDown(from: $0)) }
      keep(store.withState { precondition($0.count == 5 * length) })
      return time
    }
    let short = nanoseconds(1_000)
    let long = nanoseconds(100_000)
    report.add("an action of a chain of 100,000 synchronous sends", long, "ns")
    report.add("the same beside one of a chain of 1,000", long / short, "×", .atMost(1.5))
  }

  // MARK: Memory

  @MainActor
  private static func addMemory(to report: inout BenchmarkReport) async {
    let store = Store(initialState: Counter.State()) { Counter() }
    func run(_ count: Int) async {
      for _ in 0..<count { await store.send(.request(1)).finish() }
    }
    await run(100_000)
    let before = (allocated_bytes(), Measurement.residentBytes)
    let start = Measurement.processorTime
    await run(1_000_000)
    report.add("an action whose effect sends another", (Measurement.processorTime - start) / 1_000_000, "ns")
    report.add(
      "bytes that 1,000,000 actions with effects leave behind", Double(allocated_bytes() - before.0), "B", .atMost(16_384))
    report.add(
      "growth of resident memory meanwhile", Double(Measurement.residentBytes - before.1), "B", .atMost(1_048_576))
    keep(store.withState { precondition($0.count == 1_100_000) })
  }
}
