// swift-format-ignore-file
// Exported by Hindsight from a session of counter: 5 inputs.
import ComposableArchitecture
import Foundation
import Testing

@testable import Features

@MainActor
@Suite struct StateAndActionsTests {
  @Test func session() async {
    let store = TestStore(initialState: CounterFeature.State()) {
      CounterFeature()
    }

    await store.send(.incrementButtonTapped) {
      $0.count = 1
    }
    await store.send(.decrementButtonTapped) {
      $0.count = 0
    }
    await store.send(.decrementButtonTapped) {
      $0.count = -1
    }
    await store.send(.factResponse("0 is the only number that is neither positive nor negative.")) {
      $0.fact = "0 is the only number that is neither positive nor negative."
    }
    await store.send(.incrementButtonTapped) {
      $0.count = 0
      $0.fact = nil
    }
  }
}
