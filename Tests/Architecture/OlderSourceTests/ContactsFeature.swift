import ComposableArchitecture
import Foundation
import Testing

// A file as it was written for 1.0 to 1.3: destinations and paths are reducers with enums inside.

struct ContactForm: Reducer {
  struct State: Equatable, Identifiable {
    var id = 0
    @BindingState var name = ""
  }
  enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case saveTapped
    case delegate(Delegate)
    enum Delegate: Equatable { case saved(String) }
  }
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.isPresented) var isPresented
  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce<State, Action> { state, action in
      switch action {
      case .saveTapped:
        return .concatenate(
          .send(.delegate(.saved(state.name))),
          .run { _ in
            if self.isPresented { await self.dismiss() }
          })
      case .binding, .delegate: return .none
      }
    }
  }
}

struct Contacts: Reducer {
  struct Destination: Reducer {
    enum State: Equatable {
      case alert(AlertState<Action.Alert>)
      case form(ContactForm.State)
    }
    enum Action: Equatable {
      case alert(Alert)
      case form(ContactForm.Action)
      enum Alert: Equatable { case confirm(Int) }
    }
    var body: some ReducerOf<Self> {
      Scope(state: /State.form, action: /Action.form, child: ContactForm.init)
    }
  }

  struct Path: Reducer {
    enum State: Equatable {
      case detail(ContactForm.State)
      case summary(Int)
    }
    enum Action: Equatable {
      case detail(ContactForm.Action)
      case summary(Never)
    }
    var body: some ReducerOf<Self> {
      Scope(state: /State.detail, action: /Action.detail) { ContactForm() }
    }
  }

  struct State: Equatable {
    @PresentationState var destination: Destination.State?
    var path = StackState<Path.State>()
    var names: [String] = []
    var mode = Mode.State.off
  }

  struct Mode: Reducer {
    enum State: Equatable { case off, on(ContactForm.State) }
    enum Action: Equatable { case toggle, on(ContactForm.Action) }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .toggle:
          if case .off = state { state = .on(.init()) } else { state = .off }
          return .none
        case .on: return .none
        }
      }
      .ifCaseLet(/State.on, action: /Action.on) { ContactForm() }
    }
  }

  enum Action: Equatable {
    case addTapped
    case deleteTapped(Int)
    case destination(PresentationAction<Destination.Action>)
    case goTo(Path.State)
    case popToRoot
    case renameTop(String)
    case renameForm(String)
    case path(StackAction<Path.State, Path.Action>)
    case mode(Mode.Action)
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.mode, action: /Action.mode) { Mode() }
    Reduce { state, action in
      switch action {
      case .addTapped:
        state.destination = .form(.init(id: 1))
        return .none
      case let .deleteTapped(index):
        state.destination = .alert(
          AlertState(
            title: TextState("Delete \(index)?").bold() + TextState(" Really?"),
            dismissButton: .default(TextState("OK"), action: .send(.confirm(index), animation: .default))))
        return .none
      case let .destination(.presented(.form(.delegate(.saved(name))))):
        state.names.append(name)
        return .none
      case let .destination(.presented(.alert(.confirm(index)))):
        state.names.remove(at: index)
        return .none
      case .destination:
        return .none
      case let .goTo(screen):
        state.path.append(screen)
        return .none
      case .popToRoot:
        state.path.removeAll()
        return .none
      case let .renameTop(name):
        guard let id = state.path.ids.last else { return .none }
        state.path[id: id, case: /Path.State.detail]?.name = name
        return .none
      case let .renameForm(name):
        state.$destination[case: /Destination.State.form]?.name = name
        return .none
      case let .path(.element(id: id, action: .detail(.delegate(.saved(name))))):
        state.names.append(name)
        state.path.pop(from: id)
        return .none
      case .path, .mode: return .none
      }
    }
    .ifLet(\.$destination, action: /Action.destination) { Destination() }
    .forEach(\.path, action: /Action.path) { Path() }
  }
}

@Suite @MainActor struct ContactsFeatureTests {
  @Test func formsAndPathsReportWhatTheySaved() async {
    let store = TestStore(initialState: Contacts.State(), reducer: Contacts.init)
    await store.send(.addTapped) { $0.destination = .form(.init(id: 1)) }
    await store.send(.renameForm("Blo")) { $0.$destination[case: /Contacts.Destination.State.form]?.name = "Blo" }
    await store.send(.destination(.presented(.form(.set(\.$name, "Blob"))))) {
      $0.destination = .form(.init(id: 1, name: "Blob"))
    }
    await store.send(.destination(.presented(.form(.saveTapped))))
    await store.receive(.destination(.presented(.form(.delegate(.saved("Blob")))))) { $0.names = ["Blob"] }
    await store.receive(.destination(.dismiss)) { $0.destination = nil }
    await store.send(.deleteTapped(0)) {
      $0.destination = .alert(
        AlertState {
          TextState("Delete 0?").bold() + TextState(" Really?")
        } actions: {
          ButtonState(action: .send(.confirm(0), animation: .default)) { TextState("OK") }
        })
    }
    await store.send(.destination(.presented(.alert(.confirm(0))))) {
      $0.destination = nil
      $0.names = []
    }
    await store.send(.goTo(.detail(.init(id: 2)))) { $0.path[id: 0] = .detail(.init(id: 2)) }
    await store.send(.renameTop("Junior")) { $0.path[id: 0, case: /Contacts.Path.State.detail]?.name = "Junior" }
    await store.send(.path(.element(id: 0, action: .detail(.saveTapped))))
    await store.receive(.path(.element(id: 0, action: .detail(.delegate(.saved("Junior")))))) {
      $0.names = ["Junior"]
      $0.path = StackState()
    }
    await store.send(.mode(.toggle)) { $0.mode = .on(.init()) }
    await store.send(.mode(.on(.set(\.$name, "A")))) { $0.mode = .on(.init(name: "A")) }
  }
}
