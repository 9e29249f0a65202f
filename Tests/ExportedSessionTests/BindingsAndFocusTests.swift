// swift-format-ignore-file
// Exported by Hindsight from a session of standups: 9 inputs.
import ComposableArchitecture
import Foundation
import Testing

@testable import Features

@MainActor
@Suite struct BindingsAndFocusTests {
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
    await store.send(.standupsList(.addStandup(.presented(.binding(.set(\.standup.title, "오전 싱크 ☕️")))))) {
      $0.standupsList.addStandup?.standup.title = "오전 싱크 ☕️"
    }
    await store.send(.standupsList(.addStandup(.presented(.binding(.set(\.standup.duration, .seconds(600))))))) {
      $0.standupsList.addStandup?.standup.duration = .seconds(600)
    }
    await store.send(.standupsList(.addStandup(.presented(.addAttendeeButtonTapped)))) {
      $0.standupsList.addStandup?.focus = .attendee(UUID(2))
      $0.standupsList.addStandup?.standup.attendees.append(Attendee(id: UUID(2), name: ""))
    }
    await store.send(.standupsList(
      .addStandup(
        .presented(
          .binding(
            .set(\.standup.attendees, [Attendee(id: UUID(1), name: "철수"), Attendee(id: UUID(2), name: "영희")])
          )
        )
      )
    )) {
      $0.standupsList.addStandup?.standup.attendees[id: UUID(1)]?.name = "철수"
      $0.standupsList.addStandup?.standup.attendees[id: UUID(2)]?.name = "영희"
    }
    await store.send(.standupsList(.addStandup(.presented(.deleteAttendees(atOffsets: [0]))))) {
      $0.standupsList.addStandup?.standup.attendees.remove(id: UUID(1))
    }
    await store.send(.standupsList(.addStandup(.presented(.deleteAttendees(atOffsets: [0]))))) {
      $0.standupsList.addStandup?.focus = .attendee(UUID(3))
      $0.standupsList.addStandup?.standup.attendees.remove(id: UUID(2))
      $0.standupsList.addStandup?.standup.attendees.append(Attendee(id: UUID(3), name: ""))
    }
    await store.send(.standupsList(.addStandup(.presented(.binding(.set(\.focus, .title)))))) {
      $0.standupsList.addStandup?.focus = .title
    }
    await store.send(.standupsList(.saveStandupButtonTapped)) {
      $0.standupsList.addStandup = nil
      $0.standupsList.standups.append(Standup(
        id: UUID(0),
        attendees: [Attendee(id: UUID(3), name: "")],
        duration: .seconds(600),
        meetings: [],
        theme: .bubblegum,
        title: "오전 싱크 ☕️"
      ))
    }
    await store.skipInFlightEffects()
  }
}
