import ComposableArchitecture
import Features
import Testing

@Suite @MainActor struct ActionsFeatureTests {
  private struct Offline: Error, Equatable {}

  @Test func anUploadGoesFromTheViewThroughTheOutsideWorldToTheParent() async {
    let store = TestStore(initialState: ActionsFeature.State()) {
      ActionsFeature()
    } withDependencies: {
      $0.upload.send = { title in
        #expect(title == "첫 글 📮")
        return Receipt(number: 7)
      }
    }
    await store.send(.upload(.view(.appeared))) { $0.upload.draft = "제목 없음 ✏️" }
    await store.send(.upload(.view(.draftChanged("첫 글 📮")))) { $0.upload.draft = "첫 글 📮" }
    await store.send(.upload(.view(.uploadButtonTapped)))
    await store.receive(.upload(.inner(.startUpload))) { $0.upload.isUploading = true }
    await store.receive(.upload(.async(.uploadResponse(.success(Receipt(number: 7)))))) { $0.upload.isUploading = false }
    await store.receive(.upload(.delegate(.uploaded(title: "첫 글 📮", Receipt(number: 7))))) {
      $0.uploaded = ["첫 글 📮 #7"]
    }
    await store.receive(.upload(.inner(.clearDraft))) { $0.upload.draft = "" }
    await store.send(.clearButtonTapped) { $0.uploaded = [] }
  }

  @Test func aFailureKeepsTheDraftAndTellsTheParentNothing() async {
    var state = ActionsFeature.State()
    state.upload.draft = "첫 글"
    let store = TestStore(initialState: state) {
      ActionsFeature()
    } withDependencies: {
      $0.upload.send = { _ in throw Offline() }
    }
    await store.send(.upload(.view(.uploadButtonTapped)))
    await store.receive(.upload(.inner(.startUpload))) { $0.upload.isUploading = true }
    await store.receive(.upload(.async(.uploadResponse(.failure(Offline()))))) {
      $0.upload.isUploading = false
      $0.upload.failure = "Offline()"
    }
  }

  @Test func cancellingStopsTheUploadAndAnEmptyDraftStartsNone() async {
    var state = ActionsFeature.State()
    state.upload.draft = "첫 글"
    let store = TestStore(initialState: state) {
      ActionsFeature()
    } withDependencies: {
      $0.upload.send = { _ in try await Task.never() }
    }
    await store.send(.upload(.view(.uploadButtonTapped)))
    await store.receive(.upload(.inner(.startUpload))) { $0.upload.isUploading = true }
    await store.send(.upload(.view(.uploadButtonTapped)))
    await store.send(.upload(.view(.cancelButtonTapped))) { $0.upload.isUploading = false }
    await store.send(.upload(.view(.draftChanged("")))) { $0.upload.draft = "" }
    await store.send(.upload(.view(.uploadButtonTapped)))
  }
}
