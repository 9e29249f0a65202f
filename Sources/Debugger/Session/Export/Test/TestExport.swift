import ActionLanguage
import ComposableArchitecture
import Foundation
import Reflection
import Timeline

/// Writes a test for what a playback recorded, whose steps have the numbers of their inputs.
struct TestExport<Root: Reducer & SendableMetatype> {
  let playback: FeaturePlayback<Root>
  let use: DependencyUse.Notes
  let name: String
  let module: String
  let endpoints: [Endpoint]
  /// The inputs as the session's log names them, by their places from 1.
  private let inputs: [String]
  /// What is to be said of inputs that others stand in for, by their places; may be empty.
  let remarks: [Int: String]

  /// Why a step is left out.
  struct Obstacle: Error { let reason: String }

  init(
    _ playback: FeaturePlayback<Root>, use: DependencyUse.Notes, name: String, inputs: [String], remarks: [Int: String]
  ) {
    self.inputs = inputs
    self.remarks = remarks
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
        let answers = use.calls.compactMap { other -> Any? in
          guard other.client == call.client, other.endpoint == call.endpoint, case .success(let value)? = other.result else {
            return nil
          }
          return value
        }
        endpoints.append(Endpoint(call, answers: answers, module: module))
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
          left.append(
            "Left out: \(input(next)), since an effect was in flight before it that a test from there on would not have.")
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

  // MARK: Names

  func step(_ place: Int) -> Step { playback.recorded.steps[playback.recorded.branch[place]] }

  func input(_ place: Int) -> String { inputs[place - 1] }

  /// The reducer's name: that of the type in which its state is declared.
  var rootName: String {
    let state = TypeShape.of(Root.State.self).name
    guard let dot = state.lastIndex(of: ".") else { return TypeShape.of(Root.self).name }
    return String(state[..<dot])
  }

  func typeName(_ type: Any.Type) -> String {
    if type == Void.self { return "Void" }
    return String(reflecting: type).replacing("Swift.Optional<", with: "Optional<").replacing("Swift.", with: "")
      .replacing(module + ".", with: "")
  }
}
