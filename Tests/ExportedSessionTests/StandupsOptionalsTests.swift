// swift-format-ignore-file
// Exported by Hindsight from a session of standups-optionals: 13 inputs.
import ComposableArchitecture
import Foundation
import Testing

@testable import Features

@MainActor
@Suite struct StandupsOptionalsTests {
  @Test func session() async {
    let nextID = LockIsolated(8)
    let store = TestStore(initialState: StandupOptionalsFeature.State(
      standup: Standup(
        id: UUID(5),
        attendees: [Attendee(id: UUID(6), name: "철수"), Attendee(id: UUID(7), name: "영희")],
        duration: .seconds(300),
        meetings: [],
        theme: .sky,
        title: "오전 싱크"
      )
    )) {
      StandupOptionalsFeature()
    } withDependencies: {
      $0.uuid = UUIDGenerator {
        nextID.withValue { next in
          defer { next += 1 }
          return UUID(next)
        }
      }
    }

    await store.send(.editButtonTapped) {
      $0.editStandup = StandupFormFeature.State(
        focus: .title,
        standup: Standup(
          id: UUID(5),
          attendees: [Attendee(id: UUID(6), name: "철수"), Attendee(id: UUID(7), name: "영희")],
          duration: .seconds(300),
          meetings: [],
          theme: .sky,
          title: "오전 싱크"
        )
      )
    }
    await store.send(.editStandup(.presented(.binding(.set(\.standup.title, "저녁 싱크 🌙"))))) {
      $0.editStandup?.standup.title = "저녁 싱크 🌙"
    }
    await store.send(.editStandup(.presented(.addAttendeeButtonTapped))) {
      $0.editStandup?.focus = .attendee(UUID(8))
      $0.editStandup?.standup.attendees.append(Attendee(id: UUID(8), name: ""))
    }
    await store.send(.editStandup(.presented(.deleteAttendees(atOffsets: [0])))) {
      $0.editStandup?.focus = .attendee(UUID(7))
      $0.editStandup?.standup.attendees.remove(id: UUID(6))
    }
    await store.send(.deleteButtonTapped) {
      $0.alert = AlertState {
        TextState("정말 삭제하시겠습니까?")
      } actions: {
        ButtonState(role: .destructive, action: .confirmDeletion) {
          TextState("삭제")
        }
      }
    }
    await store.send(.saveStandupButtonTapped) {
      $0.editStandup = nil
      $0.standup.attendees.remove(id: UUID(6))
      $0.standup.attendees.append(Attendee(id: UUID(8), name: ""))
      $0.standup.title = "저녁 싱크 🌙"
    }
    await store.send(.alert(.dismiss)) {
      $0.alert = nil
    }
    await store.send(.editButtonTapped) {
      $0.editStandup = StandupFormFeature.State(
        focus: .title,
        standup: Standup(
          id: UUID(5),
          attendees: [Attendee(id: UUID(7), name: "영희"), Attendee(id: UUID(8), name: "")],
          duration: .seconds(300),
          meetings: [],
          theme: .sky,
          title: "저녁 싱크 🌙"
        )
      )
    }
    await store.send(.cancelEditStandupButtonTapped) {
      $0.editStandup = nil
    }
    await store.send(.editButtonTapped) {
      $0.editStandup = StandupFormFeature.State(
        focus: .title,
        standup: Standup(
          id: UUID(5),
          attendees: [Attendee(id: UUID(7), name: "영희"), Attendee(id: UUID(8), name: "")],
          duration: .seconds(300),
          meetings: [],
          theme: .sky,
          title: "저녁 싱크 🌙"
        )
      )
    }
    await store.send(.editStandup(.dismiss)) {
      $0.editStandup = nil
    }
    await store.send(.deleteButtonTapped) {
      $0.alert = AlertState {
        TextState("정말 삭제하시겠습니까?")
      } actions: {
        ButtonState(role: .destructive, action: .confirmDeletion) {
          TextState("삭제")
        }
      }
    }
    await store.send(.alert(.presented(.confirmDeletion))) {
      $0.alert = nil
      $0.isDeleted = true
    }
  }
}
