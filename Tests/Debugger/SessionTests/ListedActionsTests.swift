import ActionLanguage
import Features
import SeededRandomness
import Testing

@testable import Session

/// What `actions` lists can be typed, and whatever a feature can do is listed, in all features.
@Suite struct ListedActionsTests {
  private static let roots = RootFeature.all.flatMap { root in ([nil] + root.scenarios).map { (root, $0) } }

  @Test(arguments: roots.indices)
  func whatIsListedCanBeTyped(index: Int) throws {
    let (root, scenario) = Self.roots[index]
    var random = SeededGenerator.ofThisRun("whatIsListedCanBeTyped \(root.name)")
    let session = try TranscriptSession(root, scenario: scenario)
    for _ in 0..<4 {
      let playback = session.session.playback
      let entries = ActionCatalogue(of: playback.actionType, state: playback.currentState()).entries
      let before = session.session.whereabouts
      for entry in entries.shuffled(using: &random).prefix(24) {
        session.session.lastProblem = nil
        session.type(entry.example)
        #expect(session.session.lastProblem?["column"] == nil, "\(root.name): \(entry.example): \(session.errors)")
        session.session.restore(before)
        // Its last name alone means it too, or one of several that are named so.
        guard let dot = entry.spelling.lastIndex(of: "."), !entry.spelling.contains(" "), !entry.spelling.hasSuffix("…"),
          case let name = entry.spelling[entry.spelling.index(after: dot)...], !name.contains("["), !name.contains("("),
          entry.example.hasPrefix(entry.spelling), case .none = CommandTable.match(String(name))
        else { continue }
        session.type(String(entry.example.dropFirst(entry.spelling.count - name.count)))
        #expect(!session.errors.contains("no command or action is called"), "\(root.name): \(name): \(session.errors)")
        session.session.restore(before)
      }
      guard let entry = entries.randomElement(using: &random) else { break }
      session.type(entry.example)
    }
  }

  @Test(arguments: roots.indices)
  func whateverAFeatureDoesIsListed(index: Int) throws {
    let (root, scenario) = Self.roots[index]
    var values = RandomValues(random: SeededGenerator.ofThisRun("whateverAFeatureDoesIsListed \(root.name)"))
    let playback = try root.open(scenario: scenario, settings: WorldSettings())
    let state = playback.currentState()
    var checked = 0
    for _ in 0..<200 {
      guard let action = values.make(playback.actionType) else { continue }
      let text = ValuePrinter.dotted(action: action, state: state)
      checked += 1
      do {
        // A breakpoint takes no other names than those that are listed, whether or not their feature is there now.
        _ = try ActionPattern(
          CommandArguments(line: text, text: text, column: 0), of: playback.actionType, state: state, now: playback.date,
          command: "break")
      } catch {
        Issue.record("\(root.name): \(text): \(error.message)")
      }
    }
    #expect(checked > 50)
  }
}
