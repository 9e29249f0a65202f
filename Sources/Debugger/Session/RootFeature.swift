import ActionLanguage
import ComposableArchitecture
import Foundation

/// A feature that can be loaded: its name, what it shows, and how to begin.
public struct RootFeature: Sendable {
  /// The name it is loaded by.
  public let name: String
  /// What it shows, in one line.
  public let summary: String
  /// The line a newcomer should type first.
  public let tryFirst: String
  /// The named states it can begin in besides the plain one.
  public let scenarios: [String]
  private let load: @Sendable (_ scenario: String?, _ settings: WorldSettings) -> any Playback

  /// Describes a feature.
  ///
  /// - Parameters:
  ///   - name: The name it is loaded by.
  ///   - summary: What it shows, in one line.
  ///   - tryFirst: The line a newcomer should type first.
  ///   - scenarios: Other states to begin in, by name. Evaluated in the session's own world, so ids and dates in them are fixed.
  ///   - initialState: The state it begins in.
  ///   - dependencies: Dependencies this feature needs beside the session's world. The context is `.live` where effects are really
  ///     connected to what is outside, else `.test`.
  ///   - reducer: The feature itself.
  public init<Root: Reducer & SendableMetatype>(
    _ name: String, summary: String, tryFirst: String,
    scenarios: [String: @Sendable () -> Root.State] = [:],
    initialState: @escaping @Sendable () -> Root.State,
    dependencies: @escaping @Sendable (inout DependencyValues) -> Void = { _ in },
    reducer: @escaping @Sendable () -> Root
  ) {
    self.name = name
    self.summary = summary
    self.tryFirst = tryFirst
    self.scenarios = scenarios.keys.sorted()
    load = { scenario, settings in
      FeaturePlayback(
        name: name, settings: settings, initialState: scenario.flatMap { scenarios[$0] } ?? initialState,
        dependencies: dependencies, reducer: reducer)
    }
  }

  /// Loads the feature.
  ///
  /// - Parameters:
  ///   - scenario: The named state to begin in, or `nil` for the plain one.
  ///   - settings: The world it runs in.
  /// - Throws: `SessionError.unknownScenario`.
  func open(scenario: String?, settings: WorldSettings) throws(SessionError) -> any Playback {
    if let scenario, !scenarios.contains(scenario) {
      throw .unknownScenario(scenario, feature: name, known: scenarios)
    }
    return load(scenario, settings)
  }

  /// The feature with a name.
  ///
  /// - Throws: `SessionFailure`, with the nearest name.
  public static func named(_ name: String, in features: [RootFeature]) throws(SessionFailure) -> RootFeature {
    if let found = features.first(where: { $0.name == name }) { return found }
    let names = features.map(\.name)
    throw SessionFailure(SessionError.unknownFeature(name, nearest: NearestName.of(name, in: names), known: names))
  }
}
