import ActionLanguage
import Foundation

/// Inputs that once failed or that lead somewhere interesting, one file each.
public enum FuzzCorpus {
  /// The folder of a target's inputs.
  public static func folder(of target: FuzzTarget) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("FuzzingTests/Corpus/\(target.rawValue)")
  }

  /// A target's inputs by the names of their files, in order.
  public static func inputs(of target: FuzzTarget) throws -> [(name: String, bytes: [UInt8])] {
    let folder = folder(of: target)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix(".") }.sorted().map {
      ($0, Array(try Data(contentsOf: folder.appendingPathComponent($0))))
    }
  }

  /// What mutation starts from: the corpus, what can be typed in the fuzzed features, and the saved sessions with all that their lines
  /// hold.
  public static func seeds(of target: FuzzTarget) throws -> [[UInt8]] {
    var texts: [String] = []
    let sessions = try savedSessions()
    switch target {
    case .session: texts = sessions
    case .prompt: texts = sessions.flatMap(prompts) + FuzzedPrompt.examples
    case .parser, .decoder:
      for root in FuzzedRoot.all {
        texts += ActionCatalogue(of: root.action, state: root.state).entries.map(\.example)
        texts.append(ValuePrinter.text(of: root.state))
      }
      texts += sessions.flatMap { $0.split(separator: "\n").flatMap(pieces) }
      texts += conditions
    }
    var seen: Set<String> = []
    return try inputs(of: target).map(\.bytes) + texts.filter { seen.insert($0).inserted }.map { Array($0.utf8) }
  }

  private static let conditions = [
    "path[last].detail.standup.attendees.count > 2 && destination is .alert", "count == 3 || !(title contains \"a\")",
    "rows[id: 1].name != \"b\"", "optional == nil", "lookup[\"a\"].first >= 1", "tags contains $title", "3...", "..<5",
    "\\Root.a.b",
  ]

  /// A line of a session file and the texts in it: an action that followed, the path and the values of a change.
  private static func pieces(of line: Substring) -> [String] {
    guard line.hasPrefix("  "), line.count > 4 else { return [String(line)] }
    let rest = line.dropFirst(4)
    guard let colon = rest.firstRange(of: ": ") else { return [String(rest)] }
    let values = rest[colon.upperBound...].split(separator: " → ").map(String.init)
    return [String(rest[..<colon.lowerBound])] + values + values.map { "\(rest[..<colon.lowerBound]) = \($0)" }
  }

  /// What was typed in a saved session, some lines at a time, behind the name of its feature.
  private static func prompts(of session: String) -> [String] {
    let lines = session.split(separator: "\n").filter { $0.first?.isWhitespace == false }
    guard let feature = lines.first(where: { $0.hasPrefix("feature ") })?.dropFirst("feature ".count) else { return [] }
    let inputs = lines.filter { line in !["feature ", "hindsight ", "seed ", "date ", "end"].contains { line.hasPrefix($0) } }
    return stride(from: 0, to: inputs.count, by: 6).map { start in
      "\(feature)\n" + inputs[start..<min(start + 6, inputs.count)].joined(separator: "\n")
    }
  }

  private static func savedSessions() throws -> [String] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("sessions")
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
    return try files.filter { $0.pathExtension == "hindsight" }.sorted { $0.path < $1.path }
      .map { try String(contentsOf: $0, encoding: .utf8) }
  }

  /// Keeps an input under a name made of what it is and of its bytes.
  ///
  /// - Returns: The file's path.
  public static func keep(_ bytes: [UInt8], as kind: String, of target: FuzzTarget) throws -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    let file = folder(of: target).appendingPathComponent("\(kind)-\(String(hash, radix: 16))")
    try Data(bytes).write(to: file)
    return file.path
  }
}
