import ComposableArchitecture
import Foundation
import Testing

// A file as it is written since 1.10: shared state in every form of key, view actions, state that is an enum.

struct Preferences: Codable, Equatable, Sendable {
  var isSoundOn = true
  var name = "Blob"
}

extension SharedReaderKey where Self == InMemoryKey<Int>.Default {
  static var visits: Self { Self[.inMemory("visits"), default: 7] }
}

extension PersistenceReaderKey where Self == PersistenceKeyDefault<FileStorageKey<Preferences>> {
  static var preferences: Self { PersistenceKeyDefault(.fileStorage(.preferences), Preferences()) }
}

extension SharedKey where Self == AppStorageKey<Bool> {
  static var isOnboarded: Self { .appStorage("isOnboarded") }
}

extension URL {
  static let preferences = URL(fileURLWithPath: "/preferences.json")
}

@Reducer
struct SharedFeature {
  @ObservableState
  struct State: Equatable {
    @Shared(.inMemory("count")) var count = 0
    @Shared(.visits) var visits
    @Shared(.preferences) var preferences
    @Shared(.isOnboarded) var isOnboarded = false
    @Shared(.appStorage("volume")) var volume: Double = 0.5
    @SharedReader(.visits) var shownVisits
    @Shared var draft: String
    var heard: [Int] = []
    var query = ""
    var results: [String] = []

    init(draft: Shared<String> = Shared(value: "")) { self._draft = draft }
  }

  enum Action: ViewAction, Sendable {
    case heard(Int)
    case results([String])
    case view(View)

    @CasePathable
    enum View: BindableAction, Sendable {
      case binding(BindingAction<State>)
      case task, incrementTapped, renameTapped(String), stopTapped
    }
  }

  enum CancelID: Hashable, Sendable { case listening, search }

  @Dependency(\.mainQueue) var mainQueue

  var body: some ReducerOf<Self> {
    BindingReducer(action: \.view)
    Reduce<State, Action> { state, action in
      switch action {
      case let .heard(count):
        state.heard.append(count)
        return .none
      case let .results(results):
        state.results = results
        return .none
      case .view(.binding(\.query)):
        return .run { [query = state.query] send in
          await send(.results([query]))
        }
        .debounce(id: CancelID.search, for: 0.3, scheduler: mainQueue)
      case .view(.binding): return .none
      case .view(.task):
        return .publisher { state.$count.publisher.dropFirst().map { Action.heard($0) } }
          .cancellable(id: CancelID.listening, cancelInFlight: true)
      case .view(.incrementTapped):
        state.$count.withLock { $0 += 1 }
        state.$visits.withLock { $0 += 1 }
        return .none
      case let .view(.renameTapped(name)):
        state.$preferences.name.withLock { $0 = name }
        state.$isOnboarded.withLock { $0 = true }
        state.$draft.withLock { $0 = name }
        state.$volume.withLock { $0 = 0.25 }
        return .none
      case .view(.stopTapped):
        return .cancel(id: CancelID.listening)
      }
    }
  }
}

@Reducer
struct AppFeature {
  @ObservableState
  @CasePathable
  @dynamicMemberLookup
  enum State: Equatable {
    case loggedOut(LogIn.State)
    case loggedIn(SharedFeature.State)
    init() { self = .loggedOut(LogIn.State()) }
  }

  enum Action {
    case loggedOut(LogIn.Action)
    case loggedIn(SharedFeature.Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .loggedOut(.delegate(.didLogIn)):
        state = .loggedIn(SharedFeature.State())
        return .none
      case .loggedOut, .loggedIn: return .none
      }
    }
    .ifCaseLet(\.loggedOut, action: \.loggedOut) { LogIn() }
    .ifCaseLet(\.loggedIn, action: \.loggedIn) { SharedFeature() }
  }
}

@Reducer
struct LogIn {
  @ObservableState
  struct State: Equatable { var attempts = 0 }
  enum Action {
    case delegate(Delegate)
    case tapped
    enum Delegate { case didLogIn }
  }
  func reduce(into state: inout State, action: Action) -> EffectOf<Self> {
    @Dependency(\.date.now) var now
    switch action {
    case .delegate: return .none
    case .tapped:
      state.attempts += now.timeIntervalSince1970 > 0 ? 1 : 0
      return Effect.run(operation: { send in await send(.delegate(.didLogIn)) })
    }
  }
}

@Suite @MainActor struct SharedFeatureTests {
  @Test func sharedValuesAreHeardAndSaved() async {
    let queue = DispatchQueue.test
    let store = TestStore(initialState: SharedFeature.State()) {
      SharedFeature()
    } withDependencies: {
      $0.isolateSharedStorage()
      $0.mainQueue = queue.eraseToAnyScheduler()
    }
    await store.send(.view(.task))
    await store.send(.view(.incrementTapped)) {
      $0.$count.withLock { $0 = 1 }
      $0.$visits.withLock { $0 = 8 }
    }
    await store.receive(\.heard, 1) { $0.heard = [1] }
    #expect(store.state.shownVisits == 8)
    await store.send(.view(.renameTapped("Junior"))) {
      $0.$preferences.withLock { $0.name = "Junior" }
      $0.$isOnboarded.withLock { $0 = true }
      $0.$draft.withLock { $0 = "Junior" }
      $0.$volume.withLock { $0 = 0.25 }
    }
    await store.send(\.view.binding.query, "a") { $0.query = "a" }
    await store.send(\.view.binding.query, "ab") { $0.query = "ab" }
    await queue.advance(by: 0.3)
    await store.receive(\.results) { $0.results = ["ab"] }
    await store.send(.view(.stopTapped))
  }

  @Test func stateMayBeAnEnum() async {
    let store = TestStore(initialState: AppFeature.State()) {
      AppFeature()
    } withDependencies: {
      $0.isolateSharedStorage()
      $0.date = .constant(Date(timeIntervalSince1970: 1))
    }
    await store.send(\.loggedOut.tapped) { $0.modify(\.loggedOut) { $0.attempts = 1 } }
    await store.receive(\.loggedOut.delegate) { $0 = .loggedIn(SharedFeature.State()) }
    await store.send(\.loggedIn.view.incrementTapped) {
      $0.loggedIn?.$count.withLock { $0 = 1 }
      $0.loggedIn?.$visits.withLock { $0 = 8 }
    }
  }
}
