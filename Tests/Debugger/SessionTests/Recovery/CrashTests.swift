import Foundation
import Testing

/// A feature that crashes does not end the session: the real process dies and comes back.
@Suite struct CrashTests {
  @Test(
    arguments: [
      ("boom", "crashProbe/CrashingFeature.swift:31: Fatal error: boom", "crashProbe/CrashingFeature.swift:31"),
      ("index", "Fatal error: Index out of range", "crashProbe/CrashingFeature.swift:32"),
      ("overflow", "a trap: an overflow, an index out of range or a broken precondition", nil),
      ("recurse", "the stack ran out: an endless recursion", nil),
      ("leave(3)", "it called exit(3)", nil),
      ("abort", "it called abort()", nil),
      ("touch", "it touched memory that is not its own", nil),
    ] as [(String, String, String?)])
  func theSessionGoesOnAtTheEntryBefore(input: String, reason: String, place: String?) throws {
    let result = try CrashProbe.run(
      ["-"], lines: ["increment", input, "increment", "print count", "undo", "print count", "log"])
    #expect(result.exitCode == 1)
    #expect(result.text.contains("the feature crashed: "), "\(result.text)")
    #expect(result.text.contains(reason), "\(result.text)")
    // Without a symbolizer on the machine only the runtime's own message names a place.
    if let place, result.text.contains("  at ") { #expect(result.text.contains("  at \(place)\n"), "\(result.text)") }
    #expect(result.text.contains("  while performing: \(input)\n"))
    #expect(result.text.contains("this is entry 1 again"))
    #expect(result.text.contains("#2 increment\n  ~ count  1 → 2\n2\n#1 increment\n1\n"), "\(result.text)")
    #expect(result.text.contains("     crashed  \(input)  "))
  }

  @Test func anActionOfAnEffectThatCrashesIsNamed() throws {
    let result = try CrashProbe.run(
      ["-"], lines: ["increment", "later", "advance 3s", "advance 500ms", "when", "effects"])
    #expect(result.text.contains("Fatal error: fell later"), "\(result.text)")
    #expect(result.text.contains("  while performing: advance 3s\n  the action that did it: fall\n"), "\(result.text)")
    #expect(result.text.contains("virtual time 500ms"))
    #expect(result.text.contains("e1  started by #2"))
  }

  @Test func severalCrashesInARowAreAllLeftOut() throws {
    let result = try CrashProbe.run(
      ["-"], lines: ["boom", "increment", "boom", "recurse", "increment", "leave(0)", "print count", "log"])
    #expect(result.text.contains("\n2\n"), "\(result.text)")
    #expect(result.text.components(separatedBy: "     crashed  ").count == 5, "\(result.text)")
  }

  @Test func aSavedCrashIsMarkedAndLeftOutWhenLoaded() throws {
    let folder = try CrashProbe.temporaryFolder()
    let file = folder + "/a.hindsight"
    _ = try CrashProbe.run(["-"], lines: ["increment", "boom", "increment", "save \(file)"])
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains("\nboom\n  ! crashProbe/CrashingFeature.swift:31: Fatal error: boom\nincrement\n"), "\(text)")
    let loaded = try CrashProbe.run(["-"], lines: ["load \(file)", "print count", "save \(folder)/b.hindsight"])
    #expect(loaded.exitCode == 0, "\(loaded.text)")
    #expect(loaded.text.contains("boom crashed then and was left out"))
    #expect(loaded.text.contains("\n2\n"))
    #expect(try String(contentsOfFile: folder + "/b.hindsight", encoding: .utf8) == text)
  }

  @Test func whatTheFeatureWritesToStandardErrorIsNotLost() throws {
    let result = try CrashProbe.run(["-"], lines: ["say(\"hello\")"])
    #expect(result.exitCode == 0)
    #expect(result.text.hasPrefix("hello\n"))
  }

  @Test func aCrashedSessionThatIsKilledCanBeRecovered() throws {
    let folder = try CrashProbe.temporaryFolder()
    let running = try CrashProbe.Running([folder])
    running.write("increment\nboom\nincrement\necho done\n")
    running.read(until: "done")
    running.kill()
    let result = try CrashProbe.run([folder, "recover"], lines: ["print count"])
    #expect(
      result.text.hasPrefix(
        "recovered crashing: 2 steps\n  boom crashed and is left out: crashProbe/CrashingFeature.swift:31: Fatal error: boom"),
      "\(result.text)")
    #expect(result.text.hasSuffix("#2 increment\n2\n"))
  }

  @Test func theRestOfALineIsNamedAndWhatCameBeforeItStays() throws {
    let result = try CrashProbe.run(
      ["-"],
      lines: [
        "increment ;; checkpoint here ;; break fall ;; boom ;; increment ;; echo \"a ;; b\"", "print count", "info checkpoints",
        "info breakpoints",
      ])
    #expect(result.text.contains("Not performed: the rest of the line: increment ;; echo \"a ;; b\"\n"), "\(result.text)")
    #expect(result.text.contains("\n1\n❯ 1  @here  #1 increment\n1  break fall\n"), "\(result.text)")
  }

  @Test func theRestOfASourcedFileAndOfALoadedSessionIsNamed() throws {
    let folder = try CrashProbe.temporaryFolder()
    try Data("increment\nboom ;; increment\nincrement\n".utf8).write(to: URL(fileURLWithPath: folder + "/a.txt"))
    try Data("hindsight 1\nfeature crashing\n\nincrement\nboom\nincrement\nend\n".utf8)
      .write(to: URL(fileURLWithPath: folder + "/a.hindsight"))
    let sourced = try CrashProbe.run(["-"], lines: ["source \(folder)/a.txt ;; echo after", "print count"])
    #expect(
      sourced.text.contains(
        """
        Not performed: the rest of the line: increment
        Not performed: the rest of \(folder)/a.txt after line 2
        Not performed: the rest of the line: echo after

        """), "\(sourced.text)")
    let loaded = try CrashProbe.run(["-"], lines: ["load \(folder)/a.hindsight", "print count"])
    #expect(loaded.text.contains("Not performed: the rest of \(folder)/a.hindsight after line 5\n1\n"), "\(loaded.text)")
  }

  @Test func whatWasMarkedBeforeACrashComesBack() throws {
    let result = try CrashProbe.run(
      ["-"],
      lines: [
        "increment", "checkpoint one", "display count", "branch main", "boom", "info checkpoints", "info display", "branches",
      ])
    #expect(result.text.contains("@one  #1 increment\n"), "\(result.text)")
    #expect(result.text.contains("1: count = 1") || result.text.contains("1  count"), "\(result.text)")
    #expect(result.text.contains("main"), "\(result.text)")
  }

  @Test func theLineOfAScriptThatCrashedIsNamed() throws {
    let result = try CrashProbe.run(["-"], lines: ["increment", "# why", "boom", "bogus", "boom"])
    #expect(result.text.contains("-:3: the feature crashed: "), "\(result.text)")
    #expect(result.text.contains("-:4: no command or action is called"), "\(result.text)")
    #expect(result.text.contains("-:5: the feature crashed: "), "\(result.text)")
    #expect(result.exitCode == 1)
  }

  @Test func whatWasSkippedDrawnAndStoppedComesBack() throws {
    let folder = try CrashProbe.temporaryFolder()
    let saved = """
      hindsight 1
      feature crashing

      increment
      increment
        ~ count: 1 → 9
      leave(1)
        ! it left
      increment
      end

      """
    try Data(saved.utf8).write(to: URL(fileURLWithPath: folder + "/a.hindsight"))
    try Data("echo one\nincrement\necho three\necho four\n".utf8).write(to: URL(fileURLWithPath: folder + "/a.txt"))
    let lines = [
      "increment", "spin(0)", "increment", "skip 2", "chart count", "chart count > 1 1..4", "goto start",
      "tbreak increment if count == 2", "load \(folder)/a.hindsight", "break increment if count == 4", "set count = 3",
      "source \(folder)/a.txt", "boom", "increment", "source", "set count = 1", "load", "export \(folder)/page.html", "unskip",
    ]
    let result = try CrashProbe.run(["-"], lines: lines)
    #expect(result.text.contains("-:13: the feature crashed"), "\(result.text)")
    // The lines of the file that were carried out before are not carried out again.
    #expect(result.text.components(separatedBy: "one\n").count == 2, "\(result.text)")
    #expect(result.text.contains("\nthree\nfour\n"), "\(result.text)")
    #expect(result.text.contains("loaded 3 inputs from \(folder)/a.hindsight\n"), "\(result.text)")
    #expect(result.text.contains("1 of them led to something else than recorded, the first at line 5"), "\(result.text)")
    let page = try String(contentsOfFile: folder + "/page.html", encoding: .utf8)
    #expect(page.contains("<h2>Charts of this branch</h2>"))
    #expect(page.components(separatedBy: "<svg").count == 3, "both charts")
    #expect(result.text.contains("back on branch"), "\(result.text)")
    #expect(!result.text.contains("nothing was skipped"), "\(result.text)")
  }

  @Test func anInputThatNeverEndsFailsItsFileOnly() throws {
    let folder = try CrashProbe.temporaryFolder()
    let header = "hindsight 1\nfeature crashing\n\nincrement\n  ~ count: 0 → 1\n"
    for (name, rest) in [("a", ""), ("b", "spin(1000000000)\nincrement\n"), ("c", "spin(1)\nincrement\n")] {
      try Data((header + rest + "end\n").utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name).hindsight"))
    }
    let result = try CrashProbe.run(["replay", "4000", folder], lines: [])
    #expect(
      result.text.contains(
        "\(folder)/b.hindsight:6:1: this did not come to its end within 4s\n  while performing: spin(1000000000)\n"),
      "\(result.text)")
    #expect(result.text.contains("✓ \(folder)/a.hindsight  1 input\n"), "\(result.text)")
    #expect(result.text.contains("✓ \(folder)/c.hindsight  3 inputs\n"), "\(result.text)")
    #expect(result.text.contains("2 passed, 1 failed\n"))
    #expect(result.exitCode == 1)
  }
}
