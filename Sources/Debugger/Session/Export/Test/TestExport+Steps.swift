import ActionLanguage
import ComposableArchitecture
import Foundation
import Reflection
import Timeline

/// What a step is as statements of a test.
extension TestExport {
  /// The statements for a step, without indentation; `state` goes on to what it led to.
  func lines(
    ofStep place: Int, _ state: inout SourceTree, _ context: SourceTree.Context, partStart: Int
  ) throws -> [String] {
    let number = playback.recorded.branch[place]
    let step = step(place)
    var lines: [String] = []
    if let remark = remarks[place], !remark.isEmpty { lines.append("// \(remark)") }
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
      let start = namedEffect(startedIn: place).map { "let e\($0) = await store.send(" } ?? "await store.send("
      lines += try call(tree, start, entry: first, &state, context)
    case .advance(.zero) where remarks[place] != nil: break
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
      case .failure where endpoints.contains { $0.calls.contains(call) && !$0.canThrow }:
        throw Obstacle(reason: "the call that fails cannot throw")
      case .failure(let error):
        lines += SourceTree(error: error, in: context).lines(indent: 0, prefix: "\(variable).fail(\(index), ", suffix: ")")
      case nil: break
      }
    case .supply, .withdrawal: break
    case .edit:
      throw Obstacle(reason: "a test store has no way to edit the state by hand; what follows begins with the edited state")
    case .cancel(let effect):
      guard canCancel(effect, at: place) else {
        throw Obstacle(reason: "a test store can only cancel all that came of an action, and that was more")
      }
      lines.append("await e\(effect).cancel()")
    case .hold(let effect):
      guard holdsNothingBack(effect, from: place) else {
        throw Obstacle(reason: "a test store has no way to hold back what an effect does")
      }
      lines.append("// The session held e\(effect) here, and let it go on before it wanted to do anything.")
    case .release: break
    case .write: throw Obstacle(reason: "a test store has no way to write what an effect would have written to a shared value")
    case .arrival, .departure, .live: throw Obstacle(reason: "what it stands for happened outside of the session")
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
}
