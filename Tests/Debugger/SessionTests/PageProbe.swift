import Foundation
import HeadlessBrowser
import Testing

/// Looks into exported pages with a script, in a real browser.
enum PageProbe {
  /// Opens a page and runs a script in it.
  ///
  /// - Parameters:
  ///   - html: The page.
  ///   - fragment: What stands behind the `#` of its address.
  ///   - script: The body of a function that returns an array of strings; `errors` holds what the page itself complained of.
  /// - Returns: What the script returned.
  static func open(_ html: String, fragment: String = "", script: String) throws -> [String] {
    let browser = try #require(HeadlessBrowser.found)
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

    let dumped = try browser.document(of: page, fragment: fragment, profile: folder.appendingPathComponent("profile"))
    let start = try #require(dumped.range(of: "<pre id=\"result\">", options: .backwards), "\(dumped.suffix(400))")
    let end = try #require(dumped.range(of: "</pre>", range: start.upperBound..<dumped.endIndex))
    let text = dumped[start.upperBound..<end.lowerBound]
      .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&nbsp;", with: "\u{A0}").replacing("&amp;", with: "&")
    return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String])
  }
}
