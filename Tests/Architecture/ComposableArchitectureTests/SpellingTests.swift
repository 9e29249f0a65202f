import ComposableArchitecture
import Testing

/// Spellings that feature files use and that no other test needs.
@Suite struct SpellingTests {
  @Reducer
  struct App {
    @Reducer
    enum Path {
      case detail(StoreTests.Child)
      case timer(Ticker)
    }

    @ObservableState
    struct State {
      var path = StackState<Path.State>()
      var log: [String] = []
    }

    enum Action: ViewAction {
      case path(StackActionOf<Path>)
      case response(Result<String, any Error>)
      case view(View)

      @CasePathable
      enum View {
        case open
        case edit
        case fetch
        case main
        case popAll
      }
    }

    struct Failure: Error {}
    enum CancelID { case fetch }

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .path(.element(id: let id, action: .detail(.increment))):
          state.log.append("\(id)")
          return .none
        case .path:
          return .none
        case .response(.success(let text)):
          state.log.append(text)
          return .none
        case .response(.failure):
          state.log.append("failed")
          return .none
        case .view(.open):
          state.path.append(.detail(StoreTests.Child.State()))
          return .none
        case .view(.edit):
          guard let id = state.path.ids.last else { return .none }
          state.path[id: id, case: \.detail]?.count = 41
          state.path[id: id]?.modify(\.detail) { $0.other = 7 }
          return .send(.path(.element(id: id, action: .detail(.increment))), animation: .default)
        case .view(.fetch):
          return .run(priority: .background) { [count = state.path.count] send in
            await send(.response(Result { "\(count)" }), animation: .easeInOut(duration: 0.3))
            throw Failure()
          } catch: { error, send in
            await send(.response(.failure(error)))
          }
          .cancellable(id: CancelID.fetch, cancelInFlight: true)
          .animation()
        case .view(.main):
          return .run { @MainActor send in
            await send(.response(.success("main")))
          }
        case .view(.popAll):
          state.path.removeAll()
          return .merge(
            .cancel(id: CancelID.fetch),
            .concatenate(.send(.response(.success("a"))), .send(.response(.success("b")))))
        }
      }
      .forEach(\.path, action: \.path)
    }
  }

  @Test @MainActor func everythingCompilesAndRuns() async {
    let store = TestStore(initialState: Snapshot(App.State())) {
      Scope(state: \Snapshot.app, action: \App.Action.Cases.self) { App() }
    }
    store.exhaustivity = .off
    await store.send(.view(.open))
    await store.send(.view(.edit))
    await store.send(.view(.fetch))
    await store.skipReceivedActions()
    #expect(store.state.app.path[id: 0, case: \.detail]?.count == 42)
    #expect(store.state.app.path[id: 0, case: \.detail]?.other == 7)
    #expect(store.state.app.log == ["#0", "1", "failed"])
    await store.send(.view(.main))
    await store.receive(\.response.success)
    await store.send(.view(.popAll))
    await store.skipReceivedActions()
    #expect(store.state.app.log == ["#0", "1", "failed", "main", "a", "b"])
  }

  /// A state that a test store accepts although the feature's is not equatable.
  struct Snapshot: Equatable {
    var app: App.State
    init(_ app: App.State) { self.app = app }
    static func == (left: Self, right: Self) -> Bool { left.app.log == right.app.log && left.app.path.ids == right.app.path.ids }
  }
}
