import Testing

@testable import Session

@Suite struct BranchTests {
  @Test func branchesAreDrawnAsATreeWithTheCurrentOneStraightDown() throws {
    let session = try TranscriptSession(.plain)
    session.type("increment", "increment", "undo", "add(amount: 5)", "increment")
    #expect(session.type("branch main") == "this branch is now called main\n")
    #expect(
      session.type("branches") == """
        #0 the initial state
        #1 increment
        ├─ #2 increment  #2
        #3-#4 add(amount: 5) … 2 entries  main  ❯ here, at #4

        """)
    #expect(session.type("switch 2") == "  (on branch #2)\n#2 increment\n")
    #expect(
      session.type("branches") == """
        #0 the initial state
        #1 increment
        ├─ #3-#4 add(amount: 5) … 2 entries  main
        #2 increment  #2  ❯ here, at #2

        """)
    #expect(session.type("switch main") == "  (on branch main)\n#4 increment\n")
  }

  @Test func aBranchKeepsItsNameAsItGrows() throws {
    let session = try TranscriptSession(.plain)
    session.type("increment", "branch main", "increment")
    #expect(session.type("branch") == "on branch main, one of 1\n")
    session.type("undo", "tick")
    #expect(session.type("branch") == "on branch #3, one of 2\n")
    #expect(session.type("branch other") == "this branch is now called other\n")
    #expect(session.type("branch better") == "this branch is now called better, before other\n")
  }

  @Test func entriesOfTwoBranchesAreCompared() throws {
    let session = try TranscriptSession(.plain)
    session.type("increment", "branch main", "undo", "add(amount: 5)", "branch other")
    #expect(session.type("diff main other") == "#1 → #2\n  ~ count  1 → 5\n")
    #expect(session.type("diff 2 1") == "#2 → #1\n  ~ count  5 → 1\n")
  }

  @Test func aDroppedBranchIsGoneAndItsNumbersAreNotGivenOutAgain() throws {
    let session = try TranscriptSession(.plain)
    session.type("increment", "increment", "checkpoint late", "undo", "tick")
    #expect(session.type("drop 2") == "dropped branch #2: 1 entry\n  (checkpoints in it are gone, too: @late)\n")
    #expect(session.type("goto 2").contains("there is no entry 2"))
    session.type("tick")
    #expect(session.prompt == "plain 4> ")
    #expect(
      session.type("branches") == "#0 the initial state\n#1-#4 increment … 3 entries  #4  ❯ here, at #4\n"
        + "  (acting in the past starts another; goto N goes to an entry of any branch)\n")
  }

  @Test func tenThousandBranchesAreDrawnOnlyAsFarAsAnyoneReads() throws {
    let session = try TranscriptSession(.plain)
    for amount in 1...600 { session.type("add(amount: \(amount))", "undo") }
    let lines = session.type("branches").split(separator: "\n")
    #expect(lines.count == 501)
    #expect(lines.last == "  (101 more lines; drop what is not needed)")
  }

  @Test func checkpointsArePlacesToComeBackTo() throws {
    let session = try TranscriptSession(.plain)
    session.type("increment")
    #expect(session.type("checkpoint") == "checkpoint 1: @c1 at #1\n")
    session.type("increment", "increment")
    #expect(session.type("checkpoint end-of-it") == "checkpoint 2: @end-of-it at #3\n")
    #expect(session.type("goto @c1") == "#1 increment\n")
    #expect(session.type("info checkpoints") == "❯ 1  @c1         #1 increment\n  2  @end-of-it  #3 increment\n")
    #expect(session.type("checkpoint end-of-it") == "checkpoint 2: @end-of-it at #1, before at #3\n")
    #expect(session.type("delete checkpoint c1") == "deleted checkpoint @c1\n")
    #expect(session.type("info checkpoints") == "❯ 2  @end-of-it  #1 increment\n")
    #expect(session.type("delete checkpoint").hasPrefix("delete checkpoint needs a name\n"))
    #expect(session.type("delete checkpoints") == "deleted 1 checkpoint: @end-of-it\n")
    #expect(session.type("info checkpoints") == "no checkpoints\n")
  }

  @Test(arguments: [
    ("branch 7up", "\"7up\" cannot name a branch"),
    ("branch a b", "\"a b\" cannot name a branch"),
    ("branch main", "another branch is called \"main\" already: the one that ends with #1"),
    ("switch mian", "no branch is called \"mian\"; did you mean \"main\"?"),
    ("goto mian", "\"mian\" is no entry: did you mean \"main\"?"),
    ("diff 1 elsewhere", "\"elsewhere\" is no entry: give a number, start, end, @ and a checkpoint, or a branch"),
    ("switch", "switch needs a branch"),
    ("switch 99", "there is no entry 99"),
    ("drop 2", "the session is on this branch; switch to another one before it is dropped"),
    ("checkpoint end", "\"end\" cannot name a checkpoint"),
    ("goto @nowhere", "no checkpoint is called \"@nowhere\"; there is none yet: checkpoint NAME makes one"),
    ("info weather", "info knows nothing about \"weather\""),
    (
      "info",
      "info needs a topic: feature, log, branches, checkpoints, breakpoints, "
        + "display, effects, effect, answers, clock, path, memory"
    ),
    ("checkpoint all", "\"all\" cannot name a checkpoint: it means something else already"),
    ("set memory 0", "one recorded state is kept always, so memory cannot be 0"),
    ("set memory much", "\"much\" is no size"),
  ])
  func wrongInputIsExplainedAndChangesNothing(line: String, message: String) throws {
    let session = try TranscriptSession(.plain)
    session.type("increment", "branch main", "undo", "tick")
    #expect(session.type(line).contains(message))
    #expect(session.prompt == "plain 2> ")
    #expect(session.type("print count") == "1\n")
  }

  @Test func memoryIsBoundedByABudget() throws {
    let session = try TranscriptSession(.plain)
    for _ in 1...300 { session.type("increment") }
    #expect(session.type("info log").hasPrefix("entries on this branch: 300, the last is #300\n"))
    let kept = session.session.playback.timeline.keyframeCount
    #expect(kept == 10, "one for each 32 entries, and the initial one")
    session.type("set memory 1")
    #expect(session.session.playback.timeline.keyframeCount == 2)
    session.type("goto 150")
    #expect(session.type("print count") == "150\n")
  }

  @Test func branchesThatOnlyInputsTellApartHaveNamesOfTheirOwn() throws {
    let session = try TranscriptSession(.plain)
    session.type("increment", "advance 1s", "undo", "advance 2s", "undo", "advance 3s")
    #expect(
      session.type("branches") == """
        #0 the initial state
        #1 increment
        ├─ advance 1s  #1
        ├─ advance 2s  #1.2
        advance 3s  #1.3  ❯ here, at #1

        """)
    #expect(session.type("switch #1.2").contains("on branch #1.2"))
    #expect(session.type("clock").hasPrefix("now 2s"))
    #expect(session.type("switch 1.3").contains("on branch #1.3"))
    #expect(session.type("drop 1.2") == "dropped branch #1.2: 0 entries\n")
    #expect(session.type("switch 1.9").contains("1.9"))
  }
}
