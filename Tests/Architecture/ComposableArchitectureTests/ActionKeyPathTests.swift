import ComposableArchitecture
import Testing

@Reducer struct Line {
  @ObservableState struct State: Equatable, Identifiable {
    let id: Int
    var name = ""
  }
  enum Action: Equatable { case name(String), tapped }
}

@Reducer struct Page {
  @Reducer(state: .equatable, action: .equatable) enum Destination {
    case line(Line)
    case alert(AlertState<Alert>)
    case dialog(ConfirmationDialogState<Line.Action>)
    @CasePathable enum Alert: Equatable { case confirm }
  }
  @ObservableState struct State: Equatable {
    var lines: IdentifiedArrayOf<Line.State> = []
    var path = StackState<Destination.State>()
    @Presents var destination: Destination.State?
  }
  enum Action: Equatable {
    case lines(IdentifiedActionOf<Line>)
    case path(StackActionOf<Destination>)
    case destination(PresentationAction<Destination.Action>)
  }
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEach(\.lines, action: \.lines) { Line() }
      .forEach(\.path, action: \.path)
      .ifLet(\.$destination, action: \.destination)
  }
}

@Suite struct ActionKeyPathTests {
  typealias Cases = Page.Action.Cases

  @Test func goThroughElementsStacksAndPresentations() {
    #expect((\Cases.lines[id: 3].name)("a") == .lines(.element(id: 3, action: .name("a"))))
    #expect((\Cases.destination.line.tapped)() == .destination(.presented(.line(.tapped))))
    #expect((\Cases.destination.presented.alert.confirm)() == .destination(.presented(.alert(.confirm))))
    #expect((\Cases.destination.dialog.tapped)() == .destination(.presented(.dialog(.tapped))))
    #expect((\Cases.destination.dismiss)() == .destination(.dismiss))
    #expect((\Cases.path[id: 0].line.name)("a") == .path(.element(id: 0, action: .line(.name("a")))))
  }

  @Test func readThroughElementsStacksAndPresentations() {
    let action = Page.Action.lines(.element(id: 3, action: .name("a")))
    #expect(action[case: \.lines[id: 3].name] == "a")
    #expect(action[case: \.lines[id: 4].name] == nil)
    #expect(action.is(\.lines))
    #expect(!action.is(\.destination.line))
  }

  @Test func destinationsAreReadAndWrittenByCase() {
    var state = Page.State(destination: .line(Line.State(id: 1)))
    #expect(state.destination?.line?.id == 1)
    #expect(state.destination.is(\.some.line))
    #expect(state.destination?.is(\.alert) == false)
    state.destination?.line?.name = "a"
    state.destination.modify(\.some.line) { $0.name += "b" }
    #expect(state.destination == .line(Line.State(id: 1, name: "ab")))
    state.destination?.alert = AlertState { TextState("?") }
    #expect(state.destination?.line?.name == "ab")
  }
}
