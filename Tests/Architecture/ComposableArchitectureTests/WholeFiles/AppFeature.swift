import ComposableArchitecture
import Foundation
import Testing

// A file as it is written for 1.15 and later: an enum as root, delegates, streams, a debounced search, rows of rows.

@DependencyClient
struct AccountClient: Sendable {
  var sessions: @Sendable () -> AsyncStream<Account?> = { .finished }
  var signIn: @Sendable (_ name: String, _ password: String) async throws -> Account
  var signOut: @Sendable () async -> Void
}

struct Account: Equatable, Sendable, Identifiable { let id: Int, name: String }

extension AccountClient: TestDependencyKey {
  static let testValue = AccountClient()
}

extension DependencyValues {
  var accounts: AccountClient {
    get { self[AccountClient.self] }
    set { self[AccountClient.self] = newValue }
  }
}

@Reducer
struct SignIn {
  @ObservableState
  struct State: Equatable {
    var name = ""
    var password = ""
    var message: String?
    var isSending = false
  }
  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case response(Result<Account, any Error>)
    case signInButtonTapped
  }
  @Dependency(\.accounts.signIn) var signIn

  var body: some ReducerOf<Self> {
    CombineReducers {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .binding:
          state.message = nil
          return .none
        case .response(let result):
          state.isSending = false
          if case .failure(let error) = result { state.message = "\(error)" }
          return .none
        case .signInButtonTapped:
          state.isSending = true
          return .run { [name = state.name, password = state.password, signIn] send in
            await send(.response(Result { try await signIn(name, password) }))
          }
        }
      }
    }
    .onChange(of: \.name) { _, newValue in
      Reduce { state, _ in
        if newValue.isEmpty { state.password = "" }
        return .none
      }
    }
  }
}

@Reducer
struct Folder: Sendable {
  @ObservableState
  struct State: Equatable, Identifiable, Sendable {
    let id: Int
    var isExpanded = false
    var folders: IdentifiedArrayOf<State> = []
  }
  enum Action: Sendable {
    indirect case folders(IdentifiedActionOf<Folder>)
    case toggle
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .folders: return .none
      case .toggle:
        state.isExpanded.toggle()
        return .none
      }
    }
    .forEach(\.folders, action: \.folders) { Self() }
  }
}

@Reducer
struct Home {
  @ObservableState
  struct State: Equatable {
    let account: Account
    var root = Folder.State(id: 0, folders: [Folder.State(id: 1, folders: [Folder.State(id: 2)])])
    var query = ""
    var results: [String] = []
    @Presents var dialog: ConfirmationDialogState<Action.Dialog>?
  }
  enum Action {
    case dialog(PresentationAction<Dialog>)
    case delegate(Delegate)
    case queryChanged(String)
    case results([String])
    case root(Folder.Action)
    case signOutButtonTapped
    @CasePathable
    enum Dialog { case signOut }
    @CasePathable
    enum Delegate { case signOut }
  }
  enum CancelID { case search }
  @Dependency(\.continuousClock) var clock
  @Dependency(\.defaultFileStorage) var fileStorage

  var body: some ReducerOf<Self> {
    Scope(state: \.root, action: \.root) { Folder() }
    Reduce { state, action in
      switch action {
      case .dialog(.presented(.signOut)): return .send(.delegate(.signOut))
      case .dialog, .delegate, .root: return .none
      case .queryChanged(let query):
        state.query = query
        guard !query.isEmpty else {
          state.results = []
          return .cancel(id: CancelID.search)
        }
        return .run { send in
          try await clock.sleep(for: .milliseconds(300))
          await send(.results([query, query.uppercased()]), animation: .snappy)
        }
        .cancellable(id: CancelID.search, cancelInFlight: true)
      case .results(let results):
        state.results = results
        return .none
      case .signOutButtonTapped:
        state.dialog = ConfirmationDialogState(titleVisibility: .visible) {
          TextState("Sign out \(state.account.name)?")
        } actions: {
          ButtonState(role: .destructive, action: .signOut) { TextState("Sign out") }
        }
        return .none
      }
    }
    .ifLet(\.$dialog, action: \.dialog)
  }
}

@Reducer
struct RootApp {
  @ObservableState
  @CasePathable
  enum State: Equatable {
    case launching
    case signIn(SignIn.State)
    case home(Home.State)
  }
  enum Action {
    case home(Home.Action)
    case session(Account?)
    case signIn(SignIn.Action)
    case task
  }
  @Dependency(AccountClient.self) var accounts

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .home(.delegate(.signOut)):
        return .run { _ in await accounts.signOut() }
      case .home, .signIn:
        return .none
      case .session(let account):
        if let account {
          state = .home(Home.State(account: account))
        } else {
          state = .signIn(SignIn.State())
        }
        return .none
      case .task:
        return .run { send in
          for await account in accounts.sessions() {
            await send(.session(account))
          }
        }
      }
    }
    .ifCaseLet(\.home, action: \.home) { Home() }
    .ifCaseLet(\.signIn, action: \.signIn) { SignIn() }
  }
}

@Suite @MainActor struct AppFeatureTests {
  struct WrongPassword: Error {}

  @Test func signsInSearchesAndSignsOut() async {
    let clock = TestClock()
    let (sessions, session) = AsyncStream.makeStream(of: Account?.self)
    let account = Account(id: 1, name: "Blob")
    let store = TestStoreOf<RootApp>(initialState: .launching) {
      RootApp()
    } withDependencies: {
      $0.continuousClock = clock
      $0.accounts = AccountClient(
        sessions: { sessions },
        signIn: { name, password in
          guard password == "secret" else { throw WrongPassword() }
          session.yield(account)
          return account
        },
        signOut: { session.yield(nil) })
    }
    let task = await store.send(.task)
    session.yield(nil)
    await store.receive(\.session) { $0 = .signIn(SignIn.State()) }
    await store.send(\.signIn.binding.name, "Blob") { $0.modify(\.signIn) { $0.name = "Blob" } }
    await store.send(\.signIn.signInButtonTapped) { $0.modify(\.signIn) { $0.isSending = true } }
    await store.receive(\.signIn.response.failure) {
      $0.modify(\.signIn) {
        $0.isSending = false
        $0.message = "WrongPassword()"
      }
    }
    await store.send(\.signIn.binding.password, "secret") {
      $0.modify(\.signIn) {
        $0.message = nil
        $0.password = "secret"
      }
    }
    await store.send(.signIn(.binding(.set(\.name, "")))) {
      $0.modify(\.signIn) {
        $0.name = ""
        $0.password = ""
      }
    }
    await store.send(\.signIn.binding.password, "secret") { $0.modify(\.signIn) { $0.password = "secret" } }
    await store.withExhaustivity(.off) {
      await store.send(.signIn(.signInButtonTapped))
      await store.receive(\.session)
    }
    store.assert { $0 = .home(Home.State(account: account)) }
    await store.send(\.home.root.folders[id: 1].folders[id: 2].toggle) {
      $0.modify(\.home) { $0.root.folders[id: 1]?.folders[id: 2]?.isExpanded = true }
    }
    await store.send(\.home.queryChanged, "t") { $0.modify(\.home) { $0.query = "t" } }
    await clock.advance(by: .milliseconds(200))
    await store.send(\.home.queryChanged, "te") { $0.modify(\.home) { $0.query = "te" } }
    await clock.advance(by: .milliseconds(299))
    await clock.advance(by: .milliseconds(1))
    await store.receive(\.home.results, ["te", "TE"]) { $0.modify(\.home) { $0.results = ["te", "TE"] } }
    await store.send(\.home.signOutButtonTapped) {
      $0.modify(\.home) {
        $0.dialog = ConfirmationDialogState(titleVisibility: .visible) {
          TextState("Sign out Blob?")
        } actions: {
          ButtonState(role: .destructive, action: .signOut) { TextState("Sign out") }
        }
      }
    }
    await store.send(\.home.dialog.signOut) { $0.modify(\.home) { $0.dialog = nil } }
    await store.receive(\.home.delegate.signOut)
    await store.receive(\.session, nil) { $0 = .signIn(SignIn.State()) }
    session.finish()
    await task.finish()
  }
}
