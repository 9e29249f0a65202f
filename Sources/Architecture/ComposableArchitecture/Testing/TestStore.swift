import CasePaths
import ConcurrencyExtras
import CustomDump
import Dependencies
import Scheduling
import Sharing

/// Runs a feature under a test, which says what every action changes and which actions effects send.
///
/// Effects run in a world of the store's own, on the thread of the test, to the point where each is finished or waits, before
/// `send` and `receive` return; so no result depends on timing (C66).
@MainActor
@preconcurrency
public final class TestStore<State: Equatable, Action> {
  /// How much the test must say.
  public var exhaustivity: Exhaustivity {
    get { recorder.exhaustivity }
    set { recorder.exhaustivity = newValue }
  }

  /// How many nanoseconds `receive` and `finish` wait: in the world's virtual time, and in real time for what comes from outside.
  public var timeout: UInt64 {
    get { recorder.timeout }
    set { recorder.timeout = newValue }
  }

  /// Has no effect: effects always run one after the other.
  public var useMainSerialExecutor = true

  /// The state, as far as the test has received actions.
  public private(set) var state: State

  /// The dependencies of the feature, for changes in the middle of a test.
  public var dependencies: DependencyValues {
    get { core.dependencies }
    set {
      core.dependencies = newValue
      stackElementID = newValue.stackElementID
    }
  }

  /// Whether the feature dismissed itself.
  public var isDismissed: Bool { recorder.isDismissed }

  private let core: StoreCore<State, Action>
  private let recorder: TestRecorder<State, Action>
  private let scheduler: Scheduler
  private let wakeUp = WakeUp()
  private var stackElementID: StackElementIDGenerator
  private let dismissal: RootDismissal
  /// What tasks wait with. It does not refer to the store: a weak reference would make counting all others slow.
  private lazy var settling = TestStoreTask.Settle { [core, recorder, scheduler, wakeUp] isDone, timeout in
    if recorder.isOver { return true }
    return await Self.settle(core, recorder, scheduler, wakeUp, until: isDone, timeout: timeout)
  }

  /// - Parameters:
  ///   - initialState: The state to start in.
  ///   - reducer: The feature's reducers.
  ///   - prepareDependencies: Overrides dependencies.
  public init<R: Reducer>(
    initialState: @autoclosure () -> State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) where R.State == State, R.Action == Action {
    let stackElementID = StackElementIDGenerator()
    let dismissal = RootDismissal()
    let scheduler = Scheduler()
    let (state, core) = withDependencies {
      $0.stackElementID = stackElementID
      $0.dismiss = DismissEffect { await dismissal.perform() }
      prepareDependencies(&$0)
    } operation: {
      let state = initialState()
      return (
        state,
        StoreCore(
          initialState: state, reducer: reducer(), dependencies: DependencyValues._current, scheduler: scheduler)
      )
    }
    let recorder = TestRecorder<State, Action>(
      initialState: state, location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      stackElementID: stackElementID, wake: { [wakeUp] in wakeUp.signal() })
    self.state = state
    self.dismissal = dismissal
    self.scheduler = scheduler
    self.recorder = recorder
    self.core = core
    self.stackElementID = core.dependencies.stackElementID
    core.ownedObserver = recorder
    scheduler.onForeignEnqueue = { [wakeUp] in wakeUp.signal() }
    dismissal.set(on: scheduler) {
      recorder.isDismissed = true
      core.cancelAllEffects()
    }
  }

  deinit {
    recorder.complete(effects: core.effectsInFlight)
    recorder.isOver = true
    dismissal.clear()
    core.cancelAllEffects()
  }

  // MARK: Sending

  /// Sends an action as the user would and checks what it changes.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - updateStateToExpectedResult: Changes the state as the action is expected to; `nil` when nothing is expected to change.
  /// - Returns: The effects the action led to.
  @discardableResult
  public func send(
    _ action: Action, assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> TestStoreTask {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    drain()
    if isDismissed {
      location.report("Can't send an action to a feature that has dismissed itself: \(actionLabel(action))")
      return task(nil)
    }
    if recorder.isAnythingReceived { skipUnhandledActions(location) }
    let previous = state
    let generation = stackElementID.nextGeneration
    let group = recorder.tracker.track {
      let group = core.send(action, origin: .external, group: nil)
      drain()
      return group
    }
    let changes = recorder.takeSent(into: &state, otherwise: core.state)
    check(
      updateStateToExpectedResult, previous: previous, actual: state, changes: changes, generation: generation, location)
    return task(group)
  }

  /// A function of its own, like all that rarely happens: room for its values would be made for every action.
  private func skipUnhandledActions(_ location: SourceLocation) {
    if exhaustivity == .on {
      recorder.report(
        """
        Must handle \(recorder.received.count) received action\(recorder.received.count == 1 ? "" : "s") before sending an \
        action.

        Unhandled actions:
        \(recorder.received.map { "  - " + actionLabel($0.action) }.joined(separator: "\n"))
        """, at: location)
    }
    state = recorder.received.last?.state ?? state
    recorder.received.removeAll()
  }

  /// Sends the action of a case without a payload.
  @discardableResult
  public func send(
    _ action: CaseKeyPath<Action, Void>, assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> TestStoreTask {
    await send(
      action(), assert: updateStateToExpectedResult, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Sends the action of a case with its payload.
  @discardableResult
  public func send<Value>(
    _ action: CaseKeyPath<Action, Value>, _ value: Value,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> TestStoreTask {
    await send(
      action(value), assert: updateStateToExpectedResult, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Checks the state as it is now.
  public func assert(
    _ updateStateToExpectedResult: @escaping (_ state: inout State) throws -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    drain()
    let assertion = SharedAssertion(recorder.tracker.takeChanges(), later: laterChanges)
    if exhaustivity != .on { assertion.expectEverything() }
    assertion.run {
      var expected = state
      apply(updateStateToExpectedResult, to: &expected, generation: stackElementID.nextGeneration, location)
      reportDifference(expected: expected, actual: state, location)
    }
    reportUnasserted(assertion, location)
  }

  // MARK: Receiving

  /// Checks that an effect sent an action, and what that changed.
  public func receive(
    _ expectedAction: Action, timeout: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async where Action: Equatable {
    await receive(
      matching: { $0 == expectedAction }, expectation: String(customDumping: expectedAction), timeout: timeout,
      mismatch: { diff(expectedAction, $0, format: .proportional) }, assert: updateStateToExpectedResult,
      SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Checks that an effect sent an action for which a predicate holds, and what that changed.
  @_disfavoredOverload
  public func receive(
    _ isMatching: (_ action: Action) -> Bool, timeout: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    await receive(
      matching: isMatching, expectation: "an action that matches the predicate", timeout: timeout, mismatch: { _ in nil },
      assert: updateStateToExpectedResult,
      SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Checks that an effect sent an action in a case, and what that changed.
  public func receive<Value>(
    _ actionCase: CaseKeyPath<Action, Value>, timeout: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let path = AnyCasePath(actionCase)
    await receive(
      matching: { path.extract(from: $0) != nil }, expectation: "an action in the case \(actionCase)", timeout: timeout,
      mismatch: { _ in nil }, assert: updateStateToExpectedResult,
      SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Checks that an effect sent an action in a case with a payload, and what that changed.
  public func receive<Value: Equatable>(
    _ actionCase: CaseKeyPath<Action, Value>, _ value: Value, timeout: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let path = AnyCasePath(actionCase)
    await receive(
      matching: { path.extract(from: $0) == value }, expectation: String(customDumping: path.embed(value)), timeout: timeout,
      mismatch: { action in path.extract(from: action).flatMap { diff(value, $0, format: .proportional) } },
      assert: updateStateToExpectedResult,
      SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Checks that an effect sent an action in a case, given by a case path of the older kind.
  @_disfavoredOverload
  public func receive<Value>(
    _ actionCase: AnyCasePath<Action, Value>, timeout: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    await receive(
      matching: { actionCase.extract(from: $0) != nil }, expectation: "an action in a case with \(Value.self)",
      timeout: timeout, mismatch: { _ in nil }, assert: updateStateToExpectedResult,
      SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  private func receive(
    matching isMatching: (Action) -> Bool, expectation: @autoclosure () -> String, timeout: Duration?,
    mismatch: (Action) -> String?, assert updateStateToExpectedResult: ((inout State) throws -> Void)?,
    _ location: SourceLocation
  ) async {
    let isExhaustive = exhaustivity == .on
    let found = await settle(
      until: { [recorder] in
        isExhaustive ? !recorder.received.isEmpty : recorder.received.contains { isMatching($0.action) }
      }, timeout: timeout)
    guard found else {
      let running = recorder.effectsInFlight(core.effectsInFlight)
      let hint =
        running.isEmpty
        ? "No effect is running that could send one."
        : "These effects are running; if they wait for time, advance the test's clock:\n\n\(TestRecorder<State, Action>.list(running))"
      let others = recorder.received.map { "\n  - " + actionLabel($0.action) }.joined()
      location.report(
        """
        Expected to receive an action, but received none\(others.isEmpty ? "" : " that matches"): \(expectation())\
        \(others.isEmpty ? "" : "\n\nReceived:" + others)

        \(hint)
        """)
      return
    }
    if !isExhaustive, let index = recorder.received.firstIndex(where: { isMatching($0.action) }), index > 0 {
      let skipped = recorder.received[..<index].map { "  - " + actionLabel($0.action) }.joined(separator: "\n")
      recorder.reportSkippable("Skipped receiving:\n\n\(skipped)", at: location)
      state = recorder.received[index - 1].state
      recorder.received.removeFirst(index)
    }
    let received = recorder.received.removeFirst()
    let previous = state
    state = received.state
    guard isMatching(received.action) else {
      // What the wrong action changed is not worth a second report (C61).
      location.report(
        """
        Received unexpected action:

        \(mismatch(received.action) ?? "  " + String(customDumping: received.action))

        Expected: \(expectation())
        """)
      return
    }
    check(
      updateStateToExpectedResult, previous: previous, actual: received.state, changes: received.changes,
      generation: received.stackElementGeneration, location)
  }

  // MARK: Skipping and finishing

  /// Forgets the actions received so far; their changes count as seen (C64).
  ///
  /// - Parameter strict: Whether it is a failure when there is nothing to skip.
  public func skipReceivedActions(
    strict: Bool = true,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    drain()
    guard let last = recorder.received.last else {
      if strict {
        SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
          .report("There were no received actions to skip.")
      }
      return
    }
    state = last.state
    recorder.received.removeAll()
  }

  /// Forgets the effects in flight. They are not cancelled: what they still send arrives (C65).
  ///
  /// - Parameter strict: Whether it is a failure when there is nothing to skip.
  public func skipInFlightEffects(
    strict: Bool = true,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    drain()
    let running = recorder.effectsInFlight(core.effectsInFlight)
    if running.isEmpty, strict {
      SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
        .report("There were no in-flight effects to skip.")
    }
    recorder.skippedEffects.formUnion(running.map(\.effect.id))
  }

  /// Returns when all effects have ended, and fails if some have not.
  ///
  /// - Parameter timeout: How long to wait for what does not depend on the test's clocks.
  public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let finished = await settle(
      until: { [recorder, core] in recorder.effectsInFlight(core.effectsInFlight).isEmpty }, timeout: timeout)
    if !finished {
      SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column).report(
        """
        Expected effects to finish, but these are still running:

        \(TestRecorder<State, Action>.list(recorder.effectsInFlight(core.effectsInFlight)))

        If they wait for time, advance the test's clock.
        """)
      // Said once; the end of the test does not say it again.
      recorder.skippedEffects.formUnion(core.effectsInFlight.map(\.id))
    }
    recorder.reportUnreceivedActions()
    if let last = recorder.received.last { state = last.state }
    recorder.received.removeAll()
  }

  /// Runs a part of the test with another exhaustivity.
  @discardableResult
  public func withExhaustivity<Result>(_ exhaustivity: Exhaustivity, operation: () throws -> Result) rethrows -> Result {
    let outer = self.exhaustivity
    self.exhaustivity = exhaustivity
    defer { self.exhaustivity = outer }
    return try operation()
  }

  /// Runs a part of the test with another exhaustivity.
  @discardableResult
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity, operation: () async throws -> Result
  ) async rethrows -> Result {
    let outer = self.exhaustivity
    self.exhaustivity = exhaustivity
    defer { self.exhaustivity = outer }
    return try await operation()
  }

  // MARK: Driving the world

  private func drain() { scheduler.runUntilIdle() }

  /// Lets the world run until it is quiet and a condition holds.
  ///
  /// What waits for the world's own time goes on at once, as far as the timeout reaches; for events from outside it is real time
  /// that passes.
  private func settle(until isDone: () -> Bool, timeout: Duration?) async -> Bool {
    await Self.settle(core, recorder, scheduler, wakeUp, until: isDone, timeout: timeout)
  }

  private static func settle(
    _ core: StoreCore<State, Action>, _ recorder: TestRecorder<State, Action>, _ scheduler: Scheduler, _ wakeUp: WakeUp,
    until isDone: () -> Bool, timeout: Duration?
  ) async -> Bool {
    wakeUp.reset()
    scheduler.runUntilIdle()
    if isDone() { return true }
    let timeout = timeout ?? .nanoseconds(recorder.timeout)
    guard timeout > .zero, !core.effects.isEmpty else { return false }
    let end = scheduler.now + timeout
    while let deadline = scheduler.nextDeadline, deadline <= end {
      scheduler.advance(to: deadline)
      if isDone() { return true }
    }
    guard !core.effects.isEmpty else { return false }
    // The alarm rings once, so it also says that it did: by another clock the time might not be over then, and nothing end the wait.
    let isOver = LockIsolated(false)
    let alarm = Task.detached { [wakeUp] in
      try await Task.sleep(for: timeout)
      isOver.setValue(true)
      wakeUp.signal()
    }
    defer { alarm.cancel() }
    while !isOver.value {
      await wakeUp.wait()
      scheduler.runUntilIdle()
      if isDone() { return true }
      if core.effects.isEmpty { return false }
    }
    // The machine may have been busy all the while: what has nothing left to wait for gets its turn before the test fails.
    for _ in 0..<20 {
      await Task.detached(priority: .background) { await Task.yield() }.value
      scheduler.runUntilIdle()
      if isDone() { return true }
    }
    return false
  }

  private func task(_ group: EffectGroup?) -> TestStoreTask {
    TestStoreTask(task: StoreTask(group: group, effects: core.effects), settle: settling)
  }

  // MARK: Checking

  private func check(
    _ update: ((inout State) throws -> Void)?, previous: State, actual: State, changes: SharedChanges, generation: Int,
    _ location: SourceLocation
  ) {
    let assertion = SharedAssertion(changes, later: laterChanges)
    let isReported: Bool
    switch exhaustivity {
    case .on:
      isReported = assertion.run {
        var expected = previous
        if let update { apply(update, to: &expected, generation: generation, location) }
        if update != nil, changes.isEmpty, !assertion.expectsChange, expected == previous, actual == previous {
          location.report(
            """
            Expected state to change, but no change occurred.

            The closure changes nothing. If nothing is expected to change, leave it out.
            """)
          return true
        }
        return reportDifference(expected: expected, actual: actual, location, wasGiven: update != nil)
      }
    case .off(let showSkippedAssertions):
      assertion.expectEverything()
      isReported = assertion.run {
        var expected = actual
        if let update { apply(update, to: &expected, generation: generation, location) }
        return reportDifference(expected: expected, actual: actual, location)
      }
      if !isReported, showSkippedAssertions { printSkipped(update, previous: previous, actual: actual, generation, location) }
    }
    if !isReported { reportUnasserted(assertion, location) }
  }

  /// What actions changed that the test has not received yet. No key path: making one of a generic type costs a microsecond.
  private var laterChanges: [SharedChanges] { recorder.isAnythingReceived ? recorder.received.map { $0.changes } : [] }

  private func printSkipped(
    _ update: ((inout State) throws -> Void)?, previous: State, actual: State, _ generation: Int, _ location: SourceLocation
  ) {
    var said = previous
    if let update { apply(update, to: &said, generation: generation, nil) }
    guard said != actual, let difference = diff(said, actual, format: .proportional) else { return }
    recorder.reportSkippable("A state change was not asserted:\n\n\(difference)", at: location)
  }

  /// Reports changes of shared values that the state does not hold and the test did not say.
  private func reportUnasserted(_ assertion: SharedAssertion, _ location: SourceLocation) {
    let differences = assertion.unassertedDifferences
    guard !differences.isEmpty else { return }
    location.report(
      """
      A shared value changed otherwise than the test said:

      \(differences.joined(separator: "\n"))

      (Expected: \u{2212}, Actual: +)
      """)
  }

  /// Changes a state as the test says; a stack element it pushes gets the id that the reducer's got.
  private func apply(
    _ update: (inout State) throws -> Void, to state: inout State, generation: Int, _ location: SourceLocation?
  ) {
    let generator = stackElementID
    let next = generator.nextGeneration
    generator.nextGeneration = generation
    defer { generator.nextGeneration = next }
    DependencyValues.$_current.withValue(core.dependencies) {
      do {
        try update(&state)
      } catch {
        location?.report("Threw error: \(error)")
      }
    }
  }

  @discardableResult
  private func reportDifference(
    expected: State, actual: State, _ location: SourceLocation, wasGiven: Bool = true
  ) -> Bool {
    guard expected != actual else { return false }
    let difference = diff(expected, actual, format: .proportional)
    location.report(
      """
      \(wasGiven ? "A state change does not match expectation" : "State was not expected to change, but a change occurred"):

      \(difference ?? "The states are not equal, but their dumps are:\n\n\(String(customDumping: actual))")

      (Expected: \u{2212}, Actual: +)
      """)
    return true
  }
}

/// A test store of a feature.
public typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action> where R.State: Equatable

/// What the root feature's dismissal does, given when the store is complete.
private final class RootDismissal: @unchecked Sendable {
  // Safe to send: set before any effect can run, and cleared on the thread that runs them.
  private var scheduler: Scheduler?
  private var dismiss: () -> Void = {}

  func set(on scheduler: Scheduler, _ dismiss: @escaping () -> Void) {
    self.scheduler = scheduler
    self.dismiss = dismiss
  }

  /// Forgets it; the store is gone.
  func clear() { dismiss = {} }

  func perform() async {
    guard let scheduler else { return }
    await withTaskExecutorPreference(scheduler) { self.dismiss() }
  }
}
