import ActionLanguage
import Features
import Testing

@testable import Session

/// Tab offers each action that can be sent without the way to it, as it is accepted.
@Suite struct ShortCompletionTests {
  private func session(_ feature: String, scenario: String? = nil) throws -> TranscriptSession {
    try TranscriptSession(RootFeature.named(feature, in: RootFeature.all), scenario: scenario)
  }

  private func offered(_ session: TranscriptSession, _ line: String) -> [String] {
    session.session.completion(line: line, cursor: line.count).candidates.map(\.text)
  }

  @Test func actionsOfNestedEnumsAreOffered() throws {
    let session = try session("actions")
    #expect(offered(session, "appe") == ["appeared"])
    #expect(offered(session, "draftC") == ["draftChanged"])
    #expect(offered(session, "draftChanged(") == offered(session, "upload.view.draftChanged("))
    #expect(session.type("appeared").hasPrefix("#1 upload.view.appeared\n"))
    #expect(session.type("draftChanged(\"x\")").hasPrefix("#2 upload.view.draftChanged(\"x\")\n"))
  }

  @Test func whatIsCoveredIsOfferedToo() throws {
    let session = try session("standups", scenario: "record-meeting")
    session.type("path[0].detail.editButtonTapped")
    #expect(offered(session, "standup.ti") == ["title"])
    #expect(offered(session, "standup").contains("standup"))
    #expect(offered(session, "editB").contains("editButtonTapped"))
    let output = session.type("standup.title = \"x\"")
    #expect(output.hasPrefix("#2 path[#0].detail.destination.editStandup.binding standup.title = \"x\"\n"))
  }

  @Test(arguments: RootFeature.all.indices)
  func whatIsAcceptedIsOfferedAndNothingElse(index: Int) throws {
    let root = RootFeature.all[index]
    for scenario in [nil] + root.scenarios {
      let session = try TranscriptSession(root, scenario: scenario)
      let playback = session.session.playback
      let entries = ActionCatalogue(of: playback.actionType, state: playback.currentState()).entries
      let names = Set(entries.filter { !$0.spelling.contains(" ") }.compactMap { $0.spelling.split(separator: ".").last })
      for name in names.map(String.init) where name.allSatisfy({ $0.isLetter || $0.isNumber }) {
        guard case .none = CommandTable.match(name) else { continue }
        let isAccepted =
          ActionCases.begin(name, of: playback.actionType) || ((try? ShortAction.resolve(name, in: playback)) ?? nil) != nil
        let isOffered = offered(session, String(name.dropLast())).contains(name)
        #expect(isOffered == isAccepted, "\(root.name) \(scenario ?? ""): \(name)")
      }
    }
  }
}
