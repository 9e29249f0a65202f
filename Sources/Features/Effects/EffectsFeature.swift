import ComposableArchitecture

/// One button for each kind of effect. What each sends lands in `arrivals`, in the order in which it came.
@Reducer
public struct EffectsFeature: Sendable {
  @ObservableState
  public struct State: Equatable {
    public var arrivals: [String] = []
    public var keystrokes = 0
    public var taps = 0
    public init() {}
  }

  public enum Action: Equatable {
    case animationButtonTapped
    case arrived(String)
    case cancelButtonTapped
    case concatenateButtonTapped
    case debounceFieldChanged
    case mergeButtonTapped
    case noneButtonTapped
    case runButtonTapped
    case sendButtonTapped
    case throttleButtonTapped
    case transactionButtonTapped
  }

  private enum CancelID { case debounce, run, throttle }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.mainQueue) var mainQueue

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .animationButtonTapped:
        return .send(.arrived("animated"), animation: .default)

      case .arrived(let text):
        state.arrivals.append(text)
        return .none

      case .cancelButtonTapped:
        return .cancel(id: CancelID.run)

      case .concatenateButtonTapped:
        return .concatenate(
          after(2, send: "first of two, one after the other"), after(1, send: "second of two, one after the other"))

      case .debounceFieldChanged:
        state.keystrokes += 1
        return .send(.arrived("debounced at keystroke \(state.keystrokes)"))
          .debounce(id: CancelID.debounce, for: .milliseconds(300), scheduler: mainQueue)

      case .mergeButtonTapped:
        return .merge(after(2, send: "first of two at once"), after(1, send: "second of two at once"))

      case .noneButtonTapped:
        return .none

      case .runButtonTapped:
        return after(1, send: "run").cancellable(id: CancelID.run)

      case .sendButtonTapped:
        return .send(.arrived("sent"))

      case .throttleButtonTapped:
        state.taps += 1
        return .send(.arrived("throttled at tap \(state.taps)"))
          .throttle(id: CancelID.throttle, for: .seconds(1), scheduler: mainQueue, latest: true)

      case .transactionButtonTapped:
        return .send(.arrived("in a transaction")).transaction(Transaction(animation: .spring))
      }
    }
  }

  private func after(_ seconds: Int, send text: String) -> Effect<Action> {
    .run { send in
      try await clock.sleep(for: .seconds(seconds))
      await send(.arrived(text))
    }
  }
}
