import ComposableArchitecture
import Features
import Foundation
import Testing

@Suite @MainActor struct NestedFeatureTests {
  private func row(_ id: Int, _ name: String = "", _ rows: [NestedFeature.State] = []) -> NestedFeature.State {
    NestedFeature.State(id: UUID(id), name: name, rows: IdentifiedArray(uniqueElements: rows))
  }

  private func store(_ state: NestedFeature.State, clock: TestClock<Duration> = TestClock()) -> TestStoreOf<NestedFeature> {
    TestStore(initialState: state) {
      NestedFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.uuid = .incrementing
    }
  }

  @Test func rowsAreAddedAndNamedAtAnyDepth() async {
    let store = store(row(100, "뿌리", [row(101)]))
    await store.send(.addRowButtonTapped) { $0.rows.append(self.row(0)) }
    await store.send(.row(id: UUID(101), action: .addRowButtonTapped)) { $0.rows[id: UUID(101)]?.rows = [self.row(1)] }
    await store.send(.row(id: UUID(101), action: .row(id: UUID(1), action: .nameTextFieldChanged("잎 🍃")))) {
      $0.rows[id: UUID(101)]?.rows[id: UUID(1)]?.name = "잎 🍃"
    }
  }

  @Test func aSetOfOffsetsIsDeletedAtOnce() async {
    let store = store(row(100, "", [row(101), row(102), row(103)]))
    await store.send(.onDelete([0, 2])) { $0.rows = [self.row(102)] }
  }

  @Test func ticksComeBackToTheRowThatAskedForThem() async {
    let clock = TestClock()
    let store = store(row(100, "", [row(101, "", [row(102)])]), clock: clock)
    await store.send(.row(id: UUID(101), action: .row(id: UUID(102), action: .toggleTimerButtonTapped))) {
      $0.rows[id: UUID(101)]?.rows[id: UUID(102)]?.seconds = 0
    }
    await clock.advance(by: .seconds(1))
    await store.receive(.row(id: UUID(101), action: .row(id: UUID(102), action: .timerTicked))) {
      $0.rows[id: UUID(101)]?.rows[id: UUID(102)]?.seconds = 1
    }
    // Switching the parent's timer on and off leaves its row's alone.
    await store.send(.row(id: UUID(101), action: .toggleTimerButtonTapped)) { $0.rows[id: UUID(101)]?.seconds = 0 }
    await store.send(.row(id: UUID(101), action: .toggleTimerButtonTapped)) { $0.rows[id: UUID(101)]?.seconds = nil }
    await clock.advance(by: .seconds(1))
    await store.receive(.row(id: UUID(101), action: .row(id: UUID(102), action: .timerTicked))) {
      $0.rows[id: UUID(101)]?.rows[id: UUID(102)]?.seconds = 2
    }
    // Deleting a row stops the timers of all that is below it; the store would complain about one that goes on.
    await store.send(.onDelete([0])) { $0.rows = [] }
    await clock.advance(by: .seconds(1))
  }
}
