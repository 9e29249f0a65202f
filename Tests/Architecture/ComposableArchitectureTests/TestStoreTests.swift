import ComposableArchitecture
import Testing

@Suite @MainActor struct TestStoreTests {
  @Reducer
  struct Feature {
    @ObservableState
    struct State: Equatable {
      var count = 0
      var fact: String?
    }
    enum Action: Equatable, Sendable {
      case increment
      case nothing
      case load
      case loaded(String)
      case failed
      case twice
      case wait
      case outside
    }
    @Dependency(\.continuousClock) var clock
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .increment: state.count += 1
        case .nothing: break
        case .load: return .run { send in await send(.loaded("fact")) }
        case .loaded(let fact): state.fact = fact
        case .failed: state.count = -1
        case .twice:
          state.count += 1
          return .merge(.send(.increment), .send(.loaded("x")))
        case .wait:
          return .run { send in
            try await clock.sleep(for: .seconds(1))
            await send(.increment)
          }
        case .outside:
          return .run { send in
            await Task.detached { await Task.yield() }.value
            await send(.increment)
          }
        }
        return .none
      }
    }
  }

  private func store(_ clock: TestClock<Duration> = TestClock()) -> TestStore<Feature.State, Feature.Action> {
    TestStore(initialState: Feature.State()) {
      Feature()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func c60_sendChecksTheState() async {
    let right = await issues { await store().send(.increment) { $0.count = 1 } }
    #expect(right == [])
    let wrong = await issues { await store().send(.increment) { $0.count = 2 } }
    #expect(wrong == ["A state change does not match expectation:"])
    let missing = await issues { await store().send(.increment) }
    #expect(missing == ["State was not expected to change, but a change occurred:"])
    let idle = await issues { await store().send(.nothing) { _ in } }
    #expect(idle == ["Expected state to change, but no change occurred."])
  }

  @Test func c60_theReportShowsTheDifference() {
    let collector = IssueCollector()
    withIssueReporters([collector]) {
      let store = store()
      store.assert { $0.count = 3 }
    }
    #expect(
      collector.messages == [
        """
        A state change does not match expectation:

        \u{2007} TestStoreTests.Feature.State(
        \u{2212}   count: 3,
        +   count: 0,
        \u{2007}   fact: nil
        \u{2007} )

        (Expected: \u{2212}, Actual: +)
        """
      ])
  }

  @Test func c60_unreceivedActionsBeforeTheNextSendAndAtTheEnd() async {
    let before = await issues {
      let store = store()
      await store.send(.load)
      await store.send(.increment) { $0.count = 1 }
    }
    #expect(before == ["Must handle 1 received action before sending an action."])
    let end = await issues {
      let store = store()
      await store.send(.load)
    }
    #expect(end == ["The store received 1 unexpected action:"])
  }

  @Test func c60_runningEffectsAtTheEndNameTheirAction() async {
    let collector = IssueCollector()
    await withIssueReporters([collector]) {
      let store = store()
      await store.send(.wait)
    }
    #expect(
      collector.messages == [
        """
        Effects are still running at the end of the test:

          - started by Action.wait

        Let them finish, cancel them, or call "skipInFlightEffects()".
        """
      ])
  }

  @Test func c61_receiveByValueCaseAndPredicate() async {
    let store = store()
    await store.send(.load)
    await store.receive(.loaded("fact")) { $0.fact = "fact" }
    await store.send(.load)
    await store.receive(\.loaded)
    await store.send(.load)
    await store.receive(\.loaded, "fact")
    await store.send(.load)
    await store.receive({ $0 == .loaded("fact") })
    await store.send(.load)
    await store.receive(/Feature.Action.loaded)
    await store.send(\.increment) { $0.count = 1 }
    await store.send(\.loaded, "b") { $0.fact = "b" }
  }

  @Test func c61_onMismatchTheStateFailureIsSuppressed() async {
    let messages = await issues {
      let store = store()
      await store.send(.load)
      await store.receive(.failed) { $0.count = -1 }
      #expect(store.state.fact == "fact")
    }
    #expect(messages == ["Received unexpected action:"])
  }

  @Test func c61_receivingNothing() async {
    let messages = await issues {
      let store = store()
      await store.send(.nothing)
      await store.receive(.increment)
    }
    #expect(messages == ["Expected to receive an action, but received none: TestStoreTests.Feature.Action.increment"])
  }

  @Test func c62_nonExhaustiveReceiveSkipsOthers() async {
    let store = store()
    store.exhaustivity = .off
    await store.send(.twice)
    await store.receive(\.loaded) {
      $0.fact = "x"
      $0.count = 2
    }
    let missing = await issues { await store.receive(\.failed) }
    #expect(missing.count == 1)
  }

  @Test func c63_nonExhaustiveSendComparesTheStateRightAfterTheAction() async {
    let store = store()
    store.exhaustivity = .off
    let messages = await issues {
      await store.send(.twice) { $0.count = 1 }
      await store.send(.nothing) { $0.count = 2 }
      await store.send(.nothing) { _ in }
    }
    #expect(messages == [])
    let wrong = await issues { await store.send(.increment) { $0.count = 9 } }
    #expect(wrong == ["A state change does not match expectation:"])
  }

  @Test func c64_skippedActionsTakeEffect() async {
    let store = store()
    await store.send(.load)
    await store.skipReceivedActions()
    #expect(store.state.fact == "fact")
    let strict = await issues { await store.skipReceivedActions() }
    #expect(strict == ["There were no received actions to skip."])
    let lenient = await issues { await store.skipReceivedActions(strict: false) }
    #expect(lenient == [])
  }

  @Test func c65_skippedEffectsAreNotCancelled() async {
    let clock = TestClock()
    let store = store(clock)
    await store.send(.wait)
    await store.skipInFlightEffects()
    let strict = await issues { await store.skipInFlightEffects() }
    #expect(strict == ["There were no in-flight effects to skip."])
    await clock.advance(by: .seconds(1))
    await store.receive(.increment) { $0.count = 1 }
  }

  @Test func c66_timeIsVirtualAndNothingIsPolled() async {
    let clock = TestClock()
    let store = store(clock)
    for number in 1...50 {
      let task = await store.send(.wait)
      await clock.advance(by: .seconds(1))
      await store.receive(.increment) { $0.count = number }
      await task.finish()
    }
    await store.finish()
  }

  @Test func c66_whatComesFromOutsideIsWaitedFor() async {
    let store = store()
    store.timeout = 60_000_000_000
    await store.send(.outside)
    await store.receive(.increment) { $0.count = 1 }
  }

  @Test func aTaskOfASendCanBeCancelled() async {
    let store = store()
    let task = await store.send(.wait)
    await task.cancel()
    #expect(task.isCancelled)
    await store.finish()
  }

  @Test func finishReportsWhatStillRunsOnce() async {
    let messages = await issues {
      let store = store()
      store.timeout = 0
      await store.send(.wait)
      await store.finish()
    }
    #expect(messages == ["Expected effects to finish, but these are still running:"])
  }

  @Test func exhaustivityCanBeOffForAPart() async {
    let store = store()
    await store.withExhaustivity(.off) {
      await store.send(.increment)
    }
    await store.send(.increment) { $0.count = 2 }
  }

  @Test func dependenciesCanChangeInTheMiddle() async {
    let store = store()
    store.dependencies.continuousClock = ImmediateClock()
    await store.send(.wait)
    await store.receive(.increment) { $0.count = 1 }
  }
}
