import ActionLanguage
import ComposableArchitecture
import Foundation
import Reflection
import Timeline

/// The session as a test for a test store.
extension FeaturePlayback {
  func exportedTest(named name: String, places: ClosedRange<Int>?) throws -> String {
    guard State.self is any Equatable.Type else {
      throw CommandError("a test store compares states, and \(TypeShape.of(State.self).name) is not Equatable")
    }
    let inputs = recorded.branch.dropFirst().compactMap { recorded.steps[$0].input }
    guard !inputs.isEmpty else { throw CommandError("nothing has happened yet that a test could check") }
    let use = DependencyUse()
    let worlds = LockIsolated(0)
    // Run anew, so that everything a run takes from its world is seen. The first world it makes only looks at the past.
    let copy = FeaturePlayback(
      name: self.name, settings: settings, initialState: initialState,
      dependencies: { [installDependencies] values in
        installDependencies(&values)
        worlds.withValue { $0 += 1 }
        if worlds.value > 1 { use.install(in: &values) }
      }, reducer: reducer)
    for (index, input) in inputs.enumerated() {
      use.note { $0.step = index + 1 }
      _ = try copy.perform(InputRequest(input))
    }
    return TestExport(copy, use: use.notes, name: name).text(of: places ?? 1...inputs.count)
  }
}

/// Writes a test for what a playback recorded, whose steps have the numbers of their inputs.
private struct TestExport<Root: Reducer & SendableMetatype> {
  private let playback: FeaturePlayback<Root>
  private let use: DependencyUse.Notes
  private let name: String
  private let module: String
  private let endpoints: [Endpoint]

  /// Why a step is left out.
  private struct Obstacle: Error { let reason: String }

  /// Steps that one test does, and what it says of those before it.
  private struct Part {
    var first: Int
    var last: Int
    var remarks: [String] = []
  }

  init(_ playback: FeaturePlayback<Root>, use: DependencyUse.Notes, name: String) {
    self.playback = playback
    self.use = use
    self.name = name
    let module = TypeShape.of(Root.State.self).module
    self.module = module
    var endpoints: [Endpoint] = []
    for (number, call) in use.calls.enumerated() {
      if let index = endpoints.firstIndex(where: { $0.client == call.client && $0.name == call.endpoint }) {
        endpoints[index].calls.append(number)
      } else {
        endpoints.append(Endpoint(call, module: module))
        endpoints[endpoints.count - 1].calls.append(number)
      }
    }
    self.endpoints = endpoints
  }

  // MARK: The file

  func text(of places: ClosedRange<Int>) -> String {
    var remarks: [String] = []
    var first = places.lowerBound
    while first > 1, step(first - 1).effectsInFlight > 0 { first -= 1 }
    if first < places.lowerBound {
      remarks.append(
        "Begins earlier than asked: before \(input(places.lowerBound)) an effect was in flight, which a test must start itself.")
    }
    var tests: [[String]] = []
    var left: [String] = remarks
    var start = first
    while start <= places.upperBound {
      let (lines, end, obstacle) = test(from: start, to: places.upperBound, number: tests.count + 1, remarks: left)
      left = []
      if !lines.isEmpty { tests.append(lines) }
      guard let obstacle else { break }
      left.append("Left out: \(input(end)), since \(obstacle).")
      var next = end
      while next <= places.upperBound, step(next).effectsInFlight > 0 {
        next += 1
        if next <= places.upperBound {
          left.append("Left out: \(input(next)), since what was in flight before it began in what is left out.")
        }
      }
      start = next + 1
    }
    var header = [
      "// Exported by Hindsight from a session of \(playback.name): \(places.count == 1 ? "1 input" : "\(places.count) inputs").",
      "import ComposableArchitecture", "import Foundation",
    ]
    header += ["import Testing", "", "@testable import \(module)", "", "@MainActor", "@Suite struct \(name) {"]
    if tests.isEmpty { left.insert("Nothing of this session can be a test:", at: 0) }
    let body = tests.joined(separator: [""]).map { $0 }
    let rest = left.map { "  // " + $0 }
    let supports = support(for: (tests.flatMap { $0 }).joined(separator: "\n"))
    return (header + body + (rest.isEmpty || body.isEmpty ? rest : [""] + rest) + ["}"] + supports).joined(separator: "\n") + "\n"
  }

  /// The declarations the tests need.
  private func support(for text: String) -> [String] {
    var lines: [String] = []
    if text.contains("= Calls<") { lines += ["", Self.calls] }
    if text.contains("OutsideFailure(") { lines += ["", Self.failure] }
    return lines
  }

  private static var calls: String {
    """
    /// The calls of an endpoint, in their order; each waits until the test answers it.
    private struct Calls<Value: Sendable>: Sendable {
      private typealias Answers = AsyncStream<Result<Value, any Error>>
      private let answers: [(stream: Answers, continuation: Answers.Continuation)]
      private let next = LockIsolated(0)

      init(_ count: Int) { answers = (0..<count).map { _ in Answers.makeStream() } }

      func callAsFunction() async throws -> Value {
        let call = next.withValue { next in
          defer { next += 1 }
          return next
        }
        guard answers.indices.contains(call) else { throw CancellationError() }
        for await answer in answers[call].stream {
          switch answer {
          case .success(let value): return value
          case .failure(let error): throw error
          }
        }
        throw CancellationError()
      }

      func answer(_ call: Int, _ value: Value) { answers[call].continuation.yield(.success(value)) }
      func fail(_ call: Int, _ error: any Error) { answers[call].continuation.yield(.failure(error)) }
    }
    """
  }

  private static var failure: String {
    """
    /// The outside world could not answer.
    private struct OutsideFailure: Error, Equatable, CustomStringConvertible {
      let message: String
      var description: String { message }
    }
    """
  }

  // MARK: One test

  /// The lines of a test, the step at which it stopped, and why it did.
  private func test(
    from first: Int, to last: Int, number: Int, remarks: [String]
  ) -> (lines: [String], end: Int, obstacle: String?) {
    let start = playback.recorded.quiet(playback.recorded.branch[first - 1])
    let begin = playback.state(atPosition: start)
    let world = playback.recorded.steps[start.step].worldAfter
    var context = SourceTree.Context()
    let elements = SourceTree(begin).stackElements
    for (position, id) in elements.enumerated() { context.elements[id] = position }
    context.nextElement = (session: world.stackElementCount, test: elements.count)
    let state = SourceTree(begin, in: context, isNamed: true)
    if let obstacle = state.obstacle { return ([], first, "the state before it cannot be written: \(obstacle)") }
    if let endpoint = endpoints.first(where: { $0.obstacle != nil }), let obstacle = endpoint.obstacle {
      return ([], first, obstacle)
    }
    if use.usesRandomNumbers { return ([], first, "the feature takes random numbers, and a test cannot have the session's") }

    var bodies: [(step: Int, lines: [String])] = []
    var tree = SourceTree(begin, in: context)
    var obstacle: String?
    var end = last + 1
    for place in first...last {
      do {
        let lines = try lines(ofStep: place, &tree, context, partStart: first)
        bodies.append((place, lines))
      } catch let error as Obstacle {
        obstacle = error.reason
        end = place
        break
      } catch {
        break
      }
    }
    guard !bodies.isEmpty else { return ([], end, obstacle) }
    let range = first...(end - 1)
    var lines = remarks.map { "  // " + $0 }
    lines.append("  @Test func \(number == 1 ? "session" : "session\(number)")() async {")
    lines += set(up: state, range, world)
    lines.append("")
    let scopes = expectedIssues(range)
    for (place, body) in bodies {
      for scope in scopes where scope.steps.lowerBound == place {
        lines.append("    // The session reported: \(scope.report)")
        lines.append("    await withExpectedIssue {")
      }
      let indent = scopes.contains { $0.steps.contains(place) } ? "      " : "    "
      lines += body.map { $0.isEmpty ? $0 : indent + $0 }
      if scopes.contains(where: { $0.steps.upperBound == place }) { lines.append("    }") }
    }
    let (started, inFlight) = effects(in: range)
    if inFlight > 0 {
      lines.append("    await store.skipInFlightEffects()")
    } else if started > 0 {
      lines.append("    await store.finish()")
    }
    lines.append("  }")
    return (lines, end, obstacle)
  }

  /// The lines up to the store.
  private func set(up state: SourceTree, _ steps: ClosedRange<Int>, _ world: WorldState) -> [String] {
    var lines: [String] = []
    var dependencies: [String] = []
    let advances = steps.contains { if case .advance? = step($0).input { true } else { false } }
    if needsClock(advances) { lines.append("    let clock = TestClock()") }
    if use.usesClock { dependencies.append("$0.continuousClock = clock") }
    if use.usesSuspendingClock { dependencies.append("$0.suspendingClock = clock") }
    if use.usesMainQueue {
      lines.append("    let mainQueue = DispatchQueue.test")
      dependencies.append("$0.mainQueue = mainQueue.eraseToAnyScheduler()")
    }
    if use.usesMainRunLoop {
      lines.append("    let mainRunLoop = RunLoop.test")
      dependencies.append("$0.mainRunLoop = mainRunLoop.eraseToAnyScheduler()")
    }
    if use.usesDate {
      let date = SourceTree(playback.settings.date.addingTimeInterval(world.now / .seconds(1))).inline ?? ""
      if advances {
        lines.append("    let start = clock.now")
        dependencies.append("$0.date = DateGenerator { \(date) + start.duration(to: clock.now) / .seconds(1) }")
      } else {
        dependencies.append("$0.date = .constant(\(date))")
      }
    }
    if state.isShared {
      // A storage of its own, so that tests that run at the same time share nothing.
      dependencies += [
        "$0.defaultAppStorage = .inMemory", "$0.defaultFileStorage = .inMemory", "$0.defaultInMemoryStorage = InMemoryStorage()",
      ]
    }
    if use.usesUUID {
      if world.uuidCount == 0 {
        dependencies.append("$0.uuid = .incrementing")
      } else {
        lines.append("    let nextID = LockIsolated(\(world.uuidCount))")
        dependencies += [
          "$0.uuid = UUIDGenerator {", "  nextID.withValue { next in", "    defer { next += 1 }", "    return UUID(next)", "  }",
          "}",
        ]
      }
    }
    for endpoint in endpoints {
      let calls = endpoint.calls.map { use.calls[$0] }.filter { steps.contains($0.step) }
      guard let call = calls.first else { continue }
      let arguments =
        call.argumentCount == 0 ? "" : Array(repeating: "_", count: call.argumentCount).joined(separator: ", ") + " in "
      let target = "$0[\(endpoint.client).self].\(endpoint.name) = { \(arguments)"
      if call.waits {
        lines.append("    let \(endpoint.variable) = Calls<\(typeName(call.valueType))>(\(calls.count))")
        dependencies.append(target + "try await \(endpoint.variable)() }")
      } else if call.valueType == Void.self {
        dependencies.append(target + "}")
      } else {
        let values = calls.map { call in
          if case .success(let value)? = call.result { SourceTree(value).inline ?? "" } else { "" }
        }
        lines.append(
          "    let \(endpoint.variable) = LockIsolated<[\(typeName(call.valueType))]>([\(values.joined(separator: ", "))])")
        dependencies.append(target + "\(endpoint.variable).withValue { $0.removeFirst() } }")
      }
    }
    // At the very beginning shared values are what their keys say.
    let initial = steps.lowerBound == 1 ? state.withoutShared : state
    lines += initial.lines(indent: 4, prefix: "let store = TestStore(initialState: ", suffix: ") {")
    lines.append("      \(rootName)()")
    if dependencies.isEmpty {
      lines.append("    }")
    } else {
      lines.append("    } withDependencies: {")
      lines += dependencies.map { "      " + $0 }
      lines.append("    }")
    }
    return lines
  }

  private func needsClock(_ advances: Bool) -> Bool {
    use.usesClock || use.usesSuspendingClock || use.usesDate && advances
  }

  // MARK: Steps

  /// The statements for a step, without indentation; `state` goes on to what it led to.
  private func lines(
    ofStep place: Int, _ state: inout SourceTree, _ context: SourceTree.Context, partStart: Int
  ) throws -> [String] {
    let number = playback.recorded.branch[place]
    let step = step(place)
    var lines: [String] = []
    // What was answered at once, since the answer was set before.
    for (call, variable, index) in calls(partStart) where use.calls[call].step == place && use.calls[call].waits {
      guard isSupplied(call), case .success(let value)? = use.calls[call].result else { continue }
      lines += SourceTree(value, in: context).lines(indent: 0, prefix: "\(variable).answer(\(index), ", suffix: ")")
    }
    var entries = Array(step.entries)
    switch step.input {
    case .action:
      guard let first = entries.first, case .action(let action) = playback.recorded.entries[first - 1].event else { break }
      entries.removeFirst()
      let tree = SourceTree(action, in: context)
      if let obstacle = tree.obstacle { throw Obstacle(reason: "its action cannot be written: \(obstacle)") }
      let start = failingEffect(startedIn: place).map { "let e\($0) = await store.send(" } ?? "await store.send("
      lines += try call(tree, start, entry: first, &state, context)
    case .advance(let duration): lines += advance(duration, step)
    case .answer(let effect, _), .fail(let effect, _):
      guard let (call, variable, index) = calls(partStart).first(where: { isAnswered($0.call, by: effect, in: place) }) else {
        throw Obstacle(reason: "the call that is answered was made before the test begins")
      }
      switch use.calls[call].result {
      case .success(let value):
        let tree = SourceTree(value, in: context)
        if let obstacle = tree.obstacle { throw Obstacle(reason: "its answer cannot be written: \(obstacle)") }
        lines += tree.lines(indent: 0, prefix: "\(variable).answer(\(index), ", suffix: ")")
      case .failure(let error):
        lines += SourceTree(error: error, in: context).lines(indent: 0, prefix: "\(variable).fail(\(index), ", suffix: ")")
      case nil: break
      }
    case .supply: break
    case .edit:
      throw Obstacle(reason: "a test store has no way to edit the state by hand; what follows begins with the edited state")
    case .cancel, .hold, .release: throw Obstacle(reason: "a test store has no way to do this to an effect from outside")
    case .arrival, .departure, .write, .live: throw Obstacle(reason: "what it stands for happened outside of the session")
    case nil: break
    }
    for entry in entries {
      guard case .action(let action) = playback.recorded.entries[entry - 1].event else { continue }
      lines += try receive(action, entry: entry, &state, context)
    }
    // What an effect wrote into a shared value, without an action.
    let after = SourceTree(playback.state(atPosition: playback.recorded.quiet(number)), in: context)
    let rest = SourceAssignments(from: state, to: after)
    if !rest.isEmpty {
      lines += ["store.assert {"] + rest.lines(indent: 2) + ["}"]
      state = after
    }
    for event in playback.details(ofStep: number).events {
      guard case .ended(.failed) = event.kind else { continue }
      lines.append(
        canFinish(event.effect, by: place) ? "await e\(event.effect).finish()" : "await store.skipReceivedActions(strict: false)")
    }
    return lines
  }

  private func receive(
    _ action: Root.Action, entry: Int, _ state: inout SourceTree, _ context: SourceTree.Context
  ) throws -> [String] {
    if Root.Action.self is any Equatable.Type {
      let tree = SourceTree(action, in: context)
      if let obstacle = tree.obstacle { throw Obstacle(reason: "an action it led to cannot be written: \(obstacle)") }
      return try call(tree, "await store.receive(", entry: entry, &state, context)
    }
    guard let path = SourceCasePath(to: action, in: context) else {
      throw Obstacle(
        reason: "it led to \(ValuePrinter.dotted(action: action)), whose type is neither Equatable nor CasePathable")
    }
    if let payload = path.payload, payload.obstacle == nil {
      return try call(payload, "await store.receive(\(path.text), ", entry: entry, &state, context)
    }
    return try call(.text(path.text), "await store.receive(", entry: entry, &state, context)
  }

  /// A call with a closure that says what the entry changed.
  private func call(
    _ argument: SourceTree, _ start: String, entry: Int, _ state: inout SourceTree, _ context: SourceTree.Context
  ) throws -> [String] {
    guard let position = playback.recorded.position(ofEntry: entry) else { return [] }
    let after = SourceTree(playback.state(atPosition: position), in: context)
    let changes = SourceAssignments(from: state, to: after)
    if let obstacle = changes.obstacle { throw Obstacle(reason: "a value that changes cannot be written: \(obstacle)") }
    state = after
    guard !changes.isEmpty else { return argument.lines(indent: 0, prefix: start, suffix: ")") }
    return argument.lines(indent: 0, prefix: start, suffix: ") {") + changes.lines(indent: 2) + ["}"]
  }

  private func advance(_ duration: Duration, _ step: Step) -> [String] {
    var clocks = use.usesClock || use.usesSuspendingClock || use.usesDate ? ["clock"] : []
    if use.usesMainQueue { clocks.append("mainQueue") }
    if use.usesMainRunLoop { clocks.append("mainRunLoop") }
    guard !clocks.isEmpty else { return [] }
    let start = step.worldAfter.now - duration
    var stops = [step.worldAfter.now]
    // Several clocks go on together, from one moment at which something happens to the next.
    if clocks.count > 1 { stops = Set(step.entries.map { playback.recorded.entries[$0 - 1].world.now } + stops).sorted() }
    var now = start
    return stops.flatMap { stop in
      let time = SourceTree(stop - now).inline ?? ""
      now = stop
      return clocks.map { "await \($0).advance(by: \(time))" }
    }
  }

  // MARK: Calls of the outside world

  private struct Endpoint {
    let client: String
    let name: String
    let variable: String
    /// The numbers of its calls.
    var calls: [Int] = []
    /// Why a test cannot stand in for it.
    var obstacle: String?

    init(_ call: DependencyUse.Call, module: String) {
      client = call.client
      name = call.endpoint
      var short = call.client
      if short.hasSuffix("Client"), short != "Client" { short.removeLast("Client".count) }
      variable = short.prefix(1).lowercased() + short.dropFirst() + name.prefix(1).uppercased() + name.dropFirst()
      guard call.waits, let type = _typeByName("\(module.utf8.count)\(module)\(client.utf8.count)\(client)V") else { return }
      let shape = TypeShape.of(type)
      if let field = shape.field(named: name) ?? shape.field(named: "_" + name),
        !String(reflecting: field.type).contains(" throws ")
      {
        obstacle = "\(client).\(name) cannot throw, and a test that lets it wait could not end it when its effect is cancelled"
      }
    }
  }

  /// The calls of a test that begins with a step: their number, the variable they are answered through, and their place in it.
  private func calls(_ partStart: Int) -> [(call: Int, variable: String, index: Int)] {
    endpoints.flatMap { endpoint in
      endpoint.calls.filter { use.calls[$0].step >= partStart }.enumerated().map { ($0.element, endpoint.variable, $0.offset) }
    }
  }

  private func isAnswered(_ call: Int, by effect: Int, in place: Int) -> Bool {
    let wanted = use.calls[call]
    guard wanted.effect == effect, wanted.result != nil, wanted.answeredStep == place else { return false }
    // The one that had waited longest was answered; what else came back then was answered at once.
    return use.calls.firstIndex { $0.effect == effect && $0.result != nil && $0.answeredStep == place } == call
  }

  private func isSupplied(_ call: Int) -> Bool {
    let found = use.calls[call]
    guard found.result != nil else { return false }
    switch step(found.answeredStep).input {
    case .answer(let effect, _), .fail(let effect, _): return !isAnswered(call, by: effect, in: found.answeredStep)
    default: return true
    }
  }

  // MARK: Issues

  /// The steps in which the session reported issues, from where what reported them began.
  private func expectedIssues(_ range: ClosedRange<Int>) -> [(steps: ClosedRange<Int>, report: String)] {
    var scopes: [(steps: ClosedRange<Int>, report: String)] = []
    for place in range {
      let details = playback.details(ofStep: playback.recorded.branch[place])
      guard let report = details.reports.first else { continue }
      var first = place
      for event in details.events {
        guard case .ended(.failed) = event.kind, let start = startStep(ofEffect: event.effect), range.contains(start) else {
          continue
        }
        first = min(first, start)
      }
      let text = report.message.split(separator: "\n").first.map(String.init) ?? ""
      if let last = scopes.last, last.steps.upperBound >= first {
        scopes[scopes.count - 1].steps = min(last.steps.lowerBound, first)...place
      } else {
        scopes.append((first...place, text))
      }
    }
    return scopes
  }

  private func startStep(ofEffect effect: Int) -> Int? {
    playback.recorded.branch.indices.first { place in
      playback.details(ofStep: playback.recorded.branch[place]).events.contains {
        if case .started = $0.kind { $0.effect == effect } else { false }
      }
    }
  }

  /// How many effects some steps started, and how many of these are in flight after them.
  private func effects(in range: ClosedRange<Int>) -> (started: Int, inFlight: Int) {
    var started: Set<Int> = []
    var ended: Set<Int> = []
    for place in range {
      for event in playback.details(ofStep: playback.recorded.branch[place]).events {
        if case .started = event.kind { started.insert(event.effect) } else { ended.insert(event.effect) }
      }
    }
    return (started.count, started.subtracting(ended).count)
  }

  /// The effect that a step's own action starts and that fails later with nobody to handle it.
  private func failingEffect(startedIn place: Int) -> Int? {
    let started = playback.details(ofStep: playback.recorded.branch[place]).events.compactMap { event -> Int? in
      if case .started = event.kind, event.entryIndex == 0 { event.effect } else { nil }
    }
    guard started.count == 1 else { return nil }
    let fails = playback.recorded.branch.dropFirst(place).contains { step in
      playback.details(ofStep: step).events.contains { event in
        if case .ended(.failed) = event.kind { event.effect == started[0] } else { false }
      }
    }
    return fails ? started[0] : nil
  }

  /// Whether the action that started an effect can be waited for.
  private func canFinish(_ effect: Int, by place: Int) -> Bool {
    guard let start = startStep(ofEffect: effect), case .action? = step(start).input else { return false }
    return failingEffect(startedIn: start) == effect
  }

  // MARK: Names

  private func step(_ place: Int) -> Step { playback.recorded.steps[playback.recorded.branch[place]] }

  private func input(_ place: Int) -> String {
    let step = step(place)
    let text = step.input.map(InputText.text) ?? ""
    return (step.entries.isEmpty ? "" : "#\(step.firstEntry) ") + (text.count > 80 ? text.prefix(80) + "…" : text)
  }

  /// The reducer's name: that of the type in which its state is declared.
  private var rootName: String {
    let state = TypeShape.of(Root.State.self).name
    guard let dot = state.lastIndex(of: ".") else { return TypeShape.of(Root.self).name }
    return String(state[..<dot])
  }

  private func typeName(_ type: Any.Type) -> String {
    if type == Void.self { return "Void" }
    return String(reflecting: type).replacing("Swift.Optional<", with: "Optional<").replacing("Swift.", with: "")
      .replacing(module + ".", with: "")
  }
}
