import ComposableArchitecture
import Testing

@Suite struct CompositionTests {
  enum Action: Equatable, Sendable { case go }

  static func add(_ number: Int) -> Reduce<[Int], Action> {
    Reduce { state, _ in
      state.append(number)
      return .none
    }
  }

  struct Body: Reducer {
    let counter: LockIsolated<Int>
    var body: some Reducer<[Int], Action> {
      let _ = counter.withValue { $0 += 1 }
      add(1)
      add(2)
    }
  }

  @Test func aBodyIsPutTogetherOnce() {
    let counter = LockIsolated(0)
    let rig = Rig([Int]()) { Body(counter: counter) }
    rig.send(.go)
    rig.send(.go)
    #expect(rig.state == [1, 2, 1, 2])
    #expect(counter.value == 1)
  }

  struct Flow: Reducer {
    let isOn: LockIsolated<Bool>
    var body: some Reducer<[Int], Action> {
      if isOn.value { add(1) } else { add(2) }
      if isOn.value { add(3) }
      for number in isOn.value ? [4, 5] : [6] { add(number) }
      switch isOn.value {
      case true: add(7)
      case false: EmptyReducer()
      }
      if #available(macOS 10, *) { add(8) }
    }
  }

  @Test func aBodyWithControlFlowChoosesAnewForEachAction() {
    let isOn = LockIsolated(true)
    let rig = Rig([Int]()) { Flow(isOn: isOn) }
    rig.send(.go)
    #expect(rig.state == [1, 3, 4, 5, 7, 8])
    isOn.setValue(false)
    rig.send(.go)
    #expect(rig.state == [1, 3, 4, 5, 7, 8, 2, 6, 8])
  }

  struct Own: Reducer {
    func reduce(into state: inout [Int], action: Action) -> Effect<Action> {
      state.append(9)
      return .none
    }
  }

  @Test func aReducerMayImplementReduceItself() {
    let rig = Rig([Int]()) {
      Own()
      Optional.some(Own())
      Optional<Own>.none
      CombineReducers {
        Own()
        EmptyReducer()
      }
      Reduce(Own())
    }
    rig.send(.go)
    #expect(rig.state == [9, 9, 9, 9])
  }

  struct NumberKey: DependencyKey {
    static let liveValue = 1
    static let testValue = 1
  }

  struct Reads: Reducer {
    @Dependency(\.compositionNumber) var number
    var body: some Reducer<[Int], Action> {
      Reduce { state, _ in
        state.append(number)
        return .run { send in
          @Dependency(\.compositionNumber) var number
          if number == 7 { await send(.go) }
        }
      }
    }
  }

  @Test func dependenciesAreThoseOfTheOperatorsAround() {
    let rig = Rig([Int]()) {
      Reads()
      Reads().dependency(\.compositionNumber, 2)
      Reads().transformDependency(\.compositionNumber) { $0 += 2 }
    }
    rig.send(.go)
    #expect(rig.state == [1, 2, 3])
  }

  @Test func printChangesHandsOverActionAndStates() {
    let printed = LockIsolated<[String]>([])
    let rig = Rig([Int]()) {
      Self.add(5)._printChanges(
        _ReducerPrinter { action, old, new in printed.withValue { $0.append("\(action) \(old) \(new)") } })
    }
    rig.send(.go)
    #expect(printed.value == ["go [] [5]"])
  }

  @Test func travelReducesAgainAndTouchesNothing() {
    let rig = Rig(PresentationTests.Root.State(sheet: PresentationTests.Sheet.State(id: 1))) { PresentationTests.Root() }
    rig.send(.sheet(.presented(.ticker(.start))))
    let running = rig.running
    var past = PresentationTests.Root.State(sheet: PresentationTests.Sheet.State(id: 1))
    rig.core.reduce(.sheet(.presented(.ticker(.tick))), into: &past)
    rig.core.reduce(.sheet(.dismiss), into: &past)
    #expect(past == PresentationTests.Root.State(sheet: nil, log: ["dismiss with 1"]))
    #expect(rig.running == running)
    #expect(rig.core.nextEffectNumber == 2)
  }
}

extension DependencyValues {
  fileprivate var compositionNumber: Int {
    get { self[CompositionTests.NumberKey.self] }
    set { self[CompositionTests.NumberKey.self] = newValue }
  }
}
