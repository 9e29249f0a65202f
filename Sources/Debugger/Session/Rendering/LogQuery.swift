import ActionLanguage
import Terminal

/// Which entries `log` shows: a range or number of them, and filters that all must pass.
struct LogQuery {
  enum Filter {
    case matches(Regex<AnyRegexOutput>)
    case changed(StatePath)
    case fromEffect(Int, word: CommandArguments)
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
      case "by", "not", "and", "or":
        throw CommandError(
          "log has no word \"\(word.text)\": all of several filters must pass, ! turns one around", column: word.column,
          length: word.text.count, examples: ["log user", "log !user", .line("log /\(word.text)/")])
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
      // As many as there are, without nesting as deep: each turns round what the others make of the filter.
      let marks = word.text.prefix { $0 == "!" }.count
      let other = CommandArguments(line: word.line, text: String(word.text.dropFirst(marks)), column: word.column + marks)
      if other.text.isEmpty { throw CommandError("there is no expression after \"!\"", column: other.column - 1, length: 1) }
      if isNoFilter(other.text) {
        throw CommandError(
          "\"!\" stands before a filter, and \(other.text) is none: it says how much is shown", column: other.column,
          length: other.text.count, examples: [.line("log !/\(other.text)/")],
          notes: ["Filters are REGEX, /changed PATH/, from EFFECT, user and noop."])
      }
      let filter = if let named = try filter(other, followedBy: &words) { named } else { Filter.matches(try regex(other)) }
      return marks.isMultiple(of: 2) ? filter : .not(filter)
    }
    switch word.text {
    case "user": return .byUser
    case "noop": return .withoutChange
    case "from":
      let next = words.popFirst()
      guard let next, next.text.hasPrefix("e"), let effect = Int(next.text.dropFirst()) else {
        let wrong = next ?? word
        throw CommandError(
          "from needs an effect such as e7", column: wrong.column, length: wrong.text.count,
          examples: [.after("log from", .startedEffect)], notes: ["Try \"effects\"."])
      }
      return .fromEffect(effect, word: next)
    case "/changed", "changed":
      guard let next = words.popFirst(), next.text != "/" else {
        throw CommandError(
          "changed needs a path", column: word.column, length: word.text.count, examples: [.after("log changed", .path)])
      }
      if let sign = words.first, operators.contains(sign.text) { throw noCondition(at: sign, behind: next) }
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
      if let sign = text.firstIndex(where: { "<>=&|".contains($0) }), (try? Predicate(text)) != nil {
        let offset = text.distance(from: text.startIndex, to: sign)
        throw noCondition(
          at: CommandArguments(line: word.line, text: String(text[sign...]), column: word.column + offset),
          behind: CommandArguments(line: word.line, text: String(text[..<sign]), column: word.column))
      }
      throw CommandError(
        error.message, column: word.column, length: word.text.count, examples: [.after("log changed", .path)])
    }
  }

  /// What makes a condition of a path.
  private static let operators: Set<String> = [
    "<", ">", "<=", ">=", "==", "!=", "=", "&&", "||", "is", "contains",
  ]

  private static func noCondition(at sign: CommandArguments, behind path: CommandArguments) -> CommandError {
    CommandError(
      "changed takes a path and shows where its value changed; a condition is looked for by find", column: sign.column,
      length: max(1, sign.text.count), examples: [.after("log changed", .path), .after("find", .predicate)])
  }

  /// Whether a word says how much is shown, or how, and not what.
  private static func isNoFilter(_ word: String) -> Bool {
    ["all", "tail"].contains(word) || word.hasPrefix("--") || EntryRange.isMeant(by: word) || word.allSatisfy(\.isNumber)
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
    guard text.count <= expressionLimit else {
      throw CommandError(
        "an expression may have \(expressionLimit) characters, and this has \(text.count)", column: column, length: text.count)
    }
    if let place = Self.placeTooDeep(in: text) {
      throw CommandError("the brackets of an expression may be nested \(nestingLimit) deep", column: column + place, length: 1)
    }
    if let place = NestedRepetition.place(in: text) {
      throw CommandError(
        "a repetition of a group that repeats or chooses could take for ever: \"\(DisplayWidth.truncate(text, to: 60))\"",
        column: column + place, length: 1, notes: ["Write it without the group, or without the repetition."])
    }
    let isQuoted = word.line.dropFirst(max(0, word.column - 1)).prefix(2).contains("\"")
    let action = begins || isQuoted ? nil : literalAction(text)
    do {
      return try Regex(text + (action.map { "|" + $0 } ?? ""))
    } catch {
      if let action, let expression = try? Regex(action) { return expression }
      throw CommandError(
        "\"\(text)\" is no regular expression", column: word.column,
        examples: text.count < 60 ? [.line("log /\(literal(text).replacing("/", with: "\\/"))/")] : [])
    }
  }

  /// An expression that passes an action as the log shows it, where a word may be a whole one: `draftChanged("five")`.
  private static func literalAction(_ text: String) -> String? {
    let characters = Array(text)
    guard let first = characters.first, first.isLetter || first == "_", let bracket = characters.firstIndex(where: "([".contains),
      characters[bracket - 1] != "\\"
    else { return nil }
    var place = bracket
    while place < characters.count, "([".contains(characters[place]) {
      guard let end = endOfPart(characters, from: place) else { return nil }
      place = characters[(end + 1)...].firstIndex(where: "([".contains) ?? characters.count
    }
    return literal(text)
  }

  /// An expression for nothing but a text.
  private static func literal(_ text: String) -> String {
    String(text.flatMap { "\\^$.|?*+()[]{}".contains($0) ? ["\\", $0] : [$0] })
  }

  /// The place of the bracket that closes the one at a place; `nil` where none does.
  private static func endOfPart(_ characters: [Character], from start: Int) -> Int? {
    var depth = 0
    var strings = StringScan()
    for place in start..<characters.count {
      var isInString = false
      for byte in characters[place].utf8 where strings.takes(byte) { isInString = true }
      if isInString { continue }
      if "([".contains(characters[place]) { depth += 1 }
      if ")]".contains(characters[place]) { depth -= 1 }
      if depth == 0 { return place }
    }
    return nil
  }

  /// More than anybody writes; what reads expressions calls itself for each bracket, and takes much memory for long ones.
  private static let expressionLimit = 1_000
  private static let nestingLimit = 40

  /// Where a bracket of an expression stands that is nested too deep, in characters.
  private static func placeTooDeep(in expression: String) -> Int? {
    var depth = 0
    var isEscaped = false
    for (place, character) in expression.enumerated() {
      defer { isEscaped = !isEscaped && character == "\\" }
      if isEscaped { continue }
      switch character {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      default: break
      }
      if depth > nestingLimit { return place }
    }
    return nil
  }

  /// The words between spaces, each with its place; a word between quotes may have spaces, and so may an expression between slashes
  /// and the brackets of a path.
  private static func words(of arguments: CommandArguments) -> [CommandArguments] {
    var words: [CommandArguments] = []
    var word = ""
    var start = 0
    var isQuoted = false
    // Whether the last word takes a path.
    var isPath = false
    func end() {
      guard !word.isEmpty else { return }
      words.append(CommandArguments(line: arguments.line, text: word, column: arguments.column + start))
      isPath = ["changed", "/changed"].contains(String(word.drop { $0 == "!" }))
      word = ""
    }
    // What is open in a path: brackets, and a string in them.
    var depth = 0
    var isInString = false
    // Where an expression between slashes ends, and whether none behind here does.
    var close: Int?
    var closesNoMore = false
    let characters = Array(arguments.text)
    // Where the payload or id of an action ends that is written as it is shown, blanks included.
    var partEnd = -1
    var partsEndNoMore = false
    func isInPart(_ offset: Int) -> Bool {
      if offset <= partEnd { return true }
      guard !partsEndNoMore, offset > 0, "([".contains(characters[offset]), case let before = characters[offset - 1],
        before.isLetter || before.isNumber || "_])".contains(before)
      else { return false }
      partEnd = endOfPart(characters, from: offset) ?? -1
      partsEndNoMore = partEnd < 0
      return !partsEndNoMore
    }
    for (offset, character) in characters.enumerated() {
      if close == nil, !isPath, !isQuoted, !closesNoMore, character == "/", word.allSatisfy({ $0 == "!" }),
        !isWordChanged(characters, at: offset)
      {
        close = endOfExpression(characters, from: offset)
        closesNoMore = close == nil
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
      } else if !isQuoted, isInPart(offset) {
        if word.isEmpty { start = offset }
        word.append(character)
      } else if character == "\"", isQuoted ? characters[offset - 1] != "\\" : word.allSatisfy({ $0 == "!" }) {
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

  /// Whether the word that a slash begins is the name of a filter with more behind it.
  private static func isWordChanged(_ characters: [Character], at start: Int) -> Bool {
    let word = characters[start...].prefix("/changed".count + 1)
    return word.count > "/changed".count && word.dropLast().elementsEqual("/changed") && word.last?.isWhitespace == true
  }

  /// The place of the slash that ends the expression which one begins: no other character but a blank, or nothing, comes behind it.
  ///
  /// - Returns: Nothing where none ends it.
  private static func endOfExpression(_ characters: [Character], from start: Int) -> Int? {
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
