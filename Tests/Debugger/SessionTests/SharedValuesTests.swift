import ComposableArchitecture
import Features
import Testing

@testable import Session

/// Shared values travel with the moment that is looked at.
@Suite struct SharedValuesTests {
  private func session() throws -> TranscriptSession {
    try TranscriptSession(RootFeature.named("shared", in: RootFeature.all))
  }

  @Test func anActionShowsWhatItChangedInBothPlaces() throws {
    let session = try session()
    #expect(
      session.type("counter.incrementButtonTapped") == """
        #1 counter.incrementButtonTapped
          ~ counter.stats.count  0 → 1
          ~ counter.stats.highest  0 → 1
          ~ profile.stats.count  0 → 1
          ~ profile.stats.highest  0 → 1

        """)
  }

  @Test func undoAndGotoBringBackTheSharedValuesOfThatMoment() throws {
    let session = try session()
    session.type("counter.incrementButtonTapped", "profile.stepChanged(5)", "counter.incrementButtonTapped")
    #expect(session.type("print profile.stats.count") == "6\n")
    session.type("undo")
    #expect(session.type("print counter.stats.count", "print counter.settings.step") == "1\n5\n")
    session.type("goto start")
    #expect(session.type("print counter.stats.count", "print counter.settings.step") == "0\n1\n")
    session.type("goto 1")
    #expect(session.type("print counter.stats.count", "print counter.settings.step") == "1\n1\n")
    session.type("goto end")
    #expect(session.type("print counter.stats.count", "print counter.settings.step") == "6\n5\n")
  }

  @Test func lookingAtThePastDoesNotDisturbWhatIsLive() throws {
    let session = try session()
    session.type("counter.incrementButtonTapped", "counter.incrementButtonTapped")
    session.type("diff start 1", "log", "goto 1", "tree", "goto end")
    #expect(
      session.type("counter.incrementButtonTapped") == """
        #3 counter.incrementButtonTapped
          ~ counter.stats.count  2 → 3
          ~ counter.stats.highest  2 → 3
          ~ profile.stats.count  2 → 3
          ~ profile.stats.highest  2 → 3

        """)
  }

  @Test func aBranchBeginsWithTheSharedValuesOfItsMoment() throws {
    let session = try session()
    session.type("counter.incrementButtonTapped", "counter.incrementButtonTapped", "goto 1", "counter.decrementButtonTapped")
    #expect(session.type("print counter.stats.count") == "0\n")
    session.type("goto 2")
    #expect(session.type("print counter.stats.count") == "2\n")
  }

  @Test func diffComparesTheValuesOfTwoMoments() throws {
    let session = try session()
    session.type("profile.nicknameChanged(\"철수 🎈\")", "counter.decrementButtonTapped", "undo 2")
    #expect(
      session.type("diff 1 2") == """
        #1 → #2
          ~ counter.stats.count  0 → -1
          ~ counter.stats.lowest  0 → -1
          ~ profile.stats.count  0 → -1
          ~ profile.stats.lowest  0 → -1

        """)
    #expect(session.type("diff 2 1").contains("counter.stats.count  -1 → 0\n"))
    #expect(
      session.type("diff start 1") == """
        #0 → #1
          ~ counter.settings.nickname  "손님 🙂" → "철수 🎈"
          ~ profile.settings.nickname  "손님 🙂" → "철수 🎈"

        """)
  }

  @Test func whatAnEffectWritesIsSeenWithoutAnAction() throws {
    let session = try session()
    session.type("counter.incrementButtonTapped", "counter.resetLaterButtonTapped")
    #expect(
      session.type("advance 1s") == """
        #3 write e1 counter.stats = Stats(count: 0, highest: 0, lowest: 0)
          ~ counter.stats.count  1 → 0
          ~ counter.stats.highest  1 → 0
          ~ profile.stats.count  1 → 0
          ~ profile.stats.highest  1 → 0
          » e1 finished

        """)
    session.type("undo")
    #expect(session.type("print counter.stats.count") == "1\n")
    session.type("redo")
    #expect(session.type("print counter.stats.count") == "0\n")
    // Going on before the effect wrote runs it again.
    session.type("undo", "counter.decrementButtonTapped", "advance 1s", "counter.decrementButtonTapped")
    #expect(session.type("print counter.stats.count") == "-1\n")
  }

  @Test func anEditOfASharedValueIsUndone() throws {
    let session = try session()
    session.type("set counter.stats.count = 100")
    #expect(session.type("print profile.stats.count") == "100\n")
    session.type("undo")
    #expect(session.type("print profile.stats.count") == "0\n")
    session.type("counter.incrementButtonTapped")
    #expect(session.type("print profile.stats.count") == "1\n")
  }

  @Test func twoSessionsShareNothing() throws {
    let first = try session()
    let second = try session()
    first.type("counter.incrementButtonTapped", "profile.stepChanged(9)")
    #expect(second.type("print counter.stats.count", "print counter.settings.step") == "0\n1\n")
  }
}

/// Edits by hand of what is shared: tried on the values of the moment, done as a step.
@Suite struct SharedEditTests {
  private func session() throws -> TranscriptSession {
    try TranscriptSession(RootFeature.named("shared", in: RootFeature.all))
  }

  @Test func anEditIsSeenByAllWhoShareAndTravels() throws {
    let session = try session()
    session.type("counter.incrementButtonTapped")
    #expect(
      session.type("set counter.stats.count = 41") == """
        #2 set counter.stats.count = 41  (edit)
          ~ counter.stats.count  1 → 41
          ~ profile.stats.count  1 → 41

        """)
    #expect(session.type("print profile.stats.count") == "41\n")
    session.type("undo")
    #expect(session.type("print counter.stats.count", "print profile.stats.count") == "1\n1\n")
    session.type("redo", "counter.incrementButtonTapped")
    #expect(session.type("print profile.stats.count") == "42\n")
    session.type("goto 1", "goto 3")
    #expect(session.type("print counter.stats.count") == "42\n")
  }

  @Test(arguments: [
    "set counter.stats.count = \"x\"", "set counter.stats.cuont = 3", "set counter.stats = 3", "set counter.stats.count = [",
  ])
  func anEditThatIsRefusedLeavesWhatIsShared(line: String) throws {
    let session = try session()
    session.type("counter.incrementButtonTapped")
    session.type(line)
    #expect(!session.errors.isEmpty)
    #expect(session.type("print counter.stats.count", "print profile.stats.count") == "1\n1\n")
    #expect(session.type("counter.incrementButtonTapped").contains("counter.stats.count  1 → 2"))
  }

  @Test func anEditInThePastBeginsABranchWithItsOwnValues() throws {
    let session = try session()
    session.type("counter.incrementButtonTapped", "counter.incrementButtonTapped", "goto 1", "set profile.settings.step = 7")
    #expect(session.type("print counter.settings.step", "print counter.stats.count") == "7\n1\n")
    session.type("goto 2")
    #expect(session.type("print counter.settings.step", "print counter.stats.count") == "1\n2\n")
  }
}
