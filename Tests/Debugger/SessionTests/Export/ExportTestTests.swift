import ComposableArchitecture
import Features
import Foundation
import Reflection
import Testing

@testable import Session

/// What `export test` writes, and what it says it cannot.
@Suite struct ExportTestTests {
  private func counter() throws -> TranscriptSession { try TranscriptSession(RootFeature.named("counter", in: RootFeature.all)) }

  /// The lines between the store and the end of the test.
  private func body(_ text: String) -> String {
    guard let start = text.range(of: "    }\n\n"), let end = text.range(of: "\n  }\n}") else { return text }
    return String(text[start.upperBound..<end.lowerBound])
  }

  @Test func saysWhatChangedAndNothingElse() throws {
    let session = try counter()
    session.type("incrementButtonTapped", "toggleTimerButtonTapped", "advance 1s", "toggleTimerButtonTapped")
    #expect(
      session.type("export test") == """
        // Exported by Hindsight from a session of counter: 4 inputs.
        import ComposableArchitecture
        import Foundation
        import Testing

        @testable import Features

        @MainActor
        @Suite struct CounterSessionTests {
          @Test func session() async {
            let clock = TestClock()
            let store = TestStore(initialState: CounterFeature.State()) {
              CounterFeature()
            } withDependencies: {
              $0.continuousClock = clock
            }

            await store.send(.incrementButtonTapped) {
              $0.count = 1
            }
            await store.send(.toggleTimerButtonTapped) {
              $0.isTimerOn = true
            }
            await clock.advance(by: .seconds(1))
            await store.receive(.timerTicked) {
              $0.count = 2
            }
            await store.send(.toggleTimerButtonTapped) {
              $0.isTimerOn = false
            }
            await store.finish()
          }
        }

        """)
  }

  @Test func aRangeBeginsWithTheStateBefore() throws {
    let session = try counter()
    session.type("incrementButtonTapped", "incrementButtonTapped", "decrementButtonTapped")
    let text = session.type("export test 3..3")
    #expect(text.contains("from a session of counter: 1 input."))
    #expect(text.contains("      var value = CounterFeature.State()\n      value.count = 2\n      return value\n"))
    #expect(body(text) == "    await store.send(.decrementButtonTapped) {\n      $0.count = 1\n    }")
  }

  @Test func aRangeGrowsBackToWhereNothingWasInFlight() throws {
    let session = try counter()
    session.type("incrementButtonTapped", "toggleTimerButtonTapped", "advance 1s")
    let text = session.type("export test 3")
    #expect(text.contains("// Begins earlier than asked: before #3 advance 1s an effect was in flight"))
    #expect(body(text).hasPrefix("    await store.send(.toggleTimerButtonTapped) {"))
    #expect(body(text).hasSuffix("    await store.skipInFlightEffects()"))
  }

  @Test func whatATestCannotDoIsSaidAndTheRestGoesOn() throws {
    let session = try counter()
    session.type(
      "toggleTimerButtonTapped", "hold e1", "advance 1s", "incrementButtonTapped", "release e1", "toggleTimerButtonTapped",
      "incrementButtonTapped", "set count = 5", "incrementButtonTapped")
    let text = session.type("export test")
    #expect(text.contains("  // Left out: hold e1, since a test store has no way to hold back what an effect does.\n"))
    #expect(
      text.contains(
        "  // Left out: #3 release e1, since an effect was in flight before it that a test from there on would not have.\n"))
    #expect(text.contains("  // Left out: #6 set count = 5, since a test store has no way to edit the state by hand;"))
    #expect(text.contains("@Test func session3() async {"))
    #expect(text.contains("      $0.count = 6\n"))
    session.type("goto start", "set count = 1")
    #expect(session.type("export test").contains("  // Nothing of this session can be a test:\n  // Left out: #8 set count = 1"))
  }

  @Test func whatIsLeftOutHasTheNumbersOfTheLog() throws {
    let session = try counter()
    session.type("incrementButtonTapped", "incrementButtonTapped", "undo 2", "decrementButtonTapped", "set count = 7")
    #expect(session.type("export test").contains("  // Left out: #4 set count = 7, since a test store"))
  }

  @Test func aHoldThatChangesNothingIsNoObstacle() throws {
    let session = try counter()
    session.type("toggleTimerButtonTapped", "advance 1s", "hold e1", "advance 1s", "release e1", "advance 1s")
    let text = session.type("export test")
    #expect(!text.contains("Left out"))
    #expect(
      body(text).contains(
        """
            // The session held e1 here; without that the same comes in the same order.
            await clock.advance(by: .seconds(1))
            await store.receive(.timerTicked) {
              $0.count = 2
            }
            await clock.advance(by: .seconds(1))
        """))
  }

  @Test func anAnswerThatWasHeldComesWhereItWasReleased() throws {
    let session = try counter()
    session.type("getFactButtonTapped", "hold e1", "answer e1 \"odd\"", "incrementButtonTapped", "release e1")
    let text = session.type("export test")
    #expect(!text.contains("Left out"))
    #expect(
      body(text).contains(
        """
            // The session held e1 here: its answer comes where it was released.
            await store.send(.incrementButtonTapped) {
              $0.count = 1
            }
            numberFactFetch.answer(0, "odd")
            await store.receive(.factResponse("odd")) {
        """))
  }

  @Test func whatWasSentInAnEffectsPlaceIsSent() throws {
    let session = try counter()
    session.type("getFactButtonTapped", "arrive e1 factResponse(\"odd\")", "depart e1", "incrementButtonTapped")
    let text = session.type("export test")
    #expect(!text.contains("Left out"))
    #expect(
      body(text).contains(
        "    await store.send(.factResponse(\"odd\")) {\n      $0.fact = \"odd\"\n      $0.isLoadingFact = false\n"))
    session.type("undo 2", "depart e1 offline", "incrementButtonTapped")
    #expect(session.type("export test").contains("Left out: depart e1 offline, since what it stands for"))
  }

  @Test func anEffectIsCancelledThroughItsActionWhereNothingElseCameOfThat() throws {
    let session = try counter()
    session.type("toggleTimerButtonTapped", "advance 1s", "cancel e1", "advance 5s", "incrementButtonTapped")
    let text = session.type("export test")
    #expect(!text.contains("Left out"))
    #expect(body(text).hasPrefix("    let e1 = await store.send(.toggleTimerButtonTapped) {\n      $0.isTimerOn = true\n    }\n"))
    #expect(body(text).contains("    await e1.cancel()\n    await clock.advance(by: .seconds(5))\n"))
  }

  @Test func whatIsExportedOfRandomNumbersAndOfCallsThatCannotThrowIsATestThatPasses() throws {
    let session = try TranscriptSession(.dice)
    session.type(
      "roll", "roll", "rollLater", "ask", "ask", "answer e3 4", "roll", "send wait", "hold e4", "roll", "release e4", "cancel e4",
      "ask",
      "cancel e5", "set rolls = [1]", "roll", "rollLater")
    // The source is part of this module, so that it is compiled and run.
    let text =
      "// swift-format-ignore-file\n"
      + session.type("export test").replacing("\n@testable import SessionTests\n", with: "\n@testable import Session\n")
    let source = (#filePath as NSString).deletingLastPathComponent + "/DiceSessionTests.swift"
    if ProcessInfo.processInfo.environment["HINDSIGHT_UPDATE_EXPORTS"] != nil {
      try text.write(toFile: source, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOfFile: source, encoding: .utf8) == text)
    #expect(text.components(separatedBy: "Left out").count == 2, "only what was edited by hand")
    #expect(text.contains("      $0[OddsClient.self].odds = { _ in await oddsOdds() }\n"))
  }

  @Test func answersComeWhenTheyCameAndFailuresAreExpected() throws {
    let session = try counter()
    session.type("getFactButtonTapped", "incrementButtonTapped", "answer \"zero\"", "getFactButtonTapped", "fail \"offline\"")
    let text = session.type("export test")
    #expect(text.contains("    let numberFactFetch = Calls<String>(2)\n"))
    #expect(text.contains("      $0[NumberFactClient.self].fetch = { _ in try await numberFactFetch() }\n"))
    #expect(
      body(text) == """
            await store.send(.getFactButtonTapped) {
              $0.isLoadingFact = true
            }
            await store.send(.incrementButtonTapped) {
              $0.count = 1
            }
            numberFactFetch.answer(0, "zero")
            await store.receive(.factResponse("zero")) {
              $0.fact = "zero"
              $0.isLoadingFact = false
            }
            // The session reported: An "Effect.run" threw an error that nothing handles: offline
            await withExpectedIssue {
              let e2 = await store.send(.getFactButtonTapped) {
                $0.fact = nil
                $0.isLoadingFact = true
              }
              numberFactFetch.fail(1, OutsideFailure(message: "offline"))
              await e2.finish()
            }
            await store.finish()
        """)
  }

  @Test func anAnswerThatWasSetIsThereAtOnce() throws {
    let session = try counter()
    session.type("answer numberFact.fetch = \"always\"", "getFactButtonTapped")
    #expect(
      body(session.type("export test")).hasPrefix(
        "    numberFactFetch.answer(0, \"always\")\n    await store.send(.getFactButtonTapped) {"))
  }

  @Test func wrongArgumentsAreRefusedWithTheirPlace() throws {
    let session = try counter()
    #expect(session.type("export test").hasPrefix("nothing has happened yet that a test could check"))
    session.type("incrementButtonTapped")
    #expect(session.type("export test x").contains("\"x\" is no range of entries"))
    #expect(session.type("export test 1..7").contains("there is no entry 7; the log goes from 0 (start) to 1"))
    #expect(session.type("export test 2..1").contains("\"2..1\" is no range of entries: it runs backwards"))
    #expect(session.type("export test 1 2").contains("export test takes entries"))
    session.type("undo", "decrementButtonTapped")
    #expect(session.type("export test 1").contains("#1 is on another branch; go there first: switch 1"))
  }

  @Test func aFileIsNamedAsItsSuite() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("export-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.path + "/my-counter.swift"
    let session = try counter()
    session.type("incrementButtonTapped")
    #expect(session.type("export test \(path)") == "wrote a test to \(path)\n")
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("@Suite struct MyCounterTests {"))
    #expect(Session.suiteName("01-state-and-actions") == "StateAndActionsTests")
    #expect(Session.suiteName("2024") == "Session2024Tests")
  }

  @Test func initialisersAreFoundByTheirSymbols() {
    #expect(TypeInitializers.labels(of: CounterFeature.State.self) == [[]])
    #expect(TypeInitializers.labels(of: RecordMeetingFeature.State.self) == [["standup"]])
    #expect(TypeInitializers.labels(of: Standup.self).contains(["id", "attendees", "duration", "meetings", "theme", "title"]))
    #expect(TypeInitializers.labels(of: [Int].self) == [])
    #expect(TypeInitializers.labels(of: (Int, String).self) == [])
  }
}
