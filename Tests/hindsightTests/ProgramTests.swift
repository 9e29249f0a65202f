import Foundation
import Testing

/// The program through pipes and files: transcripts, exit codes and bad input.
@Suite struct ProgramTests {
  @Test func aloneItListsTheFeatures() throws {
    let result = try Program.run([])
    #expect(result.exitCode == 0)
    for name in ["counter", "tabs", "contacts", "nested", "standups"] {
      #expect(result.output.contains("\n  \(name) "), "\(name)")
    }
    #expect(result.errors == "")
  }

  @Test func pipedCommandsPrintAReadableTranscript() throws {
    let result = try Program.run(["tabs"], lines: ["tab1.incrementButtonTapped", "undo", "redo", "log", "tree"])
    #expect(
      result.output == """
        #1 tab1.incrementButtonTapped
          ~ tab1.count  0 → 1
          ~ tab2.nickname  "Guest" → "게스트"
          | received action: Action.tab1(.incrementButtonTapped)
        #0 the initial state
        #1 tab1.incrementButtonTapped
        ❯ #1 typed    0s     tab1.incrementButtonTapped  tab1.count, tab2.nickname
        tabs: TabsFeature.State
        ├─ tab1: CounterFeature.State
        │  ├─ count: 1
        │  ├─ fact: nil
        │  ├─ isLoadingFact: false
        │  └─ isTimerOn: false
        └─ tab2: ProfileFeature.State
           └─ nickname: "게스트"

        """)
    #expect(result.errors == "")
    #expect(result.exitCode == 0)
  }

  @Test func tabsAndHiddenSignsOfStringsArriveThroughPipesAndFiles() throws {
    let lines = [
      "nameChanged(\"a\tb\u{202E}\")", "nameChanged(#\"\tc\"#)", "nameChanged(\"\"\"", "\t\td\te", "\t\"\"\")",
    ]
    let shown = ["\"a\\tb\\u{202E}\"", "\"\\tc\"", "\"\\td\\te\""]
    let file = try Program.temporaryFolder() + "/tabs.txt"
    try (lines.joined(separator: "\n") + "\n").write(toFile: file, atomically: true, encoding: .utf8)
    for result in [
      try Program.run(["auth"], lines: lines), try Program.run(["auth", "-f", file]),
      try Program.run(["auth", "-e", "source \(file)"]),
    ] {
      #expect(
        result.output.split(separator: "\n").filter { $0.contains("~") }.map { $0.split(separator: " → ").last.map(String.init) }
          == shown)
      #expect(result.errors == "")
    }
  }

  @Test func inTheCLocaleTheSignsAreASCII() throws {
    let result = try Program.run(["counter", "-e", "incrementButtonTapped", "-e", "tree"], environment: ["LANG": "C"])
    #expect(result.output.utf8.allSatisfy { $0 < 0x80 })
    #expect(result.output.hasPrefix("#1 incrementButtonTapped\n  ~ count  0 -> 1\n"))
  }

  @Test func aStandupIsAddedEditedDeletedRevisitedAndReplayed() throws {
    let folder = try Program.temporaryFolder()
    let file = folder + "/tour.hindsight"
    let tour = [
      "standupsList.addButtonTapped",
      "standupsList.addStandup.binding standup.title = \"Design\"",
      "standupsList.saveStandupButtonTapped",
      "standupsList.standupTapped(id: UUID(0))",
      "path[0].detail.editButtonTapped",
      "where",
      "path[0].detail.destination.editStandup.binding standup.title = \"디자인\"",
      "path[0].detail.saveStandupButtonTapped",
      "path[0].detail.deleteButtonTapped",
      "where",
      "path[0].detail.destination.alert.confirmDeletion",
      "print standupsList.standups",
      "print path",
    ]
    let travel = (0...12).map { "goto \($0)" } + (0...11).map { _ in "back" } + ["goto end"]
    let result = try Program.run(["standups"], lines: tour + travel + ["save \(file)"])
    #expect(result.errors == "")
    #expect(result.exitCode == 0)
    #expect(result.output.contains("standups › path[#0] detail \"Design\" › sheet editStandup \"Design\"\n"))
    #expect(result.output.contains("standups › path[#0] detail \"디자인\" › alert \"Delete?\"\n"))
    #expect(result.output.contains("\n[]\n[]\n"), "the standup is gone from the list, and its screen from the stack")
    let replay = try Program.run(["replay", file])
    #expect(replay.output == "✓ \(file)  9 inputs\n1 passed, 0 failed\n")
    #expect(replay.exitCode == 0)
  }

  @Test func aReplayThatGoesAnotherWayShowsWhereAndExitsWithThree() throws {
    let file = try Program.temporaryFolder() + "/wrong.hindsight"
    let text = """
      hindsight 1
      feature counter
      seed 0
      date 2024-01-01T00:00:00Z

      incrementButtonTapped
        ~ count: 0 → 1
      incrementButtonTapped
        ~ count: 1 → 3
      end

      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    let result = try Program.run(["replay", file])
    #expect(result.exitCode == 3)
    #expect(result.errors == "")
    #expect(
      result.output == """
        \(file):8: went another way
          incrementButtonTapped
          recorded  ~ count: 1 → 3
          now       ~ count: 1 → 2
        0 passed, 1 failed

        """)
  }

  @Test func aReplayLeavesOutWhatEndedTheProcess() throws {
    let file = try Program.temporaryFolder() + "/crashed.hindsight"
    let text = """
      hindsight 1
      feature counter

      set count = 9223372036854775807
      incrementButtonTapped
        ! a trap
      decrementButtonTapped
        ~ count: 9223372036854775807 → 9223372036854775806
      end

      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    let result = try Program.run(["replay", file])
    #expect(result.output == "✓ \(file)  2 inputs, 1 left out (crashed then)\n1 passed, 0 failed\n")
    #expect(result.exitCode == 0)
  }

  @Test func valuesMayFollowAnEqualsSign() throws {
    let result = try Program.run([
      "standups", "--scenario=samples", "--seed=7", "--color=never", "-e", "print standupsList.standups.count",
    ])
    #expect(result.output.hasPrefix("2\n"))
  }

  @Test func aDateMayBeADay() throws {
    for (text, date) in [("2030-05-05", "2030-05-05T00:00:00Z"), ("2030-05-05T12:00:00+02:00", "2030-05-05T10:00:00Z")] {
      let result = try Program.run(["counter", "--date", text, "--color=never", "-e", "info clock"])
      #expect(result.output.hasPrefix("now 0s  \(date)\n"), "\(result.output)\(result.errors)")
    }
  }

  @Test(arguments: [
    (["countr"], "no feature is called \"countr\"; did you mean \"counter\"?"),
    (["counter", "tabs"], "one feature at a time"),
    (["--frobnicate"], "unknown option --frobnicate"),
    (["counter", "--seed", "x"], "--seed needs a whole number, not \"x\""),
    (["counter", "--scenario", "x"], "counter has no scenarios, so none is called \"x\""),
    (["standups", "--scenario", "x"], "standups has no scenario \"x\"; there are"),
    (["counter", "--date", "2030-02-30T00:00:00Z"], "--date needs a date such as 2024-01-01T00:00:00Z"),
    (["counter", "-e"], "-e needs a value"),
    (["replay"], "replay needs at least one session file or folder"),
  ])
  func wrongUsageExitsWithTwo(arguments: [String], message: String) throws {
    let result = try Program.run(arguments)
    #expect(result.exitCode == 2)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(result.output == "")
  }

  @Test func exitCodesTellHowItWent() throws {
    #expect(try Program.run(["counter", "-e", "incrementButtonTapped"]).exitCode == 0)
    #expect(try Program.run(["counter", "-e", "bogus", "-e", "incrementButtonTapped"]).exitCode == 1)
    #expect(try Program.run(["counter", "-e", "incrementButtonTapped", "-e", "bogus"]).exitCode == 1)
    #expect(try Program.run(["counter", "-e", "bogus", "-e", "quit 7"]).exitCode == 7)
    #expect(try Program.run(["counter", "--bail", "-e", "bogus", "-e", "quit 7"]).exitCode == 3)
    #expect(try Program.run(["--help"]).exitCode == 0)
    #expect(try Program.run(["help"]).output == Program.run(["--help"]).output)
    #expect(try Program.run(["--version"]).output.hasPrefix("hindsight "))
  }

  @Test func commandsOfTheCommandLineAreNumberedInErrors() throws {
    let result = try Program.run(["counter", "-e", "print count", "-e", "bogus", "-f", "/dev/null", "-e", "nonsense"])
    let lines = result.errors.split(separator: "\n")
    #expect(lines.first?.hasPrefix("-e:2: no command or action is called \"bogus\"") == true, "\(result.errors)")
    let second = lines.last { $0.hasPrefix("-e:") }
    #expect(second?.hasPrefix("-e:3: no command or action is called \"nonsense\"") == true, "\(result.errors)")
  }

  @Test func scriptsAndOptionsRunInTheirOrder() throws {
    let script = try Program.temporaryFolder() + "/tour.txt"
    try Data("# a comment\nincrementButtonTapped\nbogus\n".utf8).write(to: URL(fileURLWithPath: script))
    let result = try Program.run(["counter", "--echo", "-e", "print count", "-f", script, "-e", "print count", "--batch"])
    #expect(
      result.output == """
        counter 0> print count
        0
        counter 0> # a comment
        counter 0> incrementButtonTapped
        #1 incrementButtonTapped
          ~ count  0 → 1
        counter 1> bogus
        counter 1> print count
        1

        """)
    #expect(result.errors.hasPrefix("\(script):3: no command or action is called \"bogus\""))
  }

  @Test func aFileThatIsNoSessionIsRefusedWithItsPlace() throws {
    let folder = try Program.temporaryFolder()
    let good = "hindsight 1\nfeature counter\n\nincrementButtonTapped\nend\n"
    let cases: [(name: String, bytes: [UInt8], message: String)] = [
      ("empty", [], "the file is empty"),
      ("truncated", Array(good.utf8.dropLast(4)), ":4:1: the file stops here without its last line \"end\""),
      ("torn", Array(good.utf8.dropLast(10)), ":4:1: the file stops here"),
      ("binary", [0x7F, 0x45, 0x4C, 0x46, 0x02, 0x00, 0xFF], ":1:7: this is not UTF-8 text"),
      ("not UTF-8", Array("hindsight 1\nfeature counter\n\nab".utf8) + [0xFF, 0x0A], ":4:3: this is not UTF-8 text"),
      ("escape", Array(good.replacing("increment", with: "\u{1B}[31mincrement").utf8), ":4:1: control character U+1B"),
      ("another", Array(good.replacing("counter", with: "countr").utf8), "did you mean \"counter\"?"),
      ("future", Array(good.replacing("hindsight 1", with: "hindsight 99").utf8), "version 99"),
      ("prose", Array("Dear diary\n".utf8), "the first line must be \"hindsight 1\""),
      ("action", Array(good.replacing("increment", with: "incremnt").utf8), ":4:1: "),
    ]
    for (name, bytes, message) in cases {
      let path = "\(folder)/\(name).hindsight"
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      let result = try Program.run(["replay", path])
      #expect(result.exitCode == 1, "\(name)")
      #expect(result.output.contains(message), "\(name): \(result.output)")
      #expect(!result.output.contains("\u{1B}"), "\(name)")
      #expect(result.errors == "", "what came of a file is a result")
    }
    let missing = try Program.run(["replay", folder + "/nothing.hindsight"])
    #expect(missing.exitCode == 1)
    #expect(missing.output.contains("No such file or directory"))
  }

  @Test func aSessionOfAnotherFeatureIsNotLoaded() throws {
    let path = try Program.temporaryFolder() + "/tabs.hindsight"
    _ = try Program.run(["tabs", "-e", "tab1.incrementButtonTapped", "-e", "save \(path)"])
    let result = try Program.run(["counter", "-e", "incrementButtonTapped", "-e", "load \(path)", "-e", "print count"])
    #expect(result.errors.contains("is a session of tabs, but counter is loaded"))
    #expect(result.output.hasSuffix("\n1\n"), "nothing is lost")
    #expect(result.exitCode == 1)
  }

  @Test func linesNobodyCouldTypeAreRefusedAndNothingIsLost() throws {
    var input = Data("incrementButtonTapped\n".utf8)
    input += Data((String(repeating: "x", count: 1 << 20) + "\n").utf8)
    input += Data("tab".utf8) + Data([0xFF, 0xFE]) + Data("\n".utf8)
    input += Data(("factResponse" + String(repeating: "(", count: 10_000) + "\n").utf8)
    input += Data(("factResponse" + String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000) + "\n").utf8)
    input += Data("factResponse(\"unbalanced\"\nprint count\n".utf8)
    let result = try Program.run(["counter"], input: input)
    #expect(result.exitCode == 1)
    #expect(result.output == "#1 incrementButtonTapped\n  ~ count  0 → 1\n1\n")
    for line in 2...6 { #expect(result.errors.contains("-:\(line): "), "line \(line)") }
    #expect(result.errors.contains("-:3: byte 4 of the line is not valid UTF-8"))
    #expect(result.errors.utf8.count < 20_000, "an error shows a part of a long line, not all of it")
  }

  @Test func noEscapeSequenceReachesTheTerminalFromData() throws {
    let result = try Program.run(
      ["counter", "--color=always"],
      lines: ["factResponse(\"\\u{1B}]0;owned\\u{7}\\u{202E}\")", "tree", "log", "print fact", "echo \u{1B}[2J", "\u{1B}[2J"])
    let text = result.output + result.errors
    #expect(!text.contains("\u{1B}]"))
    #expect(!text.contains("\u{1B}[2J"))
    #expect(!text.contains("\u{7}"))
    #expect(!text.contains("\u{202E}"))
  }
}
