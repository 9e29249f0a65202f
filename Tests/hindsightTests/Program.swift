import Foundation
import PseudoTerminal

/// The built program, run as a shell runs it: with files or pipes instead of a terminal.
enum Program {
  /// What a run left behind.
  struct Result {
    let output: String
    let errors: String
    let exitCode: Int32
  }

  /// A folder for a test's files, removed by nobody: the system's temporary folder.
  static func temporaryFolder() throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hindsight-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder.path
  }

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments.
  ///   - input: What it reads on standard input.
  ///   - environment: Added to a bare environment with no HOME and LANG=C.UTF-8.
  ///   - memoryLimit: How much memory, in kilobytes, it and each process it starts may have; beyond that it gets none and fails.
  static func run(
    _ arguments: [String], input: Data = Data(), environment: [String: String] = [:], memoryLimit: Int? = nil
  ) throws -> Result {
    let folder = try temporaryFolder()
    let paths = ["in", "out", "err"].map { folder + "/" + $0 }
    try input.write(to: URL(fileURLWithPath: paths[0]))
    try Data().write(to: URL(fileURLWithPath: paths[1]))
    try Data().write(to: URL(fileURLWithPath: paths[2]))
    let process = Process()
    let program = PseudoTerminal.builtProduct("hindsight")
    if let memoryLimit {
      // What the system remembers as the most a process took includes what its parent had, and the parent is all the other tests.
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", #"ulimit -d "$0" && exec "$@""#, String(memoryLimit), program] + arguments
    } else {
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = arguments
    }
    process.environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"].merging(environment) { _, given in given }
    process.standardInput = FileHandle(forReadingAtPath: paths[0])
    process.standardOutput = FileHandle(forWritingAtPath: paths[1])
    process.standardError = FileHandle(forWritingAtPath: paths[2])
    try process.run()
    process.waitUntilExit()
    func text(_ path: String) -> String { String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self) }
    return Result(output: text(paths[1]), errors: text(paths[2]), exitCode: process.terminationStatus)
  }

  static func run(_ arguments: [String], lines: [String], environment: [String: String] = [:]) throws -> Result {
    try run(arguments, input: Data((lines.joined(separator: "\n") + "\n").utf8), environment: environment)
  }
}
