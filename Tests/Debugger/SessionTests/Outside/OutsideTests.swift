import Foundation
import PseudoTerminal
import Testing

private typealias Key = PseudoTerminal.Key

/// Work that leaves the process comes back as inputs, shown while somebody types.
@Suite struct OutsideTests {
  let probe: OutsideProbe

  init() throws { probe = try OutsideProbe() }

  @Test func whatAnotherThreadSaysIsShownAboveTheLineThatIsTyped() throws {
    let terminal = try probe.start()
    try terminal.enter("listenThrice", prompt: "outside 1>")
    terminal.press("incre")
    try terminal.wait(for: "the line", until: { $0.text.last == "outside 1> incre" })
    probe.say("hello")
    try terminal.wait(for: "the arrival and the line", until: { $0.text.last == "outside 2> incre" })
    #expect(terminal.screen.text.contains("#2 heard(\"hello\")  ← e1"))
    #expect(terminal.screen.text.contains("  + heard[0]  \"hello\""))
    terminal.press("ment", Key.enter)
    try terminal.wait(for: "the line's own action", until: { $0.text.last == "outside 3>" })
    #expect(terminal.screen.text.contains("#3 increment"))
    terminal.press("effects", Key.enter)
    try terminal.wait(forText: "e1  started by #1, waits for something outside, sent 1 action")
  }

  @Test func nothingFromOutsideComesInThePast() throws {
    let terminal = try probe.start()
    try terminal.enter("listen", prompt: "outside 1>")
    try terminal.enter("increment", prompt: "outside 2>")
    try terminal.enter("undo", prompt: "outside 1/2>")
    probe.say("later")
    try terminal.enter("tree", prompt: "outside 1/2>")
    terminal.press("goto end", Key.enter)
    try terminal.wait(for: "what came meanwhile", until: { $0.text.last == "outside 3>" })
    #expect(terminal.screen.text.contains("#3 heard(\"later\")  ← e1"))
  }

  @Test func theFileOfSuchASessionReplaysWithoutWhatIsOutside() throws {
    let file = probe.folder + "/a.hindsight"
    let result = try probe.run(
      lines: ["listenThrice", "echo ready"], until: "ready", thenSaying: ["one", "two", "three"],
      lines: ["wait", "increment", "save \(file)", "verify"])
    #expect(result.exitCode == 0, "\(result.text)")
    #expect(result.text.contains("6 inputs and 5 entries came out the same again"), "\(result.text)")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(
      text.hasSuffix(
        """
        listenThrice
          = nothing
        arrive e1 heard("one")
          > heard("one")
          + heard[0]: "one"
        arrive e1 heard("two")
          > heard("two")
          + heard[1]: "two"
        arrive e1 heard("three")
          > heard("three")
          + heard[2]: "three"
        depart e1
          = nothing
        increment
          ~ count: 0 → 1
        end

        """), "\(text)")
    // A probe of its own has no pipe anybody writes to.
    let again = try OutsideProbe().run(["--replay", file])
    #expect(again.text == "✓ \(file)  6 inputs\n1 passed, 0 failed\n")
  }

  @Test func goingOnAfterTravelAsksNobodyOutsideAgain() throws {
    let result = try probe.run(
      lines: ["listenThrice", "echo ready"], until: "ready", thenSaying: ["one", "two", "three"],
      lines: ["wait", "back", "increment", "effects", "arrive e1 heard(\"by hand\")", "depart e1", "log"])
    #expect(
      result.text.contains(
        "e1  started by #1, has only you: arrive e1 ACTION, depart e1, sent 2 actions\n"), "\(result.text)")
    #expect(
      result.text.hasSuffix(
        """
          #1 typed    0s     listenThrice  ∅  » e1 started
          #2 e1       0s     heard("one")  +heard[0]
          #3 e1       0s     heard("two")  +heard[1]
          #5 typed    0s     increment  count 0→1
          #6 e1       0s     heard("by hand")  +heard[2]
        ❯    input    0s     depart e1  » e1 finished

        """), "\(result.text)")
    #expect(!result.text.contains("went another way"))
  }

  @Test func rawSleepsRunInVirtualTime() throws {
    let result = try probe.run(lines: ["nap", "napOnTheClock", "napInATask", "clock", "advance", "advance 2s", "log"])
    #expect(result.text.contains("now 0s  2024-01-01T00:00:00Z\n  e1 at 1s, in 1s\n  e2 at 2.5s, in 2.5s\n  e3 at 3s, in 3s\n"))
    #expect(
      result.text.hasSuffix(
        """
             input    0s     advance 1s
          #4 e1       1s     woke("from a sleep")  +heard[0]  » e1 finished
             input    1s     advance 2s
          #5 e2       2.5s   woke("from the clock")  +heard[1]  » e2 finished
        ❯ #6 e3       3s     woke("in a task")  +heard[2]  » e3 finished

        """), "\(result.text)")
  }

  @Test func aClientThatAFeatureRegistersWaitsForItsAnswer() throws {
    let result = try probe.run(
      lines: ["increment", "weather", "effects", "answer e1 \"rain\"", "answer weather.forecast(1) = \"snow\"", "weather", "log"])
    #expect(result.text.contains("e1  started by #2, waits for weather.forecast(1)\n"))
    #expect(result.text.contains("#3 weatherCame(\"rain\")  ← e1"))
    #expect(result.text.contains("#5 weatherCame(\"snow\")  ← e2"))
  }
}

/// `--live`: real time, live dependencies, and a record that needs neither.
@Suite struct LiveTests {
  let probe: OutsideProbe

  init() throws { probe = try OutsideProbe() }

  @Test func liveDependenciesAreAskedAndTheRecordNeedsThemNoMore() throws {
    probe.say("sun")
    let file = probe.folder + "/live.hindsight"
    let result = try probe.run(
      ["--live"], lines: ["increment", "weather", "wait", "makeID", "print weather", "save \(file)", "verify"])
    #expect(result.exitCode == 0, "\(result.text)")
    #expect(result.text.contains("\"sun in 1 days\"\n"), "\(result.text)")
    #expect(result.text.contains("came out the same again"), "\(result.text)")
    let inputs = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("  ") && !$0.hasPrefix("advance ") }
    #expect(
      Array(inputs.suffix(7)) == [
        "live on", "increment", "weather", "arrive e1 weatherCame(\"sun in 1 days\")", "depart e1", "makeID", "end",
      ])
    let again = try OutsideProbe().run(["--replay", file])
    #expect(again.exitCode == 0, "\(again.text)")
  }

  @Test func timersTickByThemselvesWhileNobodyTypes() throws {
    let terminal = try probe.start(["--live"])
    try terminal.enter("tickEverySecond", prompt: "outside 1>")
    terminal.press("print co")
    try terminal.wait(for: "two ticks", until: { $0.text.last == "outside 3> print co" })
    #expect(terminal.screen.text.contains("#2 tick  ← e1"))
    #expect(terminal.screen.text.contains("  ~ count  1 → 2"))
    terminal.press("unt", Key.enter)
    try terminal.wait(for: "the value", until: { $0.text.contains("2") || $0.text.contains("3") })
  }

  @Test func afterTravelNothingOutsideIsDoneTwice() throws {
    for line in ["sun", "rain"] { probe.say(line) }
    let result = try probe.run(
      ["--live"], lines: ["weather", "wait", "increment", "undo 2", "increment", "effects", "weather", "wait", "print weather"])
    // The first forecast was asked for once; the second is new.
    #expect(result.text.hasSuffix("\"rain in 1 days\"\n"), "\(result.text)")
  }

  @Test func aLiveSessionThatIsLoadedGoesOnWithoutWhatIsOutside() throws {
    probe.say("sun")
    let file = probe.folder + "/live.hindsight"
    _ = try probe.run(["--live"], lines: ["weather", "wait", "save \(file)"])
    let result = try OutsideProbe().run(lines: [
      "load \(file)", "nap", "advance 1s", "live", "live on", "live on", "live", "live off",
    ])
    #expect(
      result.text.contains("(not live: effects that began while it was have only you now (arrive, depart))"), "\(result.text)")
    #expect(result.text.contains("woke(\"from a sleep\")"), "\(result.text)")
    #expect(
      result.text.hasSuffix(
        """
        not live: the outside world is you
          live from here on: real time, and dependencies that reach outside
        live already
        live: real time, and dependencies that reach outside
          no longer live: time passes by advance, and the outside world is you

        """), "\(result.text)")
  }
}

/// Ctrl-C stops even what computes without a pause, and the session is where it was.
@Suite struct InterruptionTests {
  let probe: OutsideProbe

  init() throws { probe = try OutsideProbe() }

  @Test(arguments: ["computeForever", "computeForeverInAnEffect"])
  func aStepThatOnlyComputesIsRolledBackAndNamed(action: String) throws {
    let terminal = try probe.start()
    try terminal.enter("increment", prompt: "outside 1>")
    terminal.press(action, Key.enter)
    try terminal.wait(for: "the computation", until: { $0.text.last == "computing" })
    terminal.press(Key.control("C"))
    try terminal.wait(for: "the session to come back", until: { $0.text.last == "outside 1>" && $0.text.count > 4 })
    let text = terminal.screen.text
    #expect(text.contains("interrupted: the feature went on computing without a pause"), "\(text)")
    #expect(text.contains("  while performing: \(action)"), "\(text)")
    #expect(text.contains("The step was rolled back: this is entry 1 again."), "\(text)")
    try terminal.enter("increment", prompt: "outside 2>")
    terminal.press("log", Key.enter)
    try terminal.wait(for: "the log", until: { $0.text.contains { $0.contains("❯ #2 typed") } && $0.text.last == "outside 2>" })
    #expect(!terminal.screen.text.contains { $0.contains("crashed") })
    terminal.press(Key.control("D"))
    #expect(try terminal.waitForExit() == 0)
  }

  @Test func theSecondControlCDoesNotWaitForASecond() throws {
    let terminal = try probe.start()
    terminal.press("computeForever", Key.enter)
    try terminal.wait(for: "the computation", until: { $0.text.last == "computing" })
    terminal.press(Key.control("C"), Key.control("C"))
    try terminal.wait(forText: "The step was rolled back: this is entry 0 again.")
    try terminal.enter("increment", prompt: "outside 1>")
  }
}
