import ComposableArchitecture
import Foundation
import Testing

// A file as larger teams write it: actions by layer, a function for each, reducers split over extensions, names in Korean.

@Reducer
public struct 일기장 {
  public init() {}

  @ObservableState
  public struct State: Equatable {
    public var 일기목록: IdentifiedArrayOf<일기.State> = []
    public var 선택한날짜: Date?
    public var isLoading = false
    @Presents public var 알림: AlertState<Action.Alert>?
    public init() {}
  }

  public enum Action: ViewAction, BindableAction {
    case binding(BindingAction<State>)
    case view(View)
    case inner(InnerAction)
    case async(AsyncAction)
    case scope(ScopeAction)
    case delegate(DelegateAction)
    case 알림(PresentationAction<Alert>)

    @CasePathable
    public enum View: Equatable {
      case 화면나타남
      case 추가버튼눌림
      case 새로고침당김
    }
    public enum InnerAction: Equatable {
      case 목록갱신([String])
      case 실패(String)
    }
    public enum AsyncAction: Equatable {
      case 목록요청
    }
    @CasePathable
    public enum ScopeAction {
      case 일기목록(IdentifiedActionOf<일기>)
    }
    public enum DelegateAction: Equatable {
      case 닫기
    }
    public enum Alert: Equatable {
      case 다시시도
    }
  }

  fileprivate enum CancelID { case 요청 }

  @Dependency(\.일기저장소) private var 저장소
  @Dependency(\.date.now) private var now
  @Dependency(\.continuousClock) private var clock

  public var body: some ReducerOf<Self> {
    BindingReducer()

    Reduce { state, action in
      switch action {
      case .binding(\.선택한날짜):
        return .send(.async(.목록요청))
      case .binding:
        return .none
      case let .view(action):
        return reduce(&state, view: action)
      case let .inner(action):
        return reduce(&state, inner: action)
      case let .async(action):
        return reduce(&state, async: action)
      case let .scope(action):
        return reduce(&state, scope: action)
      case .delegate:
        return .none
      case .알림(.presented(.다시시도)):
        return .send(.async(.목록요청))
      case .알림:
        return .none
      }
    }
    .forEach(\.일기목록, action: \.scope.일기목록) {
      일기()
    }
    .ifLet(\.$알림, action: \.알림)
    ._printChanges(.none)
  }
}

extension 일기장 {
  fileprivate func reduce(_ state: inout State, view action: Action.View) -> Effect<Action> {
    switch action {
    case .화면나타남:
      guard state.일기목록.isEmpty else { return .none }
      return .send(.async(.목록요청))
    case .추가버튼눌림:
      let id = state.일기목록.count
      state.일기목록.insert(일기.State(id: id, 제목: "\(id)번째", 날짜: now), at: 0)
      return .none
    case .새로고침당김:
      return .concatenate(
        .cancel(id: CancelID.요청),
        .run { [clock] send in
          try await clock.sleep(for: .milliseconds(100))
          await send(.async(.목록요청))
        })
    }
  }

  fileprivate func reduce(_ state: inout State, inner action: Action.InnerAction) -> Effect<Action> {
    state.isLoading = false
    switch action {
    case let .목록갱신(제목들):
      let 일기들 = zip(0..., 제목들).map { [now] in 일기.State(id: $0, 제목: $1, 날짜: now) }
      state.일기목록 = .init(uniqueElements: 일기들)
      return .none
    case let .실패(이유):
      state.알림 = AlertState {
        TextState("문제가 생겼어요")
      } actions: {
        ButtonState(action: .다시시도) { TextState("다시 시도") }
        ButtonState(role: .cancel) { TextState("취소") }
      } message: {
        TextState(이유)
      }
      return .none
    }
  }

  fileprivate func reduce(_ state: inout State, async action: Action.AsyncAction) -> Effect<Action> {
    switch action {
    case .목록요청:
      state.isLoading = true
      return .run { [저장소, 날짜 = state.선택한날짜] send in
        await send(.inner(.목록갱신(try await 저장소.목록(날짜))))
      } catch: { error, send in
        await send(.inner(.실패("\(error)")))
      }
      .cancellable(id: CancelID.요청, cancelInFlight: true)
    }
  }

  fileprivate func reduce(_ state: inout State, scope action: Action.ScopeAction) -> Effect<Action> {
    switch action {
    case let .일기목록(.element(id: id, action: .삭제버튼눌림)):
      state.일기목록.remove(id: id)
      return state.일기목록.isEmpty ? .send(.delegate(.닫기)) : .none
    case .일기목록:
      return .none
    }
  }
}

@Reducer
public struct 일기 {
  @ObservableState
  public struct State: Equatable, Identifiable {
    public let id: Int
    var 제목: String
    var 날짜: Date
    var 좋아요 = false
  }
  public enum Action: Equatable {
    case 좋아요버튼눌림
    case 삭제버튼눌림
  }
  public var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .좋아요버튼눌림:
        state.좋아요.toggle()
        return .none
      case .삭제버튼눌림:
        return .none
      }
    }
  }
}

struct 일기저장소: Sendable, DependencyKey {
  var 목록: @Sendable (_ 날짜: Date?) async throws -> [String]

  static let liveValue = Self(목록: { _ in [] })
  static var testValue: Self { Self(목록: unimplemented("목록", placeholder: [])) }
}

extension DependencyValues {
  var 일기저장소: 일기저장소 {
    get { self[ComposableArchitectureTests.일기저장소.self] }
    set { self[ComposableArchitectureTests.일기저장소.self] = newValue }
  }
}

@Suite @MainActor struct DiaryFeatureTests {
  struct 연결끊김: Error {}

  @Test func 목록을불러오고지운다() async {
    let 날짜 = Date(timeIntervalSince1970: 0)
    let clock = TestClock()
    let store = TestStore(initialState: 일기장.State()) {
      일기장()
    } withDependencies: {
      $0.date = .constant(날짜)
      $0.continuousClock = clock
      $0.일기저장소.목록 = { 날짜 in
        guard 날짜 != nil else { throw 연결끊김() }
        return ["산책"]
      }
    }
    await store.send(.view(.화면나타남))
    await store.receive(\.async) { $0.isLoading = true }
    await store.receive(\.inner) {
      $0.isLoading = false
      $0.알림 = AlertState {
        TextState("문제가 생겼어요")
      } actions: {
        ButtonState(action: .다시시도) { TextState("다시 시도") }
        ButtonState(role: .cancel) { TextState("취소") }
      } message: {
        TextState("연결끊김()")
      }
    }
    await store.send(.알림(.dismiss)) { $0.알림 = nil }
    await store.send(\.binding.선택한날짜, 날짜) { $0.선택한날짜 = 날짜 }
    await store.receive(\.async) { $0.isLoading = true }
    await store.receive(\.inner) {
      $0.isLoading = false
      $0.일기목록 = [일기.State(id: 0, 제목: "산책", 날짜: 날짜)]
    }
    await store.send(\.view.추가버튼눌림) {
      $0.일기목록.insert(일기.State(id: 1, 제목: "1번째", 날짜: 날짜), at: 0)
    }
    await store.send(\.scope.일기목록[id: 1].좋아요버튼눌림) { $0.일기목록[id: 1]?.좋아요 = true }
    await store.send(.view(.새로고침당김))
    await clock.advance(by: .milliseconds(100))
    await store.receive(\.async) { $0.isLoading = true }
    await store.receive(\.inner) {
      $0.isLoading = false
      $0.일기목록 = [일기.State(id: 0, 제목: "산책", 날짜: 날짜)]
    }
    await store.send(\.scope.일기목록[id: 0].삭제버튼눌림) { $0.일기목록 = [] }
    await store.receive(\.delegate)
  }
}
