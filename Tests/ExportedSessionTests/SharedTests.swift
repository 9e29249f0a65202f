// swift-format-ignore-file
// Exported by Hindsight from a session of shared: 11 inputs.
import ComposableArchitecture
import Foundation
import Testing

@testable import Features

@MainActor
@Suite struct SharedTests {
  @Test func session() async {
    let clock = TestClock()
    let store = TestStore(initialState: {
      var value = SharedFeature.State()
      value.currentTab = .counter
      return value
    }()) {
      SharedFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.defaultAppStorage = .inMemory
      $0.defaultFileStorage = .inMemory
      $0.defaultInMemoryStorage = InMemoryStorage()
    }

    await store.send(.counter(.incrementButtonTapped)) {
      $0.counter.$stats.withLock {
        $0.count = 1
        $0.highest = 1
      }
      $0.profile.$stats.withLock {
        $0.count = 1
        $0.highest = 1
      }
    }
    await store.send(.profile(.stepChanged(3))) {
      $0.counter.$settings.withLock { $0.step = 3 }
      $0.profile.$settings.withLock { $0.step = 3 }
    }
    await store.send(.counter(.incrementButtonTapped)) {
      $0.counter.$stats.withLock {
        $0.count = 4
        $0.highest = 4
      }
      $0.profile.$stats.withLock {
        $0.count = 4
        $0.highest = 4
      }
    }
    await store.send(.tabSelected(.profile)) {
      $0.currentTab = .profile
    }
    await store.send(.profile(.nicknameChanged("철수 🎈"))) {
      $0.counter.$settings.withLock { $0.nickname = "철수 🎈" }
      $0.profile.$settings.withLock { $0.nickname = "철수 🎈" }
    }
    await store.send(.counter(.decrementButtonTapped)) {
      $0.counter.$stats.withLock { $0.count = 1 }
      $0.profile.$stats.withLock { $0.count = 1 }
    }
    await store.send(.counter(.resetLaterButtonTapped))
    await store.send(.counter(.incrementButtonTapped)) {
      $0.counter.$stats.withLock { $0.count = 4 }
      $0.profile.$stats.withLock { $0.count = 4 }
    }
    await clock.advance(by: .seconds(1))
    store.assert {
      $0.counter.$stats.withLock {
        $0.count = 0
        $0.highest = 0
      }
      $0.profile.$stats.withLock {
        $0.count = 0
        $0.highest = 0
      }
    }
    await store.send(.counter(.decrementButtonTapped)) {
      $0.counter.$stats.withLock {
        $0.count = -3
        $0.lowest = -3
      }
      $0.profile.$stats.withLock {
        $0.count = -3
        $0.lowest = -3
      }
    }
    await store.send(.profile(.resetButtonTapped)) {
      $0.counter.$stats.withLock {
        $0.count = 0
        $0.lowest = 0
      }
      $0.profile.$stats.withLock {
        $0.count = 0
        $0.lowest = 0
      }
    }
    await store.finish()
  }
}
