import ComposableArchitecture
import Scheduling
import Testing

/// Everything a test can say to a test store, in the spellings tests use.
@Suite @MainActor struct TestStoreSpellingTests {
  @Reducer
  struct Feature {
    @ObservableState
    struct State: Equatable {
      @Presents var child: Ticker.State?
      var count = 0
      var facts: [String] = []
    }
    enum Action: BindableAction, Equatable {
      case binding(BindingAction<State>)
      case child(PresentationAction<Ticker.Action>)
      case closeTapped
      case fact(String)
      case factsTapped([String])
      case later(Duration)
      case presentTapped
    }
    @Dependency(\.dismiss) var dismiss
    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .binding, .child: return .none
        case .closeTapped: return .run { _ in await dismiss() }
        case .fact(let fact):
          state.facts.append(fact)
          return .none
        case .factsTapped(let facts):
          return .run { send in
            for fact in facts { await send(.fact(fact)) }
          }
        case .later(let duration):
          return .run { send in
            try await Scheduler.active?.sleep(until: duration)
            await send(.fact("later"))
          }
        case .presentTapped:
          state.child = Ticker.State()
          return .none
        }
      }
      .ifLet(\.$child, action: \.child) { Ticker() }
    }
  }

  private func store(clock: some Clock<Duration> = TestClock()) -> TestStoreOf<Feature> {
    TestStore(initialState: Feature.State()) {
      Feature()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func receivesByValueCaseKeyPathPayloadAndPredicate() async {
    let store = store()
    await store.send(.factsTapped(["a", "b", "c", "d", "e"]))
    await store.receive(.fact("a")) { $0.facts = ["a"] }
    await store.receive(\.fact) { $0.facts.append("b") }
    await store.receive(\.fact, "c", timeout: .seconds(1)) { $0.facts.append("c") }
    await store.receive({ $0 == .fact("d") }) { $0.facts.append("d") }
    await store.receive { action in
      guard case .fact = action else { return false }
      return true
    } assert: {
      $0.facts.append("e")
    }
  }

  @Test func sendsByCaseKeyPath() async {
    let store = store()
    await store.send(\.binding.count, 3) { $0.count = 3 }
    await store.send(\.presentTapped) { $0.child = Ticker.State() }
    await store.send(\.child.tick) { $0.child?.ticks = 1 }
    await store.send(\.fact, "x") { $0.facts = ["x"] }
    await store.send(\.child.dismiss) { $0.child = nil }
  }

  @Test func dismissalIsKnownAndEndsTheStore() async {
    let store = store()
    #expect(!store.isDismissed)
    await store.send(.closeTapped)
    await store.finish()
    #expect(store.isDismissed)
    let messages = await issues { await store.send(.presentTapped) }
    #expect(messages == ["Can't send an action to a feature that has dismissed itself: Action.presentTapped"])
  }

  @Test func skippingStrictlyNeedsSomethingToSkip() async {
    let store = store()
    let messages = await issues {
      await store.skipReceivedActions()
      await store.skipInFlightEffects()
      await store.skipReceivedActions(strict: false)
      await store.skipInFlightEffects(strict: false)
    }
    #expect(messages == ["There were no received actions to skip.", "There were no in-flight effects to skip."])
    await store.send(.factsTapped(["a"]))
    await store.skipReceivedActions(strict: true)
    #expect(store.state.facts == ["a"])
    await store.send(.later(.seconds(100)))
    await store.skipInFlightEffects(strict: true)
  }

  @Test func exhaustivityHoldsForAPart() async {
    let store = store()
    await store.withExhaustivity(.off(showSkippedAssertions: false)) {
      await store.send(.factsTapped(["a", "b"]))
      await store.receive(\.fact, "b")
    }
    #expect(store.exhaustivity == .on)
    store.assert { $0.facts = ["a", "b"] }
    store.exhaustivity = .off
    await store.send(.presentTapped) { $0.count = 0 }
    store.exhaustivity = .on
    await store.send(.child(.dismiss)) { $0.child = nil }
  }

  @Test func assertComparesTheStateAsItIs() async {
    let store = store()
    await store.send(.fact("a")) { $0.facts = ["a"] }
    let messages = issues { store.assert { $0.facts = ["b"] } }
    #expect(messages == ["A state change does not match expectation:"])
    store.assert {
      $0.facts = ["a"]
      $0.count = 0
    }
  }

  @Test func timeoutsPassInVirtualTime() async {
    let store = store()
    await store.send(.later(.seconds(30)))
    // Half a minute of the world's time, and none of the machine's.
    let start = ContinuousClock.now
    await store.receive(\.fact, timeout: .seconds(30)) { $0.facts = ["later"] }
    #expect(ContinuousClock.now - start < .seconds(30))
    let task = await store.send(.later(.seconds(90)))
    store.timeout = 60_000_000_000
    await task.finish()
    await store.receive(.fact("later")) { $0.facts = ["later", "later"] }
  }

  @Test func timeoutsMayBeNanoseconds() async {
    let store = store()
    #expect(store.timeout == 1_000_000_000)
    await store.send(.later(.seconds(3)))
    await store.receive(\.fact, timeout: 3_000_000_000) { $0.facts = ["later"] }
    await store.send(.later(.seconds(6)))
    await store.receive(.fact("later"), timeout: 3_000_000_000) { $0.facts = ["later", "later"] }
    await store.send(.later(.seconds(9)))
    await store.receive({ $0.is(\.fact) }, timeout: 3_000_000_000) { $0.facts.append("later") }
    await store.send(.later(.seconds(12)))
    await store.receive(\.fact, "later", timeout: 3_000_000_000) { $0.facts.append("later") }
    let task = await store.send(.later(.seconds(15)))
    let messages = await issues { await task.finish(timeout: 2_000_000) }
    #expect(messages.count == 1)
    await task.finish(timeout: 3_000_000_000)
    await store.receive(/Feature.Action.fact, timeout: 0) { $0.facts.append("later") }
    await store.finish(timeout: 0)
  }

  @Test func aTimeoutThatIsTooShortFails() async {
    let store = store()
    await store.send(.later(.milliseconds(100)))
    store.timeout = 1_000_000
    let messages = await issues {
      await store.receive(\.fact)
      await store.finish(timeout: .milliseconds(1))
    }
    #expect(messages.count == 2)
    await store.receive(\.fact, timeout: .milliseconds(100)) { $0.facts = ["later"] }
  }

  @Test func everyTimeoutEnds() async {
    let store = store()
    await store.send(.later(.seconds(100)))
    let messages = await issues {
      for microseconds in 1...200 { await store.receive(\.fact, timeout: .microseconds(microseconds)) }
    }
    #expect(messages.count == 200)
    await store.receive(\.fact, timeout: .seconds(100)) { $0.facts = ["later"] }
  }

  @Test func tasksOfSendsAreCancelledAndAwaited() async {
    let clock = TestClock()
    let store = store(clock: clock)
    await store.send(.presentTapped) { $0.child = Ticker.State() }
    let task = await store.send(.child(.presented(.start)))
    await clock.advance(by: .seconds(2))
    await store.receive(\.child.tick) { $0.child?.ticks = 1 }
    await store.receive(\.child.presented.tick) { $0.child?.ticks = 2 }
    #expect(!task.isCancelled)
    await task.cancel()
    #expect(task.isCancelled)
    await store.send(.factsTapped([])).finish(timeout: .seconds(1))
  }
}

/// A class whose tests prepare the dependencies from its properties, which needs no `self`.
@Suite @MainActor final class TestStoreInAClassTests {
  private let clock = TestClock()

  @Test func propertiesPrepareTheDependencies() async {
    let store = TestStore(initialState: Ticker.State()) {
      Ticker()
    } withDependencies: {
      $0.continuousClock = clock
    }
    let task = await store.send(.start)
    await clock.advance(by: .seconds(1))
    await store.receive(\.tick) { $0.ticks = 1 }
    await task.cancel()
  }
}
