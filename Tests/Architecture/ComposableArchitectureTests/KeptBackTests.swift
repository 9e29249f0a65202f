import ComposableArchitecture
import Testing

/// What an effect does by itself can be kept back and done later, or cut off.
@Suite struct KeptBackTests {
  private enum Action: Equatable { case start, flood, stop, sent(Int) }
  private enum CancelID { case work }

  private func rig() -> Rig<[Int], Action> {
    Rig([]) {
      Reduce<[Int], Action> { state, action in
        switch action {
        case .start:
          return .run { send in
            await send(.sent(1))
            await send(.sent(2))
          }
          .cancellable(id: CancelID.work)
        case .flood:
          return .run { send in while true { await send(.sent(0)) } }.cancellable(id: CancelID.work)
        case .stop: return .cancel(id: CancelID.work)
        case .sent(let number):
          state.append(number)
          return number == 0 && state.count == 3 ? .cancel(id: CancelID.work) : .none
        }
      }
    }
  }

  @Test func anEffectWaitsUntilWhatItSentIsDelivered() throws {
    let rig = rig()
    var kept: [(number: Int, goOn: @Sendable () -> Void)] = []
    var endings = 0
    rig.core.keepBack = { _, doing in
      switch doing {
      case .send(.sent(let number), let goOn): kept.append((number, goOn))
      case .end: endings += 1
      default: Issue.record("only sends and the end were expected")
      }
      return true
    }
    rig.send(.start)
    #expect(rig.state == [])
    #expect(kept.map(\.number) == [1])
    rig.core.arrive(.sent(1), from: EffectID(1))
    kept[0].goOn()
    rig.scheduler.runUntilIdle()
    #expect(rig.state == [1])
    #expect(kept.map(\.number) == [1, 2])
    #expect(endings == 0)
    kept[1].goOn()
    rig.scheduler.runUntilIdle()
    #expect(endings == 1)
    #expect(rig.core.effectsInFlight.map(\.actionsSent) == [1])
    rig.core.finishEffect(EffectID(1))
    #expect(rig.core.effectsInFlight.isEmpty)
    #expect(rig.takeLog() == [".start", "effect 1: .sent(1)", "effect 1 finished"])
  }

  @Test func whatIsKeptBackIsForgottenWhenItsEffectIsCancelled() {
    let rig = rig()
    rig.core.keepBack = { _, _ in true }
    rig.send(.start)
    rig.send(.stop)
    #expect(rig.core.effectsInFlight.isEmpty)
    rig.core.keepBack = nil
    rig.scheduler.runUntilIdle()
    #expect(rig.state == [])
  }

  @Test func anEffectThatIsDisconnectedIsInFlightUntilItIsEnded() {
    let rig = rig()
    rig.core.startsDisconnected = { $0 == EffectID(1) }
    rig.send(.start)
    #expect(rig.state == [])
    #expect(rig.core.isDisconnected(EffectID(1)))
    rig.core.arrive(.sent(7), from: EffectID(1))
    #expect(rig.state == [7])
    rig.send(.stop)
    #expect(rig.core.effectsInFlight.isEmpty)
    rig.send(.start)
    #expect(rig.state == [7, 1, 2])
  }

  @Test func aLoopThatIgnoresItsCancellationIsParked() {
    let rig = rig()
    rig.send(.flood)
    #expect(rig.state == [0, 0, 0])
    #expect(rig.core.effectsInFlight.isEmpty)
    rig.send(.sent(5))
    #expect(rig.state == [0, 0, 0, 5])
  }

  @Test func aLoopThatIsCutOffIsParkedToo() {
    let rig = rig()
    rig.core.keepBack = { [unowned core = rig.core] effect, _ in
      core.disconnectEffect(effect)
      return true
    }
    rig.send(.flood)
    #expect(rig.state == [])
    #expect(rig.core.effectsInFlight.map(\.id) == [EffectID(1)])
  }
}
