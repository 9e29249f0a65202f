import ComposableArchitecture
import Foundation
import Testing

/// What one test shares is nothing to another that runs at the same time.
@Suite struct SharedIsolationTests {
  private func countsFromZero() {
    @Shared(.inMemory("isolation")) var number = 0
    @Shared(.appStorage("isolation")) var stored = 0
    @Shared(.fileStorage(.documentsDirectory.appending(component: "isolation.json"))) var filed = 0
    #expect(number == 0 && stored == 0 && filed == 0)
    $number.withLock { $0 += 1 }
    $stored.withLock { $0 += 1 }
    $filed.withLock { $0 += 1 }
    @Shared(.inMemory("isolation")) var again = 0
    @Shared(.appStorage("isolation")) var storedAgain = 0
    #expect(again == 1 && storedAgain == 1)
  }

  @Test func oneTest() { countsFromZero() }
  @Test func anotherTest() { countsFromZero() }
  @Test func aThirdTest() { countsFromZero() }

  @Reducer
  struct Counter {
    struct State: Equatable { @Shared(.inMemory("isolatedCounter")) var count = 0 }
    enum Action { case increment }
    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.$count.withLock { $0 += 1 }
        return .none
      }
    }
  }

  @MainActor private func storesShareWithTheirTest() async {
    @Shared(.inMemory("isolatedCounter")) var count = 40
    let store = TestStore(initialState: Counter.State()) { Counter() }
    #expect(store.state.count == 40)
    await store.send(.increment) { $0.$count.withLock { $0 = 41 } }
    let other = TestStore(initialState: Counter.State()) { Counter() }
    await other.send(.increment) { $0.$count.withLock { $0 = 42 } }
    #expect(count == 42)
  }

  @Test @MainActor func aStoreInOneTest() async { await storesShareWithTheirTest() }
  @Test @MainActor func aStoreInAnotherTest() async { await storesShareWithTheirTest() }
}
