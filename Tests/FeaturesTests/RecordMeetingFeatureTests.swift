import ComposableArchitecture
@testable import Features
import Foundation
import Testing

@Suite @MainActor struct RecordMeetingFeatureTests {
  private let clock = TestClock()

  private func store() -> TestStoreOf<RecordMeetingFeature> {
    let standup = Standup(
      id: UUID(0), attendees: [Attendee(id: UUID(1), name: "철수"), Attendee(id: UUID(2), name: "영희")], duration: .seconds(4))
    return TestStore(initialState: RecordMeetingFeature.State(standup: standup)) {
      RecordMeetingFeature()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func everybodySpeaksInTurnAndTheMeetingEndsItself() async {
    let store = store()
    await store.send(.task)
    await store.send(.speechRecognized("어제는")) { $0.transcript = "어제는" }
    await store.send(.speechRecognized("쉬었어요")) { $0.transcript = "어제는 쉬었어요" }
    await clock.advance(by: .seconds(4))
    await store.receive(.timerTicked) { $0.secondsElapsed = 1 }
    await store.receive(.timerTicked) {
      $0.secondsElapsed = 2
      $0.speakerIndex = 1
    }
    await store.receive(.timerTicked) { $0.secondsElapsed = 3 }
    await store.receive(.timerTicked) { $0.secondsElapsed = 4 }
    #expect(store.state.durationRemaining == .zero)
    await store.receive(.delegate(.saveMeeting(transcript: "어제는 쉬었어요")))
    #expect(store.isDismissed)
  }

  @Test func theClockStopsWhileTheAlertAsks() async {
    let store = store()
    await store.send(.task)
    await store.send(.nextButtonTapped) {
      $0.secondsElapsed = 2
      $0.speakerIndex = 1
    }
    await store.send(.endMeetingButtonTapped) { $0.alert = .endMeeting(isDiscardable: true) }
    await clock.advance(by: .seconds(1))
    await store.receive(.timerTicked)
    await store.send(.alert(.dismiss)) { $0.alert = nil }
    await clock.advance(by: .seconds(1))
    await store.receive(.timerTicked) { $0.secondsElapsed = 3 }
    await store.send(.nextButtonTapped) { $0.alert = .endMeeting(isDiscardable: false) }
    await store.send(.alert(.presented(.confirmSave))) { $0.alert = nil }
    await store.receive(.delegate(.saveMeeting(transcript: "")))
    #expect(store.isDismissed)
  }

  @Test func aDiscardedMeetingIsNotSaved() async {
    let store = store()
    await store.send(.endMeetingButtonTapped) { $0.alert = .endMeeting(isDiscardable: true) }
    await store.send(.alert(.presented(.confirmDiscard))) { $0.alert = nil }
    #expect(store.isDismissed)
  }
}
