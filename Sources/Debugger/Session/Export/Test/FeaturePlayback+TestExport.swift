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
