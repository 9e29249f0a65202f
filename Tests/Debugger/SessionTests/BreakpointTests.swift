import Foundation
import Features
import Testing

@testable import Session

@Suite struct BreakpointTests {
  @Test func playbackStopsAtBreakpointsForwardsAndBackwards() throws {
    let session = try TranscriptSession(.plain)
    session.type("increment", "add(amount: 2)", "increment", "report", "increment", "goto start")
    #expect(session.type("break increment if count > 1") == "breakpoint 1: break increment if count > 1\n")
    #expect(session.type("continue") == "  ● breakpoint 1 at #3\n#3 increment\n")
    #expect(session.type("c") == "  ● breakpoint 1 at #5\n#5 increment\n")
    #expect(
      session.type("c") == "Reached end of recorded history; stopping.\nFollowing forward execution will be added to history.\n")
    #expect(session.type("rc") == "  ● breakpoint 1 at #3\n#3 increment\n")
    #expect(session.type("rc") == "  (no breakpoint was met; this is the start)\n#0 the initial state\n")
    #expect(session.type("rc") == "No more reverse-execution history.\n")
  }

  @Test func aWatchedValueTellsWhoChangedIt() throws {
    let session = try TranscriptSession(.plain)
    session.type("increment", "report", "add(amount: 4)", "report")
    #expect(session.type("watch count") == "breakpoint 1: watch count, now 5\n")
    #expect(session.type("reverse-continue") == "  ● breakpoint 1 at #3, count: 1 → 5\n#3 add(amount: 4)\n")
    #expect(session.type("rc") == "  ● breakpoint 1 at #1, count: 0 → 1\n#1 increment\n")
    #expect(session.type("c") == "  ● breakpoint 1 at #3, count: 1 → 5\n#3 add(amount: 4)\n")
    #expect(session.type("c") == "  (no breakpoint was met; this is the end of the branch)\n#4 report\n")
  }

  @Test func entriesAreMarkedWhenTheyAreMade() throws {
    let session = try TranscriptSession(.plain)
    session.type("break tick", "startTimer")
    #expect(
      session.type("advance 2s") == """
        #2 tick  ← e1
          ~ count  0 → 1
        #3 tick  ← e1
          ~ count  1 → 2
          ● breakpoint 1 at #2
          ● breakpoint 1 at #3

        """)
    #expect(session.prompt == "plain 3> ")
  }

  @Test func aScriptStopsWhereABreakpointIsMet() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("breakpoints-\(UUID().uuidString).txt").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try "increment\nreport\nincrement\n".write(toFile: path, atomically: true, encoding: .utf8)
    let session = try TranscriptSession(.plain)
    session.type("tbreak report")
    #expect(
      session.type("source \(path)").hasSuffix(
        "  (stopped by a breakpoint at \(path):2; source without a file goes on with the rest)\n"))
    #expect(session.errors.isEmpty)
    #expect(session.prompt == "plain 2> ")
    #expect(session.type("info breakpoints") == "no breakpoints\n", "a temporary breakpoint goes once it stopped something")
  }

  @Test func breakpointsAreDisabledIgnoredAndDeleted() throws {
    let session = try TranscriptSession(.plain)
    session.type("increment", "increment", "increment", "goto start", "break increment")
    session.type("ignore 1 2")
    #expect(session.type("info breakpoints") == "1  break increment  the next 2 are passed\n")
    #expect(session.type("c") == "  ● breakpoint 1 at #3\n#3 increment\n")
    #expect(session.type("info breakpoints") == "1  break increment  met 3 times\n")
    #expect(session.type("disable 1") == "1  break increment  disabled, met 3 times\n")
    #expect(session.type("rc").hasPrefix("  (no breakpoint was met; this is the start)"))
    session.type("enable")
    #expect(session.type("c") == "  ● breakpoint 1 at #1\n#1 increment\n")
    #expect(session.type("delete 1") == "deleted 1 breakpoint: 1 break increment\n")
    #expect(session.type("c").hasPrefix("  (no breakpoint was met"))
  }

  @Test(arguments: [
    ("tick", "tick", true), ("tick", "tab1.tick", true), (".tick", "tab1.tick", false), ("tab1.*", "tab1.tick", true),
    ("rows.toggle", "rows[id: 3].toggle", true), ("rows[id: 4].toggle", "rows[id: 3].toggle", false),
    ("rows[id: \"a.b\"].toggle", "rows[id: \"a.b\"].toggle", true), ("tab1", "tab1.answered(\"x. y(\")", true),
    ("answered(\"x\")", "tab1.answered(\"x\")", true), ("answered(\"x\")", "tab1.answered(\"y\")", false),
    ("tick", "ticked", false), ("pop", "pop path[#0]", true), ("binding.title", "binding title = \"Design\"", true),
  ])
  func patternsNameCasesFromTheOutsideIn(pattern: String, action: String, matches: Bool) throws {
    #expect(ActionPattern(pattern).matches(action) == matches)
  }

  @Test(arguments: [
    ("break incremnt", "no action is called \"incremnt\"; did you mean \"increment\"?"),
    ("break", "a breakpoint needs an action"),
    ("break increment if", "\"if\" needs a condition"),
    ("break increment if cuont > 1", "cuont"),
    ("watch nothing", "nothing"),
    ("delete 7", "there is no breakpoint 7; there are none"),
    ("break incr*", "* stands for a whole case only, not for a part of its name"),
    ("break incr*", "These are called so: increment"), ("break *Timer", "These are called so: startTimer, stopTimer"),
    ("break x*", "try \"actions\""),
    ("ignore 1", "ignore needs a breakpoint and a count"),
    ("undisplay 3", "3 is not displayed"),
  ])
  func wrongInputIsExplainedAndChangesNothing(line: String, message: String) throws {
    let session = try TranscriptSession(.plain)
    session.type("increment")
    session.type(line)
    #expect(session.errors.contains(message), "\(session.errors)")
    #expect(session.prompt == "plain 1> ")
    #expect(session.type("info breakpoints") == "no breakpoints\n")
  }

  @Test(arguments: [
    ("tabs", "break tab2.incrementButtonTapped", "tab2 has no action called \"incrementButtonTapped\"", 11),
    ("tabs", "break tab1.incrementButton", "did you mean \"incrementButtonTapped\"?", 11),
    ("tabs", "break .incrementButtonTapped", "no action is called \"incrementButtonTapped\"", 7),
    ("tabs", "break 탭1.incrementButtonTapped", "no action is called \"탭1\"", 6),
  ])
  func aNameThatIsNoCaseOfTheOneBeforeItIsPointedAt(feature: String, line: String, message: String, column: Int) throws {
    let session = try TranscriptSession(RootFeature.named(feature, in: RootFeature.all))
    session.type(line)
    #expect(session.errors.contains(message), "\(session.errors)")
    let caret = try #require(session.errors.split(separator: "\n").first { $0.contains("^") })
    #expect(caret.prefix { $0 == " " }.count == column + 2, "\(session.errors)")
  }

  @Test func theBreakpointsThereAreDoNotReadAsACount() throws {
    let session = try TranscriptSession(.plain)
    session.type("break increment")
    #expect(session.type("delete 9").hasPrefix("there is no breakpoint 9; there is only breakpoint 1\n"))
    session.type("break tick", "break report", "delete 2")
    #expect(session.type("delete 9").hasPrefix("there is no breakpoint 9; there are breakpoints 1 and 3\n"))
  }

  @Test func aFeatureThatGoesOnInItselfMayBeNamedAtAnyDepth() throws {
    let session = try TranscriptSession(RootFeature.named("nested", in: RootFeature.all))
    #expect(session.type("break row.row.row.toggleTimerButtonTapped").hasPrefix("breakpoint 1"), "\(session.errors)")
  }
}
