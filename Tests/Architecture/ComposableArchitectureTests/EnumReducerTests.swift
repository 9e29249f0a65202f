import ComposableArchitecture
import Foundation
import Testing

/// `@Reducer` on enums in all their shapes.
@Suite struct EnumReducerTests {
  /// A feature over a type of its own.
  @Reducer
  struct Picker<Choice: Hashable & Sendable> {
    struct State: Equatable, Sendable {
      var choices: [Choice]
      var chosen: Choice?
    }
    enum Action: Equatable, Sendable { case choose(Int) }
    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .choose(let index):
          state.chosen = state.choices[index]
          return .none
        }
      }
    }
  }

  @Reducer
  struct Limited {
    let limit: Int
    struct State: Codable, Equatable, Hashable, Sendable { var count = 0 }
    enum Action: Codable, Equatable, Hashable, Sendable { case increment }
    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.count = min(limit, state.count + 1)
        return .none
      }
    }
  }

  /// What asks to be closed by anything that happens in it, and is no alert.
  struct Hint: Equatable, Sendable {
    enum Action: Equatable, Sendable { case seen }
    var text = ""
  }

  enum Screen {
    @Reducer(state: .equatable, .sendable, action: .equatable, .sendable)
    enum Modal {
      case color(Picker<String>)
      case number(EnumReducerTests.Picker<Int>)
      case limited(Limited = Limited(limit: 2))
      case inner(Inner.Body = Inner.body)
      case alert(AlertState<Alert>)
      case dialog(ConfirmationDialogState<EnumReducerTests.Screen.Modal.Alert>)
      @ReducerCaseEphemeral
      case hint(Hint)
      @ReducerCaseIgnored
      case picture(URL)
      case nothing

      @CasePathable
      enum Alert: Equatable, Sendable { case confirm }

      @Reducer(state: .equatable, .sendable, action: .equatable, .sendable)
      enum Inner {
        case limited(Limited = Limited(limit: 1))
      }
    }
  }

  @Reducer(state: .codable, .hashable, .equatable, .sendable, action: .codable, .hashable, .equatable)
  enum Stored {
    case limited(Limited = Limited(limit: 3))
    case other(Limited = Limited(limit: 4))
  }

  @Reducer
  struct Feature {
    @ObservableState
    struct State: Equatable {
      @Presents var modal: Screen.Modal.State?
      var stored: Stored.State?
      var path = StackState<Stored.State>()
    }
    enum Action: Equatable {
      case modal(PresentationAction<Screen.Modal.Action>)
      case stored(Stored.Action)
      case path(StackActionOf<Stored>)
    }
    var body: some ReducerOf<Self> {
      EmptyReducer()
        .ifLet(\.$modal, action: \.modal)
        .ifLet(\.stored, action: \.stored)
        .forEach(\.path, action: \.path)
    }
  }

  @Test func eachCaseRunsItsFeature() {
    let rig = Rig(
      Feature.State(
        modal: .color(Picker.State(choices: ["red", "green"])), stored: .other(Limited.State()),
        path: StackState([.limited(Limited.State())]))
    ) { Feature() }
    rig.send(.modal(.presented(.color(.choose(1)))))
    #expect(rig.state.modal?.color?.chosen == "green")
    for _ in 1...5 { rig.send(.stored(.other(.increment))) }
    #expect(rig.state.stored == .other(Limited.State(count: 4)))
    let id = rig.state.path.ids[0]
    for _ in 1...5 { rig.send(.path(.element(id: id, action: .limited(.increment)))) }
    #expect(rig.state.path[id: id, case: \.limited]?.count == 3)
  }

  @Test func genericNestedAndArgumentTakingFeatures() {
    let rig = Rig(Feature.State(modal: .number(Picker.State(choices: [7, 8])))) { Feature() }
    rig.send(.modal(.presented(.number(.choose(0)))))
    #expect(rig.state.modal?.number?.chosen == 7)
    let inner = Rig(Feature.State(modal: .inner(.limited(Limited.State())))) { Feature() }
    for _ in 1...3 { inner.send(.modal(.presented(.inner(.limited(.increment))))) }
    #expect(inner.state.modal?.inner?.limited?.count == 1)
  }

  @Test func ephemeralCasesCloseThemselves() {
    let alert = Rig(Feature.State(modal: .alert(AlertState { TextState("?") }))) { Feature() }
    alert.send(.modal(.presented(.alert(.confirm))))
    #expect(alert.state.modal == nil)
    let hint = Rig(Feature.State(modal: .hint(Hint()))) { Feature() }
    hint.send(.modal(.presented(.hint(.seen))))
    #expect(hint.state.modal == nil)
  }

  @Test func ignoredCasesAreDataAndAreDismissed() {
    let rig = Rig(Feature.State(modal: .picture(URL(fileURLWithPath: "/picture")))) { Feature() }
    #expect(rig.state.modal?.picture == URL(fileURLWithPath: "/picture"))
    rig.send(.modal(.dismiss))
    #expect(rig.state.modal == nil)
    let nothing = Rig(Feature.State(modal: .nothing)) { Feature() }
    #expect(nothing.state.modal?.is(\.nothing) == true)
    nothing.send(.modal(.dismiss))
    #expect(nothing.state.modal == nil)
  }

  /// An enum whose cases are moved between by a body of its own.
  @Reducer(state: .equatable)
  enum Steps {
    case first(Limited)
    case second(Limited)
    static var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .first where state.first?.count == 1:
          state = .second(Limited.State())
          return .none
        case .first, .second: return .none
        }
      }
      .ifCaseLet(\.first, action: \.first) { Limited(limit: 2) }
      .ifCaseLet(\.second, action: \.second) { Limited(limit: 3) }
      Reduce { state, _ in
        guard state.second?.count == 3 else { return .none }
        state = .first(Limited.State())
        return .none
      }
    }
  }

  @Test func aBodyWrittenByHandTakesThePlaceOfTheSynthesizedOne() {
    let rig = Rig(Steps.State.first(Limited.State())) { Steps.body }
    // The child runs before the reducer it is attached to, which sees its first step and moves on.
    rig.send(.first(.increment))
    #expect(rig.state == .second(Limited.State()))
    for _ in 1...2 { rig.send(.second(.increment)) }
    #expect(rig.state == .second(Limited.State(count: 2)))
    rig.send(.second(.increment))
    #expect(rig.state == .first(Limited.State()))
  }

  @Test func requestedConformancesAreThere() throws {
    let state = Stored.State.limited(Limited.State(count: 2))
    let data = try JSONEncoder().encode([state])
    #expect(try JSONDecoder().decode([Stored.State].self, from: data) == [state])
    #expect(Set([state, state, .other(Limited.State())]).count == 2)
    let action = Stored.Action.other(.increment)
    #expect(try JSONDecoder().decode([Stored.Action].self, from: JSONEncoder().encode([action])) == [action])
  }
}
