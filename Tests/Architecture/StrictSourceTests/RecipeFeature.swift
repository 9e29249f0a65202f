import ComposableArchitecture
import Foundation
import Testing

// A file as it was written for 1.7 to 1.9: observable state, `Path` and `Destination` by hand with key paths, view actions.

struct Recipe: Equatable, Identifiable, Codable, Sendable {
  let id: UUID
  var name = ""
  var steps: [String] = []
}

@DependencyClient
struct RecipeClient: Sendable {
  var load: @Sendable () async throws -> [Recipe]
  var save: @Sendable (_ recipe: Recipe) async throws -> Void
  var suggestion: @Sendable (_ for: String, _ limit: Int) -> String = { _, _ in "" }
}

extension RecipeClient: DependencyKey {
  static let liveValue = RecipeClient(load: { [] }, save: { _ in }, suggestion: { name, limit in String(name.prefix(limit)) })
}

extension RecipeClient: TestDependencyKey {
  static let previewValue = Self()
  static let testValue = Self()
}

extension DependencyValues {
  var recipes: RecipeClient {
    get { self[RecipeClient.self] }
    set { self[RecipeClient.self] = newValue }
  }
}

@Reducer
struct RecipeEditor {
  @ObservableState
  struct State: Equatable {
    var recipe: Recipe
    var newStep = ""
    var isSaving = false
    @Presents var alert: AlertState<Action.Alert>?

    var canSave: Bool { !recipe.name.isEmpty && !isSaving }
  }

  enum Action: ViewAction, BindableAction {
    case alert(PresentationAction<Alert>)
    case binding(BindingAction<State>)
    case delegate(Delegate)
    case saveResponse(Result<Recipe, any Error>)
    case view(View)

    @CasePathable
    enum Alert { case discard }
    @CasePathable
    enum Delegate { case saved(Recipe) }
    @CasePathable
    enum View {
      case addStepTapped
      case closeTapped
      case saveTapped
    }
  }

  @Dependency(\.dismiss) var dismiss
  @Dependency(\.recipes) var recipes

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .alert(.presented(.discard)):
        return .run { _ in await dismiss() }

      case .alert, .delegate:
        return .none

      case .binding(\.recipe.name):
        state.newStep = recipes.suggestion(for: state.recipe.name, limit: 3)
        return .none

      case .binding:
        return .none

      case .saveResponse(.success(let recipe)):
        state.isSaving = false
        return .run { send in
          await send(.delegate(.saved(recipe)))
          await dismiss()
        }

      case .saveResponse(.failure(let error)):
        state.isSaving = false
        state.alert = AlertState { TextState("\(error)") }
        return .none

      case .view(let viewAction):
        switch viewAction {
        case .addStepTapped:
          state.recipe.steps.append(state.newStep)
          state.newStep = ""
          return .none

        case .closeTapped:
          state.alert = AlertState {
            TextState("Discard?")
          } actions: {
            ButtonState(role: .destructive, action: .discard) { TextState("Discard") }
          }
          return .none

        case .saveTapped:
          guard state.canSave else { return .none }
          state.isSaving = true
          return .run { [recipe = state.recipe] send in
            await send(
              .saveResponse(
                Result {
                  try await recipes.save(recipe: recipe)
                  return recipe
                }))
          }
        }
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

@Reducer
struct Cookbook {
  @ObservableState
  struct State: Equatable {
    var path = StackState<Path.State>()
    var recipes: IdentifiedArrayOf<Recipe> = []
    @Presents var destination: Destination.State?
    var loading = Loading.idle

    @CasePathable
    enum Loading: Equatable { case idle, loading, failed(String) }
  }

  enum Action {
    case addTapped
    case destination(PresentationAction<Destination.Action>)
    case loaded(Result<[Recipe], any Error>)
    case path(StackAction<Path.State, Path.Action>)
    case recipeTapped(Recipe.ID)
    case task
  }

  @Reducer
  struct Path {
    @ObservableState
    enum State: Equatable {
      case editor(RecipeEditor.State)
      case timer(CookingTimer.State)
    }
    enum Action {
      case editor(RecipeEditor.Action)
      case timer(CookingTimer.Action)
    }
    var body: some ReducerOf<Self> {
      Scope(state: \.editor, action: \.editor) { RecipeEditor() }
      Scope(state: \.timer, action: \.timer) { CookingTimer() }
    }
  }

  @Reducer
  struct Destination {
    @ObservableState
    enum State: Equatable {
      case add(RecipeEditor.State)
    }
    enum Action {
      case add(RecipeEditor.Action)
    }
    var body: some ReducerOf<Self> {
      Scope(state: \.add, action: \.add) { RecipeEditor() }
    }
  }

  @Dependency(\.recipes) var recipes
  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addTapped:
        state.destination = .add(RecipeEditor.State(recipe: Recipe(id: uuid())))
        return .none

      case .destination(.presented(.add(.delegate(.saved(let recipe))))):
        state.recipes.append(recipe)
        return .none

      case .destination:
        return .none

      case .loaded(.success(let recipes)):
        state.loading = .idle
        state.recipes = IdentifiedArray(uniqueElements: recipes)
        return .none

      case .loaded(.failure(let error)):
        state.loading = .failed(error.localizedDescription)
        return .none

      case .path(.element(id: _, action: .editor(.delegate(.saved(let recipe))))):
        state.recipes.updateOrAppend(recipe)
        return .none

      case .path(.element(id: let id, action: .timer(.finished))):
        state.path.pop(from: id)
        return .none

      case .path:
        return .none

      case .recipeTapped(let id):
        guard let recipe = state.recipes[id: id] else { return .none }
        state.path.append(.editor(RecipeEditor.State(recipe: recipe)))
        state.path.append(.timer(CookingTimer.State(minutes: recipe.steps.count)))
        return .none

      case .task:
        guard !state.loading.is(\.loading) else { return .none }
        state.loading = .loading
        return .run { send in
          await send(.loaded(Result { try await recipes.load() }))
        }
      }
    }
    .forEach(\.path, action: \.path) {
      Path()
    }
    .ifLet(\.$destination, action: \.destination) {
      Destination()
    }
  }
}

@Reducer
struct CookingTimer {
  @ObservableState
  struct State: Equatable {
    var minutes: Int
  }
  enum Action: Equatable {
    case finished
    case start
    case tick
  }
  @Dependency(\.suspendingClock) var clock
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .finished:
        return .none
      case .start:
        return .run { [minutes = state.minutes] send in
          for _ in 0..<minutes {
            try await clock.sleep(for: .seconds(60))
            await send(.tick)
          }
          await send(.finished)
        }
      case .tick:
        state.minutes -= 1
        return .none
      }
    }
  }
}

@Suite @MainActor struct RecipeFeatureTests {
  struct Full: Error {}

  @Test func addsARecipe() async {
    let store = TestStore(initialState: Cookbook.State()) {
      Cookbook()
    } withDependencies: {
      $0.uuid = .constant(UUID(7))
      $0.recipes.save = { recipe in if recipe.steps.isEmpty { throw Full() } }
      $0.recipes.suggestion = { name, limit in "Chop \(name.prefix(limit))" }
    }
    await store.send(.addTapped) { $0.destination = .add(RecipeEditor.State(recipe: Recipe(id: UUID(7)))) }
    await store.send(\.destination.add.view.saveTapped)
    await store.send(.destination(.presented(.add(.binding(.set(\.recipe.name, "Onion soup")))))) {
      $0.destination?.add?.recipe.name = "Onion soup"
      $0.destination?.add?.newStep = "Chop Oni"
    }
    await store.send(\.destination.add.view.saveTapped) { $0.destination?.add?.isSaving = true }
    await store.receive(\.destination.add.saveResponse.failure) {
      $0.destination?.modify(\.add) {
        $0.isSaving = false
        $0.alert = AlertState { TextState("Full()") }
      }
    }
    await store.send(\.destination.add.alert.dismiss) { $0.destination?.modify(\.add) { $0.alert = nil } }
    await store.send(\.destination.add.view.addStepTapped) {
      $0.destination?.add?.recipe.steps = ["Chop Oni"]
      $0.destination?.add?.newStep = ""
    }
    await store.send(\.destination.add.view.saveTapped) { $0.destination?.add?.isSaving = true }
    await store.receive(\.destination.add.saveResponse.success) { $0.destination?.add?.isSaving = false }
    await store.receive(\.destination.add.delegate.saved) {
      $0.recipes = [Recipe(id: UUID(7), name: "Onion soup", steps: ["Chop Oni"])]
    }
    await store.receive(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func cooksFromTheStack() async {
    let clock = TestClock()
    let recipe = Recipe(id: UUID(1), name: "Tea", steps: ["Boil"])
    let store = TestStore(initialState: Cookbook.State()) {
      Cookbook()
    } withDependencies: {
      $0.recipes.load = { [recipe] }
      $0.suspendingClock = clock
    }
    await store.send(.task) { $0.loading = .loading }
    await store.receive(\.loaded.success) {
      $0.loading = .idle
      $0.recipes = [recipe]
    }
    await store.send(.recipeTapped(UUID(1))) {
      $0.path[id: 0] = .editor(RecipeEditor.State(recipe: recipe))
      $0.path[id: 1] = .timer(CookingTimer.State(minutes: 1))
    }
    await store.send(\.path[id: 1].timer.start)
    await clock.advance(by: .seconds(60))
    await store.receive(\.path[id: 1].timer.tick) { $0.path[id: 1, case: \.timer]?.minutes = 0 }
    await store.receive(\.path[id: 1].timer.finished) { $0.path[id: 1] = nil }
    await store.send(\.path[id: 0].editor.view.closeTapped) {
      $0.path[id: 0]?.editor?.alert = AlertState {
        TextState("Discard?")
      } actions: {
        ButtonState(role: .destructive, action: .discard) { TextState("Discard") }
      }
    }
    await store.send(\.path[id: 0].editor.alert.discard) { $0.path[id: 0]?.editor?.alert = nil }
    await store.receive(\.path.popFrom) { $0.path = StackState() }
  }
}
