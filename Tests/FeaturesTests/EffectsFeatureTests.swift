import ComposableArchitecture
import Features
import Testing

@Suite @MainActor struct EffectsFeatureTests {
  private func store(
    clock: TestClock<Duration> = TestClock(), queue: TestSchedulerOf<DispatchQueue> = DispatchQueue.test
  ) -> TestStoreOf<EffectsFeature> {
    TestStore(initialState: EffectsFeature.State()) {
      EffectsFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.mainQueue = queue.eraseToAnyScheduler()
    }
  }

  @Test func noneDoesNothing() async {
    await store().send(.noneButtonTapped)
  }

  @Test func whatIsSentAtOnceArrivesNext() async {
    let store = store()
    await store.send(.sendButtonTapped)
    await store.receive(.arrived("sent")) { $0.arrivals = ["sent"] }
    await store.send(.animationButtonTapped)
    await store.receive(.arrived("animated")) { $0.arrivals = ["sent", "animated"] }
    await store.send(.transactionButtonTapped)
    await store.receive(.arrived("in a transaction")) { $0.arrivals = ["sent", "animated", "in a transaction"] }
  }

  @Test func aRunCanBeCancelled() async {
    let clock = TestClock()
    let store = store(clock: clock)
    await store.send(.runButtonTapped)
    await clock.advance(by: .seconds(1))
    await store.receive(.arrived("run")) { $0.arrivals = ["run"] }
    await store.send(.runButtonTapped)
    await store.send(.cancelButtonTapped)
    await clock.advance(by: .seconds(5))
  }

  @Test func mergedEffectsRunAtOnceAndConcatenatedOnesInTurn() async {
    let clock = TestClock()
    let store = store(clock: clock)
    await store.send(.mergeButtonTapped)
    await clock.advance(by: .seconds(2))
    await store.receive(.arrived("second of two at once")) { $0.arrivals = ["second of two at once"] }
    await store.receive(.arrived("first of two at once")) { $0.arrivals.append("first of two at once") }
    await store.send(.concatenateButtonTapped)
    await clock.advance(by: .seconds(2))
    await store.receive(.arrived("first of two, one after the other")) {
      $0.arrivals.append("first of two, one after the other")
    }
    await clock.advance(by: .seconds(1))
    await store.receive(.arrived("second of two, one after the other")) {
      $0.arrivals.append("second of two, one after the other")
    }
  }

  @Test func debounceWaitsForAQuietMoment() async {
    let queue = DispatchQueue.test
    let store = store(queue: queue)
    await store.send(.debounceFieldChanged) { $0.keystrokes = 1 }
    await queue.advance(by: .milliseconds(299))
    await store.send(.debounceFieldChanged) { $0.keystrokes = 2 }
    await queue.advance(by: .milliseconds(299))
    await queue.advance(by: .milliseconds(1))
    await store.receive(.arrived("debounced at keystroke 2")) { $0.arrivals = ["debounced at keystroke 2"] }
  }

  @Test func throttleLetsTheFirstThroughAndTheLatestAfterASecond() async {
    let queue = DispatchQueue.test
    let store = store(queue: queue)
    await store.send(.throttleButtonTapped) { $0.taps = 1 }
    await store.receive(.arrived("throttled at tap 1")) { $0.arrivals = ["throttled at tap 1"] }
    await store.send(.throttleButtonTapped) { $0.taps = 2 }
    await store.send(.throttleButtonTapped) { $0.taps = 3 }
    await queue.advance(by: .seconds(1))
    await store.receive(.arrived("throttled at tap 3")) { $0.arrivals = ["throttled at tap 1", "throttled at tap 3"] }
  }
}
