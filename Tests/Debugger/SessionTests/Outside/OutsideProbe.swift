import Foundation
import PseudoTerminal

/// The program whose feature leaves the process, and the pipe through which a test is what is outside.
final class OutsideProbe {
  let folder: String
  private let pipe: String
  private var writing: FileHandle?

  init() throws {
    folder = try CrashProbe.temporaryFolder()
    pipe = folder + "/pipe"
    mkfifo(pipe, 0o600)
    // Both ways, so that neither end waits for the other.
    writing = FileHandle(forUpdatingAtPath: pipe)
  }

  var environment: [String: String] { ["OUTSIDE_PIPE": pipe, "HOME": "/dev/null"] }

  /// Lets the outside say something to whoever listens first.
  func say(_ line: String) { try? writing?.write(contentsOf: Data((line + "\n").utf8)) }

  /// The probe at a terminal.
  func start(_ arguments: [String] = [], prompt: String = "outside 0>") throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      PseudoTerminal.builtProduct("outsideProbe"), arguments: arguments, environment: environment, columns: 100, rows: 40)
    try terminal.wait(for: "the prompt", until: { $0.text.last == prompt })
    return terminal
  }

  /// Runs the probe on lines to its end.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments.
  ///   - lines: What is typed.
  ///   - mark: The line of output to wait for before the outside says anything; it answers before an effect has even begun to wait,
  ///     if it may, and then only a live session can tell.
  ///   - said: What the outside says then.
  ///   - rest: What is typed after that.
  func run(
    _ arguments: [String] = [], lines: [String] = [], until mark: String? = nil, thenSaying said: [String] = [],
    lines rest: [String] = []
  ) throws -> (text: String, exitCode: Int32) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: PseudoTerminal.builtProduct("outsideProbe"))
    process.arguments = arguments
    process.environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"].merging(environment) { $1 }
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    process.standardError = output
    try process.run()
    var bytes = Data()
    try? input.fileHandleForWriting.write(contentsOf: Data(lines.map { $0 + "\n" }.joined().utf8))
    if let mark {
      while bytes.range(of: Data((mark + "\n").utf8)) == nil {
        let more = output.fileHandleForReading.availableData
        if more.isEmpty { break }
        bytes.append(more)
      }
    }
    for line in said { say(line) }
    try? input.fileHandleForWriting.write(contentsOf: Data(rest.map { $0 + "\n" }.joined().utf8))
    try? input.fileHandleForWriting.close()
    bytes.append(output.fileHandleForReading.readDataToEndOfFile())
    process.waitUntilExit()
    return (String(decoding: bytes, as: UTF8.self), process.terminationStatus)
  }
}

extension PseudoTerminal {
  func enter(_ line: String, prompt: String) throws {
    press(line, Key.enter)
    try wait(for: "the prompt \(prompt) after \(line)", until: { $0.text.last == prompt })
  }
}
