@_spi(Reflection) import Swift
import ComposableArchitecture
import Testing

@Suite struct BindingTests {
  struct Settings: Equatable, Sendable {
    var isOn = false
    var level = 0
  }

  @Reducer
  struct Form {
    struct State: Equatable {
      @BindingState var name = ""
      var settings = Settings()
      var log: [String] = []
    }
    enum Action: BindableAction, Equatable {
      case binding(BindingAction<State>)
      case view(View)
      @CasePathable
      enum View: Equatable { case tapped }
    }
    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .binding(\.$name): state.log.append("name \(state.name)")
        case .binding(\.settings): state.log.append("settings \(state.settings.level)")
        case .binding: state.log.append("other")
        case .view: break
        }
        return .none
      }
    }
  }

  @Test func aBindingActionWritesAndIsMatched() {
    let rig = Rig(Form.State()) { Form() }
    rig.send(.set(\.$name, "Blob"))
    rig.send(.binding(.set(\.settings, Settings(isOn: true, level: 3))))
    rig.send(.set(\.settings.level, 4))
    rig.send(.view(.tapped))
    #expect(rig.state.name == "Blob")
    #expect(rig.state.settings == Settings(isOn: true, level: 4))
    #expect(rig.state.log == ["name Blob", "settings 3", "other"])
  }

  @Test func bindingActionsAreEqualWhenTheyWriteTheSame() {
    typealias Write = BindingAction<Form.State>
    #expect(Write.set(\.$name, "a") == .set(\.$name, "a"))
    #expect(Write.set(\.$name, "a") != .set(\.$name, "b"))
    #expect(Write.set(\.settings.level, 1) != .set(\.settings.isOn, true))
  }

  @Test @MainActor func aWriteIsReceivedByCaseKeyPath() async {
    let store = TestStore(initialState: Form.State()) { Form() }
    await store.send(\.binding.name, "Blob") {
      $0.name = "Blob"
      $0.log = ["other"]
    }
    await store.send(\.view.tapped)
  }

  @CasePathable
  enum Outer {
    case view(Inner)
    case other

    @CasePathable
    enum Inner: BindableAction {
      case binding(BindingAction<Settings>)
      case tapped
    }
  }

  @Test func bindingReducerForOneCaseOfTheActions() {
    let rig = Rig(Settings()) { BindingReducer(action: \Outer.Cases.view) }
    rig.send(.view(.set(\.level, 2)))
    rig.send(.view(.tapped))
    rig.send(.other)
    #expect(rig.state == Settings(isOn: false, level: 2))
  }

  @Test func aWriteOfAPartIsAWriteOfTheWhole() {
    let whole = BindingAction<Settings>.set(\.level, 5).pullback(\Form.State.settings)
    #expect(whole == .set(\.settings.level, 5))
  }

  /// What a debugger makes of text: a write to the storage of the property, found by looking into the state's type.
  private func write<Value: Equatable & Sendable>(_ name: String, _ value: Value) throws -> Form.Action {
    var found: PartialKeyPath<Form.State>?
    _ = _forEachFieldWithKeyPath(of: Form.State.self) { field, keyPath in
      if String(cString: field) == name { found = keyPath }
      return true
    }
    let keyPath = try #require(found as? WritableKeyPath<Form.State, BindingState<Value>>)
    return .binding(.set(keyPath, value))
  }

  @Test func aWriteToTheStorageIsMatchedByTheProperty() throws {
    let rig = Rig(Form.State()) { Form() }
    rig.send(try write("_name", "Blob"))
    #expect(rig.state.name == "Blob")
    #expect(rig.state.log == ["name Blob"])
  }

  @Test func pr3347_unhandledBindingActionsAreReported() {
    let rig = Rig(Form.State()) {
      Reduce<Form.State, Form.Action> { _, _ in .none }
    }
    #expect(issues { rig.send(.set(\.$name, "Blob")) } == ["A binding action was not handled."])
    #expect(issues { rig.send(.view(.tapped)) } == [])
    let nested = Rig(Settings()) { Reduce<Settings, Screen> { _, _ in .none } }
    #expect(issues { nested.send(.view(.set(\.level, 2))) } == ["A binding action was not handled."])
    #expect(issues { nested.send(.view(.tapped)) } == [])
    let handled = Rig(Settings()) { BindingReducer(action: \Screen.Cases.view) }
    #expect(issues { handled.send(.view(.set(\.level, 2))) } == [])
    #expect(handled.state.level == 2)
  }

  @CasePathable
  enum Screen: ViewAction {
    case view(Inner)
    case other

    @CasePathable
    enum Inner: BindableAction {
      case binding(BindingAction<Settings>)
      case tapped
    }
  }

  @Reducer
  struct Profile {
    @ObservableState
    struct State: Equatable {
      var name = ""
      var renames = 0
      var level = 0
    }
    enum Action: BindableAction {
      case binding(BindingAction<State>)
    }
    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        if case .binding(\.name) = action { state.renames += 1 }
        return .none
      }
    }
  }

  @Reducer
  struct ViewProfile {
    @ObservableState
    struct State: Equatable { var name = "" }
    enum Action: ViewAction {
      case view(View)
      @CasePathable
      enum View: BindableAction { case binding(BindingAction<State>) }
    }
    var body: some ReducerOf<Self> { BindingReducer(action: \.view) }
  }

  @Test @MainActor func settingAPropertyOfAStoreSendsTheBindingAction() {
    let store = Store(initialState: Profile.State()) { Profile() }
    store.name = "Blob"
    store.level += 2
    #expect(store.state == Profile.State(name: "Blob", renames: 1, level: 2))
    let view = Store(initialState: ViewProfile.State()) { ViewProfile() }
    view.name = "Blob"
    #expect(view.name == "Blob")
  }
}
