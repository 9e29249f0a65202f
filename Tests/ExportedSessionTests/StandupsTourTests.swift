// swift-format-ignore-file
// Exported by Hindsight from a session of standups: 10 inputs.
import ComposableArchitecture
import Foundation
import Testing

@testable import Features

@MainActor
@Suite struct StandupsTourTests {
  @Test func session() async {
    let clock = TestClock()
    let store = TestStore(initialState: StandupsFeature.State(
      path: [],
      standupsList: StandupsListFeature.State(addStandup: nil, standups: [])
    )) {
      StandupsFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.uuid = .incrementing
    }

    await store.send(.standupsList(.addButtonTapped)) {
      $0.standupsList.addStandup = StandupFormFeature.State(
        focus: .title,
        standup: Standup(
          id: UUID(0),
          attendees: [Attendee(id: UUID(1), name: "")],
          duration: .seconds(300),
          meetings: [],
          theme: .bubblegum,
          title: ""
        )
      )
    }
    await store.send(.standupsList(.addStandup(.presented(.binding(.set(\.standup.title, "Design")))))) {
      $0.standupsList.addStandup?.standup.title = "Design"
    }
    await store.send(.standupsList(.addStandup(.presented(.addAttendeeButtonTapped)))) {
      $0.standupsList.addStandup?.focus = .attendee(UUID(2))
      $0.standupsList.addStandup?.standup.attendees.append(Attendee(id: UUID(2), name: ""))
    }
    await store.send(.standupsList(.saveStandupButtonTapped)) {
      $0.standupsList.addStandup = nil
      $0.standupsList.standups.append(Standup(
        id: UUID(0),
        attendees: [Attendee(id: UUID(1), name: ""), Attendee(id: UUID(2), name: "")],
        duration: .seconds(300),
        meetings: [],
        theme: .bubblegum,
        title: "Design"
      ))
    }
    await store.send(.standupsList(.standupTapped(id: UUID(0)))) {
      $0.path[id: 0] = .detail(
        StandupDetailFeature.State(
          destination: nil,
          standup: Standup(
            id: UUID(0),
            attendees: [Attendee(id: UUID(1), name: ""), Attendee(id: UUID(2), name: "")],
            duration: .seconds(300),
            meetings: [],
            theme: .bubblegum,
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
              attendees: [Attendee(id: UUID(1), name: ""), Attendee(id: UUID(2), name: "")],
              duration: .seconds(300),
              meetings: [],
              theme: .bubblegum,
              title: "Design"
            )
          )
        )
      }
    }
    await store.send(.path(
      .element(
        id: 0,
        action: .detail(.destination(.presented(.editStandup(.binding(.set(\.standup.title, "디자인 싱크"))))))
      )
    )) {
      $0.path[id: 0]?.modify(\.detail) {
        $0.destination?.modify(\.editStandup) { $0.standup.title = "디자인 싱크" }
      }
    }
    await store.send(.path(.element(id: 0, action: .detail(.saveStandupButtonTapped)))) {
      $0.path[id: 0]?.modify(\.detail) {
        $0.destination = nil
        $0.standup.title = "디자인 싱크"
      }
    }
    await store.receive(\.path[id: 0].detail.delegate.standupUpdated, Standup(
      id: UUID(0),
      attendees: [Attendee(id: UUID(1), name: ""), Attendee(id: UUID(2), name: "")],
      duration: .seconds(300),
      meetings: [],
      theme: .bubblegum,
      title: "디자인 싱크"
    )) {
      $0.standupsList.standups[id: UUID(0)]?.title = "디자인 싱크"
    }
    await store.send(.path(.element(id: 0, action: .detail(.deleteButtonTapped)))) {
      $0.path[id: 0]?.modify(\.detail) {
        $0.destination = .alert(
          AlertState {
            TextState("Delete?")
          } actions: {
            ButtonState(role: .destructive, action: .confirmDeletion) {
              TextState("Delete")
            }
            ButtonState(role: .cancel) {
              TextState("Nevermind")
            }
          } message: {
            TextState("Are you sure you want to delete this meeting?")
          }
        )
      }
    }
    await store.send(.path(
      .element(id: 0, action: .detail(.destination(.presented(.alert(.confirmDeletion)))))
    )) {
      $0.path[id: 0]?.modify(\.detail) { $0.destination = nil }
    }
    await store.receive(\.path[id: 0].detail.delegate.deleteStandup, UUID(0)) {
      $0.standupsList.standups.remove(id: UUID(0))
    }
    await store.receive(\.path.popFrom, 0) {
      $0.path.pop(from: 0)
    }
    await store.skipInFlightEffects()
  }
}
