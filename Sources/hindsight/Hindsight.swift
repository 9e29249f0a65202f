import Features
import Foundation
import Scheduling
import Session
import Terminal

/// The program: arguments in, session out.
@main enum Hindsight {
  static let version = "0.1.0"

  static func main() {
    // Before anything else touches concurrency: executors that exist already cannot be replaced.
    Scheduler.installAsProcessExecutor()
    signal(SIGPIPE, SIG_IGN)
    exit(run(Array(CommandLine.arguments.dropFirst())))
  }

  static func run(_ words: [String]) -> Int32 {
    let arguments: Arguments
    do {
      arguments = try Arguments(words)
    } catch {
      let output = Output.standard(color: .auto)
      output.error("hindsight: \(error.message)")
      output.error("Try \"hindsight --help\".")
      return 2
    }
    let output = Output.standard(color: arguments.color)
    switch arguments.mode {
    case .help:
      output.text(Arguments.usage)
      return 0
    case .version:
      output.text("hindsight \(version)")
      return 0
    case .list:
      output.features(RootFeature.all)
      return 0
    case .replay(let paths):
      return Replay(roots: RootFeature.all, output: output).run(paths: paths)
    case .open(let name):
      return open(name, arguments, output)
    }
  }

  private static func open(_ name: String, _ arguments: Arguments, _ output: Output) -> Int32 {
    var settings = WorldSettings()
    if let seed = arguments.seed { settings.seed = seed }
    if let date = arguments.date { settings.date = date }
    let session: Session
    do {
      session = try Session(
        root: RootFeature.named(name, in: RootFeature.all), scenario: arguments.scenario, settings: settings, output: output)
    } catch {
      output.error("hindsight: \(error.message)")
      return 2
    }
    let runner = ScriptRunner(session: session, bails: arguments.bails, echoes: arguments.echoes)
    let isInteractive = !arguments.isBatch && isatty(STDIN_FILENO) == 1
    if isInteractive, !arguments.isQuiet { session.greet() }
    if isInteractive, arguments.readsInitFile, let path = Folders.initFile { runner.run(file: path) }
    for script in arguments.scripts {
      switch script {
      case .line(let line): runner.run(line, place: SourcePlace(file: "-e", line: 1))
      case .file("-"): runner.run(LineReader(descriptor: STDIN_FILENO), name: "-")
      case .file(let path): runner.run(file: path)
      }
    }
    if runner.isStopped { return runner.exitCode }
    if isInteractive { return prompt(session, arguments, after: runner) }
    if arguments.scripts.isEmpty { runner.run(LineReader(descriptor: STDIN_FILENO), name: "-") }
    return runner.exitCode
  }

  private static func prompt(_ session: Session, _ arguments: Arguments, after runner: ScriptRunner) -> Int32 {
    let history = LineHistory(path: arguments.keepsHistory ? Folders.historyFile : nil)
    guard let editor = LineEditor(name: "hindsight", history: history, appearance: session.output.appearance) else {
      Interruption.install()
      return InteractiveLoop(
        session: session, source: LineReader(descriptor: STDIN_FILENO, promptDescriptor: STDOUT_FILENO)
      ).run()
    }
    session.output.pager = Pager()
    editor.completer = { line, cursor in session.completion(line: line, cursor: cursor) }
    editor.hinter = { line in session.hint(line: line) }
    if let problem = history.takeProblem() { session.output.error("hindsight: \(problem)") }
    let code = InteractiveLoop(session: session, source: editor).run()
    if let problem = history.takeProblem() { session.output.error("hindsight: \(problem)") }
    return code
  }
}
