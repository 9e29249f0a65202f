import ComposableArchitecture
import Observation
import Testing

/// Stores of parts of a feature: rows, elements of a stack, cases of a destination.
@Suite @MainActor struct StoreScopeTests {
  @Reducer
  struct Row {
    @ObservableState
    struct State: Equatable, Identifiable {
      let id: Int
      var count = 0
      var note: String?
    }
    enum Action: Equatable { case increment, wait }
    @Dependency(\.continuousClock) var clock
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .increment:
          state.count += 1
          return .none
        case .wait: return .run { _ in try await clock.sleep(for: .seconds(1)) }
        }
      }
    }
  }

  @Reducer
  struct App {
    @Reducer
    enum Path {
      case row(Row)
      @ReducerCaseIgnored
      case about(String)
    }
    @Reducer
    enum Destination {
      case alert(AlertState<Never>)
      case edit(Row)
    }
    @ObservableState
    struct State {
      @Presents var destination: Destination.State?
      var path = StackState<Path.State>()
      var rows: IdentifiedArrayOf<Row.State> = []
      var single = Row.State(id: 0)
    }
    enum Action {
      case destination(PresentationAction<Destination.Action>)
      case path(StackActionOf<Path>)
      case removeAll
      case rows(IdentifiedActionOf<Row>)
      case single(Row.Action)
    }
    var body: some ReducerOf<Self> {
      Scope(state: \.single, action: \.single) { Row() }
      Reduce { state, action in
        guard case .removeAll = action else { return .none }
        state.rows = []
        state.path = StackState()
        state.destination = nil
        return .none
      }
      .forEach(\.rows, action: \.rows) { Row() }
      .forEach(\.path, action: \.path)
      .ifLet(\.$destination, action: \.destination)
    }
  }

  private func store() -> StoreOf<App> {
    Store(
      initialState: App.State(
        destination: .edit(Row.State(id: 9)), path: StackState([.row(Row.State(id: 5)), .about("1.0")]),
        rows: [Row.State(id: 1), Row.State(id: 2)])
    ) {
      App()
    }
  }

  @Test func aRowHasAStoreAsLongAsItIsThere() throws {
    let store = store()
    let row = try #require(store.scope(state: \.rows[id: 2], action: \.rows[id: 2]))
    row.send(.increment)
    #expect(row.count == 1)
    #expect(store.rows.map(\.count) == [0, 1])
    #expect(store.scope(state: \.rows[id: 3], action: \.rows[id: 3]) == nil)
    store.send(.removeAll)
    // A store that is still held shows what was there when it was made.
    #expect(row.state == Row.State(id: 2))
    #expect(store.scope(state: \.rows[id: 2], action: \.rows[id: 2]) == nil)
  }

  @Test func rowsAreACollectionOfStores() {
    let store = store()
    let rows = store.scope(state: \.rows, action: \.rows)
    #expect(rows.map(\.state.id) == [1, 2])
    for row in rows { row.send(.increment) }
    #expect(store.rows.map(\.count) == [1, 1])
    #expect(Array(rows).count == 2)
  }

  @Test func anElementOfTheStackHasAStore() throws {
    let store = store()
    let ids = store.path.ids
    let element = try #require(store.scope(state: \.path[id: ids[0]]?.row, action: \.path[id: ids[0]].row))
    element.send(.increment)
    #expect(store.path[id: ids[0], case: \.row]?.count == 1)
    let stack: Store<StackState<App.Path.State>, StackAction<App.Path.State, App.Path.Action>> = store.scope(
      state: \.path, action: \.path)
    stack.send(.element(id: ids[0], action: .row(.increment)))
    #expect(stack.withState { $0.ids } == ids)
    #expect(store.path[id: ids[0], case: \.row]?.count == 2)
    stack.send(.popFrom(id: ids[1]))
    #expect(store.path.count == 1)
    let first = try #require(store.scope(state: \.path[id: ids[0]], action: \.path[id: ids[0]]))
    switch first.case {
    case .row(let row):
      row.send(.increment)
      #expect(row.count == 3)
    case .about: Issue.record("The element is a row.")
    }
  }

  @Test func aDestinationHasAStoreByItsCase() throws {
    let store = store()
    let edit = try #require(store.scope(state: \.destination?.edit, action: \.destination.edit))
    edit.send(.increment)
    #expect(store.destination?.edit?.count == 1)
    #expect(store.scope(state: \.destination?.alert, action: \.destination.alert) == nil)
    let presented = store.scope(state: \.$destination, action: \.destination)
    presented.send(.dismiss)
    #expect(store.destination == nil)
    #expect(store.scope(state: \.destination?.edit, action: \.destination.edit) == nil)
  }

  @Test func functionsScopeAsWellAsKeyPaths() {
    let store = store()
    let single = store.scope(state: { $0.single }, action: { .single($0) })
    single.send(.increment)
    let older = store.scope(state: \.single, action: App.Action.single)
    older.send(.increment)
    #expect(store.single.count == 2)
    #expect(single.withState(\.count) == 2)
  }

  @Test func readersOfARowAreToldOfThatRowAlone() throws {
    let store = store()
    let first = try #require(store.scope(state: \.rows[id: 1], action: \.rows[id: 1]))
    let second = try #require(store.scope(state: \.rows[id: 2], action: \.rows[id: 2]))
    let told = LockIsolated<[Int]>([])
    withObservationTracking {
      _ = first.count
    } onChange: {
      told.withValue { $0.append(1) }
    }
    withObservationTracking {
      _ = second.count
    } onChange: {
      told.withValue { $0.append(2) }
    }
    second.send(.increment)
    #expect(told.value == [2])
  }

  @Test func aStoresDependenciesCanBeGivenWithIt() async {
    let clock = ImmediateClock()
    let store = Store(initialState: Row.State(id: 1)) {
      Row()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.wait).finish()
    #expect(clock.now == ImmediateClock().now.advanced(by: .seconds(1)))
  }

  @Test func olderFilesGiveTheReducerWithoutAClosure() {
    let store = Store(initialState: Row.State(id: 1), reducer: Row())
    store.send(.increment)
    #expect(store.state.count == 1)
  }
}
