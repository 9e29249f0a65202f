import ComposableArchitecture

/// A feature whose effect sends a tick each second until it is cancelled.
@Reducer
struct Ticker {
  struct State: Equatable, Sendable {
    var ticks = 0
  }
  enum Action: Equatable, Sendable {
    case start
    case stop
    case tick
    case close
    case closeLater
  }
  enum CancelID { case timer }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start:
        return .run { send in
          while true {
            try await clock.sleep(for: .seconds(1))
            await send(.tick)
          }
        }
        .cancellable(id: CancelID.timer)
      case .stop: return .cancel(id: CancelID.timer)
      case .tick:
        state.ticks += 1
        return .none
      case .close: return .run { _ in await dismiss() }
      case .closeLater: return .run { send in await send(.close) }
      }
    }
  }
}
