import ActionLanguage

/// One command of the debugger: its names, what help says, what completion offers after it, and what it does.
///
/// Help, completion and dispatch are all read from the one table `CommandTable.all`.
struct Command: Sendable {
  /// The groups `help` shows, in this order.
  enum Group: String, CaseIterable, Sendable {
    case acting = "Acting"
    case travelling = "Travelling"
    case looking = "Looking"
    case searching = "Searching"
    case whatIf = "What if"
    case outside = "The outside world"
    case files = "Files"
    case session = "The session"
  }

  /// What stands after the command's name.
  enum Argument: Sendable {
    case none
    case action
    /// Which actions a breakpoint means.
    case pattern
    case statePath
    case file
    case command
    case number
    case effect
    /// A call for which an answer is set.
    case answered
    case branch
    case checkpoint
    case predicate
    case entryAndAction
    case lesson
    case export
    case words([String])
    case free
  }

  let name: String
  var aliases: [String] = []
  let group: Group
  /// The argument part of the usage line.
  var usage = ""
  let summary: String
  var details: [String] = []
  var examples: [CommandExample] = []
  /// What an error shows where none of the examples is accepted now: lines that lead to where one is.
  var firstThen: [CommandExample] = []
  var argument: Argument = .none
  /// Whether it takes one word at the most.
  var takesOneWord = false
  /// Whether an empty line at the prompt does it again.
  var repeats = false
  let run: @Sendable (Session, CommandArguments) throws -> Void

  /// Whether any entry of the branch will do where it takes one.
  var takesAnyEntry: Bool {
    group != .whatIf && !examples.contains { if case .after(_, .otherBranch) = $0 { true } else { false } }
  }

  /// Whether its output is shown a screen at a time, at a prompt whose window it does not fit.
  var isPaged: Bool { group == .looking || name == "help" }

  /// The options that its usage names: `--json`.
  var options: [String] {
    usage.split { !$0.isLetter && $0 != "-" }.filter { $0.hasPrefix("--") }.map(String.init)
  }

  /// Fails for an option that the command does not have.
  ///
  /// - Throws: `CommandError` with those it has.
  func checkOptions(_ arguments: CommandArguments) throws(CommandError) {
    switch argument {
    // What is written there may be any text.
    case .free, .file, .action, .answered, .entryAndAction, .effect, .export, .lesson, .command: return
    default: break
    }
    guard arguments.text.contains("--") else { return }
    var known = Set(options)
    if case .words(let words) = argument { known.formUnion(words.map(\.trimmed).filter { $0.hasPrefix("--") }) }
    var strings = StringScan()
    var word = ""
    var odd: String?
    for byte in arguments.text.utf8 + [UInt8(ascii: " ")] {
      if strings.takes(byte) || byte != UInt8(ascii: " ") {
        word.unicodeScalars.append(Unicode.Scalar(byte))
        continue
      }
      let name = String(word.prefix { $0 != "=" })
      if name.hasPrefix("--"), name.dropFirst(2).first?.isLetter == true, name != "--monotonic", !known.contains(name) {
        odd = odd ?? name
      }
      word = ""
    }
    guard let odd else { return }
    throw CommandError(
      "\(name) has no option \(odd)", column: arguments.column(ofWord: odd), length: odd.count,
      notes: known.isEmpty ? [] : ["There \(known.count == 1 ? "is" : "are") \(known.sorted().joined(separator: " and "))."])
  }

  /// Fails for more than one word where the command takes no more.
  func checkCount(_ arguments: CommandArguments) throws(CommandError) {
    let words = arguments.places
    guard takesOneWord, words.count > 1 else { return }
    throw CommandError("\(name) takes one word, and here stands another", column: words[1].column)
  }

  /// The line that shows how to call it.
  var usageLine: String { usage.isEmpty ? name : "\(name) \(usage)" }
}

/// What was typed after a command's name.
struct CommandArguments {
  /// The whole line, for showing where something is wrong.
  let line: String
  /// The text after the command's name, without the space around it.
  let text: String
  /// Where that text begins in the line, in characters.
  let column: Int

  /// The arguments between spaces.
  var words: [String] { text.split(separator: " ").map(String.init) }

  /// The arguments between spaces, each with its place.
  var places: [CommandArguments] {
    var places: [CommandArguments] = []
    var offset = 0
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if !word.isEmpty { places.append(CommandArguments(line: line, text: String(word), column: column + offset)) }
      offset += word.count + 1
    }
    return places
  }

  /// Where a word of the arguments begins in the line, in characters.
  func column(ofWord word: String) -> Int {
    guard let range = " \(text) ".firstRange(of: " \(word) ") else { return column }
    return column + text.distance(from: text.startIndex, to: range.lowerBound)
  }

  /// The single number an argument may be.
  ///
  /// - Parameters:
  ///   - name: What the number is, for the message.
  ///   - fallback: The number when nothing was given.
  /// - Throws: `CommandError` when it is something else than one whole number above zero.
  func count(_ name: String, default fallback: Int) throws(CommandError) -> Int {
    if text.isEmpty { return fallback }
    guard let number = Int(text), number > 0 else {
      throw CommandError("\(name) must be a whole number above zero, not \"\(text)\"", column: column)
    }
    return number
  }

  /// - Throws: `CommandError` when anything was given.
  func expectNothing(after command: String) throws(CommandError) {
    if !text.isEmpty {
      throw CommandError(
        "\(command) takes nothing, but was given \"\(text)\"", column: column, examples: [.line(command)])
    }
  }
}

/// A command could not be carried out: what is wrong, and where in the line.
struct CommandError: Error, Equatable {
  let message: String
  /// The place in the line, in characters from 0; `nil` when it is about the whole line.
  var column: Int?
  /// How many characters of the line it is about; `nil` for what the message quotes there, else for the word.
  var length: Int?
  /// What may have been meant in the place of what is wrong.
  var meant: String?
  /// What to try instead, spelled for the loaded feature when the error is shown.
  var examples: [CommandExample]
  /// More lines to show below.
  var notes: [String]

  init(
    _ message: String, column: Int? = nil, length: Int? = nil, meant: String? = nil, examples: [CommandExample] = [],
    notes: [String] = []
  ) {
    self.message = Escaping.shortened(message)
    self.column = column
    self.length = length
    self.meant = meant
    self.examples = examples
    self.notes = notes
  }
  /// How many characters of a line it is about; one at least.
  func length(in line: String) -> Int {
    if let length { return max(1, length) }
    let rest = line.dropFirst(column ?? 0)
    let isQuoted = !rest.isEmpty && message.contains("\"\(Escaping.shortened(String(rest)))\"")
    return max(1, (isQuoted ? rest : rest.prefix { !$0.isWhitespace }).count)
  }
}
