import ComposableArchitecture

/// A number that goes up and down, by hand and by a timer, and a fact about it from outside.
///
/// `getFactButtonTapped` has the classic fault on purpose: when the request fails nobody clears `isLoadingFact`.
/// `getFactCarefullyButtonTapped` does the same without the fault.
@Reducer
public struct CounterFeature: Sendable {
  @ObservableState
  public struct State: Equatable {
    public var count = 0
    public var fact: String?
    public var isLoadingFact = false
    public var isTimerOn = false
    public init() {}
  }

  public enum Action: Equatable {
    case decrementButtonTapped
    case factFailed(String)
    case factResponse(String)
    case getFactButtonTapped
    case getFactCarefullyButtonTapped
    case incrementButtonTapped
    case timerTicked
    case toggleTimerButtonTapped
  }

  private enum CancelID { case timer }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.numberFact) var numberFact

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .decrementButtonTapped:
        state.count -= 1
        state.fact = nil
        return .none

      case .factFailed(let message):
        state.fact = "No fact: \(message)"
        state.isLoadingFact = false
        return .none

      case .factResponse(let fact):
        state.fact = fact
        state.isLoadingFact = false
        return .none

      case .getFactButtonTapped:
        state.fact = nil
        state.isLoadingFact = true
        return .run { [count = state.count] send in
          try await send(.factResponse(numberFact.fetch(count)))
        }

      case .getFactCarefullyButtonTapped:
        state.fact = nil
        state.isLoadingFact = true
        return .run { [count = state.count] send in
          try await send(.factResponse(numberFact.fetch(count)))
        } catch: { error, send in
          await send(.factFailed("\(error)"))
        }

      case .incrementButtonTapped:
        state.count += 1
        state.fact = nil
        return .none

      case .timerTicked:
        state.count += 1
        return .none

      case .toggleTimerButtonTapped:
        state.isTimerOn.toggle()
        guard state.isTimerOn else { return .cancel(id: CancelID.timer) }
        return .run { send in
          for await _ in clock.timer(interval: .seconds(1)) {
            await send(.timerTicked)
          }
        }
        .cancellable(id: CancelID.timer)
      }
    }
  }
}
