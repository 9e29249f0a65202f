import ComposableArchitecture
import Foundation
import Testing
import XCTestDynamicOverlay

// A file as it was written for 1.0 to 1.3: a body of several reducers, operators of one's own.

struct Haptics<Base: Reducer, Trigger: Equatable>: Reducer {
  let base: Base
  let isEnabled: (Base.State) -> Bool
  let trigger: (Base.State) -> Trigger
  @Dependency(\.feedback) var feedback

  var body: some Reducer<Base.State, Base.Action> {
    self.base.onChange(of: self.trigger) { _, _ in
      Reduce { state, _ in
        guard self.isEnabled(state) else { return .none }
        return .run { _ in await self.feedback.impact() }
      }
    }
  }
}

struct FeedbackGenerator: DependencyKey {
  var impact: @Sendable () async -> Void
  static let liveValue = Self(impact: {})
  static let testValue = Self(impact: { XCTFail("impact is unimplemented") })
}

extension DependencyValues {
  var feedback: FeedbackGenerator {
    get { self[FeedbackGenerator.self] }
    set { self[FeedbackGenerator.self] = newValue }
  }
}

extension Reducer {
  func haptics<Trigger: Equatable>(
    isEnabled: @escaping (State) -> Bool, triggerOnChangeOf trigger: @escaping (State) -> Trigger
  ) -> some Reducer<State, Action> {
    Haptics(base: self, isEnabled: isEnabled, trigger: trigger)
  }

  func logged(_ lines: LockIsolated<[String]>) -> some ReducerOf<Self> {
    CombineReducers {
      self
      Reduce { _, action in
        lines.withValue { $0.append("\(action)") }
        return .none
      }
    }
  }
}

struct Settings: Reducer {
  struct State: Equatable {
    @BindingState var isHapticsOn = true
    @BindingState var volume = 0.5
    @BindingState var profile = Profile()
    var saved = 0
    var loads: [Int] = []
  }
  struct Profile: Equatable { var name = "", age = 0 }

  enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case internalAction(InternalAction)
    case view(ViewAction)

    enum ViewAction: Equatable { case onAppear, stop, resetTapped }
    enum InternalAction: Equatable { case loaded(Int), failed(String) }
  }

  struct LoadError: Error, Equatable {}
  enum CancelID: Hashable { case load(Int) }

  @Dependency(\.mainQueue) var mainQueue
  @Dependency(\.date.now) var now
  @Dependency(\.calendar) var calendar
  @Dependency(\.locale) var locale
  @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator

  var body: some ReducerOf<Self> {
    BindingReducer()
      .onChange(of: \.volume) { oldValue, newValue in
        Reduce { state, _ in
          state.saved += newValue > oldValue ? 1 : 10
          return .none
        }
      }
      .onChange(of: \.profile, removeDuplicates: { $0.age == $1.age }) { _, _ in
        Reduce { state, _ in
          state.saved += 100
          return .none
        }
      }
    Reduce(self.core)
      .haptics(isEnabled: \.isHapticsOn, triggerOnChangeOf: \.loads.count)
    self.resets()
  }

  private func core(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .binding(\.$isHapticsOn), .binding(\.$volume): return .none
    case .binding: return .none
    case .view(.onAppear):
      return .merge(
        [1, 2].map { number in
          .run { [mainQueue] send in
            try await withTaskCancellation(id: CancelID.load(number), cancelInFlight: true) {
              try await mainQueue.sleep(for: .milliseconds(100 * number))
              guard number == 1 else { throw LoadError() }
              await send(.internalAction(.loaded(number)))
            }
          } catch: { error, send in
            await send(.internalAction(.failed("\(error)")))
          }
        })
    case .view(.stop):
      return .run { _ in
        Task.cancel(id: CancelID.load(1))
        Task.cancel(id: CancelID.load(2))
      }
    case .view(.resetTapped): return .none
    case .internalAction(.loaded(let number)):
      state.loads.append(number)
      return .none
    case .internalAction(.failed): return .none
    }
  }

  @ReducerBuilder<State, Action>
  private func resets() -> some ReducerOf<Self> {
    Reduce { state, action in
      guard case .view(.resetTapped) = action else { return .none }
      state = State()
      return .none
    }
    EmptyReducer()
  }
}

@Suite @MainActor struct SettingsFeatureTests {
  @Test func bindingsAndLoads() async {
    let queue = DispatchQueue.test
    let impacts = LockIsolated(0)
    let lines = LockIsolated<[String]>([])
    let store = TestStore(initialState: Settings.State()) {
      Settings().logged(lines).dependency(\.feedback, FeedbackGenerator(impact: { impacts.withValue { $0 += 1 } }))
    } withDependencies: {
      $0.mainQueue = queue.eraseToAnyScheduler()
    }
    await store.send(.set(\.$volume, 0.7)) {
      $0.volume = 0.7
      $0.saved = 1
    }
    await store.send(.set(\.$profile, .init(name: "Blob", age: 0))) { $0.profile.name = "Blob" }
    await store.send(.set(\.$profile.age, 3)) {
      $0.profile.age = 3
      $0.saved = 101
    }
    await store.send(.view(.onAppear))
    await queue.advance(by: .milliseconds(100))
    await store.receive(.internalAction(.loaded(1))) { $0.loads = [1] }
    await queue.advance(by: .milliseconds(100))
    await store.receive(.internalAction(.failed("LoadError()")))
    #expect(impacts.value == 1)
    await store.send(.view(.onAppear))
    await store.send(.view(.stop))
    await queue.run()
    await store.send(.view(.resetTapped)) { $0 = Settings.State() }
    #expect(lines.value.count == 9)
  }
}
