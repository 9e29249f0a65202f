// swift-format-ignore-file
// Exported by Hindsight from a session of standups-optionals: 5 inputs.
import ComposableArchitecture
import Foundation
import Testing

@testable import Features

@MainActor
@Suite struct TwoOptionalsTests {
  @Test func session() async {
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
    await store.send(.editStandup(.presented(.binding(.set(\.standup.title, "a ghost"))))) {
      $0.editStandup?.standup.title = "a ghost"
    }
    await store.send(.saveStandupButtonTapped) {
      $0.editStandup = nil
      $0.standup.title = "a ghost"
    }
  }
}
