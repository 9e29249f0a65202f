// swift-format-ignore-file
// Exported by Hindsight from a session of effects: 12 inputs.
import ComposableArchitecture
import Foundation
import Testing

@testable import Features

@MainActor
@Suite struct CancellationTests {
  @Test func session() async {
    let clock = TestClock()
    let mainQueue = DispatchQueue.test
    let store = TestStore(initialState: EffectsFeature.State()) {
      EffectsFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.mainQueue = mainQueue.eraseToAnyScheduler()
    }

    await store.send(.runButtonTapped)
    await clock.advance(by: .milliseconds(500))
    await mainQueue.advance(by: .milliseconds(500))
    await store.send(.cancelButtonTapped)
    await clock.advance(by: .seconds(2))
    await mainQueue.advance(by: .seconds(2))
    await store.send(.cancelButtonTapped)
    await store.send(.runButtonTapped)
    await clock.advance(by: .milliseconds(500))
    await mainQueue.advance(by: .milliseconds(500))
    await store.send(.runButtonTapped)
    await store.send(.cancelButtonTapped)
    await store.send(.debounceFieldChanged) {
      $0.keystrokes = 1
    }
    await store.send(.debounceFieldChanged) {
      $0.keystrokes = 2
    }
    await clock.advance(by: .milliseconds(300))
    await mainQueue.advance(by: .milliseconds(300))
    await store.receive(.arrived("debounced at keystroke 2")) {
      $0.arrivals.append("debounced at keystroke 2")
    }
    await store.finish()
  }
}
