import Foundation
import Testing

@testable import Session

/// The README's list of commands is the command table's.
@Suite struct ReadmeTests {
  private static let readme = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("README.md")

  /// The list as the README should have it: a table for each group.
  private static var table: String {
    Command.Group.allCases.map { group in
      let rows = CommandTable.all.filter { $0.group == group }.map { command in
        let usage = "`\(command.usageLine.replacing("|", with: "\\|"))`"
        let aliases = command.aliases.map { "`\($0)`" }.joined(separator: ", ")
        return "| \(usage) | \(aliases) | \(command.summary) |"
      }
      return "| \(group.rawValue) | also | |\n|---|---|---|\n" + rows.joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  /// Set `HINDSIGHT_UPDATE_README` to write the list instead of comparing it.
  @Test func namesEveryCommand() throws {
    let text = try String(contentsOf: Self.readme, encoding: .utf8)
    let start = try #require(text.firstRange(of: "<!-- commands -->\n"))
    let end = try #require(text.firstRange(of: "<!-- /commands -->"))
    let expected = Self.table + "\n"
    if ProcessInfo.processInfo.environment["HINDSIGHT_UPDATE_README"] != nil {
      let updated = text.replacingCharacters(in: start.upperBound..<end.lowerBound, with: expected)
      try updated.write(to: Self.readme, atomically: true, encoding: .utf8)
    } else {
      let written = String(text[start.upperBound..<end.lowerBound])
      #expect(written == expected, "run this test with HINDSIGHT_UPDATE_README=1 to bring the README up to date")
    }
  }

  @Test func everyCommandHasASummaryAndNoTwoShareAName() {
    var names: Set<String> = []
    for command in CommandTable.all {
      #expect(!command.summary.isEmpty, "\(command.name)")
      for name in [command.name] + command.aliases { #expect(names.insert(name).inserted, "\(name) stands for two commands") }
    }
  }
}
