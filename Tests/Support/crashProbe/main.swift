import ComposableArchitecture
import Foundation
import Scheduling
import Session
import Terminal

/// A session of the crashing feature, journaled in the folder the first argument names; `-` is none. Commands come from standard
/// input, as in the real program. With `recover` as second argument the newest journal is reopened; `replay MILLISECONDS PATH…` runs
/// saved sessions again, with a limit for each input.
Scheduler.installAsProcessExecutor()
signal(SIGPIPE, SIG_IGN)
signal(SIGXFSZ, SIG_IGN)

let crashing = RootFeature("crashing", summary: "crashes", tryFirst: "boom") {
  CrashingFeature.State()
} reducer: {
  CrashingFeature()
}

func run() -> Int32 {
  let arguments = CommandLine.arguments
  let folder = arguments.count > 1 && arguments[1] != "-" ? arguments[1] : nil
  let output = Output.standard(color: .never)
  if arguments.count > 3, arguments[1] == "replay" {
    var options = ReplayOptions()
    options.jobs = 2
    options.timeout = .milliseconds(Int(arguments[2]) ?? 1)
    return Replay(roots: [crashing], output: output, options: options).run(paths: Array(arguments[3...]))
  }
  let crash = CrashReport.install(arguments: arguments)
  let session: Session
  do {
    if let crash {
      session = try Session.reopened(
        FoundJournal(of: crash), features: [crashing], crash: crash, isInteractive: false, output: output)
    } else if arguments.count > 2, arguments[2] == "recover" {
      session = try Session.reopened(
        JournalFolder(path: folder ?? "", output: output).journal(named: "last"), features: [crashing], isInteractive: false,
        output: output)
      session.showWhereItWas()
    } else {
      session = try Session(root: crashing, output: output)
      session.keepJournal(in: folder, isInteractive: false)
    }
  } catch {
    output.error(error.message)
    return 2
  }
  defer { session.sayGoodbye() }
  let runner = ScriptRunner(session: session, bails: false, echoes: false, returning: crash)
  runner.runStandardInput()
  return runner.exitCode
}

exit(run())
