@testable import ComposableArchitecture
import Scheduling
import Testing

@Suite struct CancellationTests {
  enum ID { case first, second }
  enum Numbered: Hashable, Sendable { case row(Int) }
  enum Action: Equatable, Sendable {
    case run(String)
    case done(String)
  }

  /// A state that writes down what happened, and a reducer that returns what each test says.
  private func rig(_ effect: @escaping (String) -> Effect<Action>) -> Rig<[String], Action> {
    Rig([String]()) {
      Reduce { state, action in
        switch action {
        case .run(let name): return effect(name)
        case .done(let name):
          state.append(name)
          return .none
        }
      }
    }
  }

  private func sleep(_ seconds: Int, _ name: String) -> Effect<Action> {
    .run { send in
      @Dependency(\.continuousClock) var clock
      try await clock.sleep(for: .seconds(seconds))
      await send(.done(name))
    }
  }

  @Reducer
  struct Parent {
    struct State: Equatable {
      var ticker = Ticker.State()
      @Presents var child: Ticker.State?
      var rows: IdentifiedArrayOf<Row.State> = []
    }
    @Reducer
    struct Row {
      struct State: Equatable, Identifiable {
        let id: Int
        var ticker = Ticker.State()
      }
      enum Action: Equatable { case ticker(Ticker.Action) }
      var body: some ReducerOf<Self> { Scope(state: \.ticker, action: \.ticker) { Ticker() } }
    }
    enum Action: Equatable {
      case ticker(Ticker.Action)
      case child(PresentationAction<Ticker.Action>)
      case rows(IdentifiedActionOf<Row>)
      case stopAll
    }
    var body: some ReducerOf<Self> {
      Scope(state: \.ticker, action: \.ticker) { Ticker() }
      Reduce { _, action in action == .stopAll ? .cancel(id: Ticker.CancelID.timer) : .none }
        .ifLet(\.$child, action: \.child) { Ticker() }
        .forEach(\.rows, action: \.rows) { Row() }
    }
  }

  private func parent() -> Rig<Parent.State, Parent.Action> {
    Rig(Parent.State(child: Ticker.State(), rows: [Parent.Row.State(id: 1), Parent.Row.State(id: 2)])) { Parent() }
  }

  @Test func c40_aParentReachesDescendants() {
    let rig = parent()
    rig.send(.ticker(.start))
    rig.send(.child(.presented(.start)))
    rig.send(.rows(.element(id: 1, action: .ticker(.start))))
    #expect(rig.running == ["", "child", "rows[1]"])
    rig.send(.stopAll)
    #expect(rig.running == [])
  }

  @Test func c40_aChildReachesNeitherParentNorSibling() {
    let rig = parent()
    rig.send(.ticker(.start))
    rig.send(.child(.presented(.start)))
    rig.send(.rows(.element(id: 1, action: .ticker(.start))))
    rig.send(.rows(.element(id: 2, action: .ticker(.start))))
    rig.send(.rows(.element(id: 2, action: .ticker(.stop))))
    #expect(rig.running == ["", "child", "rows[1]"])
    rig.send(.child(.presented(.stop)))
    #expect(rig.running == ["", "rows[1]"])
  }

  struct Pair: Equatable {
    var left = Ticker.State()
    var right = Ticker.State()
  }
  @CasePathable
  enum PairAction: Equatable {
    case left(Ticker.Action)
    case right(Ticker.Action)
  }

  @Test func c41_scopedSiblingsShareTheirIds() {
    let rig = Rig(Pair()) {
      Scope<Pair, PairAction, _>(state: \.left, action: \.left) { Ticker() }
      Scope<Pair, PairAction, _>(state: \.right, action: \.right) { Ticker() }
    }
    rig.send(.left(.start))
    let messages = issues { rig.send(.right(.stop)) }
    #expect(rig.running == [])
    #expect(
      messages == [#"An effect of "left" was cancelled by "right": both use the cancellation id CancelID.timer."#])
  }

  @Test func c41_nobodyIsWarnedOfWhatIsItsOwnOrItsParents() {
    let rig = Rig(Pair()) {
      Scope<Pair, PairAction, _>(state: \.left, action: \.left) { Ticker() }
      Scope<Pair, PairAction, _>(state: \.right, action: \.right) { Ticker() }
      Reduce { _, action in action == .right(.closeLater) ? .cancel(id: Ticker.CancelID.timer) : .none }
    }
    let messages = issues {
      rig.send(.left(.start))
      rig.send(.left(.stop))
      rig.send(.right(.start))
      rig.send(.right(.closeLater))
    }
    #expect(rig.running == [])
    // What is reported is the dismissal alone.
    #expect(messages == ["A reducer requested dismissal, but couldn't be dismissed."])
  }

  @Test func c41_aPartOfAnEffectIsWarnedOfAsWell() {
    let rig = Rig(Sides()) { Sides.Feature() }
    rig.send(.left(.wait))
    let messages = issues { rig.send(.right(.cancel)) }
    #expect(
      messages == [#"An effect of "left" was cancelled by "right": both use the cancellation id ID.first."#])
  }

  struct Sides: Equatable {
    var left = Side.State()
    var right = Side.State()

    @Reducer
    struct Side {
      struct State: Equatable { var count = 0 }
      enum Action: Equatable { case wait, cancel }
      @Dependency(\.continuousClock) var clock
      var body: some ReducerOf<Self> {
        Reduce { _, action in
          switch action {
          case .wait:
            .run { _ in
              try await withTaskCancellation(id: ID.first) { try await clock.sleep(for: .seconds(1)) }
            }
          case .cancel: .run { _ in Task.cancel(id: ID.first) }
          }
        }
      }
    }

    @Reducer
    struct Feature {
      typealias State = Sides
      enum Action: Equatable {
        case left(Side.Action)
        case right(Side.Action)
      }
      var body: some ReducerOf<Self> {
        Scope(state: \.left, action: \.left) { Side() }
        Scope(state: \.right, action: \.right) { Side() }
      }
    }
  }

  /// Two tabs of one type; what each presents is its own although a scope gives them no identity.
  @Reducer
  struct Tabs {
    @Reducer
    struct Tab {
      struct State: Equatable {
        @Presents var sheet: Ticker.State?
        var rows: IdentifiedArrayOf<Parent.Row.State> = []
      }
      enum Action: Equatable {
        case present
        case rows(IdentifiedActionOf<Parent.Row>)
        case sheet(PresentationAction<Ticker.Action>)
      }
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          guard action == .present else { return .none }
          state.sheet = Ticker.State()
          state.rows = [Parent.Row.State(id: 1)]
          return .none
        }
        .ifLet(\.$sheet, action: \.sheet) { Ticker() }
        .forEach(\.rows, action: \.rows) { Parent.Row() }
      }
    }
    struct State: Equatable {
      var left = Tab.State()
      var right = Tab.State()
    }
    enum Action: Equatable {
      case left(Tab.Action)
      case right(Tab.Action)
    }
    var isChosen = false
    var body: some ReducerOf<Self> {
      Scope(state: \.left, action: \.left) { Tab() }
      if isChosen {
        // A body with a condition is put together for each action.
        Scope(state: \.right, action: \.right) { Reduce(Tab()) }
      } else {
        Scope(state: \.right, action: \.right) { Tab() }
      }
    }
  }

  @Test(arguments: [false, true])
  func c41_whatScopedSiblingsPresentIsTheirOwn(isChosen: Bool) {
    let rig = Rig(Tabs.State()) { Tabs(isChosen: isChosen) }
    rig.send(.left(.present))
    rig.send(.left(.sheet(.presented(.start))))
    rig.send(.left(.rows(.element(id: 1, action: .ticker(.start)))))
    // Nothing is presented on the right, which says nothing of the left.
    rig.send(.right(.rows(.element(id: 7, action: .ticker(.start)))), reporting: 1)
    #expect(rig.running == ["sheet", "rows[1]"])
    rig.send(.right(.present))
    #expect(rig.running == ["sheet", "rows[1]"])
    rig.send(.right(.sheet(.presented(.start))))
    // Each is dismissed by its own presenter, and takes only its own effects along.
    rig.send(.left(.sheet(.presented(.close))))
    #expect(rig.state.left.sheet == nil)
    #expect(rig.state.right.sheet != nil)
    #expect(rig.running == ["rows[1]", "sheet"])
    rig.send(.right(.sheet(.presented(.close))))
    #expect(rig.state.right.sheet == nil)
    #expect(rig.running == ["rows[1]"])
  }

  @Test func c42_cancelInFlightOfOneIdForSeveralChildrenCancelsTheEarlier() {
    let rig = rig { sleep(1, $0).cancellable(id: ID.first, cancelInFlight: true) }
    rig.send(.run("a"))
    rig.send(.run("b"))
    rig.advance(by: .seconds(1))
    #expect(rig.state == ["b"])
  }

  @Test func c43_storesDoNotCancelEachOther() {
    let first = rig { $0 == "stop" ? .cancel(id: ID.first) : sleep(1, $0).cancellable(id: ID.first) }
    let second = rig { $0 == "stop" ? .cancel(id: ID.first) : sleep(1, $0).cancellable(id: ID.first) }
    first.send(.run("a"))
    second.send(.run("b"))
    first.send(.run("stop"))
    #expect(first.running == [])
    #expect(second.running == [""])
  }

  @Test func c44_idsWithValuesAreDistinguished() {
    let rig = rig {
      $0 == "stop" ? .cancel(id: Numbered.row(1)) : sleep(1, $0).cancellable(id: Numbered.row(Int($0) ?? 0))
    }
    rig.send(.run("1"))
    rig.send(.run("2"))
    rig.send(.run("stop"))
    rig.advance(by: .seconds(1))
    #expect(rig.state == ["2"])
  }

  @Test func c44_valuesOfDifferentTypesAreDifferentIds() {
    let rig = rig { $0 == "stop" ? .cancel(id: 1.0) : sleep(1, $0).cancellable(id: 1) }
    rig.send(.run("a"))
    rig.send(.run("stop"))
    rig.advance(by: .seconds(1))
    #expect(rig.state == ["a"])
  }

  @Test func c45_anArrayIsOneIdAndIdsAreSeveral() {
    let rig = rig { name in
      switch name {
      case "id": .cancel(id: [ID.first, .second])
      case "ids": .cancel(ids: [ID.first, .second])
      default:
        .merge(
          sleep(1, "a").cancellable(id: ID.first), sleep(1, "b").cancellable(id: ID.second),
          sleep(1, "c").cancellable(id: [ID.first, .second]))
      }
    }
    rig.send(.run("start"))
    rig.send(.run("id"))
    #expect(rig.running.count == 2)
    rig.send(.run("ids"))
    #expect(rig.running == [])
  }

  @Test func c46_startAndCancelInOnePassRunsNothing() {
    let started = LockIsolated(false)
    let rig = rig { _ in
      .merge(
        .run { send in
          started.setValue(true)
          await send(.done("a"))
        }
        .cancellable(id: ID.first),
        .cancel(id: ID.first))
    }
    rig.send(.run(""))
    #expect(rig.state == [])
    #expect(!started.value)
  }

  @Test func c46_cancelAndStartInOnePassRuns() {
    let rig = rig { .merge(.cancel(id: ID.first), sleep(1, $0).cancellable(id: ID.first)) }
    rig.send(.run("a"))
    rig.send(.run("b"))
    rig.advance(by: .seconds(1))
    #expect(rig.state == ["b"])
  }

  @Test func c47_aStepThatIsCancelledBeforeItsTurnIsDropped() {
    let rig = rig { name in
      name == "stop"
        ? .cancel(id: ID.second)
        : .concatenate(sleep(1, "a"), sleep(1, "b").cancellable(id: ID.second), sleep(1, "c"))
    }
    rig.send(.run("start"))
    rig.send(.run("stop"))
    rig.advance(by: .seconds(10))
    #expect(rig.state == ["a", "c"])
  }

  @Test func c47_aSequencesOwnCancellationDoesNotDropItsLaterSteps() {
    let rig = rig { _ in
      .concatenate(sleep(1, "a"), .cancel(id: ID.first), sleep(1, "b").cancellable(id: ID.first), .send(.done("c")))
    }
    rig.send(.run(""))
    rig.advance(by: .seconds(2))
    #expect(rig.state == ["a", "b", "c"])
  }

  @Test func c47_cancellingAWholeSequenceDropsTheRest() {
    let rig = rig { name in
      name == "stop" ? .cancel(id: ID.first) : .concatenate(sleep(1, "a"), sleep(1, "b")).cancellable(id: ID.first)
    }
    rig.send(.run("start"))
    rig.advance(by: .milliseconds(1500))
    rig.send(.run("stop"))
    rig.advance(by: .seconds(10))
    #expect(rig.state == ["a"])
    rig.send(.run("start"))
    rig.send(.run("stop"))
    rig.advance(by: .seconds(10))
    #expect(rig.state == ["a"])
    #expect(rig.core.effects.isEmpty)
  }

  @Test func c49_cancelInFlightReplaces() {
    let rig = rig { sleep(1, $0).cancellable(id: ID.first, cancelInFlight: true) }
    rig.send(.run("a"))
    rig.advance(by: .milliseconds(900))
    rig.send(.run("b"))
    rig.advance(by: .milliseconds(900))
    #expect(rig.state == [])
    rig.advance(by: .milliseconds(100))
    #expect(rig.state == ["b"])
  }

  @Test func c49_cancellingTwiceAndAfterTheEndIsHarmless() {
    let rig = rig { $0 == "stop" ? .cancel(id: ID.first) : sleep(1, $0).cancellable(id: ID.first).cancellable(id: ID.first) }
    rig.send(.run("stop"))
    rig.send(.run("a"))
    rig.send(.run("stop"))
    rig.send(.run("stop"))
    rig.send(.run("b"))
    rig.advance(by: .seconds(1))
    rig.send(.run("stop"))
    #expect(rig.state == ["b"])
    #expect(rig.core.effects.isEmpty)
  }

  @Test func c49_anEffectThatEmitsAtOnceIsNotLost() {
    let rig = rig { .send(.done($0)).cancellable(id: ID.first, cancelInFlight: true) }
    rig.send(.run("a"))
    #expect(rig.state == ["a"])
  }

  @Test func c50_cancellingTheTaskCancelsWhatTheActionLedTo() {
    let rig = rig { name in
      switch name {
      case "start": .run { send in await send(.run("next")) }
      default: sleep(1, name)
      }
    }
    let group = rig.core.send(.run("start"), origin: .external, group: nil)
    rig.scheduler.runUntilIdle()
    rig.send(.run("other"))
    #expect(rig.core.effectsInFlight.count == 2)
    StoreTask(group: group, effects: rig.core.effects).cancel()
    rig.advance(by: .seconds(1))
    #expect(rig.state == ["other"])
  }

  @Test func c51_theEndOfAStoreCancelsItsEffects() {
    let wasCancelled = LockIsolated(false)
    let scheduler = Scheduler()
    var core: StoreCore<Int, Int>? = StoreCore(
      initialState: 0,
      reducer: Reduce { _, _ in
        .run { _ in
          await withTaskCancellationHandler {
            try? await scheduler.sleep(until: .seconds(1))
          } onCancel: {
            wasCancelled.setValue(true)
          }
        }
      }, dependencies: DependencyValues._current, scheduler: scheduler)
    core?.send(0)
    scheduler.runUntilIdle()
    #expect(!wasCancelled.value)
    core = nil
    #expect(wasCancelled.value)
    scheduler.runUntilIdle()
  }

  @Test @MainActor func c51_afterTheRootDismissedItselfNothingRunsAndNothingCanBeSent() async {
    let messages = await issues {
      let store = TestStore(initialState: Ticker.State()) {
        Ticker()
      } withDependencies: {
        $0.continuousClock = TestClock()
      }
      await store.send(.start)
      await store.send(.close)
      #expect(store.isDismissed)
      await store.send(.tick)
    }
    #expect(messages == ["Can't send an action to a feature that has dismissed itself: Action.tick"])
  }

  @Test func taskCancelReachesTheEffectsOfAnID() {
    let rig = rig { name in
      name == "stop" ? .run { _ in Task.cancel(id: ID.first) } : sleep(1, name).cancellable(id: ID.first)
    }
    rig.send(.run("a"))
    rig.send(.run("stop"))
    #expect(rig.running == [])
  }

  @Test func withTaskCancellationCancelsAPartOfAnEffect() {
    let rig = rig { name in
      switch name {
      case "stop": .cancel(id: ID.first)
      default:
        .run { send in
          @Dependency(\.continuousClock) var clock
          do {
            try await withTaskCancellation(id: ID.first, cancelInFlight: true) { try await clock.sleep(for: .seconds(1)) }
            await send(.done(name))
          } catch {
            await send(.done(name + " stopped"))
          }
        }
      }
    }
    rig.send(.run("a"))
    rig.send(.run("stop"))
    #expect(rig.state == ["a stopped"])
    rig.send(.run("b"))
    rig.send(.run("c"))
    rig.advance(by: .seconds(1))
    #expect(rig.state == ["a stopped", "b stopped", "c"])
    #expect(rig.core.effects.isEmpty)
  }
}
