import Testing

@testable import Session

/// The user speaks for the outside: `arrive` and `depart`.
@Suite struct ArrivalTests {
  @Test func anArrivalIsAnActionOfItsEffect() throws {
    let session = try TranscriptSession(.plain)
    session.type("ask")
    #expect(session.type("arrive e1 answered(\"by hand\")") == "#2 answered(\"by hand\")  ← e1\n  ~ fact  nil → \"by hand\"\n")
    #expect(
      session.type("effects") == "e1  started by #1, has only you: arrive e1 ACTION, depart e1, sent 1 action\n")
    #expect(
      session.type("answer e1 \"too late\"")
        == "e1 waits for no answer\n  answer e1 \"too late\"\n         ^~\n  For example: effects\n")
    #expect(session.type("depart e1") == "  » e1 finished\n")
    #expect(session.type("depart e1") == "no effect e1 is in flight; none is\n  depart e1\n         ^~\n  For example: effects\n")
    #expect(
      session.type("log") == """
          #1 typed    0s     ask  ∅  » e1 started
          #2 e1       0s     answered("by hand")  fact nil→"by hand"
        ❯    input    0s     depart e1  » e1 finished

        """)
    session.type("undo 2")
    #expect(session.type("print fact") == "nil\n")
    session.type("increment", "answer e1 \"after all\"")
    #expect(session.type("print fact") == "\"after all\"\n")
  }

  @Test func aTimerThatTheUserSpeaksForTicksNoMore() throws {
    let session = try TranscriptSession(.plain)
    session.type("startTimer", "advance 1s", "arrive e1 add(amount: 10)", "advance 5s")
    #expect(session.type("print count") == "11\n")
    // Running it again from the start must come to the same.
    session.type("undo")
    #expect(
      session.type("advance 2s")
        == "  (a new branch begins here; the old future is kept (see branches))\n  now 3s; nothing happened\n")
    #expect(session.type("print count") == "11\n")
    #expect(session.type("verify") == "4 inputs and 3 entries came out the same again\n")
    session.type("stopTimer")
    #expect(session.type("effects") == "no effect is in flight\n")
  }

  @Test func wrongArrivalsSayWhatIsWrong() throws {
    let session = try TranscriptSession(.plain)
    #expect(
      session.type("arrive e1 tick")
        == "no effect e1 is in flight; none is\n  arrive e1 tick\n         ^~\n  For example: effects\n")
    session.type("ask")
    #expect(session.type("arrive e1").hasPrefix("arrive needs an effect and an action"))
    #expect(session.type("arrive tick").hasPrefix("arrive needs an effect and an action"))
    #expect(session.type("arrive e1 tock").contains("tock"))
    #expect(session.type("depart").hasPrefix("depart needs one effect, such as e3"))
    #expect(session.prompt == "plain 1> ")
  }

  @Test func liveTakesOnOffOrNothing() throws {
    let session = try TranscriptSession(.plain)
    #expect(session.type("live") == "not live: the outside world is you\n")
    #expect(session.type("live off") == "not live already\n")
    #expect(session.type("live maybe").hasPrefix("live takes on, off or nothing"))
    #expect(session.type("wait soon").hasPrefix("\"soon\" is not a duration"))
    #expect(session.type("wait") == "")
  }

  @Test func inALiveSessionWhatEffectsDoComesAsInputs() throws {
    let session = try TranscriptSession(.plain)
    // Each look at the clock finds it a millisecond later.
    var time = ContinuousClock.now
    session.session.realTime = {
      time += .milliseconds(1)
      return time
    }
    session.type("live on", "startTimer", "advance 2s")
    #expect(session.type("print count") == "2\n")
    let inputs = session.session.sessionFile().items.compactMap { item -> String? in
      guard case .input(let text, _, _) = item, !text.hasPrefix("advance ") else { return nil }
      return text
    }
    #expect(inputs == ["live on", "startTimer", "arrive e1 tick", "arrive e1 tick"])
    #expect(session.type("verify").hasSuffix("came out the same again\n"))
    session.type("stopTimer", "live off", "startTimer", "advance 1s")
    #expect(session.type("print count") == "3\n")
    #expect(
      session.session.sessionFile().items.last == .input(text: "advance 1s", outcome: ["> tick", "~ count: 2 → 3"], line: 0))
  }
}
