/// Reads text into a tree in one pass over its bytes.
///
/// Nesting and the number of operators in a row are bounded, so that no text can overflow the stack here or later.
struct SyntaxParser {
  /// How many brackets may be open at once.
  static let nestingLimit = 256
  /// How many operators one expression may hold, and how many steps one chain.
  static let operatorLimit = 256
  static let stepLimit = 512

  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  /// Whether a `.` alone is a chain without steps.
  private var allowsRoot = false

  /// Whether `contains` and `is` at the end are operators whose right side is missing, as they are in no action.
  private var isWhole = false

  init(_ text: String) { bytes = Array(text.utf8) }

  // MARK: Entry points

  /// A line that is one expression.
  ///
  /// - Parameter allowsRoot: Whether a `.` alone stands for the whole state, as a chain without steps.
  static func expression(_ text: String, allowsRoot: Bool = false) throws(ActionLanguageError) -> Syntax {
    var parser = SyntaxParser(text)
    parser.allowsRoot = allowsRoot
    parser.isWhole = true
    parser.skipSpace()
    guard !parser.isAtEnd else { throw ActionLanguageError(.syntax, "a value is missing here", at: 0..<0) }
    let result = try parser.expression(minimum: 0)
    try parser.expectEnd()
    return result
  }

  /// A line that is an action.
  static func action(_ text: String) throws(ActionLanguageError) -> ActionLine {
    var parser = SyntaxParser(text)
    parser.skipSpace()
    guard !parser.isAtEnd else { throw ActionLanguageError(.syntax, "there is no action", at: 0..<0) }
    var verb: ActionLine.Verb?
    let start = parser.position
    if parser.starts(with: "p"), let word = parser.peekWord(), let found = ActionLine.Verb(rawValue: word) {
      parser.position += word.utf8.count
      let beforeSpace = parser.position
      parser.skipSpace()
      if parser.position > beforeSpace, let byte = parser.peek(), parser.isNameStart(byte) {
        verb = found
      } else {
        parser.position = start
      }
    }
    let action = try parser.expression(minimum: 0)
    var line = ActionLine(verb: verb, action: action)
    parser.skipSpace()
    if let byte = parser.peek(), byte != UInt8(ascii: "="), !parser.isClosing(byte) {
      let start = parser.position
      line.operand = try parser.expression(minimum: 0)
      parser.skipSpace()
      if let byte = parser.peek(), byte != UInt8(ascii: "="), !parser.isClosing(byte) { throw parser.leftOver(from: start) }
    }
    if parser.peek() == UInt8(ascii: "=") {
      parser.position += 1
      parser.skipSpace()
      guard !parser.isAtEnd else {
        throw ActionLanguageError(
          .syntax, "\"= VALUE\" is missing: there is no value after \"=\"", at: parser.position..<parser.position)
      }
      line.assigned = try parser.expression(minimum: 0)
    }
    try parser.expectEnd()
    return line
  }

  // MARK: Expressions

  private static let operators: [(symbol: String, precedence: Int)] = [
    ("||", 1), ("&&", 2), ("==", 3), ("!=", 3), ("<=", 3), (">=", 3), ("..<", 4), ("...", 4), ("<", 3), (">", 3), ("+", 5),
    ("-", 5),
  ]
  private static let wordOperators = ["is", "contains"]

  private mutating func expression(minimum: Int) throws(ActionLanguageError) -> Syntax {
    try enter()
    defer { depth -= 1 }
    var left = try unary()
    var count = 0
    while true {
      let before = position
      skipSpace()
      guard let (symbol, precedence) = peekOperator(), precedence >= minimum else {
        position = before
        return left
      }
      count += 1
      guard count <= Self.operatorLimit else {
        throw ActionLanguageError(
          .tooComplex, "an expression may hold \(Self.operatorLimit) operators in a row",
          at: position..<position + symbol.utf8.count)
      }
      let end = position + symbol.utf8.count
      position = end
      skipSpace()
      if symbol == "...", isOperandMissing {
        left = Syntax(form: .postfix(symbol, left), range: left.range.lowerBound..<end)
        continue
      }
      let right = try expression(minimum: precedence + 1)
      left = Syntax(form: .binary(symbol, left, right), range: left.range.lowerBound..<right.range.upperBound)
    }
  }

  private func peekOperator() -> (String, Int)? {
    switch peek() {
    case UInt8(ascii: "|"), UInt8(ascii: "&"), UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "i"), UInt8(ascii: "c"):
      break
    default: return nil
    }
    for (symbol, precedence) in Self.operators where starts(with: symbol) { return (symbol, precedence) }
    if let word = peekWord(), Self.wordOperators.contains(word), position > 0, isSpace(bytes[position - 1]) {
      let after = position + word.utf8.count
      if isWhole, depth == 1, bytes[after...].allSatisfy(isSpace) { return (word, 3) }
      // `contains(…)` and `is = 1` are names, not operators.
      if after < bytes.count, isSpace(bytes[after]) {
        var next = after
        while next < bytes.count, isSpace(bytes[next]) { next += 1 }
        if next < bytes.count, bytes[next] != UInt8(ascii: "=") { return (word, 3) }
      }
    }
    return nil
  }

  /// Whether what stands here ends an expression or goes on with what binds less than a range: `3...` needs no right side.
  private var isOperandMissing: Bool {
    guard let byte = peek() else { return true }
    return isClosing(byte) || ",:=&|".utf8.contains(byte) || starts(with: "!=")
  }

  private mutating func unary() throws(ActionLanguageError) -> Syntax {
    guard let byte = peek() else {
      throw ActionLanguageError(.syntax, "a value is missing here", at: position..<position)
    }
    let start = position
    switch byte {
    case UInt8(ascii: "!"):
      position += 1
      skipSpace()
      try enter()
      defer { depth -= 1 }
      let operand = try unary()
      return Syntax(form: .prefix("!", operand), range: start..<operand.range.upperBound)
    case UInt8(ascii: "-"), UInt8(ascii: "+"):
      if position + 1 < bytes.count, isDigit(bytes[position + 1]) { return try number() }
      if starts(with: "-.infinity") || starts(with: "-infinity") {
        position += starts(with: "-.") ? 10 : 9
        return Syntax(form: .number("-infinity"), range: start..<position)
      }
      throw stray(byte)
    case UInt8(ascii: "\""): return try string(hashes: 0)
    case UInt8(ascii: "#"): return try hash()
    case UInt8(ascii: "\\"): return try keyPath()
    case UInt8(ascii: "["): return try brackets()
    case UInt8(ascii: "("):
      let arguments = try arguments(closing: UInt8(ascii: ")"))
      return Syntax(form: .tuple(arguments), range: start..<position)
    case _ where isDigit(byte): return try number()
    case UInt8(ascii: "_") where position + 1 >= bytes.count || !isNamePart(bytes[position + 1]):
      position += 1
      return Syntax(form: .wildcard, range: start..<position)
    case UInt8(ascii: ".") where starts(with: "...") || starts(with: "..<"):
      let symbol = starts(with: "...") ? "..." : "..<"
      position += 3
      skipSpace()
      let operand = try expression(minimum: 5)
      return Syntax(form: .prefix(symbol, operand), range: start..<operand.range.upperBound)
    case UInt8(ascii: "."), UInt8(ascii: "`"): return try chain()
    case _ where isNameStart(byte): return try chain()
    default: throw stray(byte)
    }
  }

  private func stray(_ byte: UInt8) -> ActionLanguageError {
    let isBehindNothing = [":", ",", "(", "["].contains { bytes[..<position].last { !isSpace($0) } == UInt8(ascii: $0) }
    if isBehindNothing, isClosing(byte) || byte == UInt8(ascii: ",") {
      return ActionLanguageError(.syntax, "a value is missing here", at: position..<position + 1)
    }
    let shown = isClosing(byte) ? "\"\(Character(Unicode.Scalar(byte)))\" closes nothing here" : "this is not expected here"
    return ActionLanguageError(
      .syntax, shown, found: "\"\(Escaping.escaped(Character(Unicode.Scalar(byte))))\"", at: position..<position + 1)
  }

  private mutating func chain() throws(ActionLanguageError) -> Syntax {
    let start = position
    var chain = Syntax.Chain(hasLeadingDot: false, steps: [])
    if peek() == UInt8(ascii: ".") {
      chain.hasLeadingDot = true
      position += 1
      if allowsRoot, peek().map({ $0 == UInt8(ascii: " ") || isClosing($0) }) ?? true {
        return Syntax(form: .chain(chain), range: start..<position)
      }
    }
    chain.steps.reserveCapacity(4)
    chain.steps.append(try name(allowingDigits: false))
    while let byte = peek() {
      let stepStart = position
      switch byte {
      case UInt8(ascii: "."):
        // `0...3` and `a..<b` are ranges.
        if position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: ".") {
          return Syntax(form: .chain(chain), range: start..<position)
        }
        position += 1
        chain.steps.append(try name(allowingDigits: true))
      case UInt8(ascii: "?"), UInt8(ascii: "!"):
        // Optional chaining says nothing new here: paths go through optionals anyway.
        guard position + 1 < bytes.count, [UInt8(ascii: "."), UInt8(ascii: "[")].contains(bytes[position + 1]) else {
          return Syntax(form: .chain(chain), range: start..<position)
        }
        position += 1
      case UInt8(ascii: "("):
        let arguments = try arguments(closing: UInt8(ascii: ")"))
        chain.steps.append(Syntax.Step(form: .call(arguments), range: stepStart..<position))
      case UInt8(ascii: "["):
        let arguments = try arguments(closing: UInt8(ascii: "]"))
        guard !arguments.isEmpty else {
          throw ActionLanguageError(
            .syntax, "the brackets hold no position or id", example: "[0]", at: stepStart..<position)
        }
        chain.steps.append(Syntax.Step(form: .index(arguments), range: stepStart..<position))
      default:
        return Syntax(form: .chain(chain), range: start..<position)
      }
      guard chain.steps.count <= Self.stepLimit else {
        throw ActionLanguageError(
          .tooComplex, "a name may have \(Self.stepLimit) parts", at: stepStart..<position)
      }
    }
    return Syntax(form: .chain(chain), range: start..<position)
  }

  private mutating func name(allowingDigits: Bool) throws(ActionLanguageError) -> Syntax.Step {
    let start = position
    if peek() == UInt8(ascii: "`") {
      position += 1
      while let byte = peek(), byte != UInt8(ascii: "`") { position += 1 }
      guard peek() == UInt8(ascii: "`") else {
        throw ActionLanguageError(.syntax, "the closing \"`\" is missing", at: start..<min(position, bytes.count))
      }
      position += 1
      return Syntax.Step(form: .name(text(start + 1..<position - 1)), range: start..<position)
    }
    guard let byte = peek(), isNameStart(byte) || (allowingDigits && isDigit(byte)) else {
      throw ActionLanguageError(
        .syntax, isAtEnd ? "a name is missing at the end" : "a name is missing here",
        at: position..<min(position + 1, bytes.count))
    }
    while let byte = peek(), isNamePart(byte) { position += 1 }
    return Syntax.Step(form: .name(text(start..<position)), range: start..<position)
  }

  /// The arguments from an opening bracket to its partner.
  private mutating func arguments(closing: UInt8) throws(ActionLanguageError) -> [Syntax.Argument] {
    try enter()
    let allowsRoot = allowsRoot
    // In brackets stand values, which the state as a whole is none of.
    self.allowsRoot = false
    defer {
      depth -= 1
      self.allowsRoot = allowsRoot
    }
    let start = position
    position += 1
    var arguments: [Syntax.Argument] = []
    while true {
      skipSpace()
      guard let byte = peek() else { throw unclosed(start, closing) }
      if byte == closing {
        position += 1
        return arguments
      }
      let argumentStart = position
      let label = argumentLabel()
      let value = try expression(minimum: 0)
      arguments.append(Syntax.Argument(label: label, value: value, range: argumentStart..<value.range.upperBound))
      try separator(start, closing)
    }
  }

  private mutating func separator(_ start: Int, _ closing: UInt8) throws(ActionLanguageError) {
    skipSpace()
    guard let byte = peek() else { throw unclosed(start, closing) }
    if byte == UInt8(ascii: ",") {
      position += 1
    } else if byte != closing {
      throw ActionLanguageError(
        .syntax, "expected \",\" or \"\(Character(Unicode.Scalar(closing)))\" here",
        at: position..<min(position + 1, bytes.count))
    }
  }

  private func unclosed(_ start: Int, _ closing: UInt8) -> ActionLanguageError {
    ActionLanguageError(
      .syntax, "this bracket is not closed: \"\(Character(Unicode.Scalar(closing)))\" is missing", at: start..<start + 1)
  }

  private mutating func argumentLabel() -> String? {
    let start = position
    if peek() == UInt8(ascii: "`") {
      if let label = try? name(allowingDigits: false).name {
        skipSpace()
        if peek() == UInt8(ascii: ":") {
          position += 1
          skipSpace()
          return label
        }
      }
      position = start
      return nil
    }
    guard let byte = peek(), isNameStart(byte) else { return nil }
    while let byte = peek(), isNamePart(byte) { position += 1 }
    let end = position
    skipSpace()
    guard peek() == UInt8(ascii: ":") else {
      position = start
      return nil
    }
    position += 1
    skipSpace()
    let word = text(start..<end)
    return word == "_" ? nil : word
  }

  private mutating func brackets() throws(ActionLanguageError) -> Syntax {
    try enter()
    defer { depth -= 1 }
    let start = position
    let closing = UInt8(ascii: "]")
    position += 1
    skipSpace()
    if peek() == UInt8(ascii: ":") {
      position += 1
      skipSpace()
      guard peek() == closing else { throw unclosed(start, closing) }
      position += 1
      return Syntax(form: .dictionary([]), range: start..<position)
    }
    var elements: [Syntax] = []
    var pairs: [(key: Syntax, value: Syntax)] = []
    while true {
      skipSpace()
      guard let byte = peek() else { throw unclosed(start, closing) }
      if byte == closing {
        position += 1
        return Syntax(form: pairs.isEmpty ? .array(elements) : .dictionary(pairs), range: start..<position)
      }
      let element = try expression(minimum: 0)
      skipSpace()
      if peek() == UInt8(ascii: ":"), elements.isEmpty {
        position += 1
        skipSpace()
        pairs.append((element, try expression(minimum: 0)))
      } else {
        guard pairs.isEmpty else {
          throw ActionLanguageError(.syntax, "a dictionary entry is written \"key: value\"", at: element.range)
        }
        elements.append(element)
      }
      try separator(start, closing)
    }
  }

  // MARK: Literals

  private mutating func number() throws(ActionLanguageError) -> Syntax {
    let start = position
    if peek() == UInt8(ascii: "-") || peek() == UInt8(ascii: "+") { position += 1 }
    let digits = position
    if start == digits, let end = endOfDate() {
      position = end
      return Syntax(form: .number(text(start..<end)), range: start..<end)
    }
    let isPrefixed =
      bytes[digits] == UInt8(ascii: "0") && digits + 1 < bytes.count && "xXbBoO".utf8.contains(bytes[digits + 1])
    var seenDot = false
    while let byte = peek() {
      if isDigit(byte) || byte == UInt8(ascii: "_") || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
        || byte >= 0x80
      {
        position += 1
      } else if byte == UInt8(ascii: "."), !seenDot, !isPrefixed, position + 1 < bytes.count, isDigit(bytes[position + 1]) {
        seenDot = true
        position += 1
      } else if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+"), !isPrefixed,
        bytes[position - 1] | 0x20 == UInt8(ascii: "e"),
        position + 1 < bytes.count, isDigit(bytes[position + 1]),
        bytes[digits..<position - 1].allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_") })
      {
        position += 1
      } else {
        break
      }
    }
    if isPrefixed, position == digits + 2 {
      throw ActionLanguageError(
        .syntax, "the digits after \"\(text(digits..<position))\" are missing", found: "\"\(text(start..<position))\"",
        example: "\(text(start..<position))10", at: start..<position)
    }
    return Syntax(form: .number(text(start..<position)), range: start..<position)
  }

  /// Where a date ends that begins here: `2024-01-31`, `2024-01-31T12:00:00.5Z`, with an offset from UTC too.
  private func endOfDate() -> Int? {
    var end = position
    func has(_ pattern: String) -> Bool {
      guard end + pattern.utf8.count <= bytes.count else { return false }
      return zip(pattern.utf8, bytes[end...]).allSatisfy { $0 == UInt8(ascii: "0") ? isDigit($1) : $0 == $1 }
    }
    func take(_ pattern: String) -> Bool {
      guard has(pattern) else { return false }
      end += pattern.utf8.count
      return true
    }
    guard take("0000-00-00") else { return nil }
    if take("T00:00") {
      if take(":00"), has(".0") {
        end += 1
        while end < bytes.count, isDigit(bytes[end]) { end += 1 }
      }
      if !take("Z"), !take("+00:00"), !take("-00:00"), !take("+0000") { _ = take("-0000") }
    }
    // Letters behind it make it something else.
    return end < bytes.count && isNamePart(bytes[end]) ? nil : end
  }

  private mutating func hash() throws(ActionLanguageError) -> Syntax {
    let start = position
    var end = position
    while end < bytes.count, bytes[end] == UInt8(ascii: "#") { end += 1 }
    if end < bytes.count, bytes[end] == UInt8(ascii: "\"") {
      position = end
      return try string(hashes: end - start, start: start)
    }
    position = start + 1
    while let byte = peek(), isDigit(byte) { position += 1 }
    guard position > start + 1, let id = Int(text(start + 1..<position)) else {
      throw ActionLanguageError(
        .syntax, "an element id is \"#\" and a number", example: "#0", at: start..<max(position, start + 1))
    }
    return Syntax(form: .elementID(id), range: start..<position)
  }

  private mutating func keyPath() throws(ActionLanguageError) -> Syntax {
    let start = position
    position += 1
    var names: [String] = []
    // Most places know the root's type, so that its name before the first dot says nothing new.
    var root: String?
    if let byte = peek(), isNameStart(byte) { root = try name(allowingDigits: false).name }
    while peek() == UInt8(ascii: ".") {
      position += 1
      if let name = try name(allowingDigits: true).name { names.append(name) }
      if peek() == UInt8(ascii: "?") || peek() == UInt8(ascii: "!") { position += 1 }
    }
    // No key path that is a value has brackets; a path into the state has.
    if peek() == UInt8(ascii: "["), !names.isEmpty {
      position = start + 1
      var path = try chain()
      if case .chain(var chain) = path.form {
        chain.isKeyPath = true
        path.form = .chain(chain)
      }
      return path
    }
    guard !names.isEmpty else {
      throw ActionLanguageError(.syntax, "a key path names a property", example: "\\.title", at: start..<position)
    }
    return Syntax(form: .keyPath(names, root: root), range: start..<position)
  }

  private mutating func string(hashes: Int, start: Int? = nil) throws(ActionLanguageError) -> Syntax {
    let literalStart = start ?? position
    let isMultiLine = starts(with: "\"\"\"")
    if isMultiLine, position + 3 < bytes.count, bytes[position + 3] == 10 {
      return try multiLineString(hashes: hashes, start: literalStart)
    }
    position += isMultiLine ? 3 : 1
    var content: [UInt8] = []
    while true {
      guard let byte = peek() else {
        throw ActionLanguageError(.syntax, "the string is not closed", at: literalStart..<literalStart + 1)
      }
      if byte == UInt8(ascii: "\""), closes(hashes: hashes, isMultiLine: isMultiLine) {
        position += (isMultiLine ? 3 : 1) + hashes
        break
      }
      if byte == UInt8(ascii: "\\"), closesHashes(at: position + 1, hashes: hashes) {
        let escapeStart = position
        position += 1 + hashes
        try escape(into: &content, start: escapeStart)
        continue
      }
      content.append(byte)
      position += 1
    }
    // Whoever writes several lines means them without the indentation, which only the closing quotes of the other form tell.
    if isMultiLine, bytes[literalStart..<position].contains(10) {
      let content = literalStart + hashes + 3
      throw ActionLanguageError(
        .syntax, "the text of a string of several lines begins on a line of its own", example: Self.twoLines,
        at: content..<content + 1)
    }
    return Syntax(form: .string(String(decoding: content, as: UTF8.self)), range: literalStart..<position)
  }

  /// How a string of several lines is written in one.
  private static let twoLines = "\"first\\nsecond\""

  /// A literal whose content begins on a new line: without the first and the last line break, and without the indentation of the
  /// closing quotes, which every line that is not blank must have.
  private mutating func multiLineString(hashes: Int, start: Int) throws(ActionLanguageError) -> Syntax {
    position += 3
    let end = try closingQuotes(hashes: hashes, start: start)
    var lastLine = end
    while bytes[lastLine - 1] != 10 { lastLine -= 1 }
    let indentation = bytes[lastLine..<end]
    guard indentation.allSatisfy({ $0 == 32 || $0 == 9 }) else {
      throw ActionLanguageError(
        .syntax, "the closing quotes of a string of several lines have a line of their own", example: Self.twoLines,
        at: end..<end + 3)
    }
    position += 1
    var content: [UInt8] = []
    while position < lastLine {
      let line = bytes[position..<(bytes[position...].firstIndex(of: 10) ?? lastLine)]
      if line.starts(with: indentation) {
        position += indentation.count
      } else if line.allSatisfy({ $0 == 32 || $0 == 9 }) {
        position = line.endIndex
      } else {
        throw ActionLanguageError(
          .syntax, "this line of the string is indented less than its closing quotes", example: Self.twoLines,
          at: position..<position + 1)
      }
      var goesOn = false
      while position < lastLine, bytes[position] != 10 {
        guard bytes[position] == UInt8(ascii: "\\"), closesHashes(at: position + 1, hashes: hashes) else {
          content.append(bytes[position])
          position += 1
          continue
        }
        let escapeStart = position
        position += 1 + hashes
        // A backslash at the end of a line takes its line break away.
        let rest = bytes[position..<lastLine].prefix { $0 != 10 }
        goesOn = rest.allSatisfy { $0 == 32 || $0 == 9 }
        if goesOn { position = rest.endIndex } else { try escape(into: &content, start: escapeStart) }
      }
      position += 1
      if !goesOn, position < lastLine { content.append(10) }
    }
    position = end + 3 + hashes
    return Syntax(form: .string(String(decoding: content, as: UTF8.self)), range: start..<position)
  }

  /// Where the quotes stand that close a string of several lines.
  private func closingQuotes(hashes: Int, start: Int) throws(ActionLanguageError) -> Int {
    var scan = self
    while let byte = scan.peek() {
      if byte == UInt8(ascii: "\""), scan.closes(hashes: hashes, isMultiLine: true) { return scan.position }
      scan.position += byte == UInt8(ascii: "\\") && closesHashes(at: scan.position + 1, hashes: hashes) ? 2 + hashes : 1
    }
    throw ActionLanguageError(.syntax, "the string is not closed", at: start..<start + 1)
  }

  private func closes(hashes: Int, isMultiLine: Bool) -> Bool {
    if isMultiLine { return starts(with: "\"\"\"") && closesHashes(at: position + 3, hashes: hashes) }
    return closesHashes(at: position + 1, hashes: hashes)
  }

  private func closesHashes(at place: Int, hashes: Int) -> Bool {
    guard place + hashes <= bytes.count else { return false }
    return bytes[place..<place + hashes].allSatisfy { $0 == UInt8(ascii: "#") }
  }

  private mutating func escape(into content: inout [UInt8], start: Int) throws(ActionLanguageError) {
    guard let byte = peek() else {
      throw ActionLanguageError(.syntax, "the string is not closed", at: start..<start + 1)
    }
    // A backslash, and the number signs of a raw string.
    let beginning = text(start..<position)
    position += 1
    switch byte {
    case UInt8(ascii: "n"): content.append(10)
    case UInt8(ascii: "r"): content.append(13)
    case UInt8(ascii: "t"): content.append(9)
    case UInt8(ascii: "0"): content.append(0)
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"): content.append(byte)
    case UInt8(ascii: "u"):
      var digits = ""
      if peek() == UInt8(ascii: "{") {
        position += 1
        while let next = peek(), next != UInt8(ascii: "}"), digits.utf8.count <= 8 {
          digits.unicodeScalars.append(Unicode.Scalar(next))
          position += 1
        }
        if peek() == UInt8(ascii: "}") {
          position += 1
          if let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value) {
            content.append(contentsOf: String(Character(scalar)).utf8)
            return
          }
        }
      }
      throw ActionLanguageError(
        .syntax, "this is not the number of a Unicode scalar", example: beginning + "u{1F600}", at: start..<position)
    default:
      // The escape ends with a whole character, which may have several bytes.
      while let next = peek(), next & 0xC0 == 0x80 { position += 1 }
      // What stands there is meant as it is, or as one of these.
      let kept = beginning + "\\" + beginning.dropFirst() + text(start + beginning.utf8.count..<position)
      let names = ["n", "r", "t", "0", "\"", "u{1F600}"]
      throw ActionLanguageError(
        .syntax, "there is no such escape", example: kept, candidates: [kept] + names.map { beginning + $0 }, at: start..<position
      )
    }
  }

  // MARK: Bytes

  private var isAtEnd: Bool { position >= bytes.count }
  private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }
  private func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
  private func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (byte >= 9 && byte <= 13) }
  private func isClosing(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
  }
  private func isNameStart(_ byte: UInt8) -> Bool {
    (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")) || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$") || byte >= 0x80
  }
  private func isNamePart(_ byte: UInt8) -> Bool { isNameStart(byte) || isDigit(byte) }

  private mutating func skipSpace() {
    while let byte = peek(), isSpace(byte) { position += 1 }
  }

  private func starts(with symbol: String) -> Bool {
    var index = position
    for byte in symbol.utf8 {
      guard index < bytes.count, bytes[index] == byte else { return false }
      index += 1
    }
    return true
  }

  private func peekWord() -> String? {
    guard let byte = peek(), isNameStart(byte) else { return nil }
    var end = position
    while end < bytes.count, isNamePart(bytes[end]) { end += 1 }
    return text(position..<end)
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private mutating func enter() throws(ActionLanguageError) {
    depth += 1
    // An expression in brackets enters twice: once for the brackets, once for itself.
    guard depth <= 2 * Self.nestingLimit + 2 else {
      throw ActionLanguageError(
        .tooComplex, "brackets may be nested \(Self.nestingLimit) deep", at: position..<min(position + 1, bytes.count))
    }
  }

  private mutating func expectEnd() throws(ActionLanguageError) {
    skipSpace()
    guard let byte = peek() else { return }
    if isClosing(byte) { throw stray(byte) }
    throw leftOver(from: position)
  }

  private func leftOver(from start: Int) -> ActionLanguageError {
    ActionLanguageError(
      .unexpectedPart, "the text ends before this; what follows belongs to nothing", at: start..<bytes.count)
  }
}
