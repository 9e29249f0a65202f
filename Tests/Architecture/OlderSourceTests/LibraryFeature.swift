import ComposableArchitecture
import Foundation
import Testing
import XCTestDynamicOverlay

// A file as it was written just before 1.0: reducer protocols, effect tasks, case paths of constructors, ids that are types.

struct Book: Equatable, Identifiable, Codable, Sendable {
  let id: UUID
  var title: String
  var isLent = false
}

struct LibraryClient: Sendable {
  var search: @Sendable (String) async throws -> [Book]
  var lend: @Sendable (Book.ID) async throws -> Void
}

extension LibraryClient: DependencyKey {
  static let liveValue = Self(search: { _ in [] }, lend: { _ in })
  static let previewValue = Self(search: { query in [Book(id: UUID(), title: query)] }, lend: { _ in })
  static let testValue = Self(search: XCTUnimplemented("search"), lend: XCTUnimplemented("lend"))
}

extension DependencyValues {
  var library: LibraryClient {
    get { self[LibraryClient.self] }
    set { self[LibraryClient.self] = newValue }
  }
}

struct Shelf: ReducerProtocol {
  struct State: Equatable, Identifiable {
    var book: Book
    var isLending = false
    var id: Book.ID { self.book.id }
  }

  enum Action: Equatable {
    case lendButtonTapped
    case lendResponse(TaskResult<Bool>)
  }

  @Dependency(\.library) var library

  func reduce(into state: inout State, action: Action) -> EffectTask<Action> {
    switch action {
    case .lendButtonTapped:
      state.isLending = true
      return .task { [id = state.id] in
        await .lendResponse(
          TaskResult {
            try await self.library.lend(id)
            return true
          })
      }
      .animation(.default)

    case .lendResponse(.success(let isLent)):
      state.isLending = false
      state.book.isLent = isLent
      return .none

    case .lendResponse(.failure):
      state.isLending = false
      return .none
    }
  }
}

struct Library: ReducerProtocol {
  struct State: Equatable {
    var alert: AlertState<Action>?
    var isSearching = false
    @BindingState var query = ""
    var shelves: IdentifiedArrayOf<Shelf.State> = []
    var visits = 0
  }

  enum Action: BindableAction, Equatable {
    case alertDismissed
    case binding(BindingAction<State>)
    case clearButtonTapped
    case clearConfirmed
    case onAppear
    case searchResponse(TaskResult<[Book]>)
    case shelf(id: Shelf.State.ID, action: Shelf.Action)
  }

  private enum SearchID {}
  private struct VisitID: Hashable {}

  @Dependency(\.library) var library
  @Dependency(\.mainQueue) var mainQueue
  @Dependency(\.fireAndForget) var fireAndForget

  var body: some ReducerProtocol<State, Action> {
    BindingReducer()

    Reduce { state, action in
      switch action {
      case .alertDismissed:
        state.alert = nil
        return .none

      case .binding(\.$query):
        guard !state.query.isEmpty else {
          state.shelves = []
          state.isSearching = false
          return .cancel(id: SearchID.self)
        }
        return EffectTask.task { [query = state.query] in
          await .searchResponse(TaskResult { try await self.library.search(query) })
        }
        .debounce(id: SearchID.self, for: 0.3, scheduler: self.mainQueue)

      case .binding:
        return .none

      case .clearButtonTapped:
        state.alert = AlertState(
          title: TextState("Clear the shelves?"),
          message: TextState("Nothing is lost."),
          primaryButton: .destructive(TextState("Clear"), action: .send(.clearConfirmed)),
          secondaryButton: .cancel(TextState("Keep"), action: .send(.alertDismissed))
        )
        return .none

      case .clearConfirmed:
        state.alert = nil
        state.shelves.removeAll()
        return EffectTask(value: .binding(.set(\.$query, "")))

      case .onAppear:
        state.visits += 1
        return .merge(
          .fireAndForget { try await Task.sleep(nanoseconds: 0) },
          .run { send in await send(.searchResponse(.success([]))) }
            .cancellable(id: VisitID(), cancelInFlight: true)
        )

      case let .searchResponse(.success(books)):
        state.isSearching = false
        state.shelves = IdentifiedArray(uniqueElements: books.map { Shelf.State(book: $0) })
        return .none

      case .searchResponse(.failure):
        state.isSearching = false
        state.alert = AlertState(title: TextState("The library is closed."))
        return .none

      case .shelf(id: _, action: .lendResponse(.failure)):
        state.alert = .init(
          title: .init("Somebody was faster."),
          dismissButton: .default(.init("OK"), action: .send(.alertDismissed))
        )
        return .none

      case .shelf:
        return .none
      }
    }
    .forEach(\.shelves, action: /Action.shelf(id:action:)) {
      Shelf()
    }
  }
}

@Suite @MainActor struct LibraryFeatureTests {
  private let books = [Book(id: UUID(1), title: "Emma"), Book(id: UUID(2), title: "Ulysses")]

  @Test func searchesAfterAPauseAndLends() async {
    let queue = DispatchQueue.test
    let store = TestStore(
      initialState: Library.State(),
      reducer: Library()
    ) {
      $0.library.search = { [books] query in books.filter { $0.title.contains(query) } }
      $0.library.lend = { id in if id == UUID(2) { throw Closed() } }
      $0.mainQueue = queue.eraseToAnyScheduler()
    }
    await store.send(.set(\.$query, "m")) { $0.query = "m" }
    await queue.advance(by: 0.2)
    await store.send(.set(\.$query, "s")) { $0.query = "s" }
    await queue.advance(by: .milliseconds(200))
    await queue.advance(by: 0.1)
    await store.receive(.searchResponse(.success([books[1]]))) { $0.shelves = [Shelf.State(book: books[1])] }
    await store.send(.shelf(id: UUID(2), action: .lendButtonTapped)) { $0.shelves[id: UUID(2)]?.isLending = true }
    await store.receive(.shelf(id: UUID(2), action: .lendResponse(.failure(Closed())))) {
      $0.shelves[id: UUID(2)]?.isLending = false
      $0.alert = AlertState(
        title: TextState("Somebody was faster."), dismissButton: .default(TextState("OK"), action: .send(.alertDismissed)))
    }
    await store.send(.alertDismissed) { $0.alert = nil }
    await store.send(.set(\.$query, "")) {
      $0.query = ""
      $0.shelves = []
    }
  }

  @Test func clearsAfterAnAlert() async {
    let store = TestStore(
      initialState: Library.State(query: "Emma", shelves: [Shelf.State(book: books[0])]),
      reducer: Library()
    )
    store.dependencies.library.lend = { _ in }
    await store.send(.onAppear) { $0.visits = 1 }
    await store.receive(.searchResponse(.success([]))) { $0.shelves = [] }
    await store.send(.searchResponse(.success(books))) {
      $0.shelves = [Shelf.State(book: books[0]), Shelf.State(book: books[1])]
    }
    await store.send(.shelf(id: UUID(1), action: .lendButtonTapped)) { $0.shelves[id: UUID(1)]?.isLending = true }
    await store.receive(.shelf(id: UUID(1), action: .lendResponse(.success(true)))) {
      $0.shelves[id: UUID(1)]?.isLending = false
      $0.shelves[id: UUID(1)]?.book.isLent = true
    }
    await store.send(.clearButtonTapped) {
      $0.alert = AlertState(
        title: TextState("Clear the shelves?"),
        message: TextState("Nothing is lost."),
        primaryButton: .destructive(TextState("Clear"), action: .send(.clearConfirmed)),
        secondaryButton: .cancel(TextState("Keep"), action: .send(.alertDismissed))
      )
    }
    await store.finish()
    await store.send(.clearConfirmed) {
      $0.alert = nil
      $0.shelves = []
    }
    await store.receive(.binding(.set(\.$query, ""))) { $0.query = "" }
  }

  struct Closed: Error, Equatable {}
}
