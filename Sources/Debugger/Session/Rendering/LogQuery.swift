import ActionLanguage
import Terminal

/// Which entries `log` shows: a range or number of them, and filters that all must pass.
struct LogQuery {
  enum Filter {
    case matches(Regex<AnyRegexOutput>)
    case changed(StatePath)
    case fromEffect(Int)
    case byUser
    case withoutChange
    /// What the other does not let pass.
    indirect case not(Filter)
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
      if let filter = try Self.filter(word, followedBy: &words) {
        filters.append(filter)
        continue
      }
      switch word.text {
      case "--json": isJSON = true
      case "--expand": expandsRepeats = true
      case "all": try choose(.all, word)
      case "tail":
        guard let next = words.popFirst() else {
          throw CommandError("tail needs a count", column: word.column, length: word.text.count, examples: ["log tail 20"])
        }
        tail = try count(next)
      case let text where EntryRange.isMeant(by: text):
        try choose(.entries(try EntryRange(text, of: "log", column: word.column)), word)
      case let text where text.first?.isNumber == true || text.first == "-" && text.dropFirst().allSatisfy(\.isNumber):
        try choose(.newest(try count(word)), word)
      case let text where text.hasPrefix("--"):
        throw CommandError("log has no option \(text)", column: word.column, notes: ["There are --json and --expand."])
      default: filters.append(.matches(try Self.regex(word)))
      }
    }
    // A filter without a range searches the whole branch.
    if range == .around, !filters.isEmpty || tail != nil { range = .all }
  }

  /// The filter a word begins, if it is one of those with a name or behind an exclamation mark.
  private static func filter(
    _ word: CommandArguments, followedBy words: inout ArraySlice<CommandArguments>
  ) throws(CommandError) -> Filter? {
    if word.text.hasPrefix("!") {
      let other = CommandArguments(line: word.line, text: String(word.text.dropFirst()), column: word.column + 1)
      if other.text.isEmpty { throw CommandError("there is no expression after \"!\"", column: word.column) }
      if let filter = try filter(other, followedBy: &words) { return .not(filter) }
      return .not(.matches(try regex(other)))
    }
    switch word.text {
    case "user": return .byUser
    case "noop": return .withoutChange
    case "from":
      guard let next = words.popFirst(), next.text.hasPrefix("e"), let effect = Int(next.text.dropFirst()) else {
        throw CommandError("from needs an effect such as e7", column: word.column, length: word.text.count)
      }
      return .fromEffect(effect)
    case "/changed", "changed":
      guard let next = words.popFirst(), next.text != "/" else {
        throw CommandError(
          "changed needs a path", column: word.column, length: word.text.count, examples: [.after("log changed", .path)])
      }
      if word.text.hasPrefix("/"), words.first?.text == "/" { words.removeFirst() }
      let text = word.text.hasPrefix("/") && next.text.hasSuffix("/") ? String(next.text.dropLast()) : next.text
      return .changed(try path(text, next))
    default: return nil
    }
  }

  private static func path(_ text: String, _ word: CommandArguments) throws(CommandError) -> StatePath {
    do {
      return try StatePath(text)
    } catch {
      throw CommandError(
        error.message, column: word.column, length: word.text.count, examples: [.after("log changed", .path)])
    }
  }

  private static func regex(_ word: CommandArguments) throws(CommandError) -> Regex<AnyRegexOutput> {
    var text = word.text
    var column = word.column
    let begins = text.hasPrefix("/")
    let ends = text.hasSuffix("/") && !text.hasSuffix("\\/")
    if begins, ends, text.count > 1 {
      text = String(text.dropFirst().dropLast())
      column += 1
    } else if begins || ends {
      let inside = begins ? text.dropFirst() : text.dropLast()
      throw CommandError(
        "an expression between slashes needs both of them", column: word.column, length: word.text.count,
        notes: inside.isEmpty ? ["A slash itself is \\/."] : ["Write /\(inside)/, or \\/ for a slash itself."])
    }
    guard !text.isEmpty else { throw CommandError("there is no expression between the slashes", column: word.column) }
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

  /// The words between spaces, each with its place; a word between quotes may have spaces, and so may an expression between slashes
  /// and the brackets of a path.
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
    // Where an expression between slashes ends.
    var close: Int?
    let characters = Array(arguments.text)
    for (offset, character) in characters.enumerated() {
      let isPath = words.last.map { changed.contains($0.text) } ?? false
      if close == nil, !isPath, !isQuoted, character == "/", word.isEmpty || word == "!" {
        close = endOfExpression(characters, from: offset)
      }
      if let last = close {
        if word.isEmpty { start = offset }
        word.append(character)
        if offset == last { close = nil }
      } else if isPath, !isQuoted, depth > 0 || character == "[" {
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

  private static let changed: Set<String> = ["changed", "/changed", "!changed", "!/changed"]

  /// The place of the slash that ends the expression which one begins: no other character but a blank, or nothing, comes behind it.
  ///
  /// - Returns: Nothing where none ends it, or `/changed` stands there.
  private static func endOfExpression(_ characters: [Character], from start: Int) -> Int? {
    let word = characters[start...].prefix { !$0.isWhitespace }
    if changed.contains(String(word)), word.endIndex < characters.count { return nil }
    var place = start + 1
    while place < characters.count {
      if characters[place] == "\\" {
        place += 2
        continue
      }
      if characters[place] == "/", place + 1 == characters.count || characters[place + 1].isWhitespace { return place }
      place += 1
    }
    return nil
  }
}
