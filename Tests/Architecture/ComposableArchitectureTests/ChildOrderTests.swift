import ComposableArchitecture
import Testing

@Suite struct ChildOrderTests {
  @Reducer
  struct Child {
    struct State: Equatable, Identifiable {
      var id = 0
      var count = 0
    }
    enum Action: Equatable {
      case increment
      case done
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .increment: state.count += 1
        case .done: state.count = 100
        }
        return .none
      }
    }
  }

  @Reducer
  struct Parent {
    struct State: Equatable {
      var child: Child.State?
      var rows: IdentifiedArrayOf<Child.State> = []
      var seen: [Int] = []
    }
    enum Action: Equatable {
      case child(Child.Action)
      case rows(IdentifiedActionOf<Child>)
      case remove
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .child(.done):
          state.seen.append(state.child?.count ?? -1)
          state.child = nil
        case .child: state.seen.append(state.child?.count ?? -1)
        case .rows(.element(let id, _)): state.seen.append(state.rows[id: id]?.count ?? -1)
        case .remove: state.child = nil
        }
        return .none
      }
      .ifLet(\.child, action: \.child) { Child() }
      .forEach(\.rows, action: \.rows) { Child() }
    }
  }

  @Test func c01_forEachRunsTheElementFirst() {
    let rig = Rig(Parent.State(rows: [Child.State(id: 1), Child.State(id: 2, count: 7)])) { Parent() }
    rig.send(.rows(.element(id: 2, action: .increment)))
    #expect(rig.state.seen == [8])
    #expect(rig.state.rows[id: 1]?.count == 0)
  }

  @Test func c02_ifLetRunsTheChildFirstEvenWhenTheParentRemovesIt() {
    let rig = Rig(Parent.State(child: Child.State())) { Parent() }
    rig.send(.child(.increment))
    rig.send(.child(.done))
    #expect(rig.state.seen == [1, 100])
    #expect(rig.state.child == nil)
  }

  @Test func c03_childActionWithoutChildIsReportedAndTheParentRuns() {
    let rig = Rig(Parent.State()) { Parent() }
    let issues = issues { rig.send(.child(.increment)) }
    #expect(issues == [#"An "ifLet" received a child action when child state was "nil"."#])
    #expect(rig.state.seen == [-1])
  }

  @Test func c04_forEachReportsAMissingElementAndTheParentRuns() {
    let rig = Rig(Parent.State(rows: [Child.State(id: 1)])) { Parent() }
    let issues = issues { rig.send(.rows(.element(id: 2, action: .increment))) }
    #expect(issues == [#"A "forEach" received an action for a missing element."#])
    #expect(rig.state.seen == [-1])
    #expect(rig.state.rows[id: 1]?.count == 0)
  }

  @Reducer
  struct Screens {
    enum State: Equatable {
      case first(Child.State)
      case second(Child.State)
    }
    enum Action: Equatable {
      case first(Child.Action)
      case second(Child.Action)
    }
    let log: LockIsolated<[String]>
    var body: some ReducerOf<Self> {
      Reduce { _, action in
        log.withValue { $0.append(shortLabel(action)) }
        return .none
      }
      .ifCaseLet(\.first, action: \.first) { Child() }
      .ifCaseLet(\.second, action: \.second) { Child() }
    }
  }

  @Test func c05_ifCaseLetReportsAnotherCaseAndTheParentRuns() {
    let log = LockIsolated<[String]>([])
    let rig = Rig(Screens.State.first(Child.State())) { Screens(log: log) }
    rig.send(.first(.increment))
    #expect(rig.state == .first(Child.State(count: 1)))
    let issues = issues { rig.send(.second(.increment)) }
    #expect(issues == [#"An "ifCaseLet" received a child action when the state was in another case."#])
    #expect(rig.state == .first(Child.State(count: 1)))
    #expect(log.value == [".first(.increment)", ".second(.increment)"])
  }

  @Reducer
  struct ScopedScreens {
    enum State: Equatable {
      case first(Child.State)
      case second(Child.State)
    }
    enum Action: Equatable {
      case first(Child.Action)
      case second(Child.Action)
    }
    var body: some ReducerOf<Self> {
      Scope(state: \.first, action: \.first) { Child() }
      Scope(state: \.second, action: \.second) { Child() }
    }
  }

  @Test func c05_scopeOnAnEnumReportsAnotherCase() {
    let rig = Rig(ScopedScreens.State.second(Child.State())) { ScopedScreens() }
    rig.send(.second(.increment))
    #expect(rig.state == .second(Child.State(count: 1)))
    let issues = issues { rig.send(.first(.increment)) }
    #expect(issues == [#"A "Scope" received a child action when the state was in another case."#])
  }

  @Test func c06_bodyOrderIsTextual() {
    let add = Reduce<Int, Void> { state, _ in
      state += 1
      return .none
    }
    let double = Reduce<Int, Void> { state, _ in
      state *= 2
      return .none
    }
    var first = 3
    _ = CombineReducers {
      add
      double
    }.reduce(into: &first, action: ())
    #expect(first == 8)
    var second = 3
    _ = CombineReducers {
      double
      add
    }.reduce(into: &second, action: ())
    #expect(second == 7)
  }

  @Test func c06_aReducerBeforeTheBaseThatRemovesTheChildMakesItMissItsAction() {
    let rig = Rig(Parent.State(child: Child.State())) {
      Reduce<Parent.State, Parent.Action> { state, _ in
        state.child = nil
        return .none
      }
      Parent()
    }
    let issues = issues { rig.send(.child(.increment)) }
    #expect(issues == [#"An "ifLet" received a child action when child state was "nil"."#])
  }

  struct Counts: Equatable {
    var count = 0
    var changes: [[Int]] = []
    var row = Child.State()
  }
  enum CountAction: Equatable {
    case increment
    case decrement
    case outside
    case row(Child.Action)
  }

  @Test func c07_onChangeComparesBeforeAndAfterWhatItWrapsAndMayReturnEffects() {
    let rig = Rig(Counts()) {
      Reduce<Counts, CountAction> { state, action in
        switch action {
        case .increment: state.count += 1
        case .decrement: state.count -= 1
        case .outside, .row: break
        }
        return .none
      }
      .onChange(of: \.count) { old, new in
        Reduce { state, _ in
          state.changes.append([old, new])
          return new == 2 ? .send(.decrement) : .none
        }
      }
    }
    rig.send(.increment)
    rig.send(.outside)
    rig.send(.increment)
    #expect(rig.state.count == 1)
    #expect(rig.state.changes == [[0, 1], [1, 2], [2, 1]])
  }

  @Test func c07_onChangeTakesItsOwnIdeaOfDuplicates() {
    let rig = Rig(Counts()) {
      Reduce<Counts, CountAction> { state, _ in
        state.count += 1
        return .none
      }
      .onChange(of: \.count, removeDuplicates: { $0 / 2 == $1 / 2 }) { old, new in
        Reduce { state, _ in
          state.changes.append([old, new])
          return .none
        }
      }
    }
    for _ in 0..<4 { rig.send(.increment) }
    #expect(rig.state.changes == [[1, 2], [3, 4]])
  }

  @Test func c08_onChangeDoesNotSeeWhatChangesOutside() {
    let rig = Rig(Counts()) {
      Reduce<Counts, CountAction> { state, action in
        if action == .outside { state.count = 50 }
        return .none
      }
      EmptyReducer()
        .onChange(of: \.count) { old, new in
          Reduce { state, _ in
            state.changes.append([old, new])
            return .none
          }
        }
    }
    rig.send(.outside)
    #expect(rig.state.count == 50)
    #expect(rig.state.changes == [])
  }

  struct Form: Equatable {
    var name = ""
    var log: [String] = []
  }
  @CasePathable
  enum FormAction: BindableAction, Equatable {
    case binding(BindingAction<Form>)
    case other
  }

  @Test func c09_bindingReducerWritesAtItsPlace() {
    let note = Reduce<Form, FormAction> { state, _ in
      state.log.append(state.name)
      return .none
    }
    let rig = Rig(Form()) {
      note
      BindingReducer()
      note
    }
    rig.send(.set(\.name, "Blob"))
    #expect(rig.state.log == ["", "Blob"])
    rig.send(.other)
    #expect(rig.state.log == ["", "Blob", "Blob", "Blob"])
  }

  @Reducer
  struct Direct {
    struct State: Equatable {
      var child: Ticker.State? = Ticker.State()
    }
    enum Action: Equatable {
      case start
      case child(Ticker.Action)
      case remove
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .start:
          guard var child = state.child else { return .none }
          defer { state.child = child }
          return Ticker().reduce(into: &child, action: .start).map(Action.child)
        case .child: return .none
        case .remove:
          state.child = nil
          return .none
        }
      }
      .ifLet(\.child, action: \.child) { Ticker() }
    }
  }

  @Test func c10_aChildReducerCalledDirectlyIsNotInTheChildsIdentity() {
    let rig = Rig(Direct.State()) { Direct() }
    rig.send(.start)
    #expect(rig.running == [""])
    rig.send(.remove)
    #expect(rig.running == [""])
  }
}
