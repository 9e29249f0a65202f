import ActionLanguage
import Features
import Foundation
import SeededRandomness
import Testing
import Timeline

@testable import Session

/// The law of travel: going to any entry and performing the remaining inputs equals a fresh run of all of them.
@Suite struct LawTests {
  /// About a thousand over all features.
  private static let casesPerFeature = 1_000 / RootFeature.all.count + 1
  private static let seed = SeededGenerator.seedOfThisRun("the law of travel")

  @Test(arguments: RootFeature.all.map(\.name))
  func goingBackAndOnEqualsAFreshRun(feature: String) throws {
    let root = try RootFeature.named(feature, in: RootFeature.all)
    for number in 0..<Self.casesPerFeature {
      let seed = Self.seed &+ UInt64(number)
      let failure = try Self.failure(of: root, seed: seed)
      #expect(failure == nil, "\(feature), HINDSIGHT_SEED=\(seed): \(failure ?? "")")
      if failure != nil { return }
    }
  }

  /// Runs one case.
  ///
  /// - Returns: What went another way; `nil` when nothing did.
  private static func failure(of root: RootFeature, seed: UInt64) throws -> String? {
    var random = RandomSession(generator: SeededGenerator(seed: seed))
    var settings = WorldSettings()
    settings.seed = seed
    let scenario = ([nil] + root.scenarios).randomElement(using: &random.generator) ?? nil

    let fresh = try root.open(scenario: scenario, settings: settings)
    var inputs: [InputRequest] = []
    for _ in 0..<Int.random(in: 1...10, using: &random.generator) {
      guard let input = try random.step(fresh) else { continue }
      inputs.append(input)
      if let problem = liveStateDiffers(fresh) { return "after \(inputs.count) inputs: \(problem)" }
    }
    let expected = BranchText(fresh)

    let travelled = try root.open(scenario: scenario, settings: settings)
    for input in inputs { _ = try travelled.perform(input) }
    // A detour from somewhere else leaves another run live.
    let entryCount = travelled.timeline.entryCount
    if Bool.random(using: &random.generator), entryCount > 0 {
      go(travelled, to: Int.random(in: 0...entryCount, using: &random.generator))
      _ = try random.step(travelled)
    }
    let number = Int.random(in: 0...entryCount, using: &random.generator)
    go(travelled, to: number)
    let done = travelled.timeline.steps[travelled.timeline.position.step].depth
    // No time passing is an input that changes nothing, but it begins a branch: what follows really runs.
    var reports = [try travelled.perform(.advance(.zero))]
    for input in inputs[done...] { reports.append(try travelled.perform(input)) }
    if let divergence = reports.flatMap(\.divergences).first {
      return "goto \(number) diverged at #\(divergence.entry): \(divergence.message)"
    }
    if let problem = liveStateDiffers(travelled) { return "goto \(number): \(problem)" }
    let text = BranchText(travelled)
    return text == expected ? nil : "goto \(number): " + text.difference(from: expected)
  }

  private static func go(_ playback: any Playback, to entry: Int) {
    if let position = playback.timeline.position(ofEntry: entry) { playback.travel(to: position) }
  }

  /// The state of the live run must be the one that the recorded actions lead to when they are reduced again.
  private static func liveStateDiffers(_ playback: any Playback) -> String? {
    guard let live = playback.liveState() else { return nil }
    return ValueDiff.changes(from: playback.currentState(), to: live).first.map { "\($0.path): \($0.old), live \($0.new)" }
  }

  @Test func aSessionGivesTheSameBytesEveryTime() throws {
    let lines = [
      "toggleTimerButtonTapped", "getFactButtonTapped", "advance 3s", "answer e2 \"three\"", "back 2", "incrementButtonTapped",
      "advance 2s", "hold e1", "advance 1s", "release e1", "toggleTimerButtonTapped", "log all", "effects", "tree", "branches",
    ]
    func transcript() throws -> String {
      let session = try TranscriptSession(RootFeature.named("counter", in: RootFeature.all))
      return lines.map { session.type($0) }.joined()
    }
    let first = try transcript()
    for number in 2...1_000 {
      let next = try transcript()
      guard next == first else {
        Issue.record("run \(number) gave other bytes:\n\(next)")
        return
      }
    }
  }
}
