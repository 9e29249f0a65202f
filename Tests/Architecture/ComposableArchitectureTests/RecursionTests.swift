import ComposableArchitecture
import Testing

@Suite struct RecursionTests {
  @Reducer
  struct Nested {
    struct State: Equatable, Identifiable {
      let id: Int
      var ticks = 0
      var rows: IdentifiedArrayOf<State> = []
    }
    enum Action: Equatable {
      case start
      case tick
      case remove(Int)
      indirect case rows(IdentifiedActionOf<Nested>)
    }
    @Dependency(\.continuousClock) var clock
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .start:
          return .run { send in
            while true {
              try await clock.sleep(for: .seconds(1))
              await send(.tick)
            }
          }
        case .tick: state.ticks += 1
        case .remove(let id): state.rows.remove(id: id)
        case .rows: break
        }
        return .none
      }
      .forEach(\.rows, action: \.rows) { Self() }
    }
  }

  private func tree() -> Nested.State {
    Nested.State(
      id: 0,
      rows: [
        Nested.State(id: 1, rows: [Nested.State(id: 10), Nested.State(id: 11)]),
        Nested.State(id: 2, rows: [Nested.State(id: 10)]),
      ])
  }

  private func inside(_ path: [Int], _ action: Nested.Action) -> Nested.Action {
    path.reversed().reduce(action) { .rows(.element(id: $1, action: $0)) }
  }

  @Test func c71_actionsAndEffectsFindTheirRowAtAnyDepth() {
    let rig = Rig(tree()) { Nested() }
    rig.send(inside([2, 10], .start))
    rig.send(inside([1, 11], .start))
    rig.advance(by: .seconds(1))
    rig.send(inside([2, 10], .tick))
    #expect(rig.state.rows[id: 2]?.rows[id: 10]?.ticks == 2)
    #expect(rig.state.rows[id: 1]?.rows[id: 11]?.ticks == 1)
    #expect(rig.state.rows[id: 1]?.rows[id: 10]?.ticks == 0)
  }

  @Test func c71_removingARowCancelsItsWholeSubtree() {
    let rig = Rig(tree()) { Nested() }
    rig.send(inside([1], .start))
    rig.send(inside([1, 10], .start))
    rig.send(inside([1, 11], .start))
    rig.send(inside([2, 10], .start))
    #expect(rig.running == ["rows[1]", "rows[1].rows[10]", "rows[1].rows[11]", "rows[2].rows[10]"])
    rig.send(.remove(1))
    #expect(rig.running == ["rows[2].rows[10]"])
  }

  @Test func c72_deepStatesDoNotOverflow() {
    let depth = 200
    let root = (0..<depth).reduce(Nested.State(id: depth)) { Nested.State(id: depth - 1 - $1, rows: [$0]) }
    let rig = Rig(root) { Nested() }
    rig.send(inside(Array(1...depth), .tick))
    var state: Nested.State? = rig.state
    while let next = state?.rows.first { state = next }
    #expect(state?.ticks == 1)
  }
}
