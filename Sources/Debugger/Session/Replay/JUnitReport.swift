import Foundation
import Terminal

/// The results of a replay as build servers read them.
struct JUnitReport {
  private let results: [ReplayResult]

  init(_ results: [ReplayResult]) { self.results = results }

  /// The report as XML.
  var text: String {
    let failures = results.count { $0.verdict == .diverged || $0.verdict == .impure }
    let errors = results.count { [.failed, .crashed, .stuck].contains($0.verdict) }
    let counts = "tests=\"\(results.count)\" failures=\"\(failures)\" errors=\"\(errors)\""
    let seconds = Self.seconds(results.reduce(0) { $0 + $1.seconds })
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<testsuites name=\"hindsight replay\" \(counts) time=\"\(seconds)\">",
      "  <testsuite name=\"sessions\" \(counts) skipped=\"0\" time=\"\(seconds)\">",
    ]
    for result in results {
      let head =
        "    <testcase classname=\"\(Self.escaped(result.feature ?? "session"))\" name=\"\(Self.escaped(result.path))\" "
        + "file=\"\(Self.escaped(result.path))\" time=\"\(Self.seconds(result.seconds))\""
      guard result.verdict != .passed else {
        lines.append(head + "/>")
        continue
      }
      let kind = result.verdict == .diverged || result.verdict == .impure ? "failure" : "error"
      lines.append(head + ">")
      lines.append(
        "      <\(kind) type=\"\(result.verdict.rawValue)\" message=\"\(Self.escaped(result.heading))\">"
          + "\(Self.escaped(details(of: result)))</\(kind)>")
      lines.append("    </testcase>")
    }
    return (lines + ["  </testsuite>", "</testsuites>"]).joined(separator: "\n") + "\n"
  }

  private func details(of result: ReplayResult) -> String {
    var lines = [result.heading]
    if let input = result.input { lines.append("  " + input) }
    if result.verdict == .diverged {
      lines += ReplayReporter.difference(result.recorded, result.now).map { $0.map(\.text).joined() }
    }
    lines += result.messages.dropFirst()
    lines += result.shape?.lines ?? []
    return lines.joined(separator: "\n")
  }

  private static func seconds(_ seconds: Double) -> String { String(Double(Int(seconds * 1_000)) / 1_000) }

  /// Text that XML takes: the five characters with a meaning are written as entities, and what XML cannot hold is escaped as anywhere
  /// else in the program.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if !result.isEmpty { result += "\n" }
      for character in String(line).sanitized {
        switch character {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        case "\"": result += "&quot;"
        case "'": result += "&apos;"
        default: result.append(character)
        }
      }
    }
    return result
  }
}
