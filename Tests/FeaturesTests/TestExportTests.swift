import Features
import Foundation
import Terminal
import Testing

@testable import Session

/// Exported tests: those of all saved sessions are sources of a test target, so that they are compiled and run.
@Suite struct TestExportTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
  private static let folder = root + "/Tests/ExportedSessionTests"
  private static let sessions: [String] = (FileManager.default.enumerator(atPath: root + "/sessions")?.allObjects ?? [])
    .compactMap { $0 as? String }.filter { $0.hasSuffix(".hindsight") }.sorted()

  /// The test of a saved session.
  private func export(_ path: String) throws -> String {
    let file = try FileStore.session(at: path)
    let session = try Session(
      root: RootFeature.named(file.feature, in: RootFeature.all), scenario: file.scenario, settings: file.settings,
      output: Output(appearance: Appearance(), write: { _ in }, writeError: { _ in }))
    for case .input(let text, _, _) in file.items { _ = try session.playback.perform(try InputText.request(from: text)) }
    let name = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
    return try session.playback.exportedTest(named: Session.suiteName(name), places: nil)
  }

  /// Set `HINDSIGHT_UPDATE_EXPORTS` to write the sources anew instead of comparing them.
  @Test(arguments: sessions)
  func everySessionIsATest(path: String) throws {
    let name = Session.suiteName(((path as NSString).lastPathComponent as NSString).deletingPathExtension)
    // What is written by a machine is not measured by the rules for what people write.
    let text = "// swift-format-ignore-file\n" + (try export(Self.root + "/sessions/" + path))
    let source = "\(Self.folder)/\(name).swift"
    if ProcessInfo.processInfo.environment["HINDSIGHT_UPDATE_EXPORTS"] != nil {
      try text.write(toFile: source, atomically: true, encoding: .utf8)
    } else {
      let written = try? String(contentsOfFile: source, encoding: .utf8)
      #expect(written == text, "run this test with HINDSIGHT_UPDATE_EXPORTS=1 to write the exported tests anew")
    }
  }

  @Test func noExportedTestIsLeftOver() throws {
    let expected = Self.sessions.map { path in
      Session.suiteName(((path as NSString).lastPathComponent as NSString).deletingPathExtension) + ".swift"
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: Self.folder).sorted() == expected.sorted())
    #expect(Set(expected).count == expected.count)
  }
}
