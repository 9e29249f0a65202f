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
