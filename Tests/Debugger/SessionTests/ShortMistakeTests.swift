import Features
import Testing

@testable import Session

/// What is wrong in an action that was written without the way to its feature is shown in the line as it was typed.
@Suite struct ShortMistakeTests {
  private func session() throws -> TranscriptSession {
    let session = try TranscriptSession(RootFeature.named("standups", in: RootFeature.all))
    session.type("standupsList.addButtonTapped")
    return session
  }

  @Test func aBindingIsShownAsItWasTyped() throws {
    let session = try session()
    #expect(
      session.type("standup.theme = or").hasPrefix("Theme has no case \"or\"\n  standup.theme = or\n                  ^~\n"))
    #expect(session.errors.hasSuffix("    note: this is short for standupsList.addStandup.standup.theme = or\n"))
    #expect(session.session.lastProblem?["line"]?.string == "standup.theme = or")
    #expect(session.session.lastProblem?["column"]?.number == 17)
    #expect(
      session.type("binding standup.theme = or").hasPrefix(
        "Theme has no case \"or\"\n  binding standup.theme = or\n                          ^~\n"))
    #expect(
      session.type("clock ;; standup.title = 3").contains(
        "expected String, found the number 3\n  standup.title = 3\n                  ^\n"),
      "\(session.errors)")
  }

  @Test func anActionIsShownAsItWasTyped() throws {
    let session = try session()
    #expect(
      session.type("deleteAttendees(atOffset: [0])").hasPrefix(
        "(atOffsets: IndexSet) has no part \"atOffset\"\n  deleteAttendees(atOffset: [0])\n                  ^~~~~~~~\n"))
    #expect(
      session.type(".deleteAttendees(atOffset: [0])").contains(
        "\n  .deleteAttendees(atOffset: [0])\n                   ^~~~~~~~\n"))
  }

  @Test func inSeveralLinesItIsShownInTheLineWhereItStands() throws {
    let session = try session()
    #expect(
      session.type("standup.title = \"\"\"\n  한글\n  \"\"\" zzz").contains("\n    \"\"\" zzz\n        ^~~\n"), "\(session.errors)")
    #expect(
      session.type("standup.duration = \"\"\"\n  한글\n  \"\"\"").contains(
        "\n  standup.duration = \"\"\"\n                     ^~~\n"),
      "\(session.errors)")
  }
}
