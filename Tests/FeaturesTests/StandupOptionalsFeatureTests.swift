import ComposableArchitecture
import Features
import Foundation
import Testing

@Suite @MainActor struct StandupOptionalsFeatureTests {
  private let standup = Standup(id: UUID(0), attendees: [Attendee(id: UUID(1), name: "철수")], title: "오전 싱크")

  private func alert() -> AlertState<StandupOptionalsFeature.Action.Alert> {
    AlertState {
      TextState("정말 삭제하시겠습니까?")
    } actions: {
      ButtonState(role: .destructive, action: .confirmDeletion) {
        TextState("삭제")
      }
    }
  }

  @Test func theImpossibleCanBeReached() async {
    let store = TestStore(initialState: StandupOptionalsFeature.State(standup: standup)) { StandupOptionalsFeature() }
    await store.send(.editButtonTapped) { $0.editStandup = StandupFormFeature.State(standup: self.standup) }
    await store.send(.deleteButtonTapped) { $0.alert = self.alert() }
    #expect(store.state.alert != nil && store.state.editStandup != nil)
    // The alert's answer deletes what the form still edits.
    await store.send(.alert(.presented(.confirmDeletion))) {
      $0.alert = nil
      $0.isDeleted = true
    }
    await store.send(.editStandup(.presented(.set(\.standup.title, "저녁 싱크")))) {
      $0.editStandup?.standup.title = "저녁 싱크"
    }
    await store.send(.saveStandupButtonTapped) {
      $0.standup.title = "저녁 싱크"
      $0.editStandup = nil
    }
  }

  @Test func oneEnumInPlaceOfTheOptionalsHasNoRoomForBoth() async {
    let store = TestStore(initialState: StandupDetailFeature.State(standup: standup)) { StandupDetailFeature() }
    await store.send(.editButtonTapped) {
      $0.destination = .editStandup(StandupFormFeature.State(standup: self.standup))
    }
    store.exhaustivity = .off
    await store.send(.deleteButtonTapped)
    #expect(store.state.destination.is(\.some.alert))
  }

  @Test func dismissingAndCancellingChangeNothingElse() async {
    let store = TestStore(initialState: StandupOptionalsFeature.State(standup: standup)) { StandupOptionalsFeature() }
    await store.send(.editButtonTapped) { $0.editStandup = StandupFormFeature.State(standup: self.standup) }
    await store.send(.cancelEditStandupButtonTapped) { $0.editStandup = nil }
    await store.send(.deleteButtonTapped) { $0.alert = self.alert() }
    await store.send(.alert(.dismiss)) { $0.alert = nil }
  }
}
