import Foundation
import Testing

/// A real browser without a window, where the machine has one.
enum Browser {
  /// The first browser of the Chromium family on `PATH`.
  static let path: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    for name in ["chromium", "chromium-browser", "google-chrome"] {
      for folder in folders where FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)") {
        return "\(folder)/\(name)"
      }
    }
    return nil
  }()

  /// Opens a page and runs a script in it.
  ///
  /// - Parameters:
  ///   - html: The page.
  ///   - fragment: What stands behind the `#` of its address.
  ///   - script: The body of a function that returns an array of strings; `errors` holds what the page itself complained of.
  /// - Returns: What the script returned.
  static func open(_ html: String, fragment: String = "", script: String) throws -> [String] {
    let browser = try #require(path)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hindsight-page-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let probe = """
      <script>
      const result = document.createElement("pre");
      result.id = "result";
      try { result.textContent = JSON.stringify((() => {\(script)})()); } catch (error) { result.textContent = JSON.stringify(["" + error]); }
      document.body.append(result);
      </script>
      """
    let watch = "<head><script>const errors = []; window.onerror = message => { errors.push(message); };</script>"
    let page = folder.appendingPathComponent("page.html")
    let probed = html.replacing("<head>", with: watch, maxReplacements: 1)
      .replacing("</body>\n</html>", with: probe + "</body>\n</html>")
    try probed.write(to: page, atomically: true, encoding: .utf8)

    let process = Process()
    process.executableURL = URL(fileURLWithPath: browser)
    process.arguments = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--window-size=1200,800",
      "--user-data-dir=\(folder.path)/profile", "--dump-dom", page.absoluteString + (fragment.isEmpty ? "" : "#" + fragment),
    ]
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let dumped = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let start = try #require(dumped.range(of: "<pre id=\"result\">", options: .backwards), "\(dumped.suffix(400))")
    let end = try #require(dumped.range(of: "</pre>", range: start.upperBound..<dumped.endIndex))
    let text = dumped[start.upperBound..<end.lowerBound]
      .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&nbsp;", with: "\u{A0}").replacing("&amp;", with: "&")
    return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String])
  }
}
