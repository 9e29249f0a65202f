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
}
