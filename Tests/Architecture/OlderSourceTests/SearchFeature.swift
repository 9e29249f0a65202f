import ComposableArchitecture
import Foundation
import Testing

// A file as it was written for the last versions before 1.0.

struct SearchClient {
  var forecast: @Sendable (String) async throws -> [Int]
  var search: @Sendable (String) async throws -> [String]
}

extension SearchClient: DependencyKey {
  static let liveValue = Self(forecast: { _ in [1] }, search: { [$0] })
  static let testValue = Self(
    forecast: unimplemented("\(Self.self).forecast", placeholder: []),
    search: unimplemented("\(Self.self).search", placeholder: []))
}

extension DependencyValues {
  var searchClient: SearchClient {
    get { self[SearchClient.self] }
    set { self[SearchClient.self] = newValue }
  }
}

@available(*, deprecated)
struct SearchFeature: ReducerProtocol {
  struct State: Equatable {
    var results: [String] = []
    var query = ""
    var ticks = 0
    var logged = LoggedCount(count: 0)
  }

  struct LoggedCount: Equatable { var count: Int }

  enum Action: Equatable {
    case queryChanged(String)
    case searchResponse(TaskResult<[String]>)
    case forecastTapped(String)
    case forecastResponse(String, TaskResult<[Int]>)
    case onAppear
    case onDisappear
    case tick
    case log
  }

  @Dependency(\.searchClient) var searchClient
  @Dependency(\.mainQueue) var mainQueue
  private enum SearchID {}
  private struct TimerID: Hashable {}

  func reduce(into state: inout State, action: Action) -> EffectTask<Action> {
    switch action {
    case let .queryChanged(query):
      state.query = query
      guard !query.isEmpty else {
        state.results = []
        return .cancel(id: SearchID.self)
      }
      return .task { [query = state.query] in
        await .searchResponse(TaskResult { try await self.searchClient.search(query) })
      }
      .debounce(id: SearchID.self, for: 0.3, scheduler: self.mainQueue)
    case let .searchResponse(.success(results)):
      state.results = results
      return .none
    case .searchResponse(.failure):
      state.results = []
      return .none
    case let .forecastTapped(id):
      return .task {
        await .forecastResponse(id, TaskResult { try await self.searchClient.forecast(id) })
      }
      .cancellable(id: SearchID.self, cancelInFlight: true)
    case .forecastResponse(_, .success(let values)):
      state.ticks += values.count
      return .none
    case .forecastResponse(_, .failure): return .none
    case .onAppear:
      return .run { send in
        for await _ in self.mainQueue.timer(interval: .seconds(1)) {
          await send(.tick, animation: .interpolatingSpring(stiffness: 3000, damping: 40))
        }
      }
      .cancellable(id: TimerID())
    case .onDisappear: return .cancel(id: TimerID())
    case .tick:
      state.ticks += 1
      return EffectTask(value: .log)
    case .log:
      state.logged.count += 1
      return .fireAndForget { _ = try await self.searchClient.forecast("log") }
    }
  }
}

@Suite @MainActor struct SearchFeatureTests {
  @Test @available(*, deprecated)
  func waitsUntilNobodyTypes() async {
    let queue = DispatchQueue.test
    let store = TestStore(initialState: SearchFeature.State()) {
      SearchFeature()
    } withDependencies: {
      $0.mainQueue = queue.eraseToAnyScheduler()
      $0.searchClient.search = { [$0, "b"] }
      $0.searchClient.forecast = { _ in [1, 2] }
    }
    await store.send(.queryChanged("s")) { $0.query = "s" }
    await queue.advance(by: 0.2)
    await store.send(.queryChanged("se")) { $0.query = "se" }
    await queue.advance(by: .milliseconds(299))
    await queue.advance(by: .milliseconds(1))
    await store.receive(.searchResponse(.success(["se", "b"]))) { $0.results = ["se", "b"] }
    await store.send(.forecastTapped("x"))
    await store.receive(.forecastResponse("x", .success([1, 2]))) { $0.ticks = 2 }
    await store.send(.queryChanged("")) {
      $0.query = ""
      $0.results = []
    }
    await store.send(.onAppear)
    await queue.advance(by: .seconds(1))
    await store.receive(.tick) { $0.ticks = 3 }
    await store.receive(.log) { $0.logged.count = 1 }
    await store.send(.onDisappear)
  }
}
