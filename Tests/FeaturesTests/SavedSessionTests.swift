import ActionLanguage
import Features
import Foundation
import Testing

@testable import Session

/// The sessions that come with each feature visit all of it.
@Suite struct SavedSessionTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("sessions/features")

  /// The saved sessions of a feature.
  private func sessions(of name: String) throws -> [SessionFile] {
    let files = try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
    return try files.filter { $0.pathExtension == "hindsight" }.sorted { $0.path < $1.path }
      .map { try FileStore.session(at: $0.path) }.filter { $0.feature == name }
  }

  @Test(arguments: RootFeature.all.map(\.name))
  func everyCaseOfTheActionIsVisited(name: String) throws {
    let root = try RootFeature.named(name, in: RootFeature.all)
    var visited: Set<String> = []
    var expected: Set<String> = []
    for file in try sessions(of: name) {
      let playback = try root.open(scenario: file.scenario, settings: WorldSettings())
      expected = ActionCoverage.cases(of: playback.actionType)
      for case .input(let text, _, _) in file.items { _ = try playback.perform(try InputText.request(from: text)) }
      for number in playback.timeline.branchEntries {
        let record = playback.record(ofEntry: number)
        switch record.cause {
        case .edit, .write: continue
        case .typed, .effect, .dismissal: break
        }
        let before = playback.state(at: try #require(playback.timeline.position(ofEntry: number - 1)))
        let action = try ActionDecoder().decode(record.action, as: playback.actionType, state: before)
        visited.insert(try ActionCoverage.name(of: action))
      }
    }
    #expect(!expected.isEmpty, "no session of \(name)")
    #expect(expected.subtracting(visited).sorted() == [])
  }

  @Test func coverageDescendsIntoChildActions() throws {
    #expect(
      ActionCoverage.cases(of: NestedFeature.Action.self) == [
        "addRowButtonTapped", "nameTextFieldChanged", "onDelete", "timerTicked", "toggleTimerButtonTapped",
        "row.addRowButtonTapped", "row.nameTextFieldChanged", "row.onDelete", "row.row", "row.timerTicked",
        "row.toggleTimerButtonTapped",
      ])
    #expect(
      ActionCoverage.cases(of: ContactsFeature.Action.self) == [
        "addButtonTapped", "contactTapped", "deleteButtonTapped", "destination.dismiss",
        "destination.presented.addContact.cancelButtonTapped", "destination.presented.addContact.delegate.saveContact",
        "destination.presented.addContact.saveButtonTapped", "destination.presented.addContact.setName",
        "destination.presented.alert.confirmDeletion", "path.element.alert.dismiss",
        "path.element.alert.presented.confirmDeletion",
        "path.element.delegate.confirmDeletion", "path.element.deleteButtonTapped", "path.popFrom", "path.push",
      ])
    #expect(
      try ActionCoverage.name(of: ContactsFeature.Action.destination(.presented(.alert(.confirmDeletion(id: UUID())))))
        == "destination.presented.alert.confirmDeletion")
  }
}
