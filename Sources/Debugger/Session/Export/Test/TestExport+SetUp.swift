import ActionLanguage
import ComposableArchitecture
import Foundation
import Reflection
import Timeline

/// The lines of a test up to its store.
extension TestExport {
  /// The lines up to the store.
  func set(up state: SourceTree, _ steps: ClosedRange<Int>, _ world: WorldState) -> [String] {
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
    if use.usesRandomNumbers {
      dependencies.append("$0.withRandomNumberGenerator = WithRandomNumberGenerator(SessionNumbers(from: \(world.generator)))")
    }
    for endpoint in endpoints {
      let calls = endpoint.calls.map { use.calls[$0] }.filter { steps.contains($0.step) }
      guard let call = calls.first else { continue }
      let arguments =
        call.argumentCount == 0 ? "" : Array(repeating: "_", count: call.argumentCount).joined(separator: ", ") + " in "
      let target = "$0[\(endpoint.client).self].\(endpoint.name) = { \(arguments)"
      if call.waits, !endpoint.canThrow {
        let type = typeName(call.valueType)
        lines.append("    let \(endpoint.variable) = AnsweredCalls<\(type)>(\(calls.count), unread: \(endpoint.unread ?? "()"))")
        dependencies.append(target + "await \(endpoint.variable)() }")
      } else if call.waits {
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
}
