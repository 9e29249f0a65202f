import Features
import Foundation
import HeadlessBrowser
import Session
import Terminal

extension BenchmarkSuite {
  /// How long a browser takes to open an exported session, by its own clock, from the start of loading until the page is drawn.
  static let page = BenchmarkSuite(name: "page") { report in
    let name = "a page of 10,000 entries opens in a browser"
    guard let browser = HeadlessBrowser.found else {
      return report.fail(name, "no chromium on PATH: apt-get install chromium")
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hindsight-benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("page.html")
    let session = try Session(
      root: try RootFeature.named("counter", in: RootFeature.all),
      output: Output(appearance: Appearance(), write: { _ in }, writeError: { _ in }))
    for line in ["toggleTimerButtonTapped", "advance 5000s", "advance 4999s", "chart count"] { session.perform(line: line) }
    let writing = Measurement.nanoseconds(per: 1, runs: 3) { _ in session.perform(line: "export \(file.path)") }
    report.add("export FILE.html of 10,000 entries", writing / 1e6, "ms", .atMost(1_000))
    let probe = """
      <script>
      const time = document.createElement("pre");
      time.id = "time";
      time.textContent = performance.now() + " " + data.entries.length;
      document.body.append(time);
      </script></body>
      """
    let page = try String(contentsOf: file, encoding: .utf8)
    try page.replacing("</body>", with: probe, maxReplacements: 1).write(to: file, atomically: true, encoding: .utf8)
    var best = Double.infinity
    for _ in 0..<3 {
      let shown = try browser.document(of: file, profile: folder.appendingPathComponent("profile"))
      guard let start = shown.range(of: "<pre id=\"time\">", options: .backwards) else {
        return report.fail(name, "the browser did not open it")
      }
      let words = shown[start.upperBound...].prefix { $0 != "<" }.split(separator: " ")
      guard words.count == 2, words[1] == "10001", let time = Double(words[0]) else {
        return report.fail(name, "it has \(words.last ?? "no") entries")
      }
      best = min(best, time)
    }
    report.add(name, best, "ms", .atMost(1_000))
  }
}
