import Features
import Testing

@testable import Session

/// Breakpoints as they are named after what the log shows, and what is said of those that are none.
@Suite struct StackBreakpointTests {
  private func session(_ feature: String, scenario: String? = nil) throws -> TranscriptSession {
    try TranscriptSession(RootFeature.named(feature, in: RootFeature.all), scenario: scenario)
  }

  @Test func examplesStandForTheWholePattern() throws {
    let auth = try session("auth")
    for command in ["break", "tbreak"] {
      #expect(
        auth.type("\(command) nameChanged()").hasSuffix("  For example: \(command) nameChanged(\"text\")\n"), "\(auth.errors)")
    }
    let counter = try session("counter")
    #expect(
      counter.type("break incrementButtonTapped(3)").hasSuffix("  For example: break incrementButtonTapped\n"),
      "\(counter.errors)")
  }

  @Test func nothingStandsBehindThePayload() throws {
    let session = try session("counter")
    for command in ["break", "tbreak"] {
      #expect(
        session.type("\(command) factResponse(\"a\")zzz")
          == "the action ends before this; what follows belongs to nothing\n  \(command) factResponse(\"a\")zzz\n"
          + String(repeating: " ", count: command.count + 20) + "^~~\n  For example: \(command) factResponse(\"a\")\n")
    }
    #expect(
      session.type("break factResponse(\"\"\"\n  a\n  \"\"\") zzz").contains("\n    \"\"\") zzz\n         ^~~\n"),
      "\(session.errors)")
    #expect(
      session.type("break factResponse(\"a\") = 3").contains("\n  break factResponse(\"a\") = 3\n                         ^"))
    #expect(session.type("break factResponse(\"\\q\")").contains("  Choose from: \\\\q, \\n, "), "\(session.errors)")
    #expect(session.type("info breakpoints").contains("no breakpoint"), "\(session.output)")
  }

  @Test func whatTheLogShowsOfAStackIsABreakpoint() throws {
    let meeting = ".meeting(Meeting(id: UUID(3), date: \"2024-01-31T12:00:00Z\", transcript: \"text\"))"
    for (pattern, hits) in [
      ("path.push", [1, 2]), ("push path", [1, 2]), (".path.push", [1, 2]), ("path.popFrom", [3]), ("pop path", [3]),
      ("pop path[#1]", [3]), ("path.popFrom(id: #1)", [3]), ("pop path[#0]", []), ("path.popFrom(id: #0)", []),
    ] {
      let session = try session("standups")
      session.type("break \(pattern)")
      #expect(session.errors.isEmpty, "\(pattern): \(session.errors)")
      for (number, line) in ["push path \(meeting)", "push path \(meeting)", "pop path[#1]"].enumerated() {
        #expect(session.type(line).contains("breakpoint 1 at") == hits.contains(number + 1), "\(pattern): \(session.output)")
      }
    }
  }

  @Test func whatIsPushedMayBeNamed() throws {
    let meeting = ".meeting(Meeting(id: UUID(3), date: \"2024-01-31T12:00:00Z\", transcript: \"text\"))"
    let standup = "Standup(id: UUID(0), attendees: [], duration: 5s, meetings: [], theme: .sky, title: \"T\")"
    let detail = ".detail(StandupDetailFeature.State(standup: \(standup)))"
    for (pattern, hits) in [
      ("push path .detail", [1]), ("push path .meeting", [2, 3]), ("push path \(meeting)", [2, 3]),
      ("push path .meeting(Meeting(id: UUID(4), date: now, transcript: \"\"))", []), ("push path[#1]", [2]),
      ("path[#1].push", [2]), ("path.push(id: #2, state: \(meeting))", [3]), (".path(.push(id: #1, state: \(meeting)))", [2]),
    ] {
      let session = try session("standups")
      session.type("break \(pattern)")
      #expect(session.errors.isEmpty, "\(pattern): \(session.errors)")
      for (number, state) in [detail, meeting, meeting].enumerated() {
        #expect(
          session.type("push path \(state)").contains("breakpoint 1 at") == hits.contains(number + 1),
          "\(pattern): \(session.output)")
      }
    }
    let session = try session("standups")
    #expect(
      session.type("break push path .meting")
        == """
        what can be pushed here is not written so; did you mean ".meeting"?
          break push path .meting
                          ^~~~~~~
          For example: break push path .meeting
          Choose from: .detail, .meeting, .recordMeeting

        """)
    let offered = session.session.completion(line: "break push path .", cursor: 17).candidates.map(\.text)
    #expect(offered.map { $0.drop { $0 == "." }.prefix { $0 != "(" } } == ["detail", "meeting", "recordMeeting"], "\(offered)")
  }

  @Test func eitherSpellingIsMet() throws {
    for (feature, pattern, line) in [
      ("auth", "loggedOut(.nameChanged(\"x\"))", "loggedOut.nameChanged(\"x\")"),
      ("nested", ".row(id: UUID(1), action: .addRowButtonTapped)", "rows[0].addRowButtonTapped"),
      ("tabs", "tab2.binding(.set(\\.nickname, \"x\"))", "tab2.binding nickname = \"x\""),
      ("standups", "standupsList.addStandup.binding standup.title = \"x\"", "standup.title = \"x\""),
      ("standups", "standupsList.addStandup.binding standup.title", "standup.title = \"x\""),
      ("standups", "addStandup.binding standup.title = \"x\"", "standup.title = \"x\""),
      ("standups", "binding standup.title", "standup.title = \"x\""),
    ] {
      let session = try session(feature)
      if feature == "standups" { session.type("standupsList.addButtonTapped") }
      session.type("break \(pattern)")
      #expect(session.errors.isEmpty, "\(pattern): \(session.errors)")
      #expect(session.type(line).contains("breakpoint 1 at"), "\(pattern): \(session.output)\(session.errors)")
    }
    let standups = try session("standups")
    #expect(standups.type("break addStandup.binding standup.titel = \"x\"").contains("titel"), "\(standups.errors)")
    #expect(standups.type("break addStandup.binding standup.titel").contains("standup has no action called \"titel\""))
    #expect(standups.type("info breakpoints").contains("no breakpoints"))
  }

  @Test func noElementIsProposedThatIsNotThere() throws {
    let session = try session("standups")
    for line in [
      "pop path", "binding x = 3", "path[0].detail", "path", "path.popFrom", "path.element", ".path(.element)", "path()",
      "break path()", "tbreak path(3)", "break path.element()", "break path.popFrom()", "break pop path()",
    ] {
      session.type(line)
      #expect(!session.errors.isEmpty, "\(line)")
      let example = try #require(session.session.lastProblem?["example"]?.string, "\(line): \(session.errors)")
      #expect(!ActionPattern.namesElement(example), "\(line): \(session.errors)")
      #expect(example == example.trimmed)
      session.type(example)
      #expect(session.errors.isEmpty, "\(line): \(example): \(session.errors)")
      session.type("goto start", "delete")
    }
  }

  @Test func whatAnElementDoesIsABreakpoint() throws {
    let session = try session("standups", scenario: "record-meeting")
    session.type("break path.element")
    #expect(session.errors.isEmpty, "\(session.errors)")
    #expect(!session.type("standupsList.addButtonTapped").contains("breakpoint 1 at"))
    #expect(session.type("path[0].detail.editButtonTapped").contains("breakpoint 1 at"), "\(session.output)\(session.errors)")
  }

  @Test func aNameIsMissingBehindADot() throws {
    let session = try session("counter")
    for (pattern, column) in [
      ("incrementButtonTapped.", 27), ("..incrementButtonTapped", 7), ("incrementButtonTapped..x", 28),
      ("incrementButtonTapped.(3)", 27), (".", 6),
    ] {
      session.type("break \(pattern)")
      #expect(session.session.lastProblem?["column"]?.number == column + 1, "\(pattern): \(session.errors)")
    }
    #expect(session.type("info breakpoints") == "no breakpoints\n", "\(session.output)\(session.errors)")
    #expect(session.type("break .incrementButtonTapped").hasPrefix("breakpoint 1"))
  }
}
