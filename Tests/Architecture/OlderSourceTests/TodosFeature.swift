import ComposableArchitecture
import Foundation
import Testing

// A file as it was written for 1.0 to 1.3: lists by `id:action:`, binding states, alerts in their first spelling.

struct Todo: Reducer {
  struct State: Equatable, Identifiable {
    @BindingState var description = ""
    let id: UUID
    @BindingState var isComplete = false
  }
  enum Action: BindableAction, Equatable, Sendable {
    case binding(BindingAction<State>)
  }
  var body: some Reducer<State, Action> {
    BindingReducer()
  }
}

enum Filter: LocalizedStringKey, CaseIterable, Hashable {
  case all = "All"
  case active = "Active"
  case completed = "Completed"
}

struct Todos: Reducer {
  struct State: Equatable {
    @PresentationState var alert: AlertState<Action.Alert>?
    @BindingState var editMode: EditMode = .inactive
    @BindingState var filter: Filter = .all
    @BindingState var tint = Color.blue
    var saves = 0
    var todos: IdentifiedArrayOf<Todo.State> = []

    var filteredTodos: IdentifiedArrayOf<Todo.State> {
      switch filter {
      case .active: return self.todos.filter { !$0.isComplete }
      case .all: return self.todos
      case .completed: return self.todos.filter(\.isComplete)
      }
    }
  }

  enum Action: BindableAction, Equatable, Sendable {
    case addTodoButtonTapped
    case alert(PresentationAction<Alert>)
    case binding(BindingAction<State>)
    case clearCompletedButtonTapped
    case delete(IndexSet)
    case move(IndexSet, Int)
    case sortCompletedTodos
    case todo(id: Todo.State.ID, action: Todo.Action)

    enum Alert: Equatable, Sendable { case confirmClear }
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.uuid) var uuid
  private enum CancelID { case todoCompletion }

  var body: some Reducer<State, Action> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .addTodoButtonTapped:
        state.todos.insert(Todo.State(id: self.uuid()), at: 0)
        return .none
      case .alert(.presented(.confirmClear)):
        state.todos.removeAll(where: \.isComplete)
        return .none
      case .alert(.dismiss):
        return .none
      case .binding(\.$filter):
        state.saves += 1
        return .none
      case .binding:
        return .none
      case .clearCompletedButtonTapped:
        state.alert = AlertState(
          title: TextState("Clear?"),
          message: TextState("They are gone then."),
          primaryButton: .destructive(TextState("Clear"), action: .send(.confirmClear)),
          secondaryButton: .cancel(TextState("Keep")))
        return .none
      case let .delete(indexSet):
        let filteredTodos = state.filteredTodos
        for index in indexSet { state.todos.remove(id: filteredTodos[index].id) }
        return .none
      case var .move(source, destination):
        if state.filter == .completed {
          source = IndexSet(source.map { state.filteredTodos[$0] }.compactMap { state.todos.index(id: $0.id) })
          destination =
            (destination < state.filteredTodos.endIndex
              ? state.todos.index(id: state.filteredTodos[destination].id)
              : state.todos.endIndex) ?? destination
        }
        state.todos.move(fromOffsets: source, toOffset: destination)
        return .run { send in
          try await self.clock.sleep(for: .milliseconds(100))
          await send(.sortCompletedTodos)
        }
      case .sortCompletedTodos:
        state.todos.sort { $1.isComplete && !$0.isComplete }
        return .none
      case .todo(id: _, action: .binding(\.$isComplete)):
        return .run { send in
          try await self.clock.sleep(for: .seconds(1))
          await send(.sortCompletedTodos, animation: .default)
        }
        .cancellable(id: CancelID.todoCompletion, cancelInFlight: true)
      case .todo: return .none
      }
    }
    .forEach(\.todos, action: /Action.todo(id:action:)) { Todo() }
    .ifLet(\.$alert, action: /Action.alert)
  }
}

@Suite @MainActor struct TodosFeatureTests {
  @Test func completingSortsOnceTheUserRests() async {
    let clock = TestClock()
    let store = TestStore(
      initialState: Todos.State(
        todos: [Todo.State(id: UUID(0)), Todo.State(id: UUID(1))])
    ) {
      Todos()
    } withDependencies: {
      $0.continuousClock = clock
      $0.uuid = .incrementing
    }
    await store.send(.todo(id: UUID(0), action: .set(\.$isComplete, true))) { $0.todos[id: UUID(0)]?.isComplete = true }
    await clock.advance(by: .milliseconds(500))
    await store.send(.todo(id: UUID(0), action: .set(\.$description, "Milk"))) { $0.todos[id: UUID(0)]?.description = "Milk" }
    await clock.advance(by: .milliseconds(500))
    await store.receive(.sortCompletedTodos) {
      $0.todos = [$0.todos[1], $0.todos[0]]
    }
    await store.send(.set(\.$filter, .completed)) {
      $0.filter = .completed
      $0.saves = 1
    }
    #expect(store.state.filteredTodos.map(\.description) == ["Milk"])
    await store.send(.clearCompletedButtonTapped) {
      $0.alert = AlertState {
        TextState("Clear?")
      } actions: {
        ButtonState(role: .destructive, action: .confirmClear) { TextState("Clear") }
        ButtonState(role: .cancel) { TextState("Keep") }
      } message: {
        TextState("They are gone then.")
      }
    }
    await store.send(.alert(.presented(.confirmClear))) {
      $0.alert = nil
      $0.todos = [Todo.State(id: UUID(1))]
    }
    await store.send(.binding(.set(\.$editMode, .active))) { $0.editMode = .active }
    await store.send(.binding(.set(\.$tint, .red))) { $0.tint = .red }
    #expect(store.state.editMode.isEditing)
  }
}
