import ComposableArchitecture
import Foundation
import Testing

// Streams, schedulers and notifications, as older files use them: what they got from Combine comes from asynchronous sequences here.

extension Notification.Name {
  static let locationDidChange = Notification.Name("locationDidChange")
}

struct Weather: Reducer {
  struct State: Equatable {
    var city = ""
    var log: [String] = []
    var refreshes = 0
  }

  enum Action: Equatable {
    case cityChanged(String)
    case forecast(Result<Int, StationError>)
    case forecasts(Result<Int, StationFailure>)
    case listen
    case measured(Int)
    case refresh
    case refreshed
    case started
    case stop
    case watch
    case wind(Int)
  }

  struct StationError: Error, Equatable {}
  /// Any error as one that can be compared.
  struct StationFailure: Error, Equatable { let text: String }

  private enum StationID {}
  private enum WatchID: Hashable { case notifications, clock }

  var station: @Sendable () -> AsyncThrowingStream<Int, any Error>
  var wind: @Sendable () -> AsyncStream<Int>
  let center: NotificationCenter

  @Dependency(\.mainQueue) var mainQueue
  @Dependency(\.mainRunLoop) var mainRunLoop

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .cityChanged(let city):
        state.city = city
        return .none

      case .forecast(let result):
        state.log.append("\(result)")
        return .none

      case .forecasts(.success(let degrees)):
        state.log.append("\(degrees)°")
        return .none

      case .forecasts(.failure(let failure)):
        state.log.append(failure.text)
        return .none

      case .listen:
        return .run { [center] send in
          for await notification in center.notifications(named: .locationDidChange) {
            await send(.cityChanged(notification.object as? String ?? "?"))
          }
        }
        .cancellable(id: WatchID.notifications)

      case .measured(let degrees):
        state.log.append("\(degrees)")
        return .none

      case .refresh:
        return .run { [mainRunLoop] send in
          try await mainRunLoop.sleep(for: .seconds(2))
          await send(.refreshed)
        }
        .throttle(id: StationID.self, for: 1, scheduler: mainRunLoop, latest: true)

      case .refreshed:
        state.refreshes += 1
        return .none

      case .started:
        return .merge(
          station()
            .map { $0 * 10 }
            .catchToEffect { result in Action.forecasts(result.mapError { StationFailure(text: "\($0)") }) },
          wind().eraseToEffect(Action.wind),
          wind().map(Action.wind).eraseToEffect()
        )
        .cancellable(id: StationID.self, cancelInFlight: true)

      case .stop:
        return .merge(.cancel(id: StationID.self), .cancel(ids: [WatchID.notifications, .clock]))

      case .watch:
        return .run { [mainQueue] send in
          for await _ in mainQueue.timer(interval: .milliseconds(500)) {
            await send(.measured(20))
          }
        }
        .cancellable(id: WatchID.clock)

      case .wind(let speed):
        state.log.append("wind \(speed)")
        return .none
      }
    }
  }
}

@Suite @MainActor struct WeatherFeatureTests {
  private func feature(
    station: @escaping @Sendable () -> AsyncThrowingStream<Int, any Error> = { .finished() },
    wind: @escaping @Sendable () -> AsyncStream<Int> = { .finished }, center: NotificationCenter = NotificationCenter()
  ) -> Weather {
    Weather(station: station, wind: wind, center: center)
  }

  @Test func streamsBecomeEffects() async {
    let store = TestStore(initialState: Weather.State()) {
      feature(
        station: {
          AsyncThrowingStream { continuation in
            continuation.yield(1)
            continuation.yield(2)
            continuation.finish(throwing: Weather.StationError())
          }
        },
        wind: {
          AsyncStream { continuation in
            continuation.yield(7)
            continuation.finish()
          }
        })
    }
    store.exhaustivity = .off
    await store.send(.started)
    await store.finish()
    #expect(Set(store.state.log) == ["10°", "20°", "StationError()", "wind 7"])
    #expect(store.state.log.count == 5)
    #expect(store.state.log.filter { !$0.hasPrefix("wind") } == ["10°", "20°", "StationError()"])
  }

  @Test func notificationsArriveInOrderAndUntilCancelled() async {
    let center = NotificationCenter()
    let store = TestStore(initialState: Weather.State()) { feature(center: center) }
    await store.send(.listen)
    center.post(name: .locationDidChange, object: "Oslo")
    center.post(name: Notification.Name("other"), object: "Nowhere")
    center.post(name: .locationDidChange, object: "Bergen")
    await store.receive(.cityChanged("Oslo")) { $0.city = "Oslo" }
    await store.receive(.cityChanged("Bergen")) { $0.city = "Bergen" }
    await store.send(.stop)
    center.post(name: .locationDidChange, object: "Rome")
    await store.finish()
  }

  @Test func queuesAndRunLoopsAreVirtual() async {
    let queue = DispatchQueue.test
    let runLoop = RunLoop.test
    let store = TestStore(initialState: Weather.State()) {
      feature()
    } withDependencies: {
      $0.mainQueue = queue.eraseToAnyScheduler()
      $0.mainRunLoop = runLoop.eraseToAnyScheduler()
    }
    await store.send(.watch)
    await queue.advance(by: .seconds(1))
    await store.receive(.measured(20)) { $0.log = ["20"] }
    await store.receive(.measured(20)) { $0.log = ["20", "20"] }
    await store.send(.stop)
    await queue.run()
    await store.send(.refresh)
    await store.send(.refresh)
    await runLoop.advance(by: 2)
    await store.receive(.refreshed) { $0.refreshes = 1 }
    // The second comes within a second of the first, so it waits for the throttle.
    await runLoop.advance(by: .milliseconds(999))
    await runLoop.advance(by: .milliseconds(1))
    await store.receive(.refreshed) { $0.refreshes = 2 }
  }

  @Test func onAnImmediateQueueNothingTakesTime() async {
    let store = TestStore(initialState: Weather.State(), reducer: feature()) {
      $0.mainRunLoop = .immediate
      $0.mainQueue = .immediate
    }
    await store.send(.refresh)
    await store.receive(.refreshed) { $0.refreshes = 1 }
  }
}
