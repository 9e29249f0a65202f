import ActionLanguage
import Foundation
import SeededRandomness

@testable import Session

/// Plays a feature as a person would who presses everything: actions it takes here, time, answers, failures, cancellations, edits.
struct RandomSession {
  var generator: SeededGenerator
  /// Values that may answer a call; the first of the right type does.
  private static let answers = [
    "\"an answer\"", "7", "true", "[]", "nil", "UUID(5)", "now", "_", ".success(\"yes\")",
  ]

  /// Performs one random input that the feature accepts.
  ///
  /// - Returns: The input as it was recorded; `nil` when what was tried was not accepted.
  mutating func step(_ playback: any Playback) throws -> InputRequest? {
    for request in requests(for: playback) {
      guard let report = try? playback.perform(request) else { continue }
      return playback.timeline.steps[report.step].input.map(InputRequest.init)
    }
    return nil
  }

  private mutating func requests(for playback: any Playback) -> [InputRequest] {
    let effects = playback.effects()
    let waiting = effects.filter { $0.waitsFor?.hasSuffix(")") == true }
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<15: return [.advance(Self.durations.randomElement(using: &generator) ?? nil)]
    case 15..<30 where !waiting.isEmpty:
      let effect = waiting.randomElement(using: &generator)?.number
      if Bool.random(using: &generator) { return [.fail(effect: effect, message: "offline")] }
      return Self.answers.map { .answer(effect: effect, text: $0) }
    case 30..<45 where !effects.isEmpty:
      guard let effect = effects.randomElement(using: &generator) else { return [] }
      if effect.isHeld { return [.release(effect: effect.number)] }
      switch Int.random(in: 0..<7, using: &generator) {
      case 0, 1: return [.cancel(effect: effect.number)]
      case 2, 3: return [.hold(effect: effect.number)]
      case 4: return [.departure(effect: effect.number, error: Bool.random(using: &generator) ? "offline" : nil)]
      case 5:
        return edit(of: playback).map { edit in
          guard case .edit(let path, let value) = edit else { return edit }
          return .write(effect: effect.number, path: path, value: value)
        }
      default:
        let actions = ActionCatalogue(of: playback.actionType, state: playback.currentState(), limit: 200).entries
        return actions.randomElement(using: &generator).map { [.arrival(effect: effect.number, action: $0.example)] } ?? []
      }
    case 45..<50: return edit(of: playback)
    default:
      let actions = ActionCatalogue(of: playback.actionType, state: playback.currentState(), limit: 200).entries
      return (0..<3).compactMap { _ in actions.randomElement(using: &generator).map { .action($0.example) } }
    }
  }

  private static let durations: [Duration?] = [nil, nil, .milliseconds(250), .seconds(1), .seconds(3), .zero]

  /// Another number or truth at a random place of the state.
  private mutating func edit(of playback: any Playback) -> [InputRequest] {
    var node = ValueNode.inspect(playback.currentState())
    for _ in 0..<6 {
      guard let child = node.children.randomElement(using: &generator) else { break }
      node = child
    }
    if Int(node.summary) != nil { return [.edit(path: node.path, value: "\(Int.random(in: 0..<20, using: &generator))")] }
    if node.summary == "true" || node.summary == "false" {
      return [.edit(path: node.path, value: node.summary == "true" ? "false" : "true")]
    }
    return []
  }
}
