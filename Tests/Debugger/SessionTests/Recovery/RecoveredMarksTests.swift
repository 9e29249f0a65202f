import Foundation
import Testing

@testable import Session

/// What a user put into a session besides inputs comes back with it, and what the disk refused is written later.
@Suite struct RecoveredMarksTests {
  private func folder() throws -> String { try CrashProbe.temporaryFolder() + "/journals" }

  private func reopen(_ folder: String) throws -> TranscriptSession {
    try TranscriptSession { output in
      try Session.reopened(
        JournalFolder(path: folder, output: output).journal(named: "last"), features: [.plain], isInteractive: false,
        output: output)
    }
  }

  private static let look = [
    "info checkpoints", "info breakpoints", "info display", "branches", "trace", "increment", "rc", "goto @two words", "when",
  ]

  @Test func checkpointsBreakpointsDisplaysAndTraceComeBack() throws {
    let folder = try folder()
    var session: TranscriptSession? = try TranscriptSession(.plain)
    session?.session.keepJournal(in: folder, isInteractive: false)
    for line in [
      "increment", "checkpoint first", "increment", "checkpoint gone", "checkpoint two-words", "delete checkpoint gone",
      "break increment if count > 1 && fact == nil", "tbreak add", "watch count if count > 100", "watch fact", "disable 4",
      "ignore 1 2", "display count", "display fact", "undisplay 1", "branch main", "undo", "add(amount: 5)", "trace on",
      "switch main", "increment",
    ] { session?.type(line) }
    let look = Self.look.map { $0.replacing("two words", with: "two-words") }
    // A copy looks first: looking counts hits.
    let copy = try CrashProbe.temporaryFolder() + "/journals"
    try FileManager.default.copyItem(atPath: folder, toPath: copy)
    let expected = look.map { session?.type($0) ?? "" }
    #expect(expected[0].contains("@two-words"))
    #expect(expected[1].contains("1  break increment if count > 1"))
    #expect(expected[1].contains("disabled"))
    session = nil
    let again = try reopen(copy)
    for (index, line) in look.enumerated() { #expect(again.type(line) == expected[index], "\(line)") }
    // And numbers go on where they were.
    #expect(again.type("break tick").hasPrefix("breakpoint 5: "))
    #expect(again.type("checkpoint") == "checkpoint 4: @c4 at #2\n")
  }

  @Test func marksThatNoLongerMeanAnythingAreLeftOut() throws {
    let session = try TranscriptSession(.plain)
    SessionMarks.restore(
      "checkpoint 1 9 0 far\ncheckpoint x\nbreakpoint 1 on 0 0 break\nbreakpoint 2 on 0 0 watch [\ndisplay 1 [\nfuture 1\n"
        + "breakpoint 3 off 1 2 watch count", in: session.session)
    #expect(session.type("info checkpoints") == "no checkpoints\n")
    #expect(session.type("info breakpoints") == "3  watch count  disabled, met 2 times, the next 1 are passed\n")
  }
}
