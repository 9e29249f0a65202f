import ComposableArchitecture
import Testing

@Reducer struct Counter {
  @ObservableState struct State: Equatable { var count = 0 }
  enum Action: Equatable { case increment, decrement }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment: state.count += 1
      case .decrement: state.count -= 1
      }
      return .none
    }
  }
}

@Reducer struct Legacy {
  struct State { var count = 0 }
  enum Action { case increment }
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    return .none
  }
}

@Reducer public struct Nothing {}
@Reducer struct Unfinished { struct State {} }

@Reducer struct Modes {
  @ObservableState enum State: Equatable { case off, on(Counter.State) }
  enum Action { case on(Counter.Action), flip }
  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .flip = action { state = state.is(\.off) ? .on(Counter.State(count: state.on?.count ?? 10)) : .off }
      return .none
    }
    EmptyReducer()
  }
}

@Reducer struct Row<Value: Sendable> where Value: Equatable {
  struct State: Equatable { var value: Value }
  enum Action { case set(Value) }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .set(let value): state.value = value
      }
      return .none
    }
  }
}

@Reducer struct Parent {
  @Reducer(state: .equatable, .sendable, action: .equatable)
  enum Destination {
    case counter(Counter)
    case configured(Step = Step(by: 5))
    @ReducerCaseEphemeral case popup(Popup<Choice>)
    case note(String)
    case tapped
    @ReducerCaseIgnored case model(Model)
    enum Choice: Equatable { case confirm }
  }
  struct Popup<Action>: Equatable, Sendable, _EphemeralState {}
  struct Model: Equatable, Sendable { var text = "" }
  @ObservableState struct State: Equatable {
    @Presents var destination: Destination.State?
    var inline: Destination.State?
    var path = StackState<Path.State>()
    var events = 0
  }
  enum Action {
    case destination(PresentationAction<Destination.Action>), open, inline(Destination.Action), path(StackActionOf<Path>)
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .open:
        state.destination = .counter(Counter.State())
      case .destination(.presented(.counter(.increment))):
        state.events += 1
      case .destination, .inline, .path:
        break
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
    .ifLet(\.inline, action: \.inline)
    .forEach(\.path, action: \.path)
  }
}

@Reducer struct Step {
  let amount: Int
  init(by amount: Int) { self.amount = amount }
  @ObservableState struct State: Equatable { var total = 0 }
  enum Action: Equatable { case step }
  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.total += amount
      return .none
    }
  }
}

@Reducer public enum Path {
  case nothing(Nothing)
  #if DEBUG
    case debug(Nothing)
  #endif
}
extension Path.State: Equatable {}
extension Path.Action: Equatable {}

@Reducer indirect enum Recursive {
  case deeper(Deeper)
  @Reducer struct Deeper {
    @ObservableState struct State { @PresentationState var next: Recursive.State? }
    enum Action { case next(PresentationAction<Recursive.Action>) }
    var body: some ReducerOf<Self> { EmptyReducer().ifLet(\.$next, action: \.next) }
  }
}

func changed<R: Reducer>(_ reducer: R, _ state: R.State, _ actions: R.Action...) -> R.State {
  var state = state
  for action in actions { _ = reducer.reduce(into: &state, action: action) }
  return state
}

@Suite struct ReducerMacroTests {
  @Test func aStructRuns() {
    #expect(changed(Counter(), Counter.State(), .increment, .increment, .decrement) == Counter.State(count: 1))
    #expect(changed(Legacy(), Legacy.State(), .increment).count == 1)
    #expect(changed(Row<Int>(), Row.State(value: 1), .set(3)) == Row.State(value: 3))
  }

  @Test func nestedEnumsAreCasePathable() {
    #expect(Counter.Action.increment.is(\.increment))
    #expect(changed(Modes(), .off, .flip).on?.count == 10)
    #expect(Modes.Action.on(.increment)[case: \.on.increment] != nil)
  }

  @Test func whatIsMissingIsWritten() {
    #expect(Nothing.State() == Nothing.State())
    let reducer: any Reducer = Nothing()
    #expect(reducer is Nothing)
  }

  @Test func anEnumRunsTheFeatureOfItsCase() {
    let body = Parent.Destination.body
    #expect(changed(body, .counter(Counter.State()), .counter(.increment)) == .counter(Counter.State(count: 1)))
    #expect(changed(body, .configured(Step.State()), .configured(.step)) == .configured(Step.State(total: 5)))
    withExpectedIssue { #expect(changed(body, .tapped, .counter(.increment)) == .tapped) }
  }

  @Test func anEnumNeedsNoClosureInIfLet() {
    let state = changed(Parent(), Parent.State(), .open, .destination(.presented(.counter(.increment))))
    #expect(state.destination?.counter == Counter.State(count: 1))
    #expect(state.events == 1)
  }

  @Test func anEnumNeedsNoClosureInlineNorOnAStack() {
    var state = Parent.State(inline: .configured(Step.State()))
    state.path.append(.nothing(Nothing.State()))
    state = changed(Parent(), state, .inline(.configured(.step)))
    #expect(state.inline?.configured == Step.State(total: 5))
    #expect(state.path.last == .nothing(Nothing.State()))
  }

  @MainActor @Test func aStoreIsSwitchedOverByCase() {
    let store = Store(initialState: Parent.Destination.State.counter(Counter.State(count: 1))) { Parent.Destination.body }
    guard case .counter(let counter) = store.case else {
      Issue.record("another case")
      return
    }
    counter.send(.increment)
    #expect(counter.withState(\.count) == 2)
    #expect(store.withState { $0 } == .counter(Counter.State(count: 2)))
    let note = Store(initialState: Parent.Destination.State.note("a")) { Parent.Destination.body }
    guard case .note("a") = note.case else {
      Issue.record("another case")
      return
    }
  }

  @Test func knowsTheEphemeralCases() {
    #expect(Parent.Destination.State.popup(Parent.Popup())._$isEphemeral)
    #expect(!Parent.Destination.State.note("a")._$isEphemeral)
    #expect(!Path.State.nothing(Nothing.State())._$isEphemeral)
  }
}
