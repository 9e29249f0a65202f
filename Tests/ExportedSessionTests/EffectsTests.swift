// swift-format-ignore-file
// Exported by Hindsight from a session of effects: 21 inputs.
import ComposableArchitecture
import Foundation
import Testing

@testable import Features

@MainActor
@Suite struct EffectsTests {
  @Test func session() async {
    let clock = TestClock()
    let mainQueue = DispatchQueue.test
    let store = TestStore(initialState: EffectsFeature.State()) {
      EffectsFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.mainQueue = mainQueue.eraseToAnyScheduler()
    }

    await store.send(.noneButtonTapped)
    await store.send(.sendButtonTapped)
    await store.receive(.arrived("sent")) {
      $0.arrivals.append("sent")
    }
    await store.send(.runButtonTapped)
    await clock.advance(by: .seconds(1))
    await mainQueue.advance(by: .seconds(1))
    await store.receive(.arrived("run")) {
      $0.arrivals.append("run")
    }
    await store.send(.runButtonTapped)
    await store.send(.cancelButtonTapped)
    await store.send(.mergeButtonTapped)
    await clock.advance(by: .seconds(1))
    await mainQueue.advance(by: .seconds(1))
    await clock.advance(by: .seconds(1))
    await mainQueue.advance(by: .seconds(1))
    await store.receive(.arrived("second of two at once")) {
      $0.arrivals.append("second of two at once")
    }
    await store.receive(.arrived("first of two at once")) {
      $0.arrivals.append("first of two at once")
    }
    await store.send(.concatenateButtonTapped)
    await clock.advance(by: .seconds(2))
    await mainQueue.advance(by: .seconds(2))
    await store.receive(.arrived("first of two, one after the other")) {
      $0.arrivals.append("first of two, one after the other")
    }
    await clock.advance(by: .seconds(1))
    await mainQueue.advance(by: .seconds(1))
    await store.receive(.arrived("second of two, one after the other")) {
      $0.arrivals.append("second of two, one after the other")
    }
    await store.send(.debounceFieldChanged) {
      $0.keystrokes = 1
    }
    await clock.advance(by: .milliseconds(200))
    await mainQueue.advance(by: .milliseconds(200))
    await store.send(.debounceFieldChanged) {
      $0.keystrokes = 2
    }
    await clock.advance(by: .milliseconds(300))
    await mainQueue.advance(by: .milliseconds(300))
    await store.receive(.arrived("debounced at keystroke 2")) {
      $0.arrivals.append("debounced at keystroke 2")
    }
    await store.send(.throttleButtonTapped) {
      $0.taps = 1
    }
    await store.receive(.arrived("throttled at tap 1")) {
      $0.arrivals.append("throttled at tap 1")
    }
    await store.send(.throttleButtonTapped) {
      $0.taps = 2
    }
    await store.send(.throttleButtonTapped) {
      $0.taps = 3
    }
    await clock.advance(by: .seconds(1))
    await mainQueue.advance(by: .seconds(1))
    await store.receive(.arrived("throttled at tap 3")) {
      $0.arrivals.append("throttled at tap 3")
    }
    await store.send(.animationButtonTapped)
    await store.receive(.arrived("animated")) {
      $0.arrivals.append("animated")
    }
    await store.send(.transactionButtonTapped)
    await store.receive(.arrived("in a transaction")) {
      $0.arrivals.append("in a transaction")
    }
    await store.finish()
  }
}
