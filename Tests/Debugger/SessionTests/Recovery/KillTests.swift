import Foundation
import SeededRandomness
import Testing

/// `kill -9` at random moments: what was accepted is there again, and the session stands where it stood.
@Suite struct KillTests {
  private static let lines: [String] = [
    "increment", "increment", "later", "advance 300ms", "undo", "increment", "goto 2", "set count = 7", "increment", "undo 2",
    "redo", "goto start", "increment", "goto 4", "later", "increment", "back", "set count = 1", "goto end", "increment",
    "advance 250ms", "undo", "later", "increment", "goto 6", "increment", "restart", "increment", "goto end", "increment",
  ]
  private static let look = ["when", "branches", "log all", "print count"]

  /// What a look shows after each number of lines.
  private static func expectedLooks() throws -> [String] {
    var script: [String] = []
    for (index, line) in ([nil] + lines.map(Optional.some)).enumerated() {
      if let line { script.append(line) }
      script += ["echo <\(index)"] + look + ["echo >\(index)"]
    }
    let text = try CrashProbe.run(["-"], lines: script).text
    return try (0...lines.count).map { index in
      let start = try #require(text.range(of: "<\(index)\n"))
      let end = try #require(text.range(of: ">\(index)\n"))
      return String(text[start.upperBound..<end.lowerBound])
    }
  }

  @Test func nothingAcceptedIsLost() throws {
    let kills = ProcessInfo.processInfo.environment["HINDSIGHT_KILLS"].flatMap(Int.init) ?? 100
    let seed = SeededGenerator.seedOfThisRun("kill -9 at \(kills) moments")
    var generator = SeededGenerator(seed: seed)
    let expected = try Self.expectedLooks()
    let folder = try CrashProbe.temporaryFolder()
    for _ in 0..<kills {
      let sent = Int.random(in: 1...Self.lines.count, using: &generator)
      let awaited = Int.random(in: 0...sent, using: &generator)
      let running = try CrashProbe.Running([folder])
      var script = ""
      for (index, line) in Self.lines.prefix(sent).enumerated() { script += "\(line)\necho done \(index + 1)\n" }
      running.write(script)
      if awaited > 0 { running.read(until: "done \(awaited)") }
      running.kill()
      let left = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".journal") }
      guard !left.isEmpty else {
        #expect(awaited == 0, "the journal of \(awaited) lines is gone")
        continue
      }
      #expect(left.count == 1)
      let recovered = try CrashProbe.run([folder, "recover"], lines: ["echo <"] + Self.look)
      let found = recovered.text.range(of: "<\n").map { String(recovered.text[$0.upperBound...]) } ?? recovered.text
      #expect(
        expected[awaited...sent].contains(found),
        "sent \(sent), saw the end of \(awaited), HINDSIGHT_SEED=\(seed): \(recovered.text)")
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) { unlink(folder + "/" + name) }
    }
  }
}
