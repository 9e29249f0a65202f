import Foundation
import Session
import Terminal

/// What the command line asks for.
struct Arguments: Equatable {
  /// What to do.
  enum Mode: Equatable {
    case list
    case open(feature: String)
    case replay(paths: [String], ReplayOptions)
    case recover(names: [String])
    case learn(name: String?)
    case help
    case version
  }

  /// Commands to carry out before, or instead of, the prompt.
  enum Script: Equatable {
    /// One line.
    case line(String)
    /// A file of lines; `-` is standard input.
    case file(String)
  }

  /// The command line is wrong.
  struct UsageError: Error, Equatable {
    let message: String
  }

  var mode: Mode = .list
  var scripts: [Script] = []
  var scenario: String?
  var seed: UInt64?
  var date: Date?
  var limit: Int?
  var isLive = false
  var isBatch = false
  var isQuiet = false
  var readsInitFile = true
  var keepsHistory = true
  var echoes = false
  var bails = false
  var speaksJSON = false
  var keepsJournal = true
  var discards = false
  private var replay = ReplayOptions()
  /// The options that were given of those that belong to replay.
  private var replayWords: [String] = []
  var color: ColorPolicy = .auto

  /// The text of `--help`.
  static let usage = """
    usage: hindsight                     list the features
           hindsight FEATURE [OPTIONS]   open one
           hindsight replay PATH...      run saved sessions, or all in folders, again and compare
           hindsight learn [NAME|N]      list the lessons, or play one step by step
           hindsight recover [NAME]      list sessions that ended without a goodbye, or reopen one

      -e, -ex COMMAND     carry out a command; repeatable, in order with -f
      -f, -x FILE         carry out the commands in a file; - is standard input
      --batch             no banner, no prompt, leave after the commands
      --echo              print each command of a script before it is carried out
      --json-lines        let another program drive the session: requests and responses, a JSON value a line; see the README
      --bail              leave at the first command that fails (exit code 3)
      --keep-going        go on after a command that fails (the default; exit code 1 at the end)
      --scenario NAME     begin in a named state of the feature
      --seed N            what the random number generator starts from
      --date DATE         the date at virtual time zero, such as 2024-01-01 or 2024-01-01T12:00:00Z
      --live              use live dependencies and real time; what comes from outside is recorded
      --limit N           how many actions one input may lead to before the feature counts as running away (10000)
      -q, --quiet         no banner
      -n, --no-init       do not read the init file, $XDG_CONFIG_HOME/hindsight/init (else ~/.config/hindsight/init), which holds
                          commands to carry out before the first prompt
      --no-journal        do not keep the session where recover finds it
      --discard           recover: throw the named journals away, or all
      --update            replay: record the outcomes that differ anew, and show them
      --crashed           replay: run the inputs that crashed, too; one that does so again is left out as before
      --jobs N            replay: how many files at once, each in a process of its own (the number of processors)
      --timeout SECONDS   replay: how long an input may take before its file counts as failed (60; 0 is no limit)
      --junit FILE        replay: write a report for build servers
      --json              replay: print the results as JSON
      --no-history        do not keep the lines that were typed
      --color=WHEN        always, never or auto; --no-color is never
      -h, --help          this text
      --version           the version

    Several commands in one line stand between ;; as in -e "advance 2s ;; tree".
    Commands that are piped in are carried out like a file. A lesson without a terminal, or with --batch, plays to its end. Exit codes: 0 all right, 1 a command failed, 2 wrong usage,
    3 a replay went another way, or --bail stopped at a failure.
    """

  /// Reads the words after the program's name.
  ///
  /// - Throws: `UsageError`.
  init(_ words: [String]) throws(UsageError) {
    var rest = words[...]
    var names: [String] = []
    func value(_ option: String) throws(UsageError) -> String {
      guard let value = rest.popFirst() else { throw UsageError(message: "\(option) needs a value") }
      return value
    }
    while let word = rest.popFirst() {
      let (option, inline) = Self.split(word)
      func argument() throws(UsageError) -> String { if let inline { inline } else { try value(option) } }
      switch option {
      case "-e", "-ex": scripts.append(.line(try value(option)))
      case "-f", "-x": scripts.append(.file(try value(option)))
      case "--live": isLive = true
      case "--batch": isBatch = true
      case "--echo": echoes = true
      case "--bail": bails = true
      case "--json-lines":
        speaksJSON = true
        isBatch = true
      case "--keep-going": bails = false
      case "--discard": discards = true
      case "--no-journal": keepsJournal = false
      case "--update":
        replay.updates = true
        replayWords.append(option)
      case "--crashed":
        replay.runsCrashed = true
        replayWords.append(option)
      case "--json":
        replay.isJSON = true
        replayWords.append(option)
      case "--junit":
        replay.junit = try argument()
        replayWords.append(option)
      case "--jobs":
        let text = try argument()
        guard let jobs = Int(text), (1...1_000).contains(jobs) else {
          throw UsageError(message: "--jobs needs a whole number from 1 to 1000, not \"\(text)\"")
        }
        replay.jobs = jobs
        replayWords.append(option)
      case "--timeout":
        let text = try argument()
        guard let seconds = Double(text), seconds >= 0, seconds <= 1_000_000 else {
          throw UsageError(message: "--timeout needs a number of seconds, 0 for no limit, not \"\(text)\"")
        }
        replay.timeout = seconds == 0 ? nil : .seconds(seconds)
        replayWords.append(option)
      case "--scenario": scenario = try argument()
      case "--seed":
        let text = try argument()
        guard let seed = UInt64(text) else { throw UsageError(message: "--seed needs a whole number, not \"\(text)\"") }
        self.seed = seed
      case "--date":
        let text = try argument()
        guard let date = WorldSettings.date(from: text) else {
          throw UsageError(message: "--date needs a date such as 2024-01-01T00:00:00Z or 2024-01-01, not \"\(text)\"")
        }
        self.date = date
      case "--limit":
        let text = try argument()
        guard let limit = Int(text), limit > 0 else {
          throw UsageError(message: "--limit needs a whole number above zero, not \"\(text)\"")
        }
        self.limit = limit
      case "-q", "--quiet": isQuiet = true
      case "-n", "--no-init": readsInitFile = false
      case "--no-history": keepsHistory = false
      case "--no-color": color = .never
      case "--color":
        let text = inline ?? "always"
        guard let choice = ColorPolicy(rawValue: text) else {
          throw UsageError(message: "--color takes always, never or auto, not \"\(text)\"")
        }
        color = choice
      case "-h", "--help": mode = .help
      // As inside; no feature is called so.
      case "help" where names.isEmpty: mode = .help
      case "--version": mode = .version
      case _ where option.hasPrefix("-") && option != "-":
        throw UsageError(message: "unknown option \(word)")
      default: names.append(word)
      }
    }
    if mode != .list { return }
    if speaksJSON {
      guard let feature = names.first, feature != "replay", feature != "recover", feature != "learn" else {
        throw UsageError(message: "--json-lines needs a feature")
      }
      guard scripts.isEmpty else { throw UsageError(message: "with --json-lines commands come as requests, not with -e or -f") }
    }
    if discards, names.first != "recover" { throw UsageError(message: "--discard belongs to recover") }
    if let word = replayWords.first, names.first != "replay" { throw UsageError(message: "\(word) belongs to replay") }
    guard let first = names.first else {
      if !scripts.isEmpty { throw UsageError(message: "name a feature to carry out commands in") }
      return
    }
    if first == "learn" {
      guard names.count <= 2 else { throw UsageError(message: "learn plays one lesson at a time") }
      guard scenario == nil, seed == nil, date == nil else {
        throw UsageError(message: "a lesson brings its own scenario, seed and date")
      }
      mode = .learn(name: names.dropFirst().first)
    } else if first == "recover" {
      mode = .recover(names: Array(names.dropFirst()))
      guard discards || names.count <= 2 else { throw UsageError(message: "recover reopens one session at a time") }
      guard !discards || names.count > 1 else { throw UsageError(message: "--discard needs the names of journals, or all") }
    } else if first == "replay" {
      guard names.count > 1 else { throw UsageError(message: "replay needs at least one session file or folder") }
      mode = .replay(paths: Array(names.dropFirst()), replay)
    } else {
      guard names.count == 1 else { throw UsageError(message: "one feature at a time: \(names.joined(separator: " "))") }
      mode = .open(feature: first)
    }
  }

  private static func split(_ word: String) -> (option: String, value: String?) {
    guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else { return (word, nil) }
    return (String(word[..<equals]), String(word[word.index(after: equals)...]))
  }
}
