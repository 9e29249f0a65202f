// swift-format-ignore-file
// Exported by Hindsight from a session of tabs: 5 inputs.
import ComposableArchitecture
import Foundation
import Testing

@testable import Features

@MainActor
@Suite struct ScopeAndOrderTests {
  @Test func session() async {
    let clock = TestClock()
    let store = TestStore(initialState: {
      var value = TabsFeature.State()
      value.tab2.nickname = "Guest"
      return value
    }()) {
      TabsFeature()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(.tab1(.incrementButtonTapped)) {
      $0.tab1.count = 1
      $0.tab2.nickname = "게스트"
    }
    await store.send(.tab2(.binding(.set(\.nickname, "철수 🧮")))) {
      $0.tab2.nickname = "철수 🧮"
    }
    await store.send(.tab1(.toggleTimerButtonTapped)) {
      $0.tab1.isTimerOn = true
    }
    await clock.advance(by: .seconds(1))
    await store.receive(.tab1(.timerTicked)) {
      $0.tab1.count = 2
    }
    await store.send(.tab1(.toggleTimerButtonTapped)) {
      $0.tab1.isTimerOn = false
    }
    await store.finish()
  }
}
