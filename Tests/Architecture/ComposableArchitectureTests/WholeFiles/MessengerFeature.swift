import ComposableArchitecture
import Foundation
import Testing

// A file as it is written for 1.10 and later: shared state with keys of one's own, reducer enums with requested conformances.

struct Message: Codable, Equatable, Identifiable, Sendable {
  let id: UUID
  var text: String
  var isRead = false
}

struct MessengerSettings: Codable, Equatable, Sendable {
  var isMuted = false
  var name = "Blob"
}

extension SharedKey where Self == FileStorageKey<IdentifiedArrayOf<Message>>.Default {
  static var messages: Self {
    Self[.fileStorage(.documentsDirectory.appending(component: "messages.json")), default: []]
  }
}

extension SharedReaderKey where Self == InMemoryKey<MessengerSettings>.Default {
  fileprivate static var settings: Self { Self[.inMemory("messengerSettings"), default: MessengerSettings()] }
}

extension SharedReaderKey where Self == AppStorageKey<Int> {
  fileprivate static var launches: Self { appStorage("launches") }
}

@Reducer
struct Composer {
  @ObservableState
  struct State: Equatable {
    var draft = ""
    @Shared var settings: MessengerSettings
  }

  enum Action: BindableAction, Sendable {
    case binding(BindingAction<State>)
    case muteButtonTapped
    case sendButtonTapped
    case delegate(Delegate)
    @CasePathable
    enum Delegate: Equatable { case send(String) }
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.draft):
        if state.draft.count > 10 { state.draft.removeLast(state.draft.count - 10) }
        return .none
      case .binding, .delegate:
        return .none
      case .muteButtonTapped:
        state.$settings.withLock { $0.isMuted.toggle() }
        return .none
      case .sendButtonTapped:
        defer { state.draft = "" }
        return .send(.delegate(.send(state.draft)))
      }
    }
  }
}

@Reducer
struct MessageRow {
  @ObservableState
  struct State: Equatable, Identifiable {
    @Shared var message: Message
    var id: Message.ID { message.id }
  }
  enum Action { case readButtonTapped }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .readButtonTapped:
        state.$message.isRead.withLock { $0 = true }
        return .none
      }
    }
  }
}

@Reducer
struct Messenger {
  @Reducer(state: .equatable)
  enum Destination {
    case alert(AlertState<Alert>)
    case composer(Composer)
    case row(MessageRow)

    @CasePathable
    enum Alert { case deleteAll }
  }

  @Reducer
  enum Path {
    case row(MessageRow)
    case settings(SettingsPage)
    @ReducerCaseIgnored
    case about(version: String)
  }

  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    @SharedReader(.launches) var launches = 0
    @Shared(.messages) var messages
    var path = StackState<Path.State>()
    @Shared(.settings) var settings
    @Shared(.appStorage("lastSent")) var lastSent: String?
    var unread: Int { messages.filter { !$0.isRead }.count }
  }

  enum Action {
    case aboutButtonTapped
    case composeButtonTapped
    case deleteAllButtonTapped
    case destination(PresentationAction<Destination.Action>)
    case messageTapped(Message.ID)
    case path(StackActionOf<Path>)
    case settingsButtonTapped
  }

  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .aboutButtonTapped:
        state.path.append(.about(version: "1.0"))
        return .none

      case .composeButtonTapped:
        state.destination = .composer(Composer.State(settings: state.$settings))
        return .none

      case .deleteAllButtonTapped:
        state.destination = .alert(
          AlertState {
            TextState("Delete \(state.messages.count)?")
          } actions: {
            ButtonState(role: .destructive, action: .deleteAll) { TextState("Delete") }
          })
        return .none

      case .destination(.presented(.alert(.deleteAll))):
        state.$messages.withLock { $0.removeAll() }
        return .none

      case .destination(.presented(.composer(.delegate(.send(let text))))):
        let message = Message(id: uuid(), text: text)
        state.$messages.withLock { _ = $0.append(message) }
        state.$lastSent.withLock { $0 = text }
        state.destination = nil
        return .none

      case .destination:
        return .none

      case .messageTapped(let id):
        guard let message = Shared(state.$messages[id: id]) else { return .none }
        state.path.append(.row(MessageRow.State(message: message)))
        return .none

      case .path:
        return .none

      case .settingsButtonTapped:
        state.path.append(.settings(SettingsPage.State(name: state.$settings.name)))
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
    .forEach(\.path, action: \.path)
  }
}

extension Messenger.Path.State: Equatable {}

@Reducer
struct SettingsPage {
  @ObservableState
  struct State: Equatable {
    @Shared var name: String
    @Shared(.messages) var messages
  }
  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case rename(String)
  }
  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding:
        return .none
      case .rename(let name):
        state.$name.withLock { $0 = name }
        return .none
      }
    }
  }
}

@Suite @MainActor struct MessengerFeatureTests {
  @Test func composesReadsAndRenames() async {
    let store = TestStore(initialState: Messenger.State()) {
      Messenger()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    await store.send(.composeButtonTapped) {
      $0.destination = .composer(Composer.State(settings: $0.$settings))
    }
    await store.send(\.destination.composer.binding.draft, "Hello, world") {
      $0.destination?.modify(\.composer) { $0.draft = "Hello, wor" }
    }
    await store.send(\.destination.composer.muteButtonTapped) { $0.$settings.withLock { $0.isMuted = true } }
    await store.send(\.destination.composer.sendButtonTapped) { $0.destination?.modify(\.composer) { $0.draft = "" } }
    await store.receive(\.destination.composer.delegate.send) {
      $0.destination = nil
      $0.$lastSent.withLock { $0 = "Hello, wor" }
      $0.$messages.withLock { $0 = [Message(id: UUID(0), text: "Hello, wor")] }
    }
    #expect(store.state.unread == 1)
    await store.send(.messageTapped(UUID(0))) {
      guard let message = Shared($0.$messages[id: UUID(0)]) else { return }
      $0.path[id: 0] = .row(MessageRow.State(message: message))
    }
    await store.send(\.path[id: 0].row.readButtonTapped) { $0.$messages.withLock { $0[id: UUID(0)]?.isRead = true } }
    #expect(store.state.unread == 0)
    await store.send(.settingsButtonTapped) {
      $0.path[id: 1] = .settings(SettingsPage.State(name: $0.$settings.name))
    }
    await store.send(\.path[id: 1].settings.rename, "Blob Jr.") { $0.$settings.withLock { $0.name = "Blob Jr." } }
    await store.send(.aboutButtonTapped) { $0.path[id: 2] = .about(version: "1.0") }
    await store.send(.deleteAllButtonTapped) {
      $0.destination = .alert(
        AlertState {
          TextState("Delete 1?")
        } actions: {
          ButtonState(role: .destructive, action: .deleteAll) { TextState("Delete") }
        })
    }
    await store.send(\.destination.alert.deleteAll) {
      $0.destination = nil
      $0.$messages.withLock { $0 = [] }
    }
    @Shared(.messages) var messages
    #expect(messages.isEmpty)
  }
}
