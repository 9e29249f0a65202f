import ActionLanguage
import Terminal

/// Which entries `log` shows: a range or number of them, and filters that all must pass.
struct LogQuery {
  enum Filter {
    case matches(Regex<AnyRegexOutput>)
    case matchesNot(Regex<AnyRegexOutput>)
    case changed(StatePath)
    case fromEffect(Int)
    case byUser(Bool)
    case withoutChange(Bool)
  }

  enum Range: Equatable {
    /// The newest up to here.
    case around
    case all
    case newest(Int)
    case entries(EntryRange)
  }

  private(set) var range = Range.around
  private(set) var filters: [Filter] = []
  /// Where the range stands in the line.
  private(set) var rangeColumn = 0
  private(set) var tail: Int?
  private(set) var isJSON = false
  private(set) var expandsRepeats = false

  /// Reads what stands after `log`.
  ///
  /// - Throws: `CommandError`, with the place of the word that is wrong.
  init(_ arguments: CommandArguments) throws(CommandError) {
    var words = Self.words(of: arguments)[...]
    func count(_ word: CommandArguments) throws(CommandError) -> Int {
      guard let number = Int(word.text), number > 0 else {
        throw CommandError(
          "log's count must be a whole number above zero, not \"\(word.text)\"", column: word.column, length: word.text.count,
          examples: ["log 50"])
      }
      return number
    }
    func choose(_ new: Range, _ word: CommandArguments) throws(CommandError) {
      guard range == .around else {
        throw CommandError(
          "log takes one range or count, without spaces in it", column: word.column, length: word.text.count,
          examples: [.after("log", .entries), "log 50"])
      }
      (range, rangeColumn) = (new, word.column)
    }
    while let word = words.popFirst() {
      switch word.text {
      case "--json": isJSON = true
      case "--expand": expandsRepeats = true
      case "all": try choose(.all, word)
      case "user", "!user": filters.append(.byUser(word.text == "user"))
      case "noop", "!noop": filters.append(.withoutChange(word.text == "noop"))
      case "tail":
        guard let next = words.popFirst() else {
          throw CommandError("tail needs a count", column: word.column, length: word.text.count, examples: ["log tail 20"])
        }
        tail = try count(next)
      case "from":
        guard let next = words.popFirst(), next.text.hasPrefix("e"), let effect = Int(next.text.dropFirst()) else {
          throw CommandError("from needs an effect such as e7", column: word.column, length: word.text.count)
        }
        filters.append(.fromEffect(effect))
      case "/changed", "changed":
        guard let next = words.popFirst() else {
          throw CommandError(
            "changed needs a path", column: word.column, length: word.text.count, examples: [.after("log changed", .path)])
        }
        let text = word.text.hasPrefix("/") && next.text.hasSuffix("/") ? String(next.text.dropLast()) : next.text
        filters.append(.changed(try Self.path(text, next)))
      case let text where EntryRange.isMeant(by: text):
        try choose(.entries(try EntryRange(text, of: "log", column: word.column)), word)
      case let text where text.first?.isNumber == true || text.first == "-" && text.dropFirst().allSatisfy(\.isNumber):
        try choose(.newest(try count(word)), word)
      case let text where text.hasPrefix("--"):
        throw CommandError("log has no option \(text)", column: word.column, notes: ["There are --json and --expand."])
      case let text where text.hasPrefix("!"): filters.append(.matchesNot(try Self.regex(String(text.dropFirst()), word)))
      default: filters.append(.matches(try Self.regex(word.text, word)))
      }
    }
    // A filter without a range searches the whole branch.
    if range == .around, !filters.isEmpty || tail != nil { range = .all }
  }

  private static func path(_ text: String, _ word: CommandArguments) throws(CommandError) -> StatePath {
    do {
      return try StatePath(text)
    } catch {
      throw CommandError(
        error.message, column: word.column, length: word.text.count, examples: [.after("log changed", .path)])
    }
  }

  private static func regex(_ text: String, _ word: CommandArguments) throws(CommandError) -> Regex<AnyRegexOutput> {
    guard !text.isEmpty else { throw CommandError("there is no expression after \"!\"", column: word.column) }
    var text = text
    var column = word.column + (word.text.hasPrefix("!") ? 1 : 0)
    if text.count > 1, text.hasPrefix("/"), text.hasSuffix("/") {
      text = String(text.dropFirst().dropLast())
      column += 1
    }
    if let place = NestedRepetition.place(in: text) {
      throw CommandError(
        "a repetition of a group that repeats or chooses could take for ever: \"\(DisplayWidth.truncate(text, to: 60))\"",
        column: column + place, notes: ["Write it without the group, or without the repetition."])
    }
    do {
      return try Regex(text)
    } catch {
      throw CommandError("\"\(text)\" is no regular expression", column: word.column)
    }
  }

  /// The words between spaces, each with its place; a word between quotes may have spaces, and so may the brackets of a path.
  private static func words(of arguments: CommandArguments) -> [CommandArguments] {
    var words: [CommandArguments] = []
    var word = ""
    var start = 0
    var isQuoted = false
    func end() {
      if !word.isEmpty { words.append(CommandArguments(line: arguments.line, text: word, column: arguments.column + start)) }
      word = ""
    }
    // What is open in a path: brackets, and a string in them.
    var depth = 0
    var isInString = false
    for (offset, character) in arguments.text.enumerated() {
      let isPath = words.last.map { ["changed", "/changed"].contains($0.text) } ?? false
      if isPath, !isQuoted, depth > 0 || character == "[" {
        if character == "\"" { isInString.toggle() }
        if !isInString, character == "[" { depth += 1 }
        if !isInString, character == "]" { depth -= 1 }
        if word.isEmpty { start = offset }
        word.append(character)
      } else if character == "\"" {
        isQuoted.toggle()
        if word.isEmpty { start = offset }
      } else if character.isWhitespace, !isQuoted {
        end()
      } else {
        if word.isEmpty { start = offset }
        word.append(character)
      }
    }
    end()
    return words
  }
}
