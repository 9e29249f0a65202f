@testable import ComposableArchitecture
import Observation
import Scheduling
import Testing

@Suite struct QueueTests {
  enum Action: Equatable, Sendable {
    case start
    case value(Int)
    case end
  }

  private func rig(_ effects: @escaping (Action) -> Effect<Action>) -> Rig<[Int], Action> {
    Rig([Int]()) {
      Reduce { state, action in
        if case .value(let value) = action { state.append(value) }
        return effects(action)
      }
    }
  }

  @Test func c52_actionsAreFirstInFirstOut() {
    let rig = rig { action in
      switch action {
      case .start: .merge(.send(.value(1)), .send(.value(2)), .send(.value(3)))
      case .value(1): .send(.value(4))
      default: .none
      }
    }
    rig.send(.start)
    #expect(rig.state == [1, 2, 3, 4])
    #expect(rig.states == [[], [1], [1, 2], [1, 2, 3], [1, 2, 3, 4]])
    #expect(
      rig.takeLog() == [".start", "sync 1: .value(1)", "sync 2: .value(2)", "sync 3: .value(3)", "sync 4: .value(4)"])
  }

  @Test func c52_anActionSentWhileOneIsReducedWaits() {
    let core = LockIsolated<StoreCore<[Int], Action>?>(nil)
    let store = StoreCore<[Int], Action>(
      initialState: [],
      reducer: Reduce { state, action in
        switch action {
        case .start:
          core.value?.send(.value(1))
          state.append(0)
        case .value(let value): state.append(value)
        case .end: break
        }
        return .none
      }, dependencies: DependencyValues._current, scheduler: Scheduler())
    core.setValue(store)
    store.send(.start)
    #expect(store.state == [0, 1])
    core.setValue(nil)
  }

  @Test @MainActor func c52_stateIsPublishedOncePerBatch() {
    let store = Store(initialState: Counted()) {
      Reduce<Counted, Action> { state, action in
        switch action {
        case .start: return .merge(.send(.value(1)), .send(.value(2)), .send(.value(3)))
        case .value(let value):
          state.count = value
          return .none
        case .end: return .none
        }
      }
    }
    let changes = LockIsolated(0)
    withObservationTracking {
      _ = store.count
    } onChange: {
      changes.withValue { $0 += 1 }
    }
    store.send(.end)
    #expect(changes.value == 0)
    store.send(.start)
    #expect(changes.value == 1)
    #expect(store.count == 3)
  }

  @ObservableState
  struct Counted: Equatable { var count = 0 }

  @Test func c53_aHundredThousandChainedSendsDoNotOverflowTheStack() {
    let core = StoreCore<Int, Int>(
      initialState: 0,
      reducer: Reduce { state, action in
        state += 1
        return action == 0 ? .none : .send(action - 1)
      }, dependencies: DependencyValues._current, scheduler: Scheduler())
    core.send(100_000)
    #expect(core.state == 100_001)
    #expect(core.effects.isEmpty)
  }

  private func later(_ seconds: Int, _ value: Int) -> Effect<Action> {
    .run { send in
      @Dependency(\.continuousClock) var clock
      try await clock.sleep(for: .seconds(seconds))
      await send(.value(value))
    }
  }

  @Test func c54_mergeStartsFromLeftToRightAndConcatenateOneAfterTheOther() {
    let rig = rig { action in
      action == .start
        ? .merge(
          .concatenate(later(2, 1), later(1, 2), .send(.value(3))),
          later(1, 4), .send(.value(5)))
        : .none
    }
    rig.send(.start)
    #expect(rig.state == [5])
    rig.advance(by: .seconds(1))
    #expect(rig.state == [5, 4])
    rig.advance(by: .seconds(1))
    #expect(rig.state == [5, 4, 1])
    rig.advance(by: .seconds(1))
    #expect(rig.state == [5, 4, 1, 2, 3])
    #expect(rig.core.effects.isEmpty)
  }

  @Test func c54_nestedSequencesAndMergesComplete() {
    let rig = rig { action in
      action == .start
        ? .concatenate(
          .merge(later(2, 1), .concatenate(later(1, 2), later(2, 3))),
          .concatenate(.send(.value(4)), later(1, 5)),
          .send(.value(6)))
        : .none
    }
    rig.send(.start)
    rig.advance(by: .seconds(10))
    #expect(rig.state == [2, 1, 3, 4, 5, 6])
    #expect(rig.core.effects.isEmpty)
  }

  struct Failure: Error, CustomStringConvertible { let description = "it broke" }

  @Test func c56_errorsOfEffects() {
    let rig = rig { action in
      switch action {
      case .start: .run { _ in throw CancellationError() }
      case .value(1): .run { _ in throw Failure() }
      case .value(2):
        .run { _ in
          throw Failure()
        } catch: { _, send in
          await send(.end)
        }
      default: .none
      }
    }
    #expect(issues { rig.send(.start) } == [])
    #expect(issues { rig.send(.value(1)) } == [#"An "Effect.run" threw an error that nothing handles: it broke"#])
    #expect(issues { rig.send(.value(2)) } == [])
    #expect(
      rig.takeLog() == [
        ".start", "effect 1 finished", ".value(1)", "effect 2 failed: it broke", ".value(2)", "effect 3: .end",
        "effect 3 finished",
      ])
  }

  @Test func c56_errorsAndActionsAfterCancellationAreIgnored() {
    let rig = rig { action in
      switch action {
      case .start:
        .run { send in
          @Dependency(\.continuousClock) var clock
          try? await clock.sleep(for: .seconds(1))
          await send(.value(1))
          throw Failure()
        }
        .cancellable(id: "x")
      default: .cancel(id: "x")
      }
    }
    rig.send(.start)
    #expect(issues { rig.send(.end) } == [])
    #expect(rig.state == [])
  }

  @Test func c56_sendingAfterTheEffectReturnedIsReported() {
    let stolen = LockIsolated<Send<Action>?>(nil)
    let rig = rig { action in
      action == .start ? .run { send in stolen.setValue(send) } : .none
    }
    rig.send(.start)
    let issues = issues { _ = stolen.value?.deliver(.value(1), false) }
    #expect(issues.count == 1)
    #expect(issues.first?.hasPrefix("An effect sent an action after it had finished") == true)
    #expect(rig.state == [])
  }

  @Test func c57_debounceLetsOnlyTheLastThrough() {
    let rig = Rig([Int]()) {
      Reduce<[Int], Action> { state, action in
        switch action {
        case .value(let value):
          @Dependency(\.mainQueue) var mainQueue
          return .send(value < 100 ? .value(value + 100) : .end)
            .debounce(id: "debounce", for: .seconds(1), scheduler: mainQueue)
        case .end:
          state.append(state.count)
          return .none
        case .start: return .none
        }
      }
    }
    rig.send(.value(100))
    rig.advance(by: .milliseconds(500))
    rig.send(.value(100))
    rig.advance(by: .milliseconds(999))
    #expect(rig.state == [])
    rig.advance(by: .milliseconds(1))
    #expect(rig.state == [0])
    rig.advance(by: .seconds(10))
    #expect(rig.state == [0])
  }

  private func throttled(latest: Bool) -> Rig<[Int], Action> {
    Rig([Int]()) {
      Reduce<[Int], Action> { state, action in
        @Dependency(\.mainQueue) var mainQueue
        switch action {
        case .value(let value) where value < 100:
          return .send(.value(value + 100)).throttle(id: "t", for: .seconds(1), scheduler: mainQueue, latest: latest)
        case .value(let value): state.append(value - 100)
        case .start, .end: break
        }
        return .none
      }
    }
  }

  @Test(arguments: [(true, 5), (false, 2)])
  func c58_throttle(latest: Bool, expected: Int) {
    let rig = throttled(latest: latest)
    rig.send(.value(1))
    #expect(rig.state == [1])
    for value in 2...5 {
      rig.send(.value(value))
      rig.advance(by: .milliseconds(250))
    }
    #expect(rig.state == [1, expected])
    // The window starts again with the trailing value.
    rig.send(.value(6))
    #expect(rig.state == [1, expected])
    rig.advance(by: .seconds(1))
    #expect(rig.state == [1, expected, 6])
    rig.advance(by: .seconds(5))
    rig.send(.value(7))
    #expect(rig.state == [1, expected, 6, 7])
  }

  @Test func anEffectLeavesNothingBehind() {
    let rig = rig { action in action == .start ? .run { send in await send(.end) } : .none }
    for _ in 0..<100 { rig.send(.start) }
    #expect(rig.core.effects.isEmpty)
    #expect(!rig.core.effects.hasFeatures)
  }
}
