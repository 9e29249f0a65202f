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
  /// The outcome of an input that caused nothing.
  static let nothing = "= nothing"

  var feature: String
  var shape: String?
  var seed: UInt64 = 0
  var date = WorldSettings().date
  var scenario: String?
  /// Comments among the header lines are kept with the header's own text.
  private var headerText: String?
  var items: [Item] = []
  /// How many lines the header takes.
  var headerLineCount: Int { headerText.map { $0.split(separator: "\n", omittingEmptySubsequences: false).count } ?? 0 }

  init(feature: String) { self.feature = feature }

  // MARK: Writing

  /// The file's text.
  var text: String {
    var lines: [String] = []
    if let headerText {
      lines.append(headerText)
    } else {
      lines.append("hindsight \(Self.version)")
      lines.append("feature \(feature)")
      if let scenario { lines.append("scenario \(scenario)") }
      if let shape { lines.append("shape \(shape)") }
      lines.append("seed \(seed)")
      lines.append("date \(date.formatted(.iso8601))")
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
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: Reading

  /// Reads a file's bytes.
  ///
  /// - Throws: `SessionFileError`, with the line and column where reading stopped.
  /// - Complexity: Linear in the number of bytes.
  init(bytes: Data) throws(SessionFileError) {
    guard bytes.count <= Self.sizeLimit else { throw .tooLarge(bytes: bytes.count, limit: Self.sizeLimit) }
    guard !bytes.isEmpty else { throw .empty }
    let text = try Self.decode(bytes)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() } else { throw .truncated(line: lines.count) }

    var header: [String: String] = [:]
    var headerLines = 0
    scan: for (index, line) in lines.enumerated() {
      if line.isEmpty {
        // The empty line after the header belongs to it.
        headerLines = index + 1
        break scan
      }
      if line.hasPrefix("#") { continue }
      let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard let name = parts.first, header.isEmpty || Self.headerNames.contains(name) else {
        headerLines = index
        break scan
      }
      if header.isEmpty {
        guard parts[0] == "hindsight", parts.count == 2 else { throw .notASession(firstLine: line) }
        guard parts[1] == "\(Self.version)" else { throw .unknownVersion(parts[1]) }
      }
      guard parts.count == 2 else { throw .badHeader(line: index + 1, name: parts[0], expected: "a value") }
      guard header.updateValue(parts[1], forKey: parts[0]) == nil else { throw .repeatedHeader(line: index + 1, name: parts[0]) }
      headerLines = index + 1
    }
    guard header["hindsight"] != nil else { throw .notASession(firstLine: lines.first ?? "") }
    guard let feature = header["feature"] else { throw .missingHeader("feature") }
    func line(of name: String) -> Int { (lines.firstIndex { $0.hasPrefix(name + " ") } ?? 0) + 1 }
    self.feature = feature
    shape = header["shape"]
    scenario = header["scenario"]
    if let text = header["seed"] {
      guard let seed = UInt64(text) else { throw .badHeader(line: line(of: "seed"), name: "seed", expected: "a whole number") }
      self.seed = seed
    }
    if let text = header["date"] {
      guard let date = try? Date(text, strategy: .iso8601) else {
        throw .badHeader(line: line(of: "date"), name: "date", expected: "a date such as 2024-01-01T00:00:00Z")
      }
      self.date = date
    }
    headerText = lines[..<headerLines].joined(separator: "\n")
    items = try Self.items(of: lines, from: headerLines)
  }

  private static let headerNames: Set<String> = ["feature", "shape", "seed", "date", "scenario"]

  private static func items(of lines: [String], from start: Int) throws(SessionFileError) -> [Item] {
    var items: [Item] = []
    for index in start..<lines.count {
      let line = lines[index]
      if line == "end" {
        guard index == lines.count - 1 else { throw .linesAfterEnd(line: index + 2) }
        return items
      }
      if line.isEmpty || line.hasPrefix("#") {
        items.append(.remark(line))
      } else if line.hasPrefix("  ") {
        let outcome = String(line.dropFirst(2))
        guard case .input(let text, let known, let place)? = items.last else { throw .outcomeWithoutInput(line: index + 1) }
        guard outcome == nothing || outcomeMarks.contains(where: outcome.hasPrefix) else {
          throw .badOutcome(line: index + 1, text: outcome)
        }
        items[items.count - 1] = .input(text: text, outcome: (known ?? []) + [outcome], line: place)
      } else {
        items.append(.input(text: line, outcome: nil, line: index + 1))
      }
    }
    throw .truncated(line: lines.count)
  }

  /// How a line that says what an input caused begins: a derived action, a changed, an inserted, a removed, a moved value.
  static let outcomeMarks = ["> ", "~ ", "+ ", "- ", "@ ", crashMark]
  /// How the line of an input that ended the process begins; it is not run again unless asked.
  static let crashMark = "! "

  /// Why an input with this outcome ended the process; `nil` when it did not.
  static func crash(in outcome: [String]?) -> String? {
    outcome?.first { $0.hasPrefix(crashMark) }.map { String($0.dropFirst(crashMark.count)) }
  }

  private static func decode(_ bytes: Data) throws(SessionFileError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      var line = 1
      for lineBytes in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
        if String(validating: lineBytes, as: UTF8.self) == nil {
          let valid = String(decoding: lineBytes, as: UTF8.self).prefix { $0 != "\u{FFFD}" }
          throw .notText(line: line, column: valid.count + 1)
        }
        line += 1
      }
      throw .notText(line: 1, column: 1)
    }
    var line = 1
    var column = 1
    for scalar in text.unicodeScalars {
      if scalar == "\n" {
        line += 1
        column = 1
      } else {
        if scalar.value < 0x20 || scalar.value == 0x7F || (0x80...0x9F).contains(scalar.value) {
          throw .controlCharacter(line: line, column: column, value: scalar.value)
        }
        column += 1
      }
    }
    return text
  }
}
