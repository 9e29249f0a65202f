// swift-format-ignore-file
// Exported by Hindsight from a session of standups: 6 inputs.
import ComposableArchitecture
import Foundation
import Testing

@testable import Features

@MainActor
@Suite struct StandupsRecordMeetingTests {
  @Test func session() async {
    let clock = TestClock()
    let start = clock.now
    let nextID = LockIsolated(8)
    let store = TestStore(initialState: StandupsFeature.State(
      path: [
        .detail(
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
        ),
        .recordMeeting(
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
              title: "Design"
            )
          )
        ),
      ],
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
      $0.date = DateGenerator { Date(timeIntervalSince1970: 1704067200) + start.duration(to: clock.now) / .seconds(1) }
      $0.uuid = UUIDGenerator {
        nextID.withValue { next in
          defer { next += 1 }
          return UUID(next)
        }
      }
    }

    await store.send(.path(.element(id: 1, action: .recordMeeting(.task))))
    await clock.advance(by: .seconds(15))
    await store.receive(\.path[id: 1].recordMeeting.timerTicked) {
      $0.path[id: 1]?.modify(\.recordMeeting) { $0.secondsElapsed = 1 }
    }
    await store.receive(\.path[id: 1].recordMeeting.timerTicked) {
      $0.path[id: 1]?.modify(\.recordMeeting) { $0.secondsElapsed = 2 }
    }
    await store.receive(\.path[id: 1].recordMeeting.timerTicked) {
      $0.path[id: 1]?.modify(\.recordMeeting) { $0.secondsElapsed = 3 }
    }
    await store.receive(\.path[id: 1].recordMeeting.timerTicked) {
      $0.path[id: 1]?.modify(\.recordMeeting) { $0.secondsElapsed = 4 }
    }
    await store.receive(\.path[id: 1].recordMeeting.timerTicked) {
      $0.path[id: 1]?.modify(\.recordMeeting) { $0.secondsElapsed = 5 }
    }
    await store.receive(\.path[id: 1].recordMeeting.timerTicked) {
      $0.path[id: 1]?.modify(\.recordMeeting) { $0.secondsElapsed = 6 }
    }
    await store.receive(\.path[id: 1].recordMeeting.timerTicked) {
      $0.path[id: 1]?.modify(\.recordMeeting) { $0.secondsElapsed = 7 }
    }
    await store.receive(\.path[id: 1].recordMeeting.timerTicked) {
      $0.path[id: 1]?.modify(\.recordMeeting) { $0.secondsElapsed = 8 }
    }
    await store.receive(\.path[id: 1].recordMeeting.timerTicked) {
      $0.path[id: 1]?.modify(\.recordMeeting) { $0.secondsElapsed = 9 }
    }
    await store.receive(\.path[id: 1].recordMeeting.timerTicked) {
      $0.path[id: 1]?.modify(\.recordMeeting) { $0.secondsElapsed = 10 }
    }
    await store.receive(\.path[id: 1].recordMeeting.timerTicked) {
      $0.path[id: 1]?.modify(\.recordMeeting) { $0.secondsElapsed = 11 }
    }
    await store.receive(\.path[id: 1].recordMeeting.timerTicked) {
      $0.path[id: 1]?.modify(\.recordMeeting) { $0.secondsElapsed = 12 }
    }
    await store.receive(\.path[id: 1].recordMeeting.timerTicked) {
      $0.path[id: 1]?.modify(\.recordMeeting) { $0.secondsElapsed = 13 }
    }
    await store.receive(\.path[id: 1].recordMeeting.timerTicked) {
      $0.path[id: 1]?.modify(\.recordMeeting) { $0.secondsElapsed = 14 }
    }
    await store.receive(\.path[id: 1].recordMeeting.timerTicked) {
      $0.path[id: 1]?.modify(\.recordMeeting) {
        $0.secondsElapsed = 15
        $0.speakerIndex = 1
      }
    }
    await store.send(.path(.element(id: 1, action: .recordMeeting(.nextButtonTapped)))) {
      $0.path[id: 1]?.modify(\.recordMeeting) {
        $0.secondsElapsed = 30
        $0.speakerIndex = 2
      }
    }
    await store.send(.path(.element(id: 1, action: .recordMeeting(.endMeetingButtonTapped)))) {
      $0.path[id: 1]?.modify(\.recordMeeting) {
        $0.alert = AlertState {
          TextState("End meeting?")
        } actions: {
          ButtonState(action: .confirmSave) {
            TextState("Save and end")
          }
          ButtonState(role: .destructive, action: .confirmDiscard) {
            TextState("Discard")
          }
          ButtonState(role: .cancel) {
            TextState("Resume")
          }
        } message: {
          TextState("You are ending the meeting early. What would you like to do?")
        }
      }
    }
    await clock.advance(by: .seconds(2))
    await store.receive(\.path[id: 1].recordMeeting.timerTicked)
    await store.receive(\.path[id: 1].recordMeeting.timerTicked)
    await store.send(.path(.element(id: 1, action: .recordMeeting(.alert(.presented(.confirmSave)))))) {
      $0.path[id: 1]?.modify(\.recordMeeting) { $0.alert = nil }
    }
    await store.receive(\.path[id: 1].recordMeeting.delegate.saveMeeting, "") {
      $0.path[id: 0]?.modify(\.detail) {
        $0.standup.meetings.append(Meeting(
          id: UUID(8),
          date: Date(timeIntervalSince1970: 1704067217),
          transcript: ""
        ))
      }
      $0.standupsList.standups[id: UUID(0)]?.meetings.append(Meeting(
        id: UUID(8),
        date: Date(timeIntervalSince1970: 1704067217),
        transcript: ""
      ))
    }
    await store.receive(\.path.popFrom, 1) {
      $0.path.pop(from: 1)
    }
    await store.skipInFlightEffects()
  }
}
