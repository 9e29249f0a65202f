// swift-format-ignore-file
// Exported by Hindsight from a session of counter: 5 inputs.
import ComposableArchitecture
import Foundation
import Testing

@testable import Features

@MainActor
@Suite struct EffectsAndTimeTests {
  @Test func session() async {
    let clock = TestClock()
    let store = TestStore(initialState: CounterFeature.State()) {
      CounterFeature()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(.toggleTimerButtonTapped) {
      $0.isTimerOn = true
    }
    await clock.advance(by: .seconds(1))
    await store.receive(.timerTicked) {
      $0.count = 1
    }
    await clock.advance(by: .seconds(3))
    await store.receive(.timerTicked) {
      $0.count = 2
    }
    await store.receive(.timerTicked) {
      $0.count = 3
    }
    await store.receive(.timerTicked) {
      $0.count = 4
    }
    await store.send(.toggleTimerButtonTapped) {
      $0.isTimerOn = false
    }
    await clock.advance(by: .seconds(10))
    await store.finish()
  }
}
