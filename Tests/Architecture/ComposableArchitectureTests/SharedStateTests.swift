import ComposableArchitecture
import Testing

@Suite @MainActor struct SharedStateTests {
  @Reducer
  struct Feature {
    struct State: Equatable {
      @Shared(value: 0) var count: Int
      var log: [Int] = []
    }
    enum Action: Equatable, Sendable {
      case start
      case increment
      case onChange
      case write
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .start: return .run { send in await send(.increment) }
        case .increment: state.$count.withLock { $0 += 1 }
        case .write:
          let count = state.$count
          return .run { _ in count.withLock { $0 += 10 } }
        case .onChange: break
        }
        return .none
      }
      .onChange(of: \.count) { _, new in
        Reduce { state, _ in
          state.log.append(new)
          return .none
        }
      }
    }
  }

  @Test func c67_aSharedWriteBelongsToTheActionThatMadeIt() async {
    let store = TestStore(initialState: Feature.State()) { Feature() }
    await store.send(.start)
    await store.receive(.increment) {
      $0.$count.withLock { $0 = 1 }
      $0.log = [1]
    }
    let missing = await issues { await store.send(.increment) { $0.log = [1, 2] } }
    #expect(missing == ["A state change does not match expectation:"])
  }

  @Test func c68_anAssertionWritesNothing() async {
    let state = Feature.State()
    let shared = state.$count
    let store = TestStore(initialState: state) { Feature() }
    let wrong = await issues {
      await store.send(.increment) {
        $0.$count.withLock { $0 = 40 }
        $0.log = [1]
      }
    }
    #expect(wrong == ["A state change does not match expectation:"])
    #expect(shared.wrappedValue == 1)
  }

  @Test func c68_whatAnEffectChangedMustBeSaid() async {
    let silent = await issues {
      let store = TestStore(initialState: Feature.State()) { Feature() }
      await store.send(.write)
    }
    #expect(silent == ["Shared values were changed by effects, and the test did not say so:"])
    let said = await issues {
      let store = TestStore(initialState: Feature.State()) { Feature() }
      await store.send(.write)
      store.assert { $0.$count.withLock { $0 = 10 } }
    }
    #expect(said == [])
  }

  @Test func c69_theDifferenceShowsSharedValues() async {
    let collector = IssueCollector()
    await withIssueReporters([collector]) {
      let store = TestStore(initialState: Feature.State()) { Feature() }
      await store.send(.increment) { $0.log = [1] }
    }
    let message = collector.messages.first ?? ""
    #expect(message.contains("\u{2212}   count: #1 0"), "\(message)")
    #expect(message.contains("+   count: #1 1"), "\(message)")
  }

  @Test func c70_onChangeSeesSharedValues() {
    let rig = Rig(Feature.State()) { Feature() }
    rig.send(.increment)
    rig.send(.onChange)
    rig.send(.increment)
    #expect(rig.state.log == [1, 2])
  }
}
