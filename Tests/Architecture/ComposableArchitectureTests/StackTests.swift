import ComposableArchitecture
import Foundation
import Testing

@Suite struct StackTests {
  @Reducer
  struct Root {
    struct State: Equatable {
      var path = StackState<Ticker.State>()
      var log: [String] = []
    }
    enum Action: Equatable {
      case path(StackActionOf<Ticker>)
      case push
      case removeFirst
      case replace
      case note
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .path(.element(let id, .tick)): state.log.append("tick \(id) \(state.path[id: id]?.ticks ?? -1)")
        case .path(.push(let id, _)): state.log.append("push \(id) of \(state.path.ids)")
        case .path(.popFrom(let id)): state.log.append("pop \(id) of \(state.path.ids)")
        case .path: break
        case .push: state.path.append(Ticker.State())
        case .removeFirst: state.path.removeFirst()
        case .replace: state.path = StackState([Ticker.State(ticks: 50)])
        case .note: break
        }
        return .none
      }
      .forEach(\.path, action: \.path) { Ticker() }
    }
  }

  private func rig(_ count: Int) -> Rig<Root.State, Root.Action> {
    Rig(Root.State(path: StackState((0..<count).map { _ in Ticker.State() }))) { Root() }
  }

  @Test func c29_elementFirstPushBeforeTheBasePopAfterIt() {
    let rig = rig(1)
    rig.send(.path(.element(id: 0, action: .tick)))
    rig.send(.path(.push(id: 1, state: Ticker.State())))
    rig.send(.path(.popFrom(id: 1)))
    #expect(rig.state.log == ["tick #0 1", "push #1 of [#0, #1]", "pop #1 of [#0, #1]"])
    #expect(rig.state.path.ids == [0])
  }

  @Test func c30_poppingFromTheMiddleCancelsTheTailAndKeepsWhatIsBelow() {
    let rig = rig(3)
    for id in [0, 1, 2] as [StackElementID] { rig.send(.path(.element(id: id, action: .start))) }
    #expect(rig.running == ["path[#0]", "path[#1]", "path[#2]"])
    rig.send(.path(.popFrom(id: 1)))
    #expect(rig.running == ["path[#0]"])
    #expect(rig.state.path.ids == [0])
    rig.advance(by: .seconds(1))
    #expect(rig.state.path[id: 0]?.ticks == 1)
  }

  @Test func c31_dismissFromTheMiddlePopsItAndAllAbove() {
    let rig = rig(3)
    rig.send(.path(.element(id: 2, action: .start)))
    rig.send(.path(.element(id: 1, action: .close)))
    #expect(rig.state.path.ids == [0])
    #expect(rig.state.log == ["pop #1 of [#0, #1, #2]"])
    #expect(rig.running == [])
  }

  @Test func c32_unknownIdsAreReportedAndTheBaseRuns() {
    let rig = rig(1)
    let pop = issues { rig.send(.path(.popFrom(id: 5))) }
    #expect(pop == [#"A "forEach" received a "popFrom" action for a missing element."#])
    let element = issues { rig.send(.path(.element(id: 5, action: .tick))) }
    #expect(element == [#"A "forEach" received an action for a missing element."#])
    #expect(rig.state.log == ["pop #5 of [#0]", "tick #5 -1"])
    #expect(rig.state.path.ids == [0])
  }

  @Test func c33_pushingAKnownIdIsReportedAndNotDone() {
    let rig = rig(1)
    let again = issues { rig.send(.path(.push(id: 0, state: Ticker.State(ticks: 9)))) }
    #expect(again == [#"A "forEach" received a "push" action for an element that is already there."#])
    #expect(rig.state.path == StackState.of([(StackElementID(generation: 0), Ticker.State())]))
    #expect(rig.state.log == ["push #0 of [#0]"])
    let far = issues { rig.send(.path(.push(id: 7, state: Ticker.State()))) }
    #expect(far == [#"A "forEach" received a "push" action with an unexpected generational id."#])
  }

  @Test func c34_idsCountUpAndAreNeverUsedAgain() {
    let rig = rig(0)
    rig.send(.push)
    rig.send(.push)
    rig.send(.path(.popFrom(id: 1)))
    rig.send(.push)
    #expect(rig.state.path.ids == [0, 2])
  }

  @Test @MainActor func c34_anAssertionDoesNotAdvanceTheCounter() async {
    let store = TestStore(initialState: Root.State()) { Root() }
    await store.send(.push) { $0.path.append(Ticker.State()) }
    await store.send(.push) { $0.path[id: 1] = Ticker.State() }
    await store.send(.path(.push(id: 2, state: Ticker.State()))) {
      $0.path[id: 2] = Ticker.State()
      $0.log = ["push #2 of [#0, #1, #2]"]
    }
  }

  @Test func c35_effectsReachTheRightElementAfterASiblingBelowWent() {
    let rig = rig(2)
    rig.send(.path(.element(id: 1, action: .start)))
    rig.send(.removeFirst)
    rig.advance(by: .seconds(1))
    #expect(rig.state.path.ids == [1])
    #expect(rig.state.path[id: 1]?.ticks == 1)
  }

  @Test func c36_anElementCannotCancelASiblingsEffectOfTheSameId() {
    let rig = rig(2)
    rig.send(.path(.element(id: 0, action: .start)))
    rig.send(.path(.element(id: 1, action: .start)))
    rig.send(.path(.element(id: 0, action: .stop)))
    #expect(rig.running == ["path[#1]"])
  }

  @Test func c37_codingKeepsTheElementsAloneAndEqualityComparesIds() throws {
    struct Numbers: Codable, Equatable { var path = StackState<Int>() }
    let (first, second) = withDependencies {
      $0.stackElementID = StackElementIDGenerator()
    } operation: {
      (Numbers(path: [1, 2]), Numbers(path: [1, 2]))
    }
    #expect(first != second)
    let data = try JSONEncoder().encode(first)
    #expect(String(decoding: data, as: UTF8.self) == #"{"path":[1,2]}"#)
    let decoded = try withDependencies {
      $0.stackElementID = StackElementIDGenerator(nextGeneration: 40)
    } operation: {
      try JSONDecoder().decode(Numbers.self, from: data)
    }
    #expect(decoded.path.ids == [40, 41])
    #expect(Array(decoded.path) == [1, 2])
  }

  @Test func c38_writingAtAMissingIdIsAllowedInTests() {
    var stack = StackState<Int>()
    stack[id: 3] = 7
    #expect(stack.ids == [3])
    stack[id: 3]? += 1
    #expect(stack[id: 3] == 8)
    stack[id: 3] = nil
    #expect(stack.isEmpty)
  }

  @Reducer
  struct Both {
    struct State: Equatable {
      var path = StackState<PresentationTests.Sheet.State>()
    }
    enum Action: Equatable {
      case path(StackActionOf<PresentationTests.Sheet>)
    }
    var body: some ReducerOf<Self> {
      EmptyReducer().forEach(\.path, action: \.path) { PresentationTests.Sheet() }
    }
  }

  @Test func c39_stackAndTreeTogetherDismissOnceEach() {
    let rig = Rig(Both.State(path: StackState([PresentationTests.Sheet.State(nested: Ticker.State())]))) { Both() }
    rig.send(.path(.element(id: 0, action: .nested(.presented(.close)))))
    #expect(rig.state.path[id: 0]?.nested == nil)
    #expect(rig.state.path.ids == [0])
    rig.send(.path(.element(id: 0, action: .ticker(.close))))
    #expect(rig.state.path.isEmpty)
    #expect(rig.actions.count == 4)
  }

  @CasePathable
  enum Screen: Equatable {
    case list(Int)
    case detail(String)
  }

  @Test func thePayloadOfAnotherCaseCannotBeWritten() {
    var stack: StackState<Screen> = [.list(1), .detail("a")]
    let ids = stack.ids
    let before = stack
    let messages = issues {
      stack[id: ids[0], case: \.detail]?.append("b")
      stack[id: ids[0], case: \.detail] = "b"
      stack[id: ids[1], case: /Screen.list] = nil
      stack[id: 77, case: \.list]? += 1
    }
    #expect(stack == before)
    #expect(
      messages == [
        #"Cannot modify the payload "String" of a "Screen" that is in another case: list(1)"#,
        #"Cannot modify the payload "String" of a "Screen" that is in another case: list(1)"#,
        #"Cannot modify the payload "Int" of a "Screen" that is in another case: detail("a")"#,
        #"Cannot modify the payload "Int" of a "Screen" that is nil"#,
      ])
    stack[id: ids[0], case: \.list]? += 1
    stack[id: ids[1], case: \.detail] = nil
    #expect(Array(stack) == [.list(2)])
  }

  @Test func thePayloadOfAnotherDestinationCannotBeWritten() {
    struct State: Equatable { @Presents var screen: Screen? }
    var state = State(screen: .list(1))
    let messages = issues {
      state.$screen[case: \.detail]?.append("b")
      state.$screen[case: \.detail] = "b"
      state.$screen[case: /Screen.detail] = nil
    }
    #expect(state.screen == .list(1))
    #expect(messages.count == 3)
    state.$screen.detail.wrappedValue?.append("b")
    #expect(state.screen == .list(1))
    state.$screen[case: \.list]? += 1
    #expect(state.screen == .list(2))
    state.$screen[case: \.list] = nil
    #expect(state.screen == nil)
    let more = issues { state.$screen[case: \.list] = 3 }
    #expect(more == [#"Cannot modify the payload "Int" of a "Screen" that is nil"#])
    #expect(state.screen == nil)
  }

  @Test func aStackIsACollection() {
    var stack: StackState = ["a", "b", "c", "d"]
    let ids = stack.ids
    stack.pop(to: ids[2])
    #expect(Array(stack) == ["a", "b", "c"])
    stack.pop(from: ids[1])
    #expect(Array(stack) == ["a"])
    stack[0] = "z"
    #expect(stack[id: ids[0]] == "z")
    stack.removeAll()
    #expect(stack.isEmpty)
  }
}

extension StackState {
  /// A stack with given ids.
  fileprivate static func of(_ elements: [(StackElementID, Element)]) -> Self {
    var stack = Self()
    for (id, element) in elements { stack[id: id] = element }
    return stack
  }
}
