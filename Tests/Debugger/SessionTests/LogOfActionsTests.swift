import Features
import SeededRandomness
import ActionLanguage
import Testing

@testable import Session

/// What the log prints of an action can be written behind `log`, and finds that entry.
@Suite struct LogOfActionsTests {
  @Test func theLogFindsWhatItShows() throws {
    let session = try TranscriptSession(RootFeature.named("actions", in: RootFeature.all))
    session.type(
      "upload.view.draftChanged(\"five\")", "upload.view.draftChanged(\"six (or) seven\")", "clearButtonTapped",
      "upload.view.draftChanged(\"a (b)* [c \\\"d\")")
    for (filter, entries) in [
      ("upload.view.draftChanged(\"five\")", [1]), ("draftChanged(\"five\")", [1]), (#"draftChanged\("five"\)"#, [1]),
      (#"\"five\""#, [1]), (#""\"five\"""#, [1]), ("draftChanged(\"six (or) seven\")", [2]), ("\"six (or)\"", []),
      ("\"or. seven\"", [2]), ("!draftChanged(\"five\") draft", [2, 4]), ("(clear|cancel)ButtonTapped", [3]),
      ("clear(Button|Field)Tapped", [3]), ("five", [1]), ("1..1 draftChanged(\"five\")", [1]),
      ("2..4 draftChanged(\"five\")", []),
      ("upload.view.draftChanged(\"a (b)* [c \\\"d\")", [4]), ("draftChanged(\"five\") user", [1]),
    ] {
      let lines = session.type("log \(filter)")
      #expect(session.errors.isEmpty, "\(filter): \(session.errors)")
      for number in 1...4 { #expect(lines.contains("#\(number) ") == entries.contains(number), "\(filter): \(lines)") }
    }
    for filter in ["[", "(", "draft[", "draft(", "\"(\"", "/[/", "*"] {
      #expect(session.type("log \(filter)").contains("is no regular expression"), "\(filter): \(session.output)\(session.errors)")
    }
  }

  @Test(arguments: RootFeature.all.indices)
  func everyActionIsFoundByWhatTheLogShows(index: Int) throws {
    let root = RootFeature.all[index]
    var random = SeededGenerator.ofThisRun("everyActionIsFoundByWhatTheLogShows \(root.name)")
    let session = try TranscriptSession(root)
    for _ in 0..<12 {
      let playback = session.session.playback
      let entries = ActionCatalogue(of: playback.actionType, state: playback.currentState()).entries
      guard let entry = entries.randomElement(using: &random) else { break }
      session.type(entry.example)
    }
    let timeline = session.session.playback.timeline
    for number in timeline.branchEntries {
      let action = session.session.playback.record(ofEntry: number).action
      // A word of the command itself says what is shown.
      guard !["user", "noop", "all"].contains(action) else { continue }
      let lines = session.type("log \(action) --json")
      #expect(session.errors.isEmpty && lines.contains("{\"number\":\(number),"), "\(action): \(lines)\(session.errors)")
    }
  }
}
