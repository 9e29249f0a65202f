import ComposableArchitecture
import Foundation

@testable import Session

/// A counter without macros: counts, ticks on the clock, asks the outside world, and misbehaves on request.
struct PlainCounter: Reducer, Sendable {
  struct State: Equatable, Sendable {
    var count = 0
    var fact: String?
    var ids: [UUID] = []
    var isTimerOn = false
  }

  enum Action: Equatable, Sendable {
    case increment
    case add(amount: Int)
    case tick
    case startTimer
    case stopTimer
    case makeID
    case ask
    case answered(String)
    case failed(String)
    case runAway
    case report
  }

  private enum CancelID { case timer }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.uuid) var uuid
  @Dependency(\.endpointResponder) var outside

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .increment:
        state.count += 1
        return .none
      case .add(let amount):
        state.count += amount
        return .none
      case .tick:
        state.count += 1
        return .none
      case .startTimer:
        state.isTimerOn = true
        return .run { [clock] send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) }
        }
        .cancellable(id: CancelID.timer)
      case .stopTimer:
        state.isTimerOn = false
        return .cancel(id: CancelID.timer)
      case .makeID:
        state.ids.append(uuid())
        return .none
      case .ask:
        return .run { [outside, count = state.count] send in
          let call = EndpointCall(client: "FactClient", endpoint: "fetch", arguments: [.init(label: nil, value: count)])
          guard let outside else { return }
          await send(.answered(try await outside.respond(to: call, returning: String.self)))
        } catch: { error, send in
          await send(.failed("\(error)"))
        }
      case .answered(let fact):
        state.fact = fact
        return .none
      case .failed(let message):
        state.fact = "failed: \(message)"
        return .none
      case .runAway:
        return .send(.runAway)
      case .report:
        reportIssue("something is odd")
        return .none
      }
    }
  }
}

extension RootFeature {
  static let plain = RootFeature("plain", summary: "a counter", tryFirst: "increment") {
    PlainCounter.State()
  } reducer: {
    PlainCounter()
  }
}
