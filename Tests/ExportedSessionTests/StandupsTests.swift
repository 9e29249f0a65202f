// swift-format-ignore-file
// Exported by Hindsight from a session of standups: 51 inputs.
import ComposableArchitecture
import Foundation
import Testing

@testable import Features

@MainActor
@Suite struct StandupsTests {
  @Test func session() async {
    let clock = TestClock()
    let start = clock.now
    let standupsSave = Calls<Void>(4)
    let store = TestStore(initialState: StandupsFeature.State(
      path: [],
      standupsList: StandupsListFeature.State(addStandup: nil, standups: [])
    )) {
      StandupsFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = DateGenerator { Date(timeIntervalSince1970: 1704067200) + start.duration(to: clock.now) / .seconds(1) }
      $0.uuid = .incrementing
      $0[StandupsClient.self].save = { _ in try await standupsSave() }
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
    await store.send(.standupsList(.addStandup(.presented(.binding(.set(\.standup.title, "아침 싱크 ☕️")))))) {
      $0.standupsList.addStandup?.standup.title = "아침 싱크 ☕️"
    }
    await store.send(.standupsList(.addStandup(.presented(.addAttendeeButtonTapped)))) {
      $0.standupsList.addStandup?.focus = .attendee(UUID(2))
      $0.standupsList.addStandup?.standup.attendees.append(Attendee(id: UUID(2), name: ""))
    }
    await store.send(.standupsList(.addStandup(.presented(.binding(.set(\.focus, .title)))))) {
      $0.standupsList.addStandup?.focus = .title
    }
    await store.send(.standupsList(.addStandup(.presented(.deleteAttendees(atOffsets: [0]))))) {
      $0.standupsList.addStandup?.focus = .attendee(UUID(2))
      $0.standupsList.addStandup?.standup.attendees.remove(id: UUID(1))
    }
    await store.send(.standupsList(.saveStandupButtonTapped)) {
      $0.standupsList.addStandup = nil
      $0.standupsList.standups.append(Standup(
        id: UUID(0),
        attendees: [Attendee(id: UUID(2), name: "")],
        duration: .seconds(300),
        meetings: [],
        theme: .bubblegum,
        title: "아침 싱크 ☕️"
      ))
    }
    await clock.advance(by: .seconds(1))
    standupsSave.answer(0, ())
    await store.send(.standupsList(.addButtonTapped)) {
      $0.standupsList.addStandup = StandupFormFeature.State(
        focus: .title,
        standup: Standup(
          id: UUID(3),
          attendees: [Attendee(id: UUID(4), name: "")],
          duration: .seconds(300),
          meetings: [],
          theme: .bubblegum,
          title: ""
        )
      )
    }
    await store.send(.standupsList(.cancelStandupButtonTapped)) {
      $0.standupsList.addStandup = nil
    }
    await store.send(.standupsList(.addButtonTapped)) {
      $0.standupsList.addStandup = StandupFormFeature.State(
        focus: .title,
        standup: Standup(
          id: UUID(5),
          attendees: [Attendee(id: UUID(6), name: "")],
          duration: .seconds(300),
          meetings: [],
          theme: .bubblegum,
          title: ""
        )
      )
    }
    await store.send(.standupsList(.addStandup(.dismiss))) {
      $0.standupsList.addStandup = nil
    }
    await store.send(.standupsList(.addButtonTapped)) {
      $0.standupsList.addStandup = StandupFormFeature.State(
        focus: .title,
        standup: Standup(
          id: UUID(7),
          attendees: [Attendee(id: UUID(8), name: "")],
          duration: .seconds(300),
          meetings: [],
          theme: .bubblegum,
          title: ""
        )
      )
    }
    await store.send(.standupsList(.saveStandupButtonTapped)) {
      $0.standupsList.addStandup = nil
      $0.standupsList.standups.append(Standup(
        id: UUID(7),
        attendees: [Attendee(id: UUID(8), name: "")],
        duration: .seconds(300),
        meetings: [],
        theme: .bubblegum,
        title: ""
      ))
    }
    await store.send(.standupsList(.onDelete([1]))) {
      $0.standupsList.standups.remove(id: UUID(7))
    }
    await store.send(.standupsList(.standupTapped(id: UUID(0)))) {
      $0.path[id: 0] = .detail(
        StandupDetailFeature.State(
          destination: nil,
          standup: Standup(
            id: UUID(0),
            attendees: [Attendee(id: UUID(2), name: "")],
            duration: .seconds(300),
            meetings: [],
            theme: .bubblegum,
            title: "아침 싱크 ☕️"
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
              attendees: [Attendee(id: UUID(2), name: "")],
              duration: .seconds(300),
              meetings: [],
              theme: .bubblegum,
              title: "아침 싱크 ☕️"
            )
          )
        )
      }
    }
    await store.send(.path(
      .element(id: 0, action: .detail(.destination(.presented(.editStandup(.addAttendeeButtonTapped)))))
    )) {
      $0.path[id: 0]?.modify(\.detail) {
        $0.destination?.modify(\.editStandup) {
          $0.focus = .attendee(UUID(9))
          $0.standup.attendees.append(Attendee(id: UUID(9), name: ""))
        }
      }
    }
    await store.send(.path(
      .element(
        id: 0,
        action: .detail(.destination(.presented(.editStandup(.binding(.set(\.standup.duration, .seconds(4)))))))
      )
    )) {
      $0.path[id: 0]?.modify(\.detail) {
        $0.destination?.modify(\.editStandup) { $0.standup.duration = .seconds(4) }
      }
    }
    await store.send(.path(
      .element(id: 0, action: .detail(.destination(.presented(.editStandup(.deleteAttendees(atOffsets: [0]))))))
    )) {
      $0.path[id: 0]?.modify(\.detail) {
        $0.destination?.modify(\.editStandup) { $0.standup.attendees.remove(id: UUID(2)) }
      }
    }
    await store.send(.path(
      .element(id: 0, action: .detail(.destination(.presented(.editStandup(.addAttendeeButtonTapped)))))
    )) {
      $0.path[id: 0]?.modify(\.detail) {
        $0.destination?.modify(\.editStandup) {
          $0.focus = .attendee(UUID(10))
          $0.standup.attendees.append(Attendee(id: UUID(10), name: ""))
        }
      }
    }
    await store.send(.path(.element(id: 0, action: .detail(.saveStandupButtonTapped)))) {
      $0.path[id: 0]?.modify(\.detail) {
        $0.destination = nil
        $0.standup.attendees = [Attendee(id: UUID(9), name: ""), Attendee(id: UUID(10), name: "")]
        $0.standup.duration = .seconds(4)
      }
    }
    await store.receive(\.path[id: 0].detail.delegate.standupUpdated, Standup(
      id: UUID(0),
      attendees: [Attendee(id: UUID(9), name: ""), Attendee(id: UUID(10), name: "")],
      duration: .seconds(4),
      meetings: [],
      theme: .bubblegum,
      title: "아침 싱크 ☕️"
    )) {
      $0.standupsList.standups[id: UUID(0)]?.attendees = [
        Attendee(id: UUID(9), name: ""),
        Attendee(id: UUID(10), name: ""),
      ]
      $0.standupsList.standups[id: UUID(0)]?.duration = .seconds(4)
    }
    await store.send(.path(.element(id: 0, action: .detail(.editButtonTapped)))) {
      $0.path[id: 0]?.modify(\.detail) {
        $0.destination = .editStandup(
          StandupFormFeature.State(
            focus: .title,
            standup: Standup(
              id: UUID(0),
              attendees: [Attendee(id: UUID(9), name: ""), Attendee(id: UUID(10), name: "")],
              duration: .seconds(4),
              meetings: [],
              theme: .bubblegum,
              title: "아침 싱크 ☕️"
            )
          )
        )
      }
    }
    await store.send(.path(.element(id: 0, action: .detail(.destination(.dismiss))))) {
      $0.path[id: 0]?.modify(\.detail) { $0.destination = nil }
    }
    await store.send(.path(.element(id: 0, action: .detail(.editButtonTapped)))) {
      $0.path[id: 0]?.modify(\.detail) {
        $0.destination = .editStandup(
          StandupFormFeature.State(
            focus: .title,
            standup: Standup(
              id: UUID(0),
              attendees: [Attendee(id: UUID(9), name: ""), Attendee(id: UUID(10), name: "")],
              duration: .seconds(4),
              meetings: [],
              theme: .bubblegum,
              title: "아침 싱크 ☕️"
            )
          )
        )
      }
    }
    await store.send(.path(.element(id: 0, action: .detail(.cancelEditStandupButtonTapped)))) {
      $0.path[id: 0]?.modify(\.detail) { $0.destination = nil }
    }
    await store.send(.path(.element(id: 0, action: .detail(.startMeetingButtonTapped))))
    await store.receive(\.path[id: 0].detail.delegate.startMeeting, Standup(
      id: UUID(0),
      attendees: [Attendee(id: UUID(9), name: ""), Attendee(id: UUID(10), name: "")],
      duration: .seconds(4),
      meetings: [],
      theme: .bubblegum,
      title: "아침 싱크 ☕️"
    )) {
      $0.path[id: 1] = .recordMeeting(
        RecordMeetingFeature.State(
          standup: Standup(
            id: UUID(0),
            attendees: [Attendee(id: UUID(9), name: ""), Attendee(id: UUID(10), name: "")],
            duration: .seconds(4),
            meetings: [],
            theme: .bubblegum,
            title: "아침 싱크 ☕️"
          )
        )
      )
    }
    await store.send(.path(.element(id: 1, action: .recordMeeting(.task))))
    await store.send(.path(.element(id: 1, action: .recordMeeting(.speechRecognized("어제는 리듀서를 썼어요"))))) {
      $0.path[id: 1]?.modify(\.recordMeeting) { $0.transcript = "어제는 리듀서를 썼어요" }
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.path[id: 1].recordMeeting.timerTicked) {
      $0.path[id: 1]?.modify(\.recordMeeting) { $0.secondsElapsed = 1 }
    }
    await store.send(.path(.element(id: 1, action: .recordMeeting(.nextButtonTapped)))) {
      $0.path[id: 1]?.modify(\.recordMeeting) {
        $0.secondsElapsed = 2
        $0.speakerIndex = 1
      }
    }
    await store.send(.path(.element(id: 1, action: .recordMeeting(.nextButtonTapped)))) {
      $0.path[id: 1]?.modify(\.recordMeeting) {
        $0.alert = AlertState {
          TextState("End meeting?")
        } actions: {
          ButtonState(action: .confirmSave) {
            TextState("Save and end")
          }
          ButtonState(role: .cancel) {
            TextState("Resume")
          }
        } message: {
          TextState("You are ending the meeting early. What would you like to do?")
        }
      }
    }
    await store.send(.path(.element(id: 1, action: .recordMeeting(.alert(.dismiss))))) {
      $0.path[id: 1]?.modify(\.recordMeeting) { $0.alert = nil }
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
    await clock.advance(by: .seconds(1))
    await store.receive(\.path[id: 1].recordMeeting.timerTicked)
    await store.send(.path(.element(id: 1, action: .recordMeeting(.alert(.presented(.confirmSave)))))) {
      $0.path[id: 1]?.modify(\.recordMeeting) { $0.alert = nil }
    }
    await store.receive(\.path[id: 1].recordMeeting.delegate.saveMeeting, "어제는 리듀서를 썼어요") {
      $0.path[id: 0]?.modify(\.detail) {
        $0.standup.meetings.append(Meeting(
          id: UUID(11),
          date: Date(timeIntervalSince1970: 1704067203),
          transcript: "어제는 리듀서를 썼어요"
        ))
      }
      $0.standupsList.standups[id: UUID(0)]?.meetings.append(Meeting(
        id: UUID(11),
        date: Date(timeIntervalSince1970: 1704067203),
        transcript: "어제는 리듀서를 썼어요"
      ))
    }
    await store.receive(\.path.popFrom, 1) {
      $0.path.pop(from: 1)
    }
    await store.send(.path(.element(id: 0, action: .detail(.meetingTapped(id: UUID(11))))))
    await store.receive(\.path[id: 0].detail.delegate.openMeeting, Meeting(
      id: UUID(11),
      date: Date(timeIntervalSince1970: 1704067203),
      transcript: "어제는 리듀서를 썼어요"
    )) {
      $0.path[id: 2] = .meeting(
        Meeting(id: UUID(11), date: Date(timeIntervalSince1970: 1704067203), transcript: "어제는 리듀서를 썼어요")
      )
    }
    await store.send(.path(.popFrom(id: 2))) {
      $0.path.pop(from: 2)
    }
    await store.send(.path(.element(id: 0, action: .detail(.startMeetingButtonTapped))))
    await store.receive(\.path[id: 0].detail.delegate.startMeeting, Standup(
      id: UUID(0),
      attendees: [Attendee(id: UUID(9), name: ""), Attendee(id: UUID(10), name: "")],
      duration: .seconds(4),
      meetings: [
        Meeting(id: UUID(11), date: Date(timeIntervalSince1970: 1704067203), transcript: "어제는 리듀서를 썼어요"),
      ],
      theme: .bubblegum,
      title: "아침 싱크 ☕️"
    )) {
      $0.path[id: 3] = .recordMeeting(
        RecordMeetingFeature.State(
          standup: Standup(
            id: UUID(0),
            attendees: [Attendee(id: UUID(9), name: ""), Attendee(id: UUID(10), name: "")],
            duration: .seconds(4),
            meetings: [
              Meeting(id: UUID(11), date: Date(timeIntervalSince1970: 1704067203), transcript: "어제는 리듀서를 썼어요"),
            ],
            theme: .bubblegum,
            title: "아침 싱크 ☕️"
          )
        )
      )
    }
    await store.send(.path(.element(id: 3, action: .recordMeeting(.endMeetingButtonTapped)))) {
      $0.path[id: 3]?.modify(\.recordMeeting) {
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
    await store.send(.path(.element(id: 3, action: .recordMeeting(.alert(.presented(.confirmDiscard)))))) {
      $0.path[id: 3]?.modify(\.recordMeeting) { $0.alert = nil }
    }
    await store.receive(\.path.popFrom, 3) {
      $0.path.pop(from: 3)
    }
    await store.send(.path(.element(id: 0, action: .detail(.startMeetingButtonTapped))))
    await store.receive(\.path[id: 0].detail.delegate.startMeeting, Standup(
      id: UUID(0),
      attendees: [Attendee(id: UUID(9), name: ""), Attendee(id: UUID(10), name: "")],
      duration: .seconds(4),
      meetings: [
        Meeting(id: UUID(11), date: Date(timeIntervalSince1970: 1704067203), transcript: "어제는 리듀서를 썼어요"),
      ],
      theme: .bubblegum,
      title: "아침 싱크 ☕️"
    )) {
      $0.path[id: 4] = .recordMeeting(
        RecordMeetingFeature.State(
          standup: Standup(
            id: UUID(0),
            attendees: [Attendee(id: UUID(9), name: ""), Attendee(id: UUID(10), name: "")],
            duration: .seconds(4),
            meetings: [
              Meeting(id: UUID(11), date: Date(timeIntervalSince1970: 1704067203), transcript: "어제는 리듀서를 썼어요"),
            ],
            theme: .bubblegum,
            title: "아침 싱크 ☕️"
          )
        )
      )
    }
    await store.send(.path(.element(id: 4, action: .recordMeeting(.task))))
    await clock.advance(by: .seconds(4))
    await store.receive(\.path[id: 4].recordMeeting.timerTicked) {
      $0.path[id: 4]?.modify(\.recordMeeting) { $0.secondsElapsed = 1 }
    }
    await store.receive(\.path[id: 4].recordMeeting.timerTicked) {
      $0.path[id: 4]?.modify(\.recordMeeting) {
        $0.secondsElapsed = 2
        $0.speakerIndex = 1
      }
    }
    await store.receive(\.path[id: 4].recordMeeting.timerTicked) {
      $0.path[id: 4]?.modify(\.recordMeeting) { $0.secondsElapsed = 3 }
    }
    await store.receive(\.path[id: 4].recordMeeting.timerTicked) {
      $0.path[id: 4]?.modify(\.recordMeeting) { $0.secondsElapsed = 4 }
    }
    await store.receive(\.path[id: 4].recordMeeting.delegate.saveMeeting, "") {
      $0.path[id: 0]?.modify(\.detail) {
        $0.standup.meetings.insert(Meeting(
          id: UUID(12),
          date: Date(timeIntervalSince1970: 1704067207),
          transcript: ""
        ), at: 0)
      }
      $0.standupsList.standups[id: UUID(0)]?.meetings.insert(Meeting(
        id: UUID(12),
        date: Date(timeIntervalSince1970: 1704067207),
        transcript: ""
      ), at: 0)
    }
    await store.receive(\.path.popFrom, 4) {
      $0.path.pop(from: 4)
    }
    await store.send(.path(.element(id: 0, action: .detail(.deleteMeetings(atOffsets: [1]))))) {
      $0.path[id: 0]?.modify(\.detail) { $0.standup.meetings.remove(id: UUID(11)) }
    }
    await store.receive(\.path[id: 0].detail.delegate.standupUpdated, Standup(
      id: UUID(0),
      attendees: [Attendee(id: UUID(9), name: ""), Attendee(id: UUID(10), name: "")],
      duration: .seconds(4),
      meetings: [Meeting(id: UUID(12), date: Date(timeIntervalSince1970: 1704067207), transcript: "")],
      theme: .bubblegum,
      title: "아침 싱크 ☕️"
    )) {
      $0.standupsList.standups[id: UUID(0)]?.meetings.remove(id: UUID(11))
    }
    await store.send(.path(
      .push(
        id: 1,
        state: .meeting(Meeting(id: UUID(99), date: Date(timeIntervalSince1970: 1704067200), transcript: "지난 회의"))
      )
    )) {
      $0.path[id: 1] = .meeting(
        Meeting(id: UUID(99), date: Date(timeIntervalSince1970: 1704067200), transcript: "지난 회의")
      )
    }
    await store.send(.path(.popFrom(id: 1))) {
      $0.path.pop(from: 1)
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
    // The session reported: An "Effect.run" threw an error that nothing handles: disk full
    await withExpectedIssue {
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
      await clock.advance(by: .seconds(1))
      standupsSave.fail(3, OutsideFailure(message: "disk full"))
      await store.skipReceivedActions(strict: false)
    }
    await store.finish()
  }
}

/// The calls of an endpoint, in their order; each waits until the test answers it.
private struct Calls<Value: Sendable>: Sendable {
  private typealias Answers = AsyncStream<Result<Value, any Error>>
  private let answers: [(stream: Answers, continuation: Answers.Continuation)]
  private let next = LockIsolated(0)

  init(_ count: Int) { answers = (0..<count).map { _ in Answers.makeStream() } }

  func callAsFunction() async throws -> Value {
    let call = next.withValue { next in
      defer { next += 1 }
      return next
    }
    guard answers.indices.contains(call) else { throw CancellationError() }
    for await answer in answers[call].stream {
      switch answer {
      case .success(let value): return value
      case .failure(let error): throw error
      }
    }
    throw CancellationError()
  }

  func answer(_ call: Int, _ value: Value) { answers[call].continuation.yield(.success(value)) }
  func fail(_ call: Int, _ error: any Error) { answers[call].continuation.yield(.failure(error)) }
}

/// The outside world could not answer.
private struct OutsideFailure: Error, Equatable, CustomStringConvertible {
  let message: String
  var description: String { message }
}
