import ComposableArchitecture
import Features
import Testing

@testable import Session

@Suite struct TraceTests {
  private func session(of name: String, scenario: String? = nil) throws -> TranscriptSession {
    try TranscriptSession(RootFeature.named(name, in: RootFeature.all), scenario: scenario)
  }

  @Test func aTraceShowsTheCompositionInTheOrderItRan() throws {
    let session = try session(of: "tabs")
    session.type("tab1.incrementButtonTapped", "tab1.incrementButtonTapped")
    #expect(
      session.type("trace") == """
        #2 tab1.incrementButtonTapped
          TabsFeature
          ├─ Scope tab1: CounterFeature
          │  └─ Reduce
          │        ~ tab1.count  1 → 2
          ├─ Scope tab2: ProfileFeature  not run: another action
          └─ Reduce  nothing

        """)
  }

  @Test func presentationsAndEnumDestinationsAreTraced() throws {
    let session = try session(of: "contacts")
    session.type("addButtonTapped", "destination.addContact.setName(\"Blob\")", "destination.addContact.saveButtonTapped")
    #expect(
      session.type("trace 2") == """
        #2 destination.addContact.setName("Blob")
          ContactsFeature
          ├─ forEach path: ContactDetailFeature  not run: another action
          ├─ ifLet destination
          │  └─ Reduce
          │     └─ ifCaseLet addContact: AddContactFeature
          │        └─ Reduce
          │              ~ destination.addContact.contact.name  "" → "Blob"
          └─ Reduce  nothing

        """)
    #expect(session.type("trace 5").contains("└─ ifLet dismisses\n        ~ destination  .addContact("))
  }

  @Test func aCaseWhoseReducerDidNotRunIsNamed() throws {
    let session = try session(of: "auth")
    session.type("loggedOut.nameChanged(\"a\")")
    #expect(
      session.type("trace") == """
        #1 loggedOut.nameChanged("a")
          AuthFeature
          ├─ ifCaseLet main: MainFeature  not run: another action
          ├─ ifCaseLet loggedOut: LoginFeature
          │  └─ Reduce
          │        ~ loggedOut.name  "" → "a"
          └─ Reduce  nothing

        """)
    session.type("authStateChanged(id: 3, name: \"b\")", "loggedOut.nameChanged(\"a\")")
    #expect(
      session.type("trace") == """
        #3 loggedOut.nameChanged("a")
          AuthFeature
          ├─ ifCaseLet main: MainFeature  not run: another action
          ├─ ifCaseLet loggedOut: LoginFeature  not run: the state is in another case
          └─ Reduce  nothing

        """)
  }

  @Test func aScopeOnACaseIsNamedByItsStateAndOfTwinsByItsAction() throws {
    let session = try TranscriptSession(Twins.root)
    session.type("left(.poke)")
    let lines = session.type("trace").split(separator: "\n").map { $0.drop { !$0.isLetter } }
    #expect(
      lines.dropFirst().map(String.init) == [
        "Twins", "Scope left: Twin", "Reduce", "left.pokes  0 → 1", "Scope right: Twin  not run: another action",
        "ifCaseLet alone: Loner  not run: another action", "Reduce  nothing",
      ], "\(session.output)")
    session.type("right(.poke)")
    #expect(session.type("trace").contains("Scope left: Twin  not run: another action\n"), "\(session.output)")
    #expect(session.output.contains("Scope right: Twin  not run: the state is in another case\n"))
    session.type("alone(.poke)")
    #expect(session.type("trace").contains("Scope left: Twin  not run: another action\n"), "\(session.output)")
    #expect(session.output.contains("Scope right: Twin  not run: another action\n"))
    #expect(session.output.contains("ifCaseLet alone: Loner  not run: the state is in another case\n"))
  }

  @Test func onChangeAndEffectsAreTraced() throws {
    let session = try TranscriptSession(.chain)
    session.type("first")
    #expect(
      session.type("trace 1") == """
        #1 first
          Chain
          ├─ Reduce
          │     ~ steps  0 → 1
          │     » send second
          └─ onChange
             └─ Reduce  nothing

        """)
  }

  @Test func tracingFollowsEachActionWithTheReducersThatDidSomething() throws {
    let session = try session(of: "tabs")
    #expect(session.type("trace on") == "each action is followed by the reducers that did something\n")
    #expect(
      session.type("tab1.decrementButtonTapped").hasSuffix(
        "  #1 by TabsFeature › Scope tab1: CounterFeature › Reduce: tab1.count\n"))
    #expect(session.type("trace off") == "tracing is off\n")
    #expect(!session.type("tab1.decrementButtonTapped").contains(" by "))
  }

  @Test func aTraceChangesNothing() throws {
    let session = try TranscriptSession(.plain)
    session.type("startTimer", "makeID", "increment")
    let before = session.type("tree", "log", "effects")
    session.type("trace 2", "trace", "who count")
    #expect(session.type("tree", "log", "effects") == before)
    #expect(session.type("trace 0").hasPrefix("#0 is the initial state: no action led to it"))
    #expect(session.type("trace 9").hasPrefix("there is no entry 9"))
  }

  @Test func aSharedValueIsChangedByTheReducerThatWritesIt() throws {
    let session = try session(of: "shared")
    session.type("counter.incrementButtonTapped", "profile.stepChanged(5)", "counter.incrementButtonTapped")
    #expect(
      session.type("trace 3") == """
        #3 counter.incrementButtonTapped
          SharedFeature
          ├─ Scope counter: SharedCounterFeature
          │  └─ Reduce
          │        ~ counter.stats.count  1 → 6
          │        ~ counter.stats.highest  1 → 6
          ├─ Scope profile: SharedProfileFeature  not run: another action
          └─ Reduce  nothing

        """)
    #expect(session.type("who profile.stats").contains("(by SharedFeature › Scope counter: SharedCounterFeature › Reduce)"))
    #expect(session.type("who profile.stats.count").contains("(by SharedFeature › Scope counter: SharedCounterFeature › Reduce)"))
    #expect(session.type("print counter.stats.count", "print counter.settings.step") == "6\n5\n", "looking changes nothing")
    #expect(session.type("counter.incrementButtonTapped").contains("counter.stats.count  6 → 11"))
  }

  @Test(arguments: [
    ("concatenateButtonTapped", "concatenate(run, run)"), ("mergeButtonTapped", "merge(run, run)"),
    ("debounceFieldChanged", "debounce(send arrived(\"debounced at keystroke 1\")), id CancelID.debounce"),
    ("throttleButtonTapped", "throttle(send arrived(\"throttled at tap 1\")), id CancelID.throttle"),
    ("runButtonTapped", "run, id CancelID.run"), ("cancelButtonTapped", "cancel CancelID.run"),
  ])
  func anEffectIsTracedAsItIsComposed(action: String, effect: String) throws {
    let session = try session(of: "effects")
    session.type(action)
    let marked = session.type("trace 1").split(separator: "\n").filter { $0.contains("» ") }
    #expect(marked.map { String($0.drop { $0 != "»" }) } == ["» " + effect])
  }
}

/// Two cases that hold the same feature, and one that holds another.
@Reducer
private struct Twins: Sendable {
  @CasePathable
  enum State: Equatable, Sendable {
    case left(Twin.State), right(Twin.State)
    case alone(Loner.State)
  }
  @CasePathable
  enum Action: Equatable, Sendable {
    case left(Twin.Action), right(Twin.Action)
    case alone(Loner.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.left, action: \.left) { Twin() }
    Scope(state: \.right, action: \.right) { Twin() }
    Reduce { _, _ in .none }
      .ifCaseLet(\.alone, action: \.alone) { Loner() }
  }

  static let root = RootFeature("twins", summary: "two of a kind", tryFirst: "left(.poke)") {
    State.left(Twin.State())
  } reducer: {
    Twins()
  }
}

@Reducer
private struct Twin: Sendable {
  struct State: Equatable, Sendable { var pokes = 0 }
  enum Action: Equatable, Sendable { case poke }
  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.pokes += 1
      return .none
    }
  }
}

@Reducer
private struct Loner: Sendable {
  struct State: Equatable, Sendable { var pokes = 0 }
  enum Action: Equatable, Sendable { case poke }
  var body: some ReducerOf<Self> { Reduce { _, _ in .none } }
}
