// swift-format-ignore-file
// Exported by Hindsight from a session of standups: 6 inputs.
import ComposableArchitecture
import Foundation
import Testing

@testable import Features

@MainActor
@Suite struct DelegatesTests {
  @Test func session() async {
    let clock = TestClock()
    let store = TestStore(initialState: StandupsFeature.State(
      path: [],
      standupsList: StandupsListFeature.State(
        addStandup: nil,
        standups: [
          Standup(
            id: UUID(0),
            attendees: [
              Attendee(id: UUID(1), name: "Blob"),
              Attendee(id: UUID(2), name: "Blob Jr"),
              Attendee(id: UUID(3), name: "Blob Sr"),
              Attendee(id: UUID(4), name: "Blob Esq"),
            ],
            duration: .seconds(60),
            meetings: [],
            theme: .orange,
            title: "Design"
          ),
          Standup(
            id: UUID(5),
            attendees: [Attendee(id: UUID(6), name: "철수"), Attendee(id: UUID(7), name: "영희")],
            duration: .seconds(300),
            meetings: [],
            theme: .sky,
            title: "오전 싱크"
          ),
        ]
      )
    )) {
      StandupsFeature()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(.standupsList(.standupTapped(id: UUID(0)))) {
      $0.path[id: 0] = .detail(
        StandupDetailFeature.State(
          destination: nil,
          standup: Standup(
            id: UUID(0),
            attendees: [
              Attendee(id: UUID(1), name: "Blob"),
              Attendee(id: UUID(2), name: "Blob Jr"),
              Attendee(id: UUID(3), name: "Blob Sr"),
              Attendee(id: UUID(4), name: "Blob Esq"),
            ],
            duration: .seconds(60),
            meetings: [],
            theme: .orange,
            title: "Design"
          )
        )
      )
    }
    await store.send(.path(.element(id: 0, action: .detail(.editButtonTapped)))) {
      $0.path[id: 0]?.modify(\.detail) {
        $0.destination = .editStandup(
          StandupFormFeature.State(
            focus: .title,
            standup: Standup(
              id: UUID(0),
              attendees: [
                Attendee(id: UUID(1), name: "Blob"),
                Attendee(id: UUID(2), name: "Blob Jr"),
                Attendee(id: UUID(3), name: "Blob Sr"),
                Attendee(id: UUID(4), name: "Blob Esq"),
              ],
              duration: .seconds(60),
              meetings: [],
              theme: .orange,
              title: "Design"
            )
          )
        )
      }
    }
    await store.send(.path(
      .element(
        id: 0,
        action: .detail(.destination(.presented(.editStandup(.binding(.set(\.standup.title, "디자인 🎨"))))))
      )
    )) {
      $0.path[id: 0]?.modify(\.detail) {
        $0.destination?.modify(\.editStandup) { $0.standup.title = "디자인 🎨" }
      }
    }
    await store.send(.path(.element(id: 0, action: .detail(.saveStandupButtonTapped)))) {
      $0.path[id: 0]?.modify(\.detail) {
        $0.destination = nil
        $0.standup.title = "디자인 🎨"
      }
    }
    await store.receive(\.path[id: 0].detail.delegate.standupUpdated, Standup(
      id: UUID(0),
      attendees: [
        Attendee(id: UUID(1), name: "Blob"),
        Attendee(id: UUID(2), name: "Blob Jr"),
        Attendee(id: UUID(3), name: "Blob Sr"),
        Attendee(id: UUID(4), name: "Blob Esq"),
      ],
      duration: .seconds(60),
      meetings: [],
      theme: .orange,
      title: "디자인 🎨"
    )) {
      $0.standupsList.standups[id: UUID(0)]?.title = "디자인 🎨"
    }
    await store.send(.path(.element(id: 0, action: .detail(.deleteMeetings(atOffsets: [0])))))
    await store.send(.path(.element(id: 0, action: .detail(.startMeetingButtonTapped))))
    await store.receive(\.path[id: 0].detail.delegate.startMeeting, Standup(
      id: UUID(0),
      attendees: [
        Attendee(id: UUID(1), name: "Blob"),
        Attendee(id: UUID(2), name: "Blob Jr"),
        Attendee(id: UUID(3), name: "Blob Sr"),
        Attendee(id: UUID(4), name: "Blob Esq"),
      ],
      duration: .seconds(60),
      meetings: [],
      theme: .orange,
      title: "디자인 🎨"
    )) {
      $0.path[id: 1] = .recordMeeting(
        RecordMeetingFeature.State(
          standup: Standup(
            id: UUID(0),
            attendees: [
              Attendee(id: UUID(1), name: "Blob"),
              Attendee(id: UUID(2), name: "Blob Jr"),
              Attendee(id: UUID(3), name: "Blob Sr"),
              Attendee(id: UUID(4), name: "Blob Esq"),
            ],
            duration: .seconds(60),
            meetings: [],
            theme: .orange,
            title: "디자인 🎨"
          )
        )
      )
    }
    await store.skipInFlightEffects()
  }
}
