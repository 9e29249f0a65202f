import Features
import Terminal
import Testing

@testable import Session

/// What a session looks like in a window of 40 columns.
@Suite struct NarrowWindowTests {
  private func session(columns: Int? = 40) throws -> TranscriptSession {
    let session = try TranscriptSession(
      RootFeature.named("standups", in: RootFeature.all), scenario: "samples", columns: columns)
    session.type("standupsList.standupTapped(id: UUID(0))")
    return session
  }

  @Test func errorsBreakBetweenWordsAndTheCaretStaysBelowItsPlace() throws {
    #expect(
      try session().type("path[0].detail.edtButtonTappd") == """
        StandupDetailFeature.Action has no case
          "edtButtonTappd"
          …ath[0].detail.edtButtonTappd
                         ^~~~~~~~~~~~~~
            did you mean: editButtonTapped
            choose from: delegate,
              deleteMeetings, destination,
              meetingTapped,
              cancelEditStandupButtonTapped,
              deleteButtonTapped,
              editButtonTapped,
              saveStandupButtonTapped,
              startMeetingButtonTapped

        """)
  }

  @Test(arguments: [
    "tree", "trace", "help", "help answer", "apropos time", "diff start end", "where", "info feature", "bogus", "undo 99",
    "set standupsList.standups[0].theme = 3", "print standupsList.standups[7]", "find standupsList.standups.count >",
    "log", "log all", "log 1..", "actions", "info memory", "info log", "set memory 64M",
    "find standupsList.standups.count == 3", "who path", "who standupsList.standups", "help log", "help delete",
    "help checkpoint", "list", "help prompt", "next", "find standupsList.standups.count = 3",
  ])
  func linesFitUnlessOneWordIsWider(line: String) throws {
    let session = try session()
    for shown in session.type(line).split(separator: "\n") where DisplayWidth.of(shown) > 40 {
      // What cannot be broken is left to the terminal, so that it can be copied whole.
      // So are actions and examples, which may be typed again.
      if ["#", "    example: ", "  For example: "].contains(where: { shown.hasPrefix($0) }) { continue }
      let words = shown.split(separator: " ")
      #expect(words.contains { DisplayWidth.of($0) > 30 }, "\(shown)")
    }
  }

  @Test func whatIsToBeCopiedIsOneLine() throws {
    for columns in [20, 40, 80] {
      let standups = try session(columns: columns)
      for line in ["push path", "set standupsList.addStandup = 5"] {
        standups.type(line)
        let starts = ["    example: ", "  For example: "]
        let examples = standups.errors.split(separator: "\n").filter { shown in starts.contains { shown.hasPrefix($0) } }
        #expect(examples.count == 1, "\(standups.errors)")
        let example = String(examples.first?.dropFirst(starts[0].count) ?? "")
        #expect(standups.type(line.hasPrefix("set") ? "set standupsList.addStandup = \(example)" : example) != "", "\(example)")
        #expect(standups.errors.isEmpty, "\(example): \(standups.errors)")
      }
    }
    // The caret stands under its place, whatever the window.
    let counter = try TranscriptSession(RootFeature.named("counter", in: RootFeature.all), columns: 20)
    counter.type("factFailed(\"한글한글한글한글 \\q 한글한글\")")
    let lines = counter.errors.split(separator: "\n").map(String.init)
    let caret = try #require(lines.firstIndex { $0.contains("^") })
    #expect(DisplayWidth.of(lines[caret - 1]) <= 20, "\(counter.errors)")
    let column = lines[caret].prefix { $0 != "^" }.count
    let before = try #require(lines[caret - 1].firstRange(of: "\\q"))
    #expect(DisplayWidth.of(lines[caret - 1][..<before.lowerBound]) == column, "\(counter.errors)")
  }

  @Test func effectsBreakBetweenWords() throws {
    let counter = try TranscriptSession(RootFeature.named("counter", in: RootFeature.all), columns: 40)
    for line in [
      "getFactButtonTapped", "toggleTimerButtonTapped", "effects", "info effect e1", "info effect e2", "info feature", "actions",
    ] {
      for shown in counter.type(line).split(separator: "\n") {
        #expect(DisplayWidth.of(shown) <= 40 || !shown.trimmed.contains(" "), "\(line): \(shown)")
      }
    }
  }

  @Test func theLogBreaksBetweenWordsAndTheGreetingToo() throws {
    let counter = try TranscriptSession(RootFeature.named("counter", in: RootFeature.all), columns: 40)
    counter.session.greet()
    #expect(counter.output.split(separator: "\n").allSatisfy { DisplayWidth.of($0) <= 40 }, "\(counter.output)")
    counter.type("toggleTimerButtonTapped", "advance 2s")
    #expect(
      counter.type("log") == """
          #1 typed    0s
            toggleTimerButtonTapped  isTimerOn
            false→true  » e1 started
             input    0s     advance 2s
          #2 e1       1s     timerTicked  count
            0→1
        ❯ #3 e1       2s     timerTicked  count
            1→2

        """)
  }

  @Test func treesAndTracesAreCut() throws {
    let session = try session()
    for line in ["tree", "trace"] {
      let shown = session.type(line).split(separator: "\n").dropFirst()
      #expect(shown.allSatisfy { DisplayWidth.of($0) <= 40 }, "\(shown)")
      #expect(shown.contains { $0.hasSuffix("…") } || line == "tree")
    }
  }

  @Test(arguments: [32, 40, 60])
  func breakpointsDisplaysAndBranchesFit(columns: Int) throws {
    let session = try TranscriptSession(RootFeature.named("counter", in: RootFeature.all), columns: columns)
    let start = session.output
    session.type(
      "watch count if count > 0 && count < 1000", "display count", "incrementButtonTapped", "getFactButtonTapped",
      "answer \"a fact that is longer than the window is wide, by far\"", "display fact", "branch a-name-that-is-rather-long",
      "goto 1", "decrementButtonTapped", "toggleTimerButtonTapped", "advance 30s", "breakpoints", "display", "branches", "undo 2",
      "branches", "info display")
    let shown = session.output.dropFirst(start.count).split(separator: "\n")
    for line in shown where DisplayWidth.of(line) > columns {
      // Actions may be typed again, and one word is not broken.
      if line.hasPrefix("#") || line.trimmed.split(separator: " ").count == 1 { continue }
      #expect(line.split(separator: " ").contains { DisplayWidth.of($0) > columns - 8 }, "\(line)")
    }
    #expect(shown.contains { $0.contains("count = 1") && $0.hasPrefix("1: ") }, "\(session.output)")
  }

  @Test func whereTheSessionIsCanBeSeenInEachTreeOfBranches() throws {
    let session = try TranscriptSession(RootFeature.named("counter", in: RootFeature.all), columns: 40)
    session.type(
      "incrementButtonTapped", "branch a-name-that-is-rather-long", "undo", "decrementButtonTapped", "toggleTimerButtonTapped",
      "advance 30s")
    #expect(
      session.type("branches") == """
        #0 the initial state
        ├─ #1 incrementButtonTapp…  a-name-that…
        #2-#33 decrementBu…  #33  ❯ here, at #33

        """)
  }

  @Test func aWideWindowBreaksNothing() throws {
    for line in ["path[0].detail.edtButtonTappd", "help", "trace", "actions"] {
      #expect(try session(columns: nil).type(line) == session(columns: 400).type(line))
    }
  }
}
