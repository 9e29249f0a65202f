// swift-format-ignore-file
// Exported by Hindsight from a session of nested: 16 inputs.
import ComposableArchitecture
import Foundation
import Testing

@testable import Features

@MainActor
@Suite struct NestedTests {
  @Test func session() async {
    let clock = TestClock()
    let nextID = LockIsolated(7)
    let store = TestStore(initialState: NestedFeature.State(
      id: UUID(0),
      name: "Foo",
      rows: [
        NestedFeature.State(
          id: UUID(1),
          name: "Bar",
          rows: [NestedFeature.State(id: UUID(2), name: "", rows: [])]
        ),
        NestedFeature.State(
          id: UUID(3),
          name: "바즈 🌱",
          rows: [
            NestedFeature.State(id: UUID(4), name: "Fizz", rows: []),
            NestedFeature.State(id: UUID(5), name: "Buzz", rows: []),
          ]
        ),
        NestedFeature.State(id: UUID(6), name: "", rows: []),
      ]
    )) {
      NestedFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.uuid = UUIDGenerator {
        nextID.withValue { next in
          defer { next += 1 }
          return UUID(next)
        }
      }
    }

    await store.send(.addRowButtonTapped) {
      $0.rows.append(NestedFeature.State(id: UUID(7), name: "", rows: []))
    }
    await store.send(.nameTextFieldChanged("뿌리 🌳")) {
      $0.name = "뿌리 🌳"
    }
    await store.send(.row(id: UUID(1), action: .addRowButtonTapped)) {
      $0.rows[id: UUID(1)]?.rows.append(NestedFeature.State(id: UUID(8), name: "", rows: []))
    }
    await store.send(.row(id: UUID(1), action: .nameTextFieldChanged("가지"))) {
      $0.rows[id: UUID(1)]?.name = "가지"
    }
    await store.send(.row(id: UUID(1), action: .row(id: UUID(8), action: .nameTextFieldChanged("잎 🍃")))) {
      $0.rows[id: UUID(1)]?.rows[id: UUID(8)]?.name = "잎 🍃"
    }
    await store.send(.row(id: UUID(1), action: .row(id: UUID(8), action: .toggleTimerButtonTapped))) {
      $0.rows[id: UUID(1)]?.rows[id: UUID(8)]?.seconds = 0
    }
    await store.send(.row(id: UUID(3), action: .toggleTimerButtonTapped)) {
      $0.rows[id: UUID(3)]?.seconds = 0
    }
    await store.send(.toggleTimerButtonTapped) {
      $0.seconds = 0
    }
    await clock.advance(by: .seconds(2))
    await store.receive(.row(id: UUID(1), action: .row(id: UUID(8), action: .timerTicked))) {
      $0.rows[id: UUID(1)]?.rows[id: UUID(8)]?.seconds = 1
    }
    await store.receive(.row(id: UUID(3), action: .timerTicked)) {
      $0.rows[id: UUID(3)]?.seconds = 1
    }
    await store.receive(.timerTicked) {
      $0.seconds = 1
    }
    await store.receive(.row(id: UUID(1), action: .row(id: UUID(8), action: .timerTicked))) {
      $0.rows[id: UUID(1)]?.rows[id: UUID(8)]?.seconds = 2
    }
    await store.receive(.row(id: UUID(3), action: .timerTicked)) {
      $0.rows[id: UUID(3)]?.seconds = 2
    }
    await store.receive(.timerTicked) {
      $0.seconds = 2
    }
    await store.send(.row(id: UUID(1), action: .row(id: UUID(8), action: .addRowButtonTapped))) {
      $0.rows[id: UUID(1)]?.rows[id: UUID(8)]?.rows.append(NestedFeature.State(id: UUID(9), name: "", rows: []))
    }
    await store.send(.row(id: UUID(1), action: .row(id: UUID(8), action: .onDelete([0])))) {
      $0.rows[id: UUID(1)]?.rows[id: UUID(8)]?.rows.remove(id: UUID(9))
    }
    await store.send(.row(id: UUID(3), action: .toggleTimerButtonTapped)) {
      $0.rows[id: UUID(3)]?.seconds = nil
    }
    await store.send(.onDelete([0])) {
      $0.rows.remove(id: UUID(1))
    }
    await clock.advance(by: .seconds(1))
    await store.receive(.timerTicked) {
      $0.seconds = 3
    }
    await store.send(.toggleTimerButtonTapped) {
      $0.seconds = nil
    }
    await store.send(.row(id: UUID(3), action: .onDelete([1]))) {
      $0.rows[id: UUID(3)]?.rows.remove(id: UUID(5))
    }
    await store.finish()
  }
}
