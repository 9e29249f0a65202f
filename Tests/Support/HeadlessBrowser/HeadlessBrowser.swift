import Foundation

/// A real browser without a window, where the machine has one.
public struct HeadlessBrowser: Sendable {
  private let path: String

  /// The first browser of the Chromium family on `PATH`; `nil` where there is none.
  public static let found: HeadlessBrowser? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let places = ["chromium", "chromium-browser", "google-chrome"].flatMap { name in folders.map { "\($0)/\(name)" } }
    return places.first { FileManager.default.isExecutableFile(atPath: $0) }.map(HeadlessBrowser.init)
  }()

  /// Opens a page and gives back its document as it is once its scripts ran.
  ///
  /// - Parameters:
  ///   - page: A file.
  ///   - fragment: What stands behind the `#` of its address.
  ///   - profile: A folder of the browser's own, made if need be.
  /// - Throws: What starting it throws.
  public func document(of page: URL, fragment: String = "", profile: URL) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--window-size=1200,800",
      "--user-data-dir=\(profile.path)", "--dump-dom", page.absoluteString + (fragment.isEmpty ? "" : "#" + fragment),
    ]
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let document = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return document
  }
}
