import Foundation
import PseudoTerminal
import Testing

private typealias Key = PseudoTerminal.Key

/// Lessons through the built program: listed, piped, and on a terminal.
@Suite struct LessonProgramTests {
  @Test func learnListsTheLessonsAndTheListOfFeaturesNamesThem() throws {
    let lessons = try Program.run(["learn"])
    #expect(lessons.exitCode == 0)
    #expect(lessons.output.contains("\n  1  state-and-actions"))
    #expect(lessons.output.contains("State and actions\n"))
    #expect(lessons.output.contains("counter: A feature is some state"))
    let features = try Program.run([])
    #expect(features.output.contains("learn: state-and-actions, effects-and-time"))
  }

  @Test func atAPipeItPlaysToItsEnd() throws {
    let result = try Program.run(["learn", "state-and-actions"])
    #expect(result.errors == "")
    #expect(result.exitCode == 0)
    #expect(result.output.hasPrefix("Lesson 1  State and actions\n"))
    #expect(result.output.contains("Next: incrementButtonTapped\n❯ incrementButtonTapped\n#1 incrementButtonTapped\n"))
    #expect(result.output.contains("#5 incrementButtonTapped\n"))
    #expect(result.output.hasSuffix("The lesson is over; the session is yours. learn lists the others of this feature.\n"))
  }

  @Test func pipedLinesAreTheReaders() throws {
    let result = try Program.run(["learn", "1"], lines: ["", "incrementButtonTapped", "print count", "resume", "quit 4"])
    #expect(result.exitCode == 4)
    #expect(result.output.contains("this leaves the lesson's way"))
    #expect(result.output.contains("\n2\n"))
    #expect(!result.output.contains("The lesson is over"))
  }

  @Test func wrongUsageIsSaid() throws {
    #expect(try Program.run(["learn", "nothing-like-it"]).errors.contains("no lesson is called \"nothing-like-it\""))
    #expect(try Program.run(["learn", "nothing-like-it"]).exitCode == 2)
    #expect(try Program.run(["learn", "1", "2"]).errors.contains("one lesson at a time"))
    #expect(try Program.run(["learn", "1", "--seed", "4"]).errors.contains("brings its own"))
    #expect(try Program.run(["learn"], environment: ["HINDSIGHT_LESSONS": "/nonexistent"]).output.contains("none"))
  }

  @Test func onATerminalReturnGoesOnAndTheReaderMayLeaveAndComeBack() throws {
    let terminal = try PseudoTerminal(
      PseudoTerminal.builtProduct("hindsight"), arguments: ["learn", "state-and-actions", "--no-color"],
      environment: ["HOME": "/dev/null"], columns: 90, rows: 40)
    func wait(_ prompt: String) throws { try terminal.wait(for: "the prompt \(prompt)", until: { $0.text.last == prompt }) }
    try wait("counter 0 (lesson 1/5)>")
    #expect(terminal.screen.text.contains("Next: incrementButtonTapped"))
    terminal.press(Key.enter)
    try wait("counter 1 (lesson 2/5)>")
    #expect(terminal.screen.text.contains { $0.hasPrefix("Your turn: ") })
    terminal.press("tab", Key.enter)
    try wait("counter 1 (lesson 2/5)>")
    terminal.press("incrementButtonTapped", Key.enter)
    try wait("counter 2 (lesson 2/5, away)>")
    terminal.press("undo", Key.enter)
    try wait("counter 1/2 (lesson 2/5)>")
    terminal.press("decr", "ementButtonTapped", Key.enter)
    try wait("counter 3 (lesson 3/5)>")
    for prompt in ["counter 4 (lesson 4/5)>", "counter 5 (lesson 5/5)>", "counter 6>"] {
      terminal.press(Key.enter)
      try wait(prompt)
    }
    #expect(terminal.screen.text.contains { $0.hasPrefix("The lesson is over") })
  }
}
