import ComposableArchitecture
import Foundation
import Synchronization
import Terminal
import Testing

@testable import Session

/// What a replay only reduces is recorded and checked as strictly as what it performs.
@Suite struct ReplayCheckTests {
  private static let lines = [
    "increment", "increment", "makeID", "makeID", "increment", "startTimer", "increment", "makeID", "advance 2s", "stopTimer",
    "increment", "makeID", "add(amount: 3)", "ask", "increment", "answer e2 \"x\"", "increment", "makeID", "set count = 40",
    "increment", "increment",
  ]

  private func replay(_ root: RootFeature, _ text: String) throws -> (code: Int32, text: String) {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("check-\(UUID().uuidString).hindsight").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try "hindsight 1\nfeature \(root.name)\n\n\(text)end\n".write(toFile: path, atomically: true, encoding: .utf8)
    let session = try TranscriptSession(root)
    let code = Replay(roots: [root], output: session.session.output).run(paths: [path])
    return (code, (session.output + session.errors).replacing(path, with: "FILE"))
  }

  @Test func whatIsReplayedIsTheSessionThatWasTyped() throws {
    let typed = try TranscriptSession(.plain)
    for line in Self.lines { typed.type(line) }
    let again = try TranscriptSession(.plain)
    var quiet = 0
    try again.session.playback.replay { perform in
      for line in Self.lines where try perform(line, true).changes != nil { quiet += 1 }
    }
    #expect(quiet == 9, "those that were read before, lead to themselves alone, and while nothing is in flight")
    #expect(again.session.sessionFile().text == typed.session.sessionFile().text)
    for look in [
      "log all", "tree", "branches", "goto 2", "tree", "goto 4", "print ids", "goto end", "makeID", "undo", "undo", "increment",
      "verify", "log all",
    ] { #expect(again.type(look) == typed.type(look), "\(look)") }
    #expect(again.type("print ids").contains("UUID(4)"))
  }

  @Test func eachOutcomeIsComparedWithTheRecord() throws {
    let text = "increment\n  ~ count: 0 → 1\nincrement\n  ~ count: 1 → 2\nmakeID\nincrement\n  ~ count: 2 → 4\nincrement\n"
    let result = try replay(.plain, text)
    #expect(result.code == 3)
    #expect(
      result.text == """
        FILE:9: went another way
          increment
          recorded  ~ count: 2 → 4
          now       ~ count: 2 → 3
        0 passed, 1 failed

        """)
    let derived = try replay(.plain, "increment\nincrement\n  > tick\n  ~ count: 1 → 2\n")
    #expect(derived.code == 3)
    #expect(derived.text.contains("recorded  > tick"))
    let nothing = try replay(.plain, "increment\nincrement\n  = nothing\n")
    #expect(nothing.code == 3)
    #expect(nothing.text.contains("FILE:5: went another way"))
  }

  @Test func aReducerWhoseStateIsElsewhereIsFound() throws {
    let result = try replay(.toggling, "bump\nbump\nbump\nbump\n")
    #expect(result.code == 3)
    #expect(result.text.contains("does not come out the same again"), "\(result.text)")
  }

  @Test func whatLastsTheBlinkOfAnEyeIsFound() throws {
    // The state is the same again after the next input, and the world asked for something only once.
    let result = try replay(.toggling, "clear\nbump\nclear\nclear\n")
    #expect(result.code == 3)
    #expect(result.text.contains("bump does not come out the same again"), "\(result.text)")
  }

  @Test func anEffectThatSendsSomethingElseIsFoundBehindWhatWasOnlyReduced() throws {
    let result = try replay(.ruleBreaker, "increment\nincrement\nincrement\ncount\nincrement\nset(3)\n")
    #expect(result.code == 3)
    #expect(result.text.contains("does not come out the same again"), "\(result.text)")
  }

  @Test func aCallThatNeedsItsAnswerAtOnceIsRefusedAlsoWhenItIsKnown() throws {
    let result = try replay(.ruleBreaker, "answer limits.limit = 7\nlimit\n  ~ number: 0 → 7\nlimit\n  = nothing\n")
    #expect(result.code == 0, "\(result.text)")
    let refused = try replay(.ruleBreaker, "increment\nlimit\n")
    #expect(refused.code == 1)
    #expect(refused.text.contains("FILE:5:1: limits.limit() needs its answer at once"), "\(refused.text)")
  }
}

/// A feature that remembers beside its state how often it was called.
private struct Toggling: Reducer, Sendable {
  struct State: Equatable, Sendable { var isOn = false }
  enum Action: Equatable, Sendable { case bump, clear }

  private static let isOn = Mutex(false)

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .bump:
        state.isOn = Self.isOn.withLock { isOn in
          isOn.toggle()
          return isOn
        }
      case .clear: state.isOn = false
      }
      return .none
    }
  }
}

extension RootFeature {
  fileprivate static let toggling = RootFeature("toggling", summary: "remembers elsewhere", tryFirst: "bump") {
    Toggling.State()
  } reducer: {
    Toggling()
  }
}
