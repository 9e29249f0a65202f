import Foundation
import Testing

/// The program that runs the crashing feature, as a process of its own.
enum CrashProbe {
  /// The built program, beside the tests.
  static var path: String {
    let bundle = CommandLine.arguments.first.map { URL(fileURLWithPath: $0) } ?? URL(fileURLWithPath: "/")
    for argument in [bundle] + CommandLine.arguments.map({ URL(fileURLWithPath: $0) }) {
      let candidate = argument.deletingLastPathComponent().appendingPathComponent("crashProbe").path
      if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
    }
    return FileManager.default.currentDirectoryPath + "/.build/debug/crashProbe"
  }

  static func temporaryFolder() throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hindsight-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder.path
  }

  /// A running probe whose input stays open until it is closed or the process is killed.
  final class Running {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var buffer = Data()

    init(_ arguments: [String], executable: String = CrashProbe.path) throws {
      process.executableURL = URL(fileURLWithPath: executable)
      process.arguments = arguments
      process.environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]
      process.standardInput = input
      process.standardOutput = output
      process.standardError = output
      try process.run()
    }

    func write(_ text: String) { try? input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }

    /// Reads until a line is there, or the end; gives back everything so far.
    @discardableResult
    func read(until line: String) -> String {
      let sought = Data((line + "\n").utf8)
      while buffer.range(of: sought) == nil {
        let more = output.fileHandleForReading.availableData
        if more.isEmpty { break }
        buffer.append(more)
      }
      return String(decoding: buffer, as: UTF8.self)
    }

    func kill() {
      Foundation.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      try? input.fileHandleForWriting.close()
    }

    /// Closes the input and reads everything to the end.
    func finish() -> (text: String, exitCode: Int32) {
      try? input.fileHandleForWriting.close()
      buffer.append(output.fileHandleForReading.readDataToEndOfFile())
      process.waitUntilExit()
      return (String(decoding: buffer, as: UTF8.self), process.terminationStatus)
    }
  }

  /// Runs lines to the end.
  static func run(_ arguments: [String], lines: [String]) throws -> (text: String, exitCode: Int32) {
    let running = try Running(arguments)
    running.write(lines.map { $0 + "\n" }.joined())
    return running.finish()
  }
}
