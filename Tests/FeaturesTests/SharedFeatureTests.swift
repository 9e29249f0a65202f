import ComposableArchitecture
import Features
import Foundation
import Testing

@Suite @MainActor struct SharedFeatureTests {
  private let files = LockIsolated<[URL: Data]>([:])

  private func store(clock: TestClock<Duration> = TestClock()) -> TestStoreOf<SharedFeature> {
    TestStore(initialState: SharedFeature.State()) {
      SharedFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.defaultInMemoryStorage = InMemoryStorage()
      $0.defaultFileStorage = .inMemory(fileSystem: files)
    }
  }

  @Test func whatOneTabCountsTheOtherHas() async {
    let store = store()
    await store.send(.counter(.incrementButtonTapped)) {
      $0.counter.$stats.withLock {
        $0.count = 1
        $0.highest = 1
      }
    }
    #expect(store.state.profile.stats.count == 1)
    await store.send(.profile(.stepChanged(3))) { $0.profile.$settings.withLock { $0.step = 3 } }
    await store.send(.counter(.decrementButtonTapped)) {
      $0.counter.$stats.withLock {
        $0.count = -2
        $0.lowest = -2
      }
    }
    await store.send(.tabSelected(.profile)) { $0.currentTab = .profile }
    await store.send(.profile(.resetButtonTapped)) { $0.profile.$stats.withLock { $0 = Stats() } }
  }

  @Test func settingsAreInTheFile() async throws {
    let store = store()
    await store.send(.profile(.nicknameChanged("철수 🎈"))) { $0.counter.$settings.withLock { $0.nickname = "철수 🎈" } }
    let data = try #require(files.value[URL(filePath: "/settings.json")])
    let settings = try JSONDecoder().decode(Settings.self, from: data)
    #expect(settings.nickname == "철수 🎈" && settings.step == 1)
  }

  @Test func anEffectWritesWithoutAnAction() async {
    let clock = TestClock()
    let store = store(clock: clock)
    await store.send(.counter(.incrementButtonTapped)) {
      $0.counter.$stats.withLock {
        $0.count = 1
        $0.highest = 1
      }
    }
    await store.send(.counter(.resetLaterButtonTapped))
    await clock.advance(by: .seconds(1))
    store.assert { $0.counter.$stats.withLock { $0 = Stats() } }
  }
}
