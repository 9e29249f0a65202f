import ComposableArchitecture
import Features
import Testing

@Suite @MainActor struct CounterFeatureTests {
  private struct Offline: Error {}

  private func store(
    clock: TestClock<Duration> = TestClock(), fact: @escaping @Sendable (Int) async throws -> String = { "\($0)!" }
  ) -> TestStoreOf<CounterFeature> {
    TestStore(initialState: CounterFeature.State()) {
      CounterFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.numberFact.fetch = fact
    }
  }

  @Test func countsAndForgetsTheFact() async {
    let store = store()
    await store.send(.incrementButtonTapped) { $0.count = 1 }
    await store.send(.getFactButtonTapped) { $0.isLoadingFact = true }
    await store.receive(.factResponse("1!")) {
      $0.fact = "1!"
      $0.isLoadingFact = false
    }
    await store.send(.decrementButtonTapped) {
      $0.count = 0
      $0.fact = nil
    }
  }

  @Test func theTimerTicksUntilItIsStopped() async {
    let clock = TestClock()
    let store = store(clock: clock)
    await store.send(.toggleTimerButtonTapped) { $0.isTimerOn = true }
    await clock.advance(by: .seconds(2))
    await store.receive(.timerTicked) { $0.count = 1 }
    await store.receive(.timerTicked) { $0.count = 2 }
    await store.send(.toggleTimerButtonTapped) { $0.isTimerOn = false }
    await clock.advance(by: .seconds(5))
  }

  @Test func aFailureLeavesTheFactLoading() async {
    let store = store(fact: { _ in throw Offline() })
    await withExpectedIssue {
      await store.send(.getFactButtonTapped) { $0.isLoadingFact = true }
    }
    #expect(store.state.isLoadingFact)
  }

  @Test func theCarefulRequestSaysWhatFailed() async {
    let store = store(fact: { _ in throw Offline() })
    await store.send(.getFactCarefullyButtonTapped) { $0.isLoadingFact = true }
    await store.receive(.factFailed("Offline()")) {
      $0.fact = "No fact: Offline()"
      $0.isLoadingFact = false
    }
  }
}
