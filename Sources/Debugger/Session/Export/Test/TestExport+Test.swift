import ActionLanguage
import ComposableArchitecture
import Foundation
import Reflection
import Timeline

/// One test, from its store to its end.
extension TestExport {
  /// The lines of a test, the step at which it stopped, and why it did.
  func test(
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
}
