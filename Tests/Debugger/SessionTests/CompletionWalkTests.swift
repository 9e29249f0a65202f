import Features
import Foundation
import SeededRandomness
import Testing

@testable import Session

/// Whatever completion offers can be typed: a line made of candidates alone is accepted, or goes on to one that is.
@Suite struct CompletionWalkTests {
  /// The commands whose arguments are of the language; what others take depends on what is recorded, or on files.
  private static let commands: Set<String> = [
    "send", "set", "print", "tree", "find", "watch", "display", "who", "log", "effects", "info", "diff",
    "answer",
    "arrive", "pop", "push", "break", "tbreak", "delete", "disable", "enable", "undisplay", "fail",
  ]
  /// What a person types between two things that are offered.
  private static let connectors = [", ", ")", " ", "[", " = ", ".", "(", ""]
  /// So many lines are tried before one counts as leading nowhere.
  private static let budget = 1_500

  private static func extensions(of line: String, in session: Session) -> [String] {
    let completion = session.completion(line: line, cursor: line.count)
    return completion.candidates.map { String(line.prefix(completion.replaceRange.lowerBound)) + $0.text }.filter { $0 != line }
  }

  /// Carries out a line and takes it back; tells whether it was accepted.
  private static func isAccepted(_ line: String, _ session: TranscriptSession) -> Bool {
    let before = session.session.whereabouts
    let (breakpoints, displays) = (session.session.breakpoints, session.session.displays)
    defer {
      session.session.restore(before)
      (session.session.breakpoints, session.session.displays) = (breakpoints, displays)
    }
    session.type(line)
    return session.errors.isEmpty
  }

  /// Whether a line is accepted as it is, or with what is offered after it.
  private static func leadsSomewhere(_ line: String, _ session: TranscriptSession) -> Bool {
    // The first of what is offered, and nothing typed between: values of many parts are long.
    var straight = line
    for _ in 0..<60 {
      if isAccepted(straight, session) { return true }
      guard let longer = extensions(of: straight, in: session.session).first else { break }
      straight = longer
    }
    var pending = [line]
    var seen: Set<String> = [line]
    var next = 0
    for turn in 0..<budget where next < pending.count {
      // By turns what is nearest and what is farthest: some lines are short, others have many parts.
      let line = turn.isMultiple(of: 2) ? pending[next] : pending.removeLast()
      if turn.isMultiple(of: 2) { next += 1 }
      if isAccepted(line, session) { return true }
      // Behind a bracket, a colon or a space what comes next is offered, or nothing is.
      let mayBeWhole = line.last.map { $0.isLetter || $0.isNumber || "\")]".contains($0) } ?? false
      for connector in connectors where connector.isEmpty || mayBeWhole {
        let joined = line + connector
        if connector == ")" {
          let open = line.count { $0 == "(" } - line.count { $0 == ")" }
          if open > 0, isAccepted(line + String(repeating: ")", count: open), session) { return true }
        }
        // Values are shorter than ways to other values.
        for longer in extensions(of: joined, in: session.session).prefix(connector.isEmpty ? 6 : 3).reversed()
        where seen.insert(longer).inserted { pending.append(longer) }
      }
    }
    return false
  }

  @Test(arguments: RootFeature.all.map(\.name))
  func whatIsOfferedIsAccepted(feature: String) throws {
    var random = SeededGenerator.ofThisRun()
    let root = try RootFeature.named(feature, in: RootFeature.all)
    for scenario in [nil] + root.scenarios.map(Optional.some) {
      let session = try TranscriptSession(root, scenario: scenario)
      // Marks, so that there are numbers to name.
      if let path = Self.extensions(of: "display ", in: session.session).first?.dropFirst("display ".count) {
        session.type("display \(path)", "watch \(path)")
      }
      var lines = [""] + Self.commands.sorted().filter { $0.count > 4 }.map { $0 + " " }
      for _ in 0..<3 {
        var next: [String] = []
        for line in lines {
          let offered = Self.extensions(of: line, in: session.session).filter { line in
            let word = String(line.prefix { $0 != " " })
            guard case .exact(let command) = CommandTable.match(word) else { return true }
            return Self.commands.contains(command.name)
          }
          next += offered.shuffled(using: &random).prefix(line.isEmpty ? 8 : 1)
          for connector in [".", "(", " "] where !line.isEmpty && !line.hasSuffix(" ") {
            next += Self.extensions(of: line + connector, in: session.session).shuffled(using: &random).prefix(1)
          }
        }
        next = Array(Set(next).sorted().shuffled(using: &random).prefix(12))
        // The whole state of a screen has more parts than are tried.
        for line in next
        where !Self.commands.contains(line.split(separator: " ").last.map(String.init) ?? "") && !line.contains("push")
          && !line.contains(".State(")
          && !line.hasSuffix(" if ")
        {
          #expect(Self.leadsSomewhere(line, session), "\(feature) \(scenario ?? ""): \(line)")
        }
        lines = next
      }
    }
  }
}
