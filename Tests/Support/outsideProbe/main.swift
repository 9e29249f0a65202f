import ComposableArchitecture
import Foundation
import Scheduling
import Session
import Terminal

/// A session of the feature that leaves the process, as the real program runs one: at a terminal with a prompt, else line by line.
/// Options: `--live`, and `--journal FOLDER`.
Scheduler.installAsProcessExecutor()
signal(SIGPIPE, SIG_IGN)

let outside = RootFeature("outside", summary: "leaves the process", tryFirst: "listen") {
  OutsideFeature.State()
} dependencies: {
  if $0.context == .test { $0.weather = WeatherClient(forecast: OutsideWorld.endpoint("weather", "forecast")) }
} reducer: {
  OutsideFeature()
}

func run() -> Int32 {
  let arguments = CommandLine.arguments
  let folder = arguments.firstIndex(of: "--journal").map { arguments[$0 + 1] }
  let isInteractive = isatty(STDIN_FILENO) == 1
  let output = Output.standard(color: .never)
  let crash = CrashReport.install(arguments: arguments)
  let session: Session
  do {
    if let crash {
      session = try Session.reopened(
        FoundJournal(of: crash), features: [outside], crash: crash, isInteractive: isInteractive, output: output)
    } else {
      session = try Session(root: outside, output: output)
      session.keepJournal(in: folder, isInteractive: isInteractive)
    }
    if arguments.contains("--live") { try session.goLive() }
  } catch {
    output.error("\(error)")
    return 2
  }
  defer { session.sayGoodbye() }
  if let files = arguments.firstIndex(of: "--replay").map({ Array(arguments[($0 + 1)...]) }) {
    return Replay(roots: [outside], output: output).run(paths: files)
  }
  if isInteractive, let editor = LineEditor(name: "outsideProbe", history: LineHistory(path: nil), appearance: output.appearance)
  {
    return InteractiveLoop(session: session, source: editor).run()
  }
  let runner = ScriptRunner(session: session, bails: false, echoes: false, returning: crash)
  runner.runStandardInput()
  runner.settle()
  return runner.exitCode
}

exit(run())
