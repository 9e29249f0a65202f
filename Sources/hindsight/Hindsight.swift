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
    // A file that grows too large is an error like a full disk, and must not end the session.
    signal(SIGXFSZ, SIG_IGN)
    // Ctrl-\ leaves at once, as it does elsewhere, and is no crash to be explained; the journal stays for recover.
    signal(SIGQUIT) { _exit(128 + $0) }
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
      output.features(RootFeature.all, lessons: LessonShelf(folder: Folders.lessons))
      return 0
    case .replay(let paths, var options):
      options.jobs = options.jobs ?? ProcessInfo.processInfo.activeProcessorCount
      options.showsProgress = isatty(STDOUT_FILENO) == 1
      return Replay(roots: RootFeature.all, output: output, options: options).run(paths: paths)
    case .recover(let names):
      return recover(names, arguments, output)
    case .learn(nil):
      output.lessons(LessonShelf(folder: Folders.lessons).entries, title: "Lessons")
      return 0
    case .learn(let name?):
      return run(arguments, output) { () throws(SessionFailure) in
        let session = try Session.lesson(
          named: name, on: LessonShelf(folder: Folders.lessons), features: RootFeature.all, output: output)
        session.keepJournal(in: arguments.keepsJournal ? Folders.journals : nil, isInteractive: isInteractive(arguments))
        session.beginLesson()
        return session
      }
    case .open(let name) where arguments.speaksJSON: return serve(name, arguments)
    case .open(let name):
      return run(arguments, output) { () throws(SessionFailure) in try open(name, arguments, output) }
    }
  }

  /// Lets another program drive a session.
  private static func serve(_ name: String, _ arguments: Arguments) -> Int32 {
    let crash = CrashReport.install(arguments: CommandLine.arguments)
    // What features print goes to standard error, so that the other program reads nothing but the protocol. A process that comes back
    // from a crash finds the way out where the one before it kept it.
    if crash == nil {
      guard dup2(STDOUT_FILENO, protocolDescriptor) >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else { return 1 }
    }
    return JSONLineServer(version: version) { Pager.write($0, to: protocolDescriptor) }
      .run(
        LineReader(descriptor: STDIN_FILENO, unread: crash?.unread ?? [], lineNumber: crash?.scriptPlace.line ?? 0),
        returning: crash
      ) {
        (output) throws(SessionFailure) in
        let session =
          if let crash {
            try Session.reopened(
              FoundJournal(of: crash), features: RootFeature.all, crash: crash, isInteractive: false, output: output)
          } else {
            try open(name, arguments, output)
          }
        session.lessonsFolder = Folders.lessons
        return session
      }
  }

  /// Far above what a program has open at its start.
  private static let protocolDescriptor: Int32 = 198

  private static func isInteractive(_ arguments: Arguments) -> Bool { !arguments.isBatch && isatty(STDIN_FILENO) == 1 }

  private static func recover(_ names: [String], _ arguments: Arguments, _ output: Output) -> Int32 {
    guard let path = Folders.journals else {
      output.error("hindsight: there is no folder for journals: neither XDG_STATE_HOME nor HOME is set")
      return 1
    }
    let folder = JournalFolder(path: path, output: output)
    guard let name = names.first else { return folder.list() }
    if arguments.discards { return folder.discard(names) }
    return run(arguments, output) { () throws(SessionFailure) in
      let session = try Session.reopened(
        folder.journal(named: name), features: RootFeature.all, isInteractive: isInteractive(arguments), output: output)
      session.showWhereItWas()
      return session
    }
  }

  private static func open(_ name: String, _ arguments: Arguments, _ output: Output) throws(SessionFailure) -> Session {
    var settings = WorldSettings()
    if arguments.isLive {
      // Live is another session each time; what made it so is saved with it.
      settings.seed = UInt64.random(in: 0..<1_000_000_000)
      settings.date = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
    }
    if let seed = arguments.seed { settings.seed = seed }
    if let date = arguments.date { settings.date = date }
    if let limit = arguments.limit { settings.derivedActionLimit = limit }
    let session = try Session(
      root: RootFeature.named(name, in: RootFeature.all), scenario: arguments.scenario, settings: settings, output: output)
    let isInteractive = isInteractive(arguments)
    session.keepJournal(in: arguments.keepsJournal ? Folders.journals : nil, isInteractive: isInteractive)
    if isInteractive, !arguments.isQuiet {
      session.greet()
      if let journals = Folders.journals, JournalFolder(path: journals, output: output).isWaiting {
        output.text("A session ended without a goodbye: hindsight recover")
      }
    }
    return session
  }

  /// Runs a session to its end, or to the next crash of its feature.
  private static func run(_ arguments: Arguments, _ output: Output, open: () throws(SessionFailure) -> Session) -> Int32 {
    let crash = CrashReport.install(arguments: CommandLine.arguments)
    let isInteractive = isInteractive(arguments)
    let session: Session
    do {
      if let crash {
        session = try Session.reopened(
          FoundJournal(of: crash), features: RootFeature.all, crash: crash, isInteractive: isInteractive, output: output)
        if case .learn(let name?) = arguments.mode {
          try session.rejoinLesson(named: name, on: LessonShelf(folder: Folders.lessons))
        }
      } else {
        session = try open()
      }
    } catch {
      output.error("hindsight: \(error.message)")
      return 2
    }
    session.lessonsFolder = Folders.lessons
    defer { session.sayGoodbye() }
    if arguments.isLive {
      do {
        try session.goLive(isAnnounced: isInteractive && !arguments.isQuiet)
      } catch {
        output.error("hindsight: \(error)")
        return 2
      }
    }
    let runner = ScriptRunner(session: session, bails: arguments.bails, echoes: arguments.echoes, returning: crash)
    if isInteractive, arguments.readsInitFile, let path = Folders.initFile { runner.run(file: path) }
    var lineNumber = 0
    for script in arguments.scripts {
      switch script {
      case .line(let line):
        // They read like the lines of one script.
        lineNumber += 1
        runner.run(line, place: SourcePlace(file: "-e", line: lineNumber))
        lineNumber += line.utf8.count { $0 == UInt8(ascii: "\n") }
      case .file("-"): runner.runStandardInput()
      case .file(let path): runner.run(file: path)
      }
    }
    if runner.isStopped { return runner.exitCode }
    if isInteractive { return prompt(session, arguments, returning: crash) }
    var isLesson = false
    if case .learn = arguments.mode { isLesson = true }
    if arguments.scripts.isEmpty, !(isLesson && arguments.isBatch) { runner.runStandardInput() }
    if isLesson, !runner.isStopped, !session.playRestOfLesson() { return 3 }
    runner.settle()
    return runner.exitCode
  }

  private static func prompt(_ session: Session, _ arguments: Arguments, returning crash: CrashReport?) -> Int32 {
    let history = LineHistory(path: arguments.keepsHistory ? Folders.historyFile : nil)
    // The arrow up brings it back.
    if let rest = crash?.unfinishedLine { history.append(rest) }
    guard let editor = LineEditor(name: "hindsight", history: history, appearance: session.output.appearance) else {
      Interruption.install()
      return InteractiveLoop(
        session: session, source: LineReader(descriptor: STDIN_FILENO, promptDescriptor: STDOUT_FILENO)
      ).run()
    }
    session.output.pager = Pager()
    editor.completer = { line, cursor in session.completion(line: line, cursor: cursor) }
    editor.hinter = { line in session.hint(line: line) }
    session.recalledLines = { Array(zip(history.numbers, history.entries)) }
    editor.onQuit = { session.isRecoverable ? "Quit; what was done is kept: hindsight recover" : "Quit" }
    if let problem = history.takeProblem() { session.output.error("hindsight: \(problem)") }
    let code = InteractiveLoop(session: session, source: editor).run()
    if let problem = history.takeProblem() { session.output.error("hindsight: \(problem)") }
    return code
  }
}
