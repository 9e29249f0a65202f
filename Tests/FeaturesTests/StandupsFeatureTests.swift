import ComposableArchitecture
@testable import Features
import Foundation
import Testing

@Suite @MainActor struct StandupsFeatureTests {
  private let clock = TestClock()
  private let saved = LockIsolated<[[String]]>([])

  private let standup = Standup(
    id: UUID(100), attendees: [Attendee(id: UUID(101), name: "철수")], duration: .seconds(60), title: "오전 싱크")

  private func store(_ state: StandupsFeature.State? = nil) -> TestStoreOf<StandupsFeature> {
    let saved = saved
    return TestStore(
      initialState: state ?? StandupsFeature.State(standupsList: StandupsListFeature.State(standups: [standup]))
    ) {
      StandupsFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = .constant(Date(timeIntervalSince1970: 1_704_067_200))
      $0.standups.save = { standups in saved.withValue { $0.append(standups.map(\.title)) } }
      $0.uuid = .incrementing
    }
  }

  @Test func aStandupIsAddedAndSavedOnceTheListIsLeftAlone() async {
    let store = store(StandupsFeature.State())
    await store.send(.standupsList(.addButtonTapped)) {
      $0.standupsList.addStandup = StandupFormFeature.State(
        standup: Standup(id: UUID(0), attendees: [Attendee(id: UUID(1))]))
    }
    await store.send(.standupsList(.addStandup(.presented(.binding(.set(\.standup.title, "저녁 싱크")))))) {
      $0.standupsList.addStandup?.standup.title = "저녁 싱크"
    }
    let added = Standup(id: UUID(0), attendees: [Attendee(id: UUID(1))], title: "저녁 싱크")
    await store.send(.standupsList(.saveStandupButtonTapped)) {
      $0.standupsList.addStandup = nil
      $0.standupsList.standups = [added]
    }
    await clock.advance(by: .milliseconds(900))
    await store.send(.standupsList(.onDelete([0]))) { $0.standupsList.standups = [] }
    await clock.advance(by: .milliseconds(900))
    #expect(saved.value == [])
    await clock.advance(by: .milliseconds(100))
    #expect(saved.value == [[]])
  }

  @Test func anEditComesBackToTheListThroughTheDelegate() async {
    let store = store()
    await store.send(.standupsList(.standupTapped(id: standup.id))) {
      $0.path[id: 0] = .detail(StandupDetailFeature.State(standup: self.standup))
    }
    await store.send(\.path[id: 0].detail.editButtonTapped) {
      $0.path[id: 0]?.modify(\.detail) {
        $0.destination = .editStandup(StandupFormFeature.State(standup: self.standup))
      }
    }
    await store.send(\.path[id: 0].detail.destination.editStandup.binding, .set(\.standup.title, "점심 싱크")) {
      $0.path[id: 0]?.modify(\.detail) { $0.destination?.modify(\.editStandup) { $0.standup.title = "점심 싱크" } }
    }
    await store.send(\.path[id: 0].detail.saveStandupButtonTapped) {
      $0.path[id: 0]?.modify(\.detail) {
        $0.destination = nil
        $0.standup.title = "점심 싱크"
      }
    }
    await store.receive(\.path[id: 0].detail.delegate.standupUpdated) {
      $0.standupsList.standups[id: self.standup.id]?.title = "점심 싱크"
    }
    await clock.advance(by: .seconds(1))
    #expect(saved.value == [["점심 싱크"]])
  }

  @Test func deletingAsksTellsTheParentAndDismisses() async {
    let store = store()
    await store.send(.standupsList(.standupTapped(id: standup.id))) {
      $0.path[id: 0] = .detail(StandupDetailFeature.State(standup: self.standup))
    }
    await store.send(\.path[id: 0].detail.deleteButtonTapped) {
      $0.path[id: 0]?.modify(\.detail) { $0.destination = .alert(.deleteStandup) }
    }
    await store.send(\.path[id: 0].detail.destination.alert.confirmDeletion) {
      $0.path[id: 0]?.modify(\.detail) { $0.destination = nil }
    }
    await store.receive(\.path[id: 0].detail.delegate.deleteStandup) { $0.standupsList.standups = [] }
    await store.receive(\.path.popFrom) { $0.path = StackState() }
    await clock.advance(by: .seconds(1))
    #expect(saved.value == [[]])
  }

  @Test func aMeetingThatEndsIsInTheDetailAndInTheList() async {
    let store = store()
    await store.send(.standupsList(.standupTapped(id: standup.id))) {
      $0.path[id: 0] = .detail(StandupDetailFeature.State(standup: self.standup))
    }
    await store.send(\.path[id: 0].detail.startMeetingButtonTapped)
    await store.receive(\.path[id: 0].detail.delegate.startMeeting) {
      $0.path[id: 1] = .recordMeeting(RecordMeetingFeature.State(standup: self.standup))
    }
    await store.send(\.path[id: 1].recordMeeting.speechRecognized, "안녕하세요") {
      $0.path[id: 1]?.modify(\.recordMeeting) { $0.transcript = "안녕하세요" }
    }
    await store.send(\.path[id: 1].recordMeeting.endMeetingButtonTapped) {
      $0.path[id: 1]?.modify(\.recordMeeting) { $0.alert = .endMeeting(isDiscardable: true) }
    }
    await store.send(\.path[id: 1].recordMeeting.alert.confirmSave) {
      $0.path[id: 1]?.modify(\.recordMeeting) { $0.alert = nil }
    }
    let meeting = Meeting(id: UUID(0), date: Date(timeIntervalSince1970: 1_704_067_200), transcript: "안녕하세요")
    await store.receive(\.path[id: 1].recordMeeting.delegate.saveMeeting) {
      $0.path[id: 0]?.modify(\.detail) { $0.standup.meetings = [meeting] }
      $0.standupsList.standups[id: self.standup.id]?.meetings = [meeting]
    }
    await store.receive(\.path.popFrom) { $0.path.pop(from: 1) }
    await store.send(\.path[id: 0].detail.meetingTapped, meeting.id)
    await store.receive(\.path[id: 0].detail.delegate.openMeeting) { $0.path[id: 2] = .meeting(meeting) }
    await store.send(\.path.popFrom, 2) { $0.path.pop(from: 2) }
    await store.send(\.path[id: 0].detail.deleteMeetings, [0]) {
      $0.path[id: 0]?.modify(\.detail) { $0.standup.meetings = [] }
    }
    await store.receive(\.path[id: 0].detail.delegate.standupUpdated) {
      $0.standupsList.standups[id: self.standup.id]?.meetings = []
    }
    await clock.advance(by: .seconds(1))
    #expect(saved.value == [["오전 싱크"]])
  }
}
