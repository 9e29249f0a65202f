import ComposableArchitecture
import Features
import Foundation
import Testing

@Suite @MainActor struct StandupFormFeatureTests {
  private func store(attendees: Int) -> TestStoreOf<StandupFormFeature> {
    var standup = Standup(id: UUID(100))
    for index in 0..<attendees { standup.attendees.append(Attendee(id: UUID(101 + index))) }
    return TestStore(initialState: StandupFormFeature.State(standup: standup)) {
      StandupFormFeature()
    } withDependencies: {
      $0.uuid = .incrementing
    }
  }

  @Test func aFormWithoutAttendeesBeginsWithOne() {
    #expect(store(attendees: 0).state.standup.attendees == [Attendee(id: UUID(0))])
  }

  @Test func theFocusGoesToANewAttendee() async {
    let store = store(attendees: 1)
    await store.send(.addAttendeeButtonTapped) {
      $0.focus = .attendee(UUID(0))
      $0.standup.attendees.append(Attendee(id: UUID(0)))
    }
  }

  @Test func theFocusGoesToTheNeighbourOfADeletedAttendee() async {
    let store = store(attendees: 4)
    await store.send(.deleteAttendees(atOffsets: [1])) {
      $0.focus = .attendee(UUID(103))
      $0.standup.attendees = [Attendee(id: UUID(101)), Attendee(id: UUID(103)), Attendee(id: UUID(104))]
    }
    await store.send(.deleteAttendees(atOffsets: [2])) {
      $0.focus = .attendee(UUID(103))
      $0.standup.attendees = [Attendee(id: UUID(101)), Attendee(id: UUID(103))]
    }
    await store.send(.deleteAttendees(atOffsets: [0, 1])) {
      $0.focus = .attendee(UUID(0))
      $0.standup.attendees = [Attendee(id: UUID(0))]
    }
  }

  @Test func titleAndFocusAreBound() async {
    let store = store(attendees: 1)
    await store.send(.binding(.set(\.standup.title, "오전 싱크 ☕️"))) { $0.standup.title = "오전 싱크 ☕️" }
    await store.send(.binding(.set(\.focus, .attendee(UUID(101))))) { $0.focus = .attendee(UUID(101)) }
  }
}
