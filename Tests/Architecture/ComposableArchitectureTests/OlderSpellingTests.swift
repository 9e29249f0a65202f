import ComposableArchitecture
import Testing

/// What files from before 1.4 write.
@Suite struct OlderSpellingTests {
  struct Row: Reducer {
    struct State: Equatable, Identifiable {
      let id: Int
      var count = 0
    }
    enum Action: Equatable { case increment, later }
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .increment:
        state.count += 1
        return .none
      case .later: return .send(.increment)
      }
    }
  }

  struct Rows: Reducer {
    struct State: Equatable {
      var rows: IdentifiedArrayOf<Row.State> = []
      var single = Row.State(id: 0)
      var optional: Row.State?
      @PresentationState var sheet: Row.State?
      var path = StackState<Row.State>()
    }
    enum Action: Equatable {
      case row(id: Row.State.ID, action: Row.Action)
      case single(Row.Action)
      case optional(Row.Action)
      case sheet(PresentationAction<Row.Action>)
      case path(StackAction<Row.State, Row.Action>)
    }
    var body: some Reducer<State, Action> {
      Scope(state: \.single, action: /Action.single) { Row() }
      Reduce(core)
        .forEach(\.rows, action: /Action.row(id:action:)) { Row() }
        .ifLet(\.optional, action: /Action.optional) { Row() }
        .ifLet(\.$sheet, action: /Action.sheet) { Row() }
        .forEach(\.path, action: /Action.path) { Row() }
    }
    private func core(into state: inout State, action: Action) -> Effect<Action> { .none }
  }

  @Test func casePathsOfConstructorsWorkEverywhere() {
    let rig = Rig(
      Rows.State(
        rows: [Row.State(id: 1)], optional: Row.State(id: 2), sheet: Row.State(id: 3), path: StackState([Row.State(id: 4)]))
    ) { Rows() }
    rig.send(.row(id: 1, action: .later))
    rig.send(.single(.later))
    rig.send(.optional(.later))
    rig.send(.sheet(.presented(.later)))
    rig.send(.path(.element(id: 0, action: .later)))
    rig.send(.sheet(.dismiss))
    #expect(
      rig.state.rows == [Row.State(id: 1, count: 1)] && rig.state.single.count == 1 && rig.state.optional?.count == 1)
    #expect(rig.state.path.map(\.count) == [1])
    #expect(rig.state.sheet == nil)
    #expect(rig.actions.count == 11)
  }

  struct Failure: Error, Equatable {}

  @Test func taskResultsCompareValuesAndErrors() async {
    let success = await TaskResult { 1 }
    #expect(success == .success(1))
    let failure: TaskResult<Int> = await TaskResult { throw Failure() }
    #expect(failure == .failure(Failure()))
    #expect(failure != success)
    #expect((try? success.map { "\($0)" }.value) == "1")
    let stream = AsyncThrowingStream<Int, any Error> { $0.finish(throwing: Failure()) }
    #expect(
      await TaskResult<Int> {
        for try await number in stream { return number }; return 0
      } == .failure(Failure()),
      "the stream wraps its error once more")
    struct Incomparable: Error {}
    let messages = issues { #expect(TaskResult<Int>.failure(Incomparable()) != .failure(Incomparable())) }
    #expect(messages.count == 1)
  }

  @available(*, deprecated)
  private func oldEffects() -> Rig<[String], String> {
    Rig([String]()) {
      Reduce<[String], String> { state, action -> EffectTask<String> in
        state.append(action)
        switch action {
        case "task": return .task { "from task" }
        case "caught":
          return .task {
            throw Failure()
          } catch: { _ in
            "caught it"
          }
        case "forget": return .fireAndForget { throw Failure() }
        case "value": return EffectTask(value: "at once")
        default: return .none
        }
      }
    }
  }

  @Test @available(*, deprecated)
  func effectsFromBeforeOnePointZero() {
    let rig = oldEffects()
    for action in ["task", "caught", "forget", "value"] { rig.send(action) }
    #expect(rig.state == ["task", "from task", "caught", "caught it", "forget", "value", "at once"])
  }
}
