// swift-format-ignore-file
// Exported by Hindsight from a session of tabs: 8 inputs.
import ComposableArchitecture
import Foundation
import Testing

@testable import Features

@MainActor
@Suite struct WatchingAChildTests {
  // Left out: #1 set tab1.count = 8, since a test store has no way to edit the state by hand; what follows begins with the edited state.
  @Test func session() async {
    let clock = TestClock()
    let store = TestStore(initialState: {
      var value = TabsFeature.State()
      value.tab1.count = 8
      value.tab2.nickname = "Guest"
      return value
    }()) {
      TabsFeature()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(.tab1(.incrementButtonTapped)) {
      $0.tab1.count = 9
      $0.tab2.nickname = "게스트"
    }
    await store.send(.tab1(.incrementButtonTapped)) {
      $0.tab1.count = 10
      $0.tab2.nickname = "숫자 세기 고수 🏅"
    }
    await store.send(.tab1(.decrementButtonTapped)) {
      $0.tab1.count = 9
    }
    await store.send(.tab1(.decrementButtonTapped)) {
      $0.tab1.count = 8
    }
    await store.send(.tab1(.incrementButtonTapped)) {
      $0.tab1.count = 9
      $0.tab2.nickname = "게스트"
    }
    await store.send(.tab1(.toggleTimerButtonTapped)) {
      $0.tab1.isTimerOn = true
    }
    await clock.advance(by: .seconds(3))
    await store.receive(.tab1(.timerTicked)) {
      $0.tab1.count = 10
    }
    await store.receive(.tab1(.timerTicked)) {
      $0.tab1.count = 11
    }
    await store.receive(.tab1(.timerTicked)) {
      $0.tab1.count = 12
    }
    await store.skipInFlightEffects()
  }
}
