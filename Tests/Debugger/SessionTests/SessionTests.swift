import Foundation
import Testing

@testable import Session

@Suite struct SessionTests {
  @Test func anActionShowsItsEntryAndWhatItChanged() throws {
    let session = try TranscriptSession(.plain)
    #expect(session.prompt == "plain 0> ")
    #expect(
      session.type("increment") == """
        #1 increment
          ~ count  0 → 1

        """)
    #expect(session.prompt == "plain 1> ")
  }

  @Test func bothSpellingsOfAnActionAreTheSame() throws {
    let session = try TranscriptSession(.plain)
    session.type(".add(amount: 2)", "add(amount: 3)", "send increment")
    #expect(session.type("print count") == "6\n")
  }

  @Test func undoRedoBackNextAndGotoMove() throws {
    let session = try TranscriptSession(.plain)
    session.type("increment", "increment", "increment")
    session.type("undo")
    #expect(session.prompt == "plain 2/3> ")
    session.type("undo 5")
    #expect(session.prompt == "plain 0/3> ")
    #expect(session.type("undo") == "No more reverse-execution history.\n")
    session.type("redo 2")
    #expect(session.prompt == "plain 2/3> ")
    session.type("back")
    #expect(session.type("print count") == "1\n")
    session.type("next", "next")
    #expect(session.prompt == "plain 3> ")
    #expect(
      session.type("next")
        == "Reached end of recorded history; stopping.\nFollowing forward execution will be added to history.\n")
    session.type("goto start")
    #expect(session.type("print count") == "0\n")
    session.type("goto #2")
    #expect(session.type("print count") == "2\n")
    session.type("goto end")
    #expect(session.prompt == "plain 3> ")
  }

  @Test func actingInThePastStartsABranchAndKeepsTheOldFuture() throws {
    let session = try TranscriptSession(.plain)
    session.type("increment", "increment", "undo", "add(amount: 10)")
    #expect(session.type("print count") == "11\n")
    #expect(session.prompt == "plain 3> ")
    session.type("goto 2")
    #expect(session.type("print count") == "2\n")
    #expect(session.prompt == "plain 2> ")
    session.type("goto 3")
    #expect(session.type("print count") == "11\n")
  }

  @Test func doingTheSameInThePastFollowsTheRecord() throws {
    let session = try TranscriptSession(.plain)
    session.type("increment", "increment", "undo", "increment")
    #expect(session.prompt == "plain 2> ")
    #expect(session.session.playback.timeline.branchEnds.count == 1)
  }

  @Test func aTimerTicksOncePerSecondAdvanced() throws {
    let session = try TranscriptSession(.plain)
    session.type("startTimer")
    #expect(
      session.type("advance 3s") == """
        #2 tick  ← e1
          ~ count  0 → 1
        #3 tick  ← e1
          ~ count  1 → 2
        #4 tick  ← e1
          ~ count  2 → 3

        """)
    session.type("advance")
    #expect(session.type("print count") == "4\n")
    #expect(session.type("stopTimer").contains("e1 cancelled"))
    #expect(session.type("effects") == "no effect is in flight\n")
    #expect(session.type("advance").hasPrefix("nothing waits for time to pass"))
  }

  @Test func effectsComeBackAfterTravelWhenTheUserActs() throws {
    let session = try TranscriptSession(.plain)
    session.type("startTimer", "advance 2s", "increment", "advance 1s")
    session.type("goto 2")
    // The rest of the step that entry 2 belongs to comes first, then the timer goes on from there.
    #expect(
      session.type("add(amount: 10)").hasPrefix(
        """
          (the rest of the step comes first, since an input waits until the world is quiet)
        #3 tick  ← e1
          ~ count  1 → 2

        """))
    session.type("advance 1s")
    #expect(session.type("print count") == "13\n")
    #expect(session.type("when").contains("virtual time 3s"))
  }

  @Test func identifiersAreTheSameAfterTravel() throws {
    let session = try TranscriptSession(.plain)
    session.type("makeID", "makeID", "undo", "increment", "makeID")
    #expect(session.type("print ids[1]") == "UUID(1)\n")
    session.type("goto 2")
    #expect(session.type("print ids[1]") == "UUID(1)\n")
  }

  @Test func theUserAnswersForTheOutsideWorld() throws {
    let session = try TranscriptSession(.plain)
    session.type("increment")
    #expect(session.type("ask").contains("e1 started, waits for fact.fetch(1)"))
    #expect(
      session.type("answer \"one\"") == """
        #3 answered("one")  ← e1
          ~ fact  nil → "one"
          » e1 finished

        """)
    session.type("ask", "fail e2 \"offline\"")
    #expect(session.type("print fact") == "\"failed: offline\"\n")
    #expect(session.type("answer 5") == "nothing waits for an answer\n  answer 5\n  ^~~~~~\n  For example: effects\n")
    session.type("ask")
    #expect(session.type("answer 5").contains("^"))
    #expect(
      session.type("answer e9 \"x\"")
        == "no effect e9 is in flight; there are e3\n  answer e9 \"x\"\n         ^~\n  For example: answer e3 \"text\"\n")
  }

  @Test func answersAreInputsThatCanBeUndoneAndFollowedAgain() throws {
    let session = try TranscriptSession(.plain)
    session.type("ask", "answer \"one\"", "undo")
    #expect(session.type("effects").contains("e1  started by #1"))
    session.type("answer \"two\"")
    #expect(session.type("print fact") == "\"two\"\n")
    session.type("goto 2")
    #expect(session.type("print fact") == "\"one\"\n")
  }

  @Test func aFeatureThatRunsAwayIsRolledBack() throws {
    let session = try TranscriptSession(.plain)
    session.type("increment")
    #expect(session.type("runAway").hasPrefix("the feature ran away: one input led to more than 10000 actions"))
    #expect(session.prompt == "plain 1> ")
    session.type("increment")
    #expect(session.type("print count") == "2\n")
  }

  @Test func reportsStandUnderTheirEntry() throws {
    let session = try TranscriptSession(.plain)
    let text = session.type("report")
    #expect(text.hasPrefix("#1 report\n  no change\n  ! something is odd"))
  }

  @Test func theStateCanBeEditedByHand() throws {
    let session = try TranscriptSession(.plain)
    session.type("increment", "set count = 40", "increment")
    #expect(session.type("print count") == "41\n")
    session.type("undo 2")
    #expect(session.type("print count") == "1\n")
  }

  @Test(arguments: [
    ("incremnt", "no command or action is called \"incremnt\"; did you mean the action \"increment\"?"),
    ("undoo", "no command or action is called \"undoo\"; did you mean the command \"undo\"?"),
    ("re", "ambiguous command \"re\": redo, restart, reverse-continue, replace"),
    ("goto 7", "there is no entry 7"),
    ("goto x", "\"x\" is no entry"),
    ("undo x", "undo's count must be a whole number above zero, not \"x\""),
    ("advance soon", "\"soon\" is not a duration"),
    ("where now", "where takes nothing, but was given \"now\""),
    ("help nothing", "no command is called \"nothing\""),
    ("save /nowhere/at/all", "cannot write /nowhere/at/all: No such file or directory"),
    ("cancel e5", "no effect e5 is in flight"),
    ("print nothing", "nothing"),
  ])
  func wrongInputIsExplainedAndChangesNothing(line: String, message: String) throws {
    let session = try TranscriptSession(.plain)
    session.type("increment")
    let text = session.type(line)
    #expect(text.contains(message), "\(text)")
    #expect(session.prompt == "plain 1> ")
  }

  @Test func aWrongPayloadIsShownWithACaret() throws {
    let session = try TranscriptSession(.plain)
    let lines = session.type("add(amount: \"x\")").split(separator: "\n").map(String.init)
    #expect(lines[1] == "  add(amount: \"x\")")
    #expect(lines[2] == "              ^~~")
  }

  @Test func scriptsNameTheirPlaceInErrors() throws {
    let session = try TranscriptSession(.plain)
    session.session.perform(line: "bogus", place: SourcePlace(file: "tour.txt", line: 3))
    #expect(session.errors.hasPrefix("tour.txt:3: no command or action is called \"bogus\""))
  }

  @Test func anEmptyLineRepeatsTravelAtThePromptOnly() throws {
    let session = try TranscriptSession(.plain)
    session.type("increment", "increment", "increment", "undo", "")
    #expect(session.prompt == "plain 2/3> ")
    session.session.perform(line: "undo", isInteractive: true)
    session.session.perform(line: "", isInteractive: true)
    #expect(session.prompt == "plain 0/3> ")
    session.session.perform(line: "increment", isInteractive: true)
    session.session.perform(line: "", isInteractive: true)
    #expect(session.prompt == "plain 1/3> ")
  }

  @Test func theLogShowsCauseTimeActionAndChange() throws {
    let session = try TranscriptSession(.plain)
    session.type("startTimer", "advance 1s", "stopTimer", "undo")
    #expect(
      session.type("log") == """
          #1 typed    0s     startTimer  isTimerOn false→true  » e1 started
             input    0s     advance 1s
        ❯ #2 e1       1s     tick  count 0→1
          #3 typed    1s     stopTimer  isTimerOn true→false  » e1 cancelled by CancelID.timer

        """)
  }
}

@Suite struct CommandLineTests {
  @Test(arguments: [
    ("undo", ["undo"]),
    ("increment ;; undo;;redo", ["increment", "undo", "redo"]),
    ("answer \"a;;b\" ;; log", ["answer \"a;;b\"", "log"]),
    ("answer \"a\\\";;b\"", ["answer \"a\\\";;b\""]),
    (";;", []),
    ("a;b", ["a;b"]),
  ])
  func commandsAreSeparatedOutsideOfStrings(line: String, parts: [String]) {
    #expect(CommandLineParts.of(line) == parts)
  }

  @Test func severalCommandsStopAtTheFirstThatFails() throws {
    let session = try TranscriptSession(.plain)
    session.type("increment ;; bogus ;; increment")
    #expect(session.prompt == "plain 1> ")
    session.type("increment ;; increment")
    #expect(session.prompt == "plain 3> ")
  }
}

@Suite struct SavingTests {
  private func folder() throws -> String {
    let path = NSTemporaryDirectory() + "/saving-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  @Test func savingWritesThroughALinkAndKeepsTheMode() throws {
    let folder = try folder()
    let (real, link) = (folder + "/real.hindsight", folder + "/link.hindsight")
    try Data("old".utf8).write(to: URL(fileURLWithPath: real))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: real)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: real)
    let session = try TranscriptSession(.plain)
    session.type("increment", "save \(link)")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == real)
    #expect(try String(contentsOfFile: real, encoding: .utf8).hasPrefix("hindsight 1\n"))
    let mode = try FileManager.default.attributesOfItem(atPath: real)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2, "nothing half-written stays behind")
  }

  @Test func whatIsNoRegularFileIsNotReplaced() throws {
    let pipe = try folder() + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    let session = try TranscriptSession(.plain)
    #expect(session.type("save \(pipe)").hasSuffix("it is not a regular file\n"))
    #expect(session.type("save /dev/null").hasSuffix("it is not a regular file\n"))
    #expect(session.type("save /").hasSuffix("it is not a regular file\n"))
  }

  @Test func loadingSaysWhatItDidAndWhatDiffers() throws {
    let path = try folder() + "/a.hindsight"
    let session = try TranscriptSession(.plain)
    session.type("increment", "increment", "save \(path)")
    let text = try String(contentsOfFile: path, encoding: .utf8).replacing("~ count: 1 → 2", with: "~ count: 1 → 3")
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let other = try TranscriptSession(.plain)
    #expect(
      other.type("load \(path)") == """
        loaded 2 inputs from \(path)
        1 of them led to something else than recorded, the first at line 10; hindsight replay shows how
        #2 increment

        """)
  }

  @Test func aFileThatCannotBePerformedLeavesYouWhereYouWere() throws {
    let path = try folder() + "/b.hindsight"
    try Data("hindsight 1\nfeature plain\n\nadd(amount: 5)\nincremnt\nend\n".utf8).write(to: URL(fileURLWithPath: path))
    let session = try TranscriptSession(.plain)
    session.type("increment", "increment")
    let text = session.type("load \(path)")
    #expect(text.contains("\(path):5:1: "))
    #expect(text.hasSuffix("you are where you were; what came before line 5 is kept as a branch\n"))
    #expect(session.prompt == "plain 2> ")
  }

  @Test func inputsThatLedToNothingAreSeenInThePrompt() throws {
    let session = try TranscriptSession(.plain)
    session.type("increment", "advance 1s", "undo")
    #expect(session.prompt == "plain 1/1+1> ")
  }

  @Test func theTimeInTheMiddleOfAStepIsItsEntrys() throws {
    let session = try TranscriptSession(.plain)
    session.type("startTimer", "advance 2500ms", "back")
    #expect(session.type("when").contains("virtual time 1s"))
  }

  @Test func helpExplainsThePrompt() throws {
    let session = try TranscriptSession(.plain)
    session.type("startTimer", "advance 100ms", "advance 100ms", "goto 1", "undo", "redo")
    #expect(session.prompt == "plain 1/1+2> ")
    let help = session.type("help prompt")
    #expect(help.contains("plain 14/14+2>") && help.contains("2 more inputs ahead that led to no entry"))
    #expect(session.type("help").contains("\"help prompt\""))
  }

  @Test func anExportedTestIsHintedAt() throws {
    let session = try TranscriptSession(.plain)
    session.type("increment")
    #expect(session.type("export x.swift").contains("export test x.swift"))
  }
}
