import ComposableArchitecture
import Features
import Foundation
import Testing

@testable import Session

/// The plain counter after somebody worked on it: one action is gone, one has another payload, one is new.
private struct ChangedCounter: Reducer, Sendable {
  struct State: Equatable, Sendable {
    var count = 0
    var title = ""
  }

  enum Action: Equatable, Sendable {
    case increment
    case add(amount: Double)
    case timerTicked
    case startTimer
    case answer(String)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .increment: state.count += 1
      case .add(let amount): state.count += Int(amount)
      case .timerTicked, .startTimer, .answer: break
      }
      return .none
    }
  }
}

extension RootFeature {
  fileprivate static let changed = RootFeature("plain", summary: "a counter", tryFirst: "increment") {
    ChangedCounter.State()
  } reducer: {
    ChangedCounter()
  }
}

/// Sessions that were recorded with other types: fine, risky, impossible.
@Suite struct ShapeReportTests {
  /// Records a session with the plain counter and replays it with the changed one.
  private func replay(_ lines: String..., without header: String? = nil) throws -> (text: String, code: Int32, path: String) {
    let path = try CrashProbe.temporaryFolder() + "/a.hindsight"
    let session = try TranscriptSession(.plain)
    for line in lines { session.type(line) }
    session.type("save \(path)")
    if let header {
      let kept = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
        .filter { !$0.hasPrefix(header + " ") }
      try Data(kept.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: path))
    }
    let recorder = try TranscriptSession(.plain)
    let code = Replay(roots: [.changed], output: recorder.session.output).run(paths: [path])
    return (recorder.output + recorder.errors, code, path)
  }

  @Test func aSessionThatUsesNothingThatChangedIsFine() throws {
    let result = try replay("increment", "increment")
    #expect(
      result.text == """
        ✓ \(result.path)  2 inputs
          recorded with other types: fine, no action used here changed
        1 passed, 0 failed

        """)
    #expect(result.code == 0)
  }

  @Test func anotherPayloadIsRiskyEvenWhereTheTextStillReads() throws {
    let result = try replay("increment", "add(amount: 2)")
    #expect(
      result.text == """
        ✓ \(result.path)  2 inputs
          recorded with other types: risky, these actions have other payloads now: add
        1 passed, 0 failed

        """)
  }

  @Test func anActionThatIsGoneIsImpossibleAndTheRestIsRun() throws {
    let result = try replay("increment", "startTimer", "advance 1s", "stopTimer", "answered(\"x\")")
    #expect(
      result.text == """
        \(result.path):10: went another way
          startTimer
          recorded  ~ isTimerOn: false → true
          now       = nothing
          recorded with other types: impossible, these actions are gone:
            line 12: tick; did you mean timerTicked?
            line 15: stopTimer; did you mean startTimer?
            line 17: answered; did you mean answer?
        0 passed, 1 failed

        """)
    #expect(result.code == 3)
  }

  @Test func whatComesBeforeAnActionThatIsGoneIsRunAndCompared() throws {
    let result = try replay("increment", "stopTimer", "increment")
    #expect(result.code == 1)
    #expect(result.text.contains("\(result.path):10:1: ChangedCounter.Action has no case \"stopTimer\""), "\(result.text)")
    #expect(result.text.contains("  stopTimer\n  ^~~~~~~~~\n"), "\(result.text)")
    #expect(
      result.text.contains(
        "recorded with other types: impossible, these actions are gone:\n    line 10: stopTimer; did you mean startTimer?\n"),
      "\(result.text)")
  }

  @Test func withoutTheCasesOnlyNamesAreCompared() throws {
    let result = try replay("increment", "add(amount: 2)", without: "cases")
    #expect(
      result.text.contains(
        "  recorded with other types: fine as far as names tell, every action used here still exists\n"), "\(result.text)")
  }

  @Test func withoutAShapeNothingIsSaid() throws {
    let result = try replay("increment", without: "shape")
    #expect(result.text == "✓ \(result.path)  1 input\n1 passed, 0 failed\n")
  }

  @Test func loadingSaysSoToo() throws {
    let path = try CrashProbe.temporaryFolder() + "/a.hindsight"
    try TranscriptSession(.plain).type("increment", "add(amount: 2)", "save \(path)")
    let text = try TranscriptSession(.changed).type("load \(path)")
    #expect(
      text.hasPrefix("\(path): recorded with other types: risky, these actions have other payloads now: add\n"), "\(text)")
    #expect(text.contains("loaded 2 inputs from"))
  }

  @Test func casesAreFoundByTheTypesAlone() {
    func find(_ spelling: String, _ type: Any.Type) -> String {
      switch ActionCase.find(spelling, in: type) {
      case .found(let name, let shape): shape.isEmpty ? name : "\(name):…"
      case .gone(let name, let nearest): "gone \(name), \(nearest ?? "-")"
      case .unclear: "unclear"
      }
    }
    let standups = StandupsFeature.Action.self
    #expect(find("standupsList.addButtonTapped", standups) == "standupsList.addButtonTapped")
    #expect(find("standupsList.addStandup.binding standup.title = \"a. b\"", standups) == "standupsList.addStandup.binding:…")
    #expect(find("path[#0].detail.editButtonTapped", standups) == "path.detail.editButtonTapped")
    #expect(find("path[#0].detail.destination.dismiss", standups) == "path.detail.destination.dismiss")
    #expect(find("pop path[#0]", standups) == "pop path")
    #expect(find("path[#0].detail.edtButtonTapped", standups) == "gone path.detail.edtButtonTapped, path.detail.editButtonTapped")
    #expect(find("row[id: UUID(1)].row[id: UUID(8)].timerTicked", NestedFeature.Action.self) == "row.row.timerTicked")
    #expect(find("title = \"Design\"", standups) == "gone title, -")
  }

  @Test func everyActionOfEverySavedSessionIsFound() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("sessions")
    let names = try #require(FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String })
    let paths = names.filter { $0.hasSuffix(".hindsight") }.map { folder.path + "/" + $0 }
    #expect(paths.count >= 15)
    for path in paths {
      var file = try FileStore.session(at: path)
      file.shape = "another"
      let playback = try RootFeature.named(file.feature, in: RootFeature.all).open(
        scenario: file.scenario, settings: WorldSettings())
      let report = try #require(ShapeReport(of: file, stateType: playback.stateType, actionType: playback.actionType))
      #expect(report.gone == [], "\(path)")
      #expect(report.changed == [], "\(path)")
    }
  }
}
