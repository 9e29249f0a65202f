import ActionLanguage
import Foundation

/// A saved session: a header, then the inputs, each optionally followed by what it caused.
///
/// ```
/// hindsight 1
/// feature counter
/// shape 6f0c2b1d
/// seed 0
/// date 2024-01-01T00:00:00Z
///
/// # Comments and empty lines are kept.
/// incrementButtonTapped
///   ~ count: 0 → 1
/// advance 2s
///   > timerTicked
///   ~ count: 1 → 2
/// end
/// ```
///
/// Reading a file and writing it again gives the same bytes: every line is kept as it was written.
struct SessionFile: Equatable {
  /// One line, or one input with the lines below it that say what it caused.
  enum Item: Equatable {
    /// A comment or an empty line, as it was written.
    case remark(String)
    /// An input.
    ///
    /// - Parameters:
    ///   - text: The input, as a command line.
    ///   - outcome: What it caused, one line each without the indent; `nil` when that was not recorded.
    case input(text: String, outcome: [String]?, line: Int)
  }

  /// The only version there is so far.
  static let version = 1
  /// A file may not be larger, in bytes; an hour of typing is a thousandth of it.
  static let sizeLimit = 64 * 1024 * 1024
  /// A file may not have more lines. Files that are recorded reach the other limit first; this one bounds the memory that a file of
  /// nothing but line breaks takes.
  static let lineLimit = 4_000_000
  /// The outcome of an input that caused nothing.
  static let nothing = "= nothing"

  var feature: String
  var shape: String?
  /// The cases of the action that are used, each with the shape of its payload (`ActionCase`); `nil` when that was not recorded.
  var cases: String?
  var seed: UInt64 = 0
  var date = WorldSettings().date
  var scenario: String?
  /// The world it ran in.
  var settings: WorldSettings {
    var settings = WorldSettings()
    settings.seed = seed
    settings.date = date
    return settings
  }
  /// Comments among the header lines are kept with the header's own text.
  private var headerText: String?
  var items: [Item] = []
  /// How many lines the header takes.
  var headerLineCount: Int { headerText.map { $0.split(separator: "\n", omittingEmptySubsequences: false).count } ?? 0 }
  private var layout = Layout()

  /// What an editor or another system puts around the lines.
  private struct Layout: Equatable {
    var beginsWithMark = false
    var endsWithLineBreak = true
    var hasReturns = false
    /// The lines that end unlike the first, when there are any.
    var exceptions: Set<Int> = []
  }

  init(feature: String) { self.feature = feature }

  // MARK: Writing

  /// The file's text.
  var text: String {
    var lines: [String] = []
    if let headerText {
      lines.append(contentsOf: headerText.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    } else {
      lines.append("hindsight \(Self.version)")
      lines.append("feature \(feature)")
      if let scenario { lines.append("scenario \(scenario)") }
      if let shape { lines.append("shape \(shape)") }
      if let cases { lines.append("cases \(cases)") }
      lines.append("seed \(seed)")
      lines.append("date \(WorldSettings.text(of: date))")
      lines.append("")
    }
    for item in items {
      switch item {
      case .remark(let text): lines.append(text)
      case .input(let text, let outcome, _):
        lines.append(text)
        for line in outcome ?? [] { lines.append("  " + line) }
      }
    }
    lines.append("end")
    guard layout != Layout() else { return lines.joined(separator: "\n") + "\n" }
    var text = layout.beginsWithMark ? "\u{FEFF}" : ""
    for (index, line) in lines.enumerated() {
      text += line
      guard index < lines.count - 1 || layout.endsWithLineBreak else { break }
      text += layout.hasReturns != layout.exceptions.contains(index) ? "\r\n" : "\n"
    }
    return text
  }

  /// Writes down with which types the file was recorded.
  mutating func record(shape: String, cases: String) {
    self.shape = shape
    self.cases = cases.isEmpty ? nil : cases
    setHeader("shape", to: shape, after: ["scenario", "feature"])
    setHeader("cases", to: self.cases, after: ["shape"])
  }

  private mutating func setHeader(_ name: String, to value: String?, after names: [String]) {
    guard let headerText else { return }
    var lines = headerText.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let line = value.map { "\(name) \($0)" }
    if let known = lines.firstIndex(where: { $0.hasPrefix(name + " ") }) {
      if let line { lines[known] = line } else { lines.remove(at: known) }
    } else if let line {
      let before = names.lazy.compactMap { name in lines.firstIndex { $0.hasPrefix(name + " ") } }.first ?? 0
      lines.insert(line, at: before + 1)
    }
    self.headerText = lines.joined(separator: "\n")
    // Which lines ended otherwise cannot be told any more once lines moved.
    layout.exceptions = []
  }

  // MARK: Reading

  /// Reads a file's bytes.
  ///
  /// - Throws: `SessionFileError`, with the line and column where reading stopped.
  /// - Complexity: Linear in the number of bytes.
  init(bytes: Data) throws(SessionFileError) {
    guard bytes.count <= Self.sizeLimit else { throw .tooLarge(bytes: bytes.count, limit: Self.sizeLimit) }
    guard !bytes.isEmpty else { throw .empty }
    var scanner = SessionFileLines(try SessionFileLines.text(of: bytes), limit: Self.lineLimit)
    layout.beginsWithMark = scanner.beginsWithMark

    var header: [String: (value: String, line: Int)] = [:]
    var headerLines: [String] = []
    var isInHeader = true
    var firstLine = ""
    var hasEnd = false
    feature = ""
    while let line = try scanner.next() {
      let number = scanner.number
      if number == 1 {
        firstLine = line
        layout.hasReturns = scanner.endsWithReturn
      }
      guard scanner.endsWithLineBreak || line == "end" else { throw .truncated(line: number) }
      if scanner.endsWithLineBreak, scanner.endsWithReturn != layout.hasReturns { layout.exceptions.insert(number - 1) }
      guard !hasEnd else { throw .linesAfterEnd(line: number) }
      if isInHeader {
        if line.isEmpty {
          // The empty line after the header belongs to it.
          headerLines.append(line)
          isInHeader = false
          continue
        }
        if line.hasPrefix("#") {
          headerLines.append(line)
          continue
        }
        if try Self.take(line, number, into: &header) {
          headerLines.append(line)
          continue
        }
        isInHeader = false
      }
      hasEnd = try Self.take(line, number, into: &items)
    }
    guard header["hindsight"] != nil else { throw .notASession(firstLine: firstLine) }
    guard let feature = header["feature"]?.value else { throw .missingHeader("feature") }
    guard hasEnd else { throw .truncated(line: scanner.number) }
    layout.endsWithLineBreak = scanner.endsWithLineBreak
    self.feature = feature
    shape = header["shape"]?.value
    cases = header["cases"]?.value
    scenario = header["scenario"]?.value
    if let (text, line) = header["shape"], !Self.isFingerprint(text[...]) {
      throw .badHeader(line: line, name: "shape", expected: "hexadecimal digits such as 6f0c2b1d, sixteen at the most")
    }
    if let (text, line) = header["cases"] {
      for word in text.split(separator: " ") {
        let sides = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard !sides[0].isEmpty, sides.count == 1 || Self.isFingerprint(sides[1]) else {
          throw .badHeader(
            line: line, name: "cases", expected: "names, with what their payloads are like, as in add:1f3a5c77 increment")
        }
      }
    }
    if let (text, line) = header["seed"] {
      guard let seed = UInt64(text) else { throw .badHeader(line: line, name: "seed", expected: "a whole number") }
      self.seed = seed
    }
    if let (text, line) = header["date"] {
      guard let date = WorldSettings.date(from: text) else {
        throw .badHeader(line: line, name: "date", expected: "a date such as 2024-01-01T00:00:00Z")
      }
      self.date = date
    }
    headerText = headerLines.joined(separator: "\n")
  }

  private static func isFingerprint(_ text: Substring) -> Bool {
    (1...16).contains(text.utf8.count) && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }

  private static let headerNames: Set<String> = ["feature", "shape", "cases", "seed", "date", "scenario"]

  /// Takes a line of the header; gives back whether it is one.
  private static func take(
    _ line: String, _ number: Int, into header: inout [String: (value: String, line: Int)]
  ) throws(SessionFileError) -> Bool {
    let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
    let name = parts.first ?? ""
    if header.isEmpty {
      guard name == "hindsight", parts.count == 2 else { throw .notASession(firstLine: line) }
      guard parts[1] == "\(Self.version)" else { throw .unknownVersion(line: number, parts[1]) }
    } else if !headerNames.contains(name) {
      return false
    }
    guard parts.count == 2 else { throw .badHeader(line: number, name: name, expected: "a value") }
    guard header.updateValue((parts[1], number), forKey: name) == nil else { throw .repeatedHeader(line: number, name: name) }
    return true
  }

  /// Takes a line below the header; gives back whether it is the last.
  private static func take(_ line: String, _ number: Int, into items: inout [Item]) throws(SessionFileError) -> Bool {
    // Bytes tell most lines apart; comparing texts costs more than all the rest of reading a file.
    switch line.utf8.first {
    case nil, UInt8(ascii: "#"): items.append(.remark(line))
    case UInt8(ascii: " ") where line.utf8.dropFirst().first == UInt8(ascii: " "):
      let outcome = String(Substring(line.utf8.dropFirst(2)))
      guard isOutcome(outcome) else {
        if case .input(let text, nil, let line)? = items.last, let column = OneLine.columnOfOpenString(in: text) {
          throw .openString(line: line, column: column + 1)
        }
        throw .badOutcome(line: number, text: outcome)
      }
      if let expected = missing(in: outcome) {
        throw .incompleteOutcome(line: number, column: outcome.count + 3, expected: expected)
      }
      guard let last = items.indices.last, case .input(let text, let outcomes, let place) = items[last] else {
        throw .outcomeWithoutInput(line: number)
      }
      guard var outcomes else {
        items[last] = .input(text: text, outcome: [outcome], line: place)
        break
      }
      // Taken out before it is changed, so that an input with a million outcomes is no square of them.
      items[last] = .remark("")
      outcomes.append(outcome)
      items[last] = .input(text: text, outcome: outcomes, line: place)
    case UInt8(ascii: " "): throw .leadingBlank(line: number)
    case UInt8(ascii: "e") where line == "end": return true
    default: items.append(.input(text: line, outcome: nil, line: number))
    }
    return false
  }

  private static func isOutcome(_ text: String) -> Bool {
    var bytes = text.utf8.makeIterator()
    guard let mark = bytes.next(), bytes.next() == UInt8(ascii: " ") else { return false }
    return outcomeMarks.contains(mark) || text == nothing
  }

  /// What a line that says what an input caused would need to be one; `nil` when nothing is missing.
  private static func missing(in outcome: String) -> String? {
    let bytes = outcome.utf8.dropFirst(2)
    let isWhole: Bool
    switch outcome.utf8.first {
    case UInt8(ascii: "~"), UInt8(ascii: "@"): isWhole = holds(": ", in: bytes) && holds(" → ", in: bytes)
    case UInt8(ascii: "+"), UInt8(ascii: "-"): isWhole = holds(": ", in: bytes)
    default: return bytes.isEmpty ? "what follows the mark, such as > timerTicked" : nil
    }
    guard !isWhole else { return nil }
    return switch outcome.utf8.first {
    case UInt8(ascii: "~"): "PATH: OLD → NEW, such as ~ count: 0 → 1"
    case UInt8(ascii: "@"): "PATH: OLD → NEW, such as @ rows[id: 3]: 0 → 2"
    case UInt8(ascii: "+"): "PATH: NEW, such as + rows[id: 3]: \"new\""
    default: "PATH: OLD, such as - rows[id: 3]: \"old\""
    }
  }

  /// Whether a text stands somewhere behind the first byte; byte by byte, since files have many such lines.
  private static func holds(_ text: StaticString, in bytes: Substring.UTF8View) -> Bool {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    var start = bytes.dropFirst()
    while let found = start.firstIndex(of: wanted[0]) {
      start = start[found...]
      if start.starts(with: wanted) { return true }
      start = start.dropFirst()
    }
    return false
  }

  /// How a line that says what an input caused begins: a derived action, a changed, an inserted, a removed, a moved value.
  /// A space follows.
  private static let outcomeMarks = Array(">~+-@!".utf8)
  /// How the line of an input that ended the process begins; it is not run again unless asked.
  static let crashMark = "! "

  /// Why an input with this outcome ended the process; `nil` when it did not.
  static func crash(in outcome: [String]?) -> String? {
    guard let outcome, outcome.contains(where: { $0.utf8.first == crashMark.utf8.first }) else { return nil }
    return outcome.first { $0.hasPrefix(crashMark) }.map { String($0.dropFirst(crashMark.count)) }
  }
}
