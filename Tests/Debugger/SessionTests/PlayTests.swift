import Testing

@testable import Session

@Suite struct PlayTests {
  @Test func entriesAreShownOneAfterTheOther() throws {
    let session = try TranscriptSession(.plain)
    session.type("increment", "report", "increment", "goto 1")
    #expect(
      session.type("play") == """
        █████░░░░░ 1/2 #2 report  ∅
        ██████████ 2/2 #3 increment  count 1→2

        """)
    #expect(session.prompt == "plain 3> ")
    #expect(session.type("play 1..2 --speed 10x").split(separator: "\n").count == 2)
    #expect(session.prompt == "plain 2/3> ")
  }

  @Test func aKeyStopsItAndTheSpeedShortensThePause() throws {
    let session = try TranscriptSession(.plain)
    session.type("increment", "increment", "increment")
    var pauses: [Duration] = []
    session.session.pause = { duration in
      pauses.append(duration)
      return pauses.count == 2
    }
    #expect(session.type("play --speed 4x").hasSuffix("  (stopped at #2)\n"))
    #expect(pauses == [.milliseconds(125), .milliseconds(125)])
    #expect(session.prompt == "plain 2/3> ")
  }

  @Test func aBreakpointStopsIt() throws {
    let session = try TranscriptSession(.plain)
    session.type("increment", "increment", "increment", "break increment if count == 2", "play")
    #expect(session.prompt == "plain 2/3> ")
    session.type("delete", "watch count if count > 2", "goto start", "play")
    #expect(session.prompt == "plain 3> ")
  }

  @Test(arguments: [
    ("play fast", "play does not know \"fast\""), ("play --speed 0", "a speed is a number up to 1000"),
    ("play --speed", "a speed is a number"), ("play 7..9", "there is no entry 7"), ("play 3..1", "no range of entries"),
  ])
  func wrongInputIsExplained(line: String, message: String) throws {
    let session = try TranscriptSession(.plain)
    session.type("increment")
    session.type(line)
    #expect(session.errors.contains(message), "\(session.errors)")
    #expect(session.prompt == "plain 1> ")
  }
}
