import ComposableArchitecture
import Features
import Testing

@Suite @MainActor struct TabsFeatureTests {
  @Test func theParentSeesTheFirstTabAfterTheChildAndChangesTheSecond() async {
    var state = TabsFeature.State()
    state.tab1.count = 8
    let store = TestStore(initialState: state) { TabsFeature() }
    await store.send(.tab1(.incrementButtonTapped)) {
      $0.tab1.count = 9
      $0.tab2.nickname = "게스트"
    }
    // Ten is only reached because the child counts before the parent looks.
    await store.send(.tab1(.incrementButtonTapped)) {
      $0.tab1.count = 10
      $0.tab2.nickname = "숫자 세기 고수 🏅"
    }
    await store.send(.tab1(.decrementButtonTapped)) { $0.tab1.count = 9 }
  }

  @Test func theNicknameIsBound() async {
    let store = TestStore(initialState: TabsFeature.State()) { TabsFeature() }
    await store.send(.tab2(.binding(.set(\.nickname, "철수")))) { $0.tab2.nickname = "철수" }
  }
}
