import ComposableArchitecture
import Observation
import Testing

@Suite @MainActor struct StoreTests {
  @Reducer
  struct Child {
    @ObservableState
    struct State: Equatable {
      var count = 0
      var other = 0
    }
    enum Action: Equatable, Sendable {
      case increment
      case later
      case forever
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .increment:
          state.count += 1
          return .none
        case .later: return .run { send in await send(.increment) }
        case .forever:
          return .run { _ in
            for await _ in AsyncStream<Int>.makeStream().stream {}
          }
        }
      }
    }
  }

  @Reducer
  struct Parent {
    @ObservableState
    struct State: Equatable {
      var child = Child.State()
      @Presents var sheet: Child.State?
    }
    enum Action {
      case child(Child.Action)
      case sheet(PresentationAction<Child.Action>)
    }
    var body: some ReducerOf<Self> {
      Scope(state: \.child, action: \.child) { Child() }
      EmptyReducer().ifLet(\.$sheet, action: \.sheet) { Child() }
    }
  }

  @Test func aTaskEndsWithTheEffectsOfItsAction() async {
    let store = Store(initialState: Child.State()) { Child() }
    await store.send(.later).finish()
    #expect(store.count == 1)
    await store.send(.increment).finish()
    #expect(store.withState(\.count) == 2)
  }

  @Test func aScopedStoreShowsAndChangesItsPart() async {
    let store = Store(initialState: Parent.State()) { Parent() }
    let child = store.scope(state: \.child, action: \.child)
    child.send(.increment)
    await child.send(.later).finish()
    #expect(child.count == 2)
    #expect(store.child.count == 2)
    let absent: StoreOf<Child>? = store.scope(state: \.sheet, action: \.sheet)
    #expect(absent == nil)
  }

  @Test func anOptionalScopeShowsWhatIsPresented() {
    let store = Store(initialState: Parent.State(sheet: Child.State(count: 5))) { Parent() }
    let sheet: StoreOf<Child>? = store.scope(state: \.sheet, action: \.sheet)
    sheet?.send(.increment)
    #expect(sheet?.count == 6)
  }

  @Test func onlyReadersOfWhatChangedAreTold() {
    let store = Store(initialState: Child.State()) { Child() }
    let told = LockIsolated<[String]>([])
    withObservationTracking {
      _ = store.count
    } onChange: {
      told.withValue { $0.append("count") }
    }
    withObservationTracking {
      _ = store.other
    } onChange: {
      told.withValue { $0.append("other") }
    }
    store.send(.increment)
    #expect(told.value == ["count"])
  }

  @Test func c50_cancellingATaskCancelsItsEffects() async {
    let store = Store(initialState: Child.State()) { Child() }
    let task = store.send(.forever)
    task.cancel()
    await task.finish()
    #expect(task.isCancelled)
    await store.send(.later).finish()
    #expect(store.count == 1)
  }

  @Test func c51_aStoreThatGoesAwayCancelsItsEffects() async {
    let (started, start) = AsyncStream<Void>.makeStream()
    let (cancelled, cancel) = AsyncStream<Void>.makeStream()
    var store: StoreOf<Child>? = Store(initialState: Child.State()) {
      Reduce<Child.State, Child.Action> { _, _ in
        .run { _ in
          start.finish()
          let stream = AsyncStream<Int> { continuation in continuation.onTermination = { _ in cancel.finish() } }
          for await _ in stream {}
        }
      }
    }
    store?.send(.forever)
    for await _ in started {}
    store = nil
    // Returns only when the effect was cancelled.
    for await _ in cancelled {}
  }
}
