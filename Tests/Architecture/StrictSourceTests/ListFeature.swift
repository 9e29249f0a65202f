import ComposableArchitecture
import Foundation
import Testing

// A file as it is written since 1.7: observable state, case key paths, reducer enums.

@Reducer
public struct Item: Sendable {
  @ObservableState
  public struct State: Equatable, Identifiable, Sendable {
    public let id: UUID
    public var title = ""
    public var isDone = false
    public init(id: UUID, title: String = "") {
      self.id = id
      self.title = title
    }
  }

  public enum Action: BindableAction, Equatable, Sendable {
    case binding(BindingAction<State>)
    case delegate(Delegate)
    case doneTapped
    @CasePathable
    public enum Delegate: Equatable, Sendable { case finished }
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.title):
        state.title = state.title.trimmingCharacters(in: .whitespaces)
        return .none
      case .binding, .delegate:
        return .none
      case .doneTapped:
        state.isDone.toggle()
        return .send(.delegate(.finished), animation: .spring(duration: 0.3))
      }
    }
  }
}

@Reducer
struct ListFeature {
  @Reducer(state: .equatable, .sendable, action: .equatable, .sendable)
  enum Destination {
    case alert(AlertState<ListFeature.Alert>)
    case dialog(ConfirmationDialogState<ListFeature.Alert>)
    case edit(Item)
    @ReducerCaseIgnored
    case help(page: Int)
  }

  @Reducer
  enum Path {
    case item(Item)
    case about(About)
  }

  @CasePathable
  enum Alert: Equatable, Sendable { case confirm, later(Int) }

  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    var items: IdentifiedArrayOf<Item.State> = []
    var path = StackState<Path.State>()
    @ObservationStateIgnored var log: [String] = []
    var ticks = 0

    mutating func note(_ text: String) { log.append(text) }
  }

  enum Action {
    case addTapped
    case alertTapped
    case appended(Path.State)
    case destination(PresentationAction<Destination.Action>)
    case dialogTapped
    case editTitle(String)
    case helpTapped
    case items(IdentifiedActionOf<Item>)
    case loaded(Result<[String], any Error>)
    case path(StackActionOf<Path>)
    case task
    case tick
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.uuid) var uuid
  @Dependency(ItemLoader.self) var loader

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .addTapped:
        state.destination = .edit(Item.State(id: uuid()))
        return .none
      case .alertTapped:
        state.destination = .alert(.deletion(count: state.items.count))
        return .none
      case .appended(let element):
        state.path.append(element)
        return .none
      case .destination(.presented(.alert(.confirm))):
        state.items.removeAll()
        return .none
      case .destination(.presented(.dialog(.later(let days)))):
        state.note("later \(days)")
        return .none
      case .destination(.presented(.edit(.delegate(.finished)))):
        guard let item = state.destination?.edit else { return .none }
        state.items.append(item)
        state.destination = nil
        return .none
      case .destination:
        return .none
      case .dialogTapped:
        state.destination = .dialog(
          ConfirmationDialogState(titleVisibility: .visible) {
            TextState("When?")
          } actions: {
            ButtonState(action: .later(1)) { TextState("Tomorrow") }
            if state.items.isEmpty {
              ButtonState(role: .cancel) { TextState("Never") }
            }
          })
        return .none
      case .editTitle(let title):
        state.destination?.edit?.title = title
        state.$destination[case: \.edit]?.title += "!"
        state.destination?.modify(\.edit) { $0.isDone = true }
        return .none
      case .helpTapped:
        state.destination = .help(page: 1)
        return .none
      case .items(.element(id: let id, action: .delegate(.finished))):
        state.note("finished \(state.items[id: id]?.title ?? "?")")
        return .none
      case .items:
        return .none
      case .loaded(.success(let titles)):
        state.items.append(contentsOf: titles.map { Item.State(id: uuid(), title: $0) })
        return .none
      case .loaded(.failure(let error)):
        state.note("\(error)")
        return .none
      case .path(.element(id: let id, action: .item(.delegate(.finished)))):
        state.path.pop(from: id)
        return .none
      case .path(.popFrom(id: let id)):
        state.note("pop \(id)")
        return .none
      case .path:
        return .none
      case .task:
        return .merge(
          .run { send in
            await send(.loaded(Result { try await loader.load(limit: 2) }))
          },
          .run { [clock] send in
            for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) }
          })
      case .tick:
        state.ticks += 1
        return .none
      }
    }
    .forEach(\.items, action: \.items) { Item() }
    .forEach(\.path, action: \.path)
    .ifLet(\.$destination, action: \.destination)
    ._printChanges(nil)
  }
}

extension ListFeature.Path.State: Equatable {}

extension AlertState where Action == ListFeature.Alert {
  static func deletion(count: Int) -> Self {
    AlertState {
      TextState("Delete \(count) items?")
    } actions: {
      ButtonState(role: .destructive, action: .confirm) { TextState("Delete") }
      ButtonState(role: .cancel) { TextState("Cancel") }
    } message: {
      TextState("This cannot be undone.")
    }
  }
}

@Reducer
struct About {}

@DependencyClient
struct ItemLoader: Sendable {
  var load: @Sendable (_ limit: Int) async throws -> [String]
}

extension ItemLoader: DependencyKey {
  static let liveValue = ItemLoader(load: { limit in (0..<limit).map { "\($0)" } })
  static let testValue = ItemLoader()
}

@Suite @MainActor struct ListFeatureTests {
  @Test func editsItemsInDestinationsRowsAndPath() async {
    let clock = TestClock()
    let store = TestStore(initialState: ListFeature.State()) {
      ListFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.uuid = .incrementing
      $0[ItemLoader.self].load = { limit in (1...limit).map { "item \($0)" } }
    }
    let task = await store.send(.task)
    await store.receive(\.loaded.success) {
      $0.items = [Item.State(id: UUID(0), title: "item 1"), Item.State(id: UUID(1), title: "item 2")]
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.tick) { $0.ticks = 1 }
    await store.send(\.items[id: UUID(0)].binding.title, " Milk ") { $0.items[id: UUID(0)]?.title = "Milk" }
    await store.send(.items(.element(id: UUID(0), action: .doneTapped))) { $0.items[id: UUID(0)]?.isDone = true }
    await store.receive(\.items[id: UUID(0)].delegate.finished) { $0.log = ["finished Milk"] }
    await store.send(.addTapped) { $0.destination = .edit(Item.State(id: UUID(2))) }
    await store.send(.editTitle("Eggs")) {
      $0.destination?.edit?.title = "Eggs!"
      $0.destination?.edit?.isDone = true
    }
    await store.send(\.destination.edit.doneTapped) { $0.destination?.edit?.isDone = false }
    await store.receive(\.destination.presented.edit.delegate.finished) {
      $0.destination = nil
      $0.items.append(Item.State(id: UUID(2), title: "Eggs!"))
    }
    await store.send(.dialogTapped) {
      $0.destination = .dialog(
        ConfirmationDialogState(titleVisibility: .visible) {
          TextState("When?")
        } actions: {
          ButtonState(action: .later(1)) { TextState("Tomorrow") }
        })
    }
    await store.send(\.destination.dialog.later, 3) {
      $0.destination = nil
      $0.log.append("later 3")
    }
    await store.send(.appended(.item(Item.State(id: UUID(9))))) { $0.path[id: 0] = .item(Item.State(id: UUID(9))) }
    await store.send(\.path[id: 0].item.doneTapped) { $0.path[id: 0]?.modify(\.item) { $0.isDone = true } }
    await store.receive(\.path[id: 0].item.delegate.finished) { $0.path = StackState() }
    await store.send(.appended(.about(About.State()))) { $0.path[id: 1] = .about(About.State()) }
    await store.send(.path(.popFrom(id: 1))) {
      $0.path.removeLast()
      $0.log.append("pop #1")
    }
    await store.send(.helpTapped) { $0.destination = .help(page: 1) }
    await store.send(.alertTapped) { $0.destination = .alert(.deletion(count: 3)) }
    await store.send(.destination(.presented(.alert(.confirm)))) {
      $0.destination = nil
      $0.items = []
    }
    await task.cancel()
  }
}
