import ComposableArchitecture
import Testing

@Suite struct PresentationTests {
  @Reducer
  struct Sheet {
    struct State: Equatable, Identifiable {
      var id = 0
      var ticker = Ticker.State()
      @Presents var nested: Ticker.State?
    }
    enum Action: Equatable {
      case ticker(Ticker.Action)
      case nested(PresentationAction<Ticker.Action>)
      case open
      case note
      case startAndClose
      case sendAndClose
    }
    @Dependency(\.continuousClock) var clock
    @Dependency(\.isPresented) var isPresented
    var body: some ReducerOf<Self> {
      Scope(state: \.ticker, action: \.ticker) { Ticker() }
      Reduce { state, action in
        switch action {
        case .open:
          state.nested = Ticker.State()
          return .none
        case .startAndClose:
          return .run { send in await send(.note) }
        case .sendAndClose: return .send(.note)
        case .note, .ticker, .nested: return .none
        }
      }
      .ifLet(\.$nested, action: \.nested) { Ticker() }
    }
  }

  @Reducer
  struct Root {
    struct State: Equatable {
      @Presents var sheet: Sheet.State?
      var log: [String] = []
    }
    enum Action: Equatable {
      case sheet(PresentationAction<Sheet.Action>)
      case present(id: Int)
      case remove
    }
    var onDismiss: @Sendable (inout State) -> Void = { _ in }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .present(let id): state.sheet = Sheet.State(id: id)
        case .remove: state.sheet = nil
        case .sheet(.dismiss):
          state.log.append("dismiss with \(state.sheet.map { "\($0.id)" } ?? "nothing")")
          onDismiss(&state)
        case .sheet(.presented(.startAndClose)), .sheet(.presented(.sendAndClose)):
          state.sheet = nil
        case .sheet(.presented(.note)): state.log.append("note")
        case .sheet: break
        }
        return .none
      }
      .ifLet(\.$sheet, action: \.sheet) { Sheet() }
    }
  }

  @Test func c11_removingAChildCancelsItsEffectsAndThoseOfItsDescendants() {
    let rig = Rig(Root.State()) { Root() }
    rig.send(.present(id: 1))
    rig.send(.sheet(.presented(.ticker(.start))))
    rig.send(.sheet(.presented(.open)))
    rig.send(.sheet(.presented(.nested(.presented(.start)))))
    #expect(rig.running.count == 2)
    rig.advance(by: .seconds(1))
    #expect(rig.state.sheet?.ticker.ticks == 1)
    #expect(rig.state.sheet?.nested?.ticks == 1)
    rig.send(.remove)
    #expect(rig.running == [])
    let count = rig.actions.count
    rig.advance(by: .seconds(10))
    #expect(rig.actions.count == count)
  }

  struct Optionals: Equatable {
    var child: Ticker.State?
  }
  @CasePathable
  enum OptionalAction: Equatable {
    case child(Ticker.Action)
    case set(Bool)
  }

  @Test func c11_plainIfLetCancelsToo() {
    let rig = Rig(Optionals(child: Ticker.State())) {
      Reduce<Optionals, OptionalAction> { state, action in
        if case .set(let isOn) = action { state.child = isOn ? Ticker.State() : nil }
        return .none
      }
      .ifLet(\.child, action: \.child) { Ticker() }
    }
    rig.send(.child(.start))
    rig.send(.set(false))
    #expect(rig.running == [])
  }

  @Test func c12_aChangeByAnotherReducerCancelsOnTheSamePass() {
    let rig = Rig(Optionals(child: Ticker.State())) {
      Reduce<Optionals, OptionalAction> { state, action in
        if action == .set(false) { state.child = nil }
        return .none
      }
      EmptyReducer<Optionals, OptionalAction>().ifLet(\.child, action: \.child) { Ticker() }
    }
    rig.send(.child(.start))
    #expect(rig.running.count == 1)
    rig.send(.set(false))
    #expect(rig.running == [])
  }

  @Test func c12_aChangeByALaterReducerCancelsOnTheNextPass() {
    let rig = Rig(Optionals(child: Ticker.State())) {
      EmptyReducer<Optionals, OptionalAction>().ifLet(\.child, action: \.child) { Ticker() }
      Reduce<Optionals, OptionalAction> { state, action in
        if action == .set(false) { state.child = nil }
        return .none
      }
    }
    rig.send(.child(.start))
    rig.send(.set(false))
    rig.send(.set(false))
    #expect(rig.running == [])
  }

  @Test func c13_dismissRunsTheParentWhileTheDestinationIsThere() {
    let rig = Rig(Root.State(sheet: Sheet.State(id: 3))) { Root() }
    rig.send(.sheet(.dismiss))
    #expect(rig.state == Root.State(sheet: nil, log: ["dismiss with 3"]))
  }

  @Test func c14_aNewIdentityStaysAndTheSameGoes() {
    let other = Rig(Root.State(sheet: Sheet.State(id: 1))) { Root(onDismiss: { $0.sheet = Sheet.State(id: 2) }) }
    other.send(.sheet(.dismiss))
    #expect(other.state.sheet?.id == 2)
    let same = Rig(Root.State(sheet: Sheet.State(id: 1))) {
      Root(onDismiss: { $0.sheet = Sheet.State(id: 1, ticker: Ticker.State(ticks: 5)) })
    }
    same.send(.sheet(.dismiss))
    #expect(same.state.sheet == nil)
  }

  @Test func c15_actionsWhileNothingIsPresentedAreReportedAndTheParentRuns() {
    let rig = Rig(Root.State()) { Root() }
    let message = #"An "ifLet" received a presentation action when destination state was "nil"."#
    #expect(issues { rig.send(.sheet(.dismiss)) } == [message])
    #expect(issues { rig.send(.sheet(.presented(.note))) } == [message])
    #expect(rig.state.log == ["dismiss with nothing", "note"])
  }

  @Test func c16_aNewIdCancelsAndAFreshValueOfTheSameIdDoesNot() {
    let rig = Rig(Root.State()) { Root() }
    rig.send(.present(id: 1))
    rig.send(.sheet(.presented(.ticker(.start))))
    rig.send(.present(id: 1))
    #expect(rig.running.count == 1)
    rig.advance(by: .seconds(1))
    #expect(rig.state.sheet?.ticker.ticks == 1)
    rig.send(.present(id: 2))
    #expect(rig.running == [])
    rig.advance(by: .seconds(1))
    #expect(rig.state.sheet?.ticker.ticks == 0)
  }

  @Reducer
  enum Destination {
    case first(Ticker)
    case second(Ticker)
    case alert(AlertState<AlertAction>)

    @CasePathable
    enum AlertAction: Equatable {
      case confirm
      case again
    }
  }

  @Reducer
  struct Screens {
    struct State {
      @Presents var destination: Destination.State?
      var other = 0
    }
    enum Action {
      case destination(PresentationAction<Destination.Action>)
      case show(Destination.State?)
      case other
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .show(let destination): state.destination = destination
        case .other: state.other += 1
        case .destination(.presented(.alert(.again))): state.destination = .alert(Screens.alert("Again"))
        case .destination(.presented(.alert(.confirm))):
          if case .alert = state.destination { state.other += 10 }
        case .destination: break
        }
        return .none
      }
      .ifLet(\.$destination, action: \.destination)
    }
    static func alert(_ title: String) -> AlertState<Destination.AlertAction> {
      AlertState {
        TextState(title)
      } actions: {
        ButtonState(action: .confirm) { TextState("Confirm") }
        ButtonState(action: .again) { TextState("Again") }
      }
    }
  }

  @Test func c16_anotherCaseCancelsAndTheSameCaseDoesNot() {
    let rig = Rig(Screens.State(destination: .first(Ticker.State()))) { Screens() }
    rig.send(.destination(.presented(.first(.start))))
    rig.send(.show(.first(Ticker.State(ticks: 9))))
    rig.advance(by: .seconds(1))
    #expect(rig.state.destination?.first?.ticks == 10)
    rig.send(.show(.second(Ticker.State())))
    #expect(rig.running == [])
    rig.advance(by: .seconds(1))
    #expect(rig.state.destination?.second?.ticks == 0)
  }

  @Test func c17_dismissSendsExactlyOneDismissAndCancels() {
    let rig = Rig(Root.State()) { Root() }
    rig.send(.present(id: 1))
    rig.send(.sheet(.presented(.ticker(.start))))
    _ = rig.takeLog()
    rig.send(.sheet(.presented(.ticker(.close))))
    #expect(
      rig.takeLog() == [
        ".sheet(.presented(.ticker(.close)))", "dismiss 2: .sheet(.dismiss)", "effect 1 cancelled: sheet[1] went away",
        "effect 2 cancelled: sheet[1] went away",
      ])
    #expect(rig.state.sheet == nil)
    #expect(rig.running == [])
  }

  @Test func c18_dismissWorksFromAnEffectOfAnEffect() {
    let rig = Rig(Root.State()) { Root() }
    rig.send(.present(id: 1))
    rig.send(.sheet(.presented(.ticker(.closeLater))))
    #expect(rig.state == Root.State(sheet: nil, log: ["dismiss with 1"]))
  }

  @Test func c19_dismissClosesOnlyTheCaller() {
    let rig = Rig(Root.State(sheet: Sheet.State(id: 1, nested: Ticker.State()))) { Root() }
    rig.send(.sheet(.presented(.nested(.presented(.close)))))
    #expect(rig.state.sheet?.id == 1)
    #expect(rig.state.sheet?.nested == nil)
    #expect(rig.state.log == [])
  }

  @Test func c20_dismissWhereNothingIsPresentedIsReported() {
    let rig = Rig(Ticker.State()) { Ticker() }
    #expect(issues { rig.send(.close) } == ["A reducer requested dismissal, but couldn't be dismissed."])
  }

  @Reducer
  struct Keeper {
    struct State: Equatable {}
    enum Action: Equatable { case keep }
    let kept: LockIsolated<DismissEffect?>
    @Dependency(\.dismiss) var dismiss
    var body: some ReducerOf<Self> {
      Reduce { _, _ in
        // The bracket is what makes this a mistake: the dismissal belongs to the effect, and the effect is over at once.
        .run { [dismiss] _ in kept.setValue(dismiss) }
      }
    }
  }

  @Reducer
  struct KeeperParent {
    struct State: Equatable {
      @Presents var keeper: Keeper.State? = Keeper.State()
    }
    enum Action: Equatable {
      case keeper(PresentationAction<Keeper.Action>)
    }
    let kept: LockIsolated<DismissEffect?>
    var body: some ReducerOf<Self> {
      Reduce { _, _ in .none }
        .ifLet(\.$keeper, action: \.keeper) { Keeper(kept: kept) }
    }
  }

  @Test func c20_dismissOutsideOfAnEffectIsReported() {
    let kept = LockIsolated<DismissEffect?>(nil)
    let rig = Rig(KeeperParent.State()) { KeeperParent(kept: kept) }
    rig.send(.keeper(.presented(.keep)))
    let collector = IssueCollector()
    withIssueReporters([collector]) {
      Task(executorPreference: rig.scheduler) { await kept.value?() }
      rig.scheduler.runUntilIdle()
    }
    #expect(rig.state.keeper == Keeper.State())
    #expect(collector.messages.count == 1)
    #expect(
      collector.messages.first?.hasPrefix(
        """
        A reducer requested dismissal, but couldn't be dismissed.

        No effect of the feature at "keeper" is running
        """) == true)
  }

  @Reducer
  struct Presence {
    struct State: Equatable {
      var isPresented: Bool?
      @Presents var child: Leaf.State?
    }
    enum Action: Equatable {
      case ask
      case child(PresentationAction<Leaf.Action>)
    }
    @Reducer
    struct Leaf {
      struct State: Equatable { var isPresented: Bool? }
      enum Action: Equatable { case ask }
      @Dependency(\.isPresented) var isPresented
      var body: some ReducerOf<Self> {
        Reduce { state, _ in
          state.isPresented = isPresented
          return .none
        }
      }
    }
    @Dependency(\.isPresented) var isPresented
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if action == .ask { state.isPresented = isPresented }
        return .none
      }
      .ifLet(\.$child, action: \.child) { Leaf() }
    }
  }

  @Test func c20_isPresentedTellsInAdvance() {
    let rig = Rig(Presence.State(child: Presence.Leaf.State())) { Presence() }
    rig.send(.child(.presented(.ask)))
    rig.send(.ask)
    #expect(rig.state.child?.isPresented == true)
    #expect(rig.state.isPresented == false)
  }

  @Test func c21_aDeepLinkedFeatureCanBeDismissedAndSoCanTheNext() {
    let rig = Rig(Root.State(sheet: Sheet.State(id: 1))) { Root() }
    rig.send(.sheet(.presented(.ticker(.close))))
    rig.send(.present(id: 2))
    rig.send(.sheet(.presented(.ticker(.close))))
    #expect(rig.state == Root.State(sheet: nil, log: ["dismiss with 1", "dismiss with 2"]))
  }

  @Reducer
  struct Tabs {
    @CasePathable
    enum State: Equatable {
      case home(Root.State)
      case settings
    }
    enum Action: Equatable {
      case home(Root.Action)
      case go(State)
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .go(let target) = action { state = target }
        return .none
      }
      .ifCaseLet(\.home, action: \.home) { Root() }
    }
  }

  @Test func c22_dismissWorksAfterTheParentsCaseWasLeftAndEnteredAgain() {
    let rig = Rig(Tabs.State.home(Root.State(sheet: Sheet.State(id: 1)))) { Tabs() }
    rig.send(.home(.sheet(.presented(.ticker(.start)))))
    let home = rig.state
    rig.send(.go(.settings))
    #expect(rig.running == [])
    rig.send(.go(home))
    rig.send(.home(.sheet(.presented(.ticker(.close)))))
    #expect(rig.state == .home(Root.State(sheet: nil, log: ["dismiss with 1"])))
  }

  @Test func c23_anAlertsOwnActionClosesItAfterTheParentRan() {
    let rig = Rig(Screens.State(destination: .alert(Screens.alert("Sure?")))) { Screens() }
    rig.send(.other)
    #expect(rig.state.destination?.alert != nil)
    rig.send(.destination(.presented(.alert(.confirm))))
    #expect(rig.state.destination == nil)
    #expect(rig.state.other == 11)
  }

  struct Alerts: Equatable {
    var alert: AlertState<Choice>?
    @Presents var dialog: ConfirmationDialogState<Choice>?
    enum Choice: Equatable { case yes }
  }
  @CasePathable
  enum AlertsAction: Equatable {
    case alert(Alerts.Choice)
    case dialog(PresentationAction<Alerts.Choice>)
  }

  @Test func c23_alertsAndDialogsWithoutADestinationEnum() {
    let rig = Rig(
      Alerts(
        alert: AlertState { TextState("Alert") }, dialog: ConfirmationDialogState { TextState("Dialog") })
    ) {
      EmptyReducer<Alerts, AlertsAction>()
        .ifLet(\.alert, action: \.alert)
        .ifLet(\.$dialog, action: \.dialog)
    }
    rig.send(.alert(.yes))
    #expect(rig.state.alert == nil)
    #expect(rig.state.dialog != nil)
    rig.send(.dialog(.presented(.yes)))
    #expect(rig.state.dialog == nil)
  }

  @Test func c24_anAlertWhoseButtonPresentsANewAlertKeepsTheNewOne() {
    let rig = Rig(Screens.State(destination: .alert(Screens.alert("Sure?")))) { Screens() }
    rig.send(.destination(.presented(.alert(.again))))
    #expect(rig.state.destination?.alert == Screens.alert("Again"))
  }

  @Test func c25_ephemeralStateStartsNoEffects() {
    let rig = Rig(Screens.State()) { Screens() }
    rig.send(.show(.alert(Screens.alert("Sure?"))))
    rig.send(.show(nil))
    #expect(rig.takeLog().filter { $0.contains("effect") } == [])
  }

  @Test func c26_dismissingTwoLayersSendsNoStrayDismiss() {
    let rig = Rig(Root.State(sheet: Sheet.State(id: 1, nested: Ticker.State()))) { Root() }
    rig.send(.sheet(.presented(.nested(.presented(.start)))))
    _ = rig.takeLog()
    rig.send(.remove)
    rig.advance(by: .seconds(5))
    #expect(rig.takeLog() == [".remove", "effect 1 cancelled: sheet[1] went away"])
  }

  @Test @MainActor func c27_aPresentedChildWithoutEffectsNeedsNoCleaningUp() async {
    let none = await issues {
      let store = TestStore(initialState: Root.State()) {
        Root()
      } withDependencies: {
        $0.continuousClock = TestClock()
      }
      await store.send(.present(id: 1)) { $0.sheet = Sheet.State(id: 1) }
    }
    #expect(none == [])
    let some = await issues {
      let store = TestStore(initialState: Root.State()) {
        Root()
      } withDependencies: {
        $0.continuousClock = TestClock()
      }
      await store.send(.present(id: 1)) { $0.sheet = Sheet.State(id: 1) }
      await store.send(.sheet(.presented(.ticker(.start))))
    }
    #expect(some == ["Effects are still running at the end of the test:"])
  }

  @Test func c48_aChildDismissedInThePassThatStartedAnEffectNeverEmits() {
    let rig = Rig(Root.State(sheet: Sheet.State(id: 1))) { Root() }
    rig.send(.sheet(.presented(.startAndClose)))
    #expect(
      rig.takeLog() == [".sheet(.presented(.startAndClose))", "effect 1 cancelled: sheet[1] went away"])
    #expect(rig.state.log == [])
  }

  @Test func c55_aSendOfAChildRemovedInTheSamePassArrivesAtNil() {
    let rig = Rig(Root.State(sheet: Sheet.State(id: 1))) { Root() }
    let issues = issues { rig.send(.sheet(.presented(.sendAndClose))) }
    #expect(issues == [#"An "ifLet" received a presentation action when destination state was "nil"."#])
    #expect(rig.state.log == ["note"])
  }
}
