import ComposableArchitecture

@testable import Session

/// A feature that takes random numbers, and asks for something that cannot fail.
struct DiceFeature: Reducer, Sendable {
  struct State: Equatable, Sendable {
    var rolls: [Int] = []
    var odds: Int?
  }

  enum Action: Equatable, Sendable {
    case roll
    case rollLater
    case rolled(Int)
    case ask
    case answered(Int)
    case wait
  }

  private enum CancelID { case ask }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
  @Dependency(OddsClient.self) var client

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .roll:
        state.rolls.append(withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) })
        return .none
      case .rollLater:
        return .run { send in await send(.rolled(withRandomNumberGenerator { Int.random(in: 1...1_000_000, using: &$0) })) }
      case .rolled(let number):
        state.rolls.append(number)
        return .none
      case .ask:
        return .run { send in await send(.answered(client.odds(6))) }.cancellable(id: CancelID.ask, cancelInFlight: true)
      case .answered(let odds):
        state.odds = odds
        return .none
      case .wait:
        return .run { _ in try await clock.sleep(for: .seconds(60)) }
      }
    }
  }
}

/// What the outside world says of dice; it always says something.
struct OddsClient: Sendable, TestDependencyKey {
  var odds: @Sendable (_ sides: Int) async -> Int

  static let testValue = OddsClient { sides in
    @Dependency(\.endpointResponder) var outside
    let call = EndpointCall(client: "OddsClient", endpoint: "odds", arguments: [.init(label: nil, value: sides)])
    return (try? await outside?.respond(to: call, returning: Int.self)) ?? 0
  }
}

extension RootFeature {
  static let dice = RootFeature("dice", summary: "rolls dice", tryFirst: "roll") {
    DiceFeature.State()
  } reducer: {
    DiceFeature()
  }
}
