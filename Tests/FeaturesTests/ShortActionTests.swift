import Terminal
import Testing

@testable import Features
@testable import Session

/// Actions typed without the way to their feature.
@Suite struct ShortActionTests {
  private final class Transcript {
    var text = ""
  }

  private func type(_ lines: [String], in root: RootFeature, scenario: String? = nil) throws -> String {
    let transcript = Transcript()
    let session = try Session(
      root: root, scenario: scenario,
      output: Output(appearance: Appearance(), write: { transcript.text += $0 }, writeError: { transcript.text += $0 }))
    for line in lines {
      transcript.text = ""
      session.perform(line: line)
    }
    return transcript.text
  }

  @Test func anActionOfTheInnermostPresentedFeatureNeedsNoPath() throws {
    let lines = ["standupsList.standupTapped(id: UUID(0))", "editButtonTapped", "addAttendeeButtonTapped"]
    #expect(
      try type(lines, in: .standups, scenario: "samples").hasPrefix(
        "#3 path[#0].detail.destination.editStandup.addAttendeeButtonTapped\n"))
  }

  @Test func aPresenterIsAskedWhenTheInnermostHasNoSuchAction() throws {
    let lines = ["standupsList.standupTapped(id: UUID(0))", "editButtonTapped", "cancelEditStandupButtonTapped"]
    #expect(
      try type(lines, in: .standups, scenario: "samples").hasPrefix("#3 path[#0].detail.cancelEditStandupButtonTapped\n"))
  }

  @Test func theOnlyLivingFeatureWithSuchAnActionIsMeant() throws {
    #expect(try type(["incrementButtonTapped"], in: .tabs).hasPrefix("#1 tab1.incrementButtonTapped\n"))
    #expect(try type(["addButtonTapped"], in: .standups).hasPrefix("#1 standupsList.addButtonTapped\n"))
  }

  @Test func severalReadingsAreListed() throws {
    let text = try type(
      ["standupsList.standupTapped(id: UUID(0))", "standupsList.addButtonTapped", "addAttendeeButtonTapped"], in: .standups,
      scenario: "samples")
    #expect(text.hasPrefix("#3 standupsList.addStandup.addAttendeeButtonTapped\n"))
    #expect(
      try type(["rows[0].addRowButtonTapped", "nameTextFieldChanged(\"x\")"], in: .nested).hasPrefix(
        "#2 nameTextFieldChanged(\"x\")\n"),
      "the root's own action comes first")
  }

  @Test func aWrongPayloadIsShownWithTheWholeAction() throws {
    let text = try type(
      ["standupsList.standupTapped(id: UUID(0))", "deleteMeetings(atOffsets: \"x\")"], in: .standups, scenario: "samples")
    #expect(text.contains("path[#0].detail.deleteMeetings(atOffsets: \"x\")"))
    #expect(text.contains("\n  deleteMeetings(atOffsets: \"x\")\n                            ^~~\n"), "\(text)")
  }
}

/// Rows whose case is called otherwise than their property.
@Suite struct RowActionTests {
  @Test(arguments: [
    "rows[0].addRowButtonTapped", "rows[id: UUID(1)].addRowButtonTapped", "row[0].addRowButtonTapped",
    ".row(id: UUID(1), action: .addRowButtonTapped)",
  ])
  func rowsAreFoundByTheirPropertyAndByTheirCase(line: String) throws {
    var text = ""
    let session = try Session(
      root: .nested, output: Output(appearance: Appearance(), write: { text += $0 }, writeError: { text += $0 }))
    session.perform(line: line)
    #expect(text.hasPrefix("#1 row[id: UUID(1)].addRowButtonTapped\n"), "\(text)")
  }
}
