import Timeline

/// One line of a journal: what happened, written before or as it happens.
enum JournalRecord: Equatable {
  /// A line of the head: what the session runs, as in a session file.
  case header(name: String, value: String)
  /// An input was accepted; it is written before a reducer sees it.
  case input(String)
  /// The newest input was taken back: it ran away, or the user interrupted it.
  case withdrawn
  /// An input ended the process and is not run again.
  case crashed(input: Int, reason: String)
  /// The user travelled: to a position on the branch that ends at `end`.
  case position(Position, end: Int)
  /// A branch got a name; an empty one takes it away.
  case name(step: Int, String)
  /// Checkpoints, breakpoints and displays as they are now, one line each (`SessionMarks`).
  case marks(String)
  /// The session ended as the user wanted.
  case goodbye

  /// The line in the file: checksum, space, record.
  var line: String {
    let text = text
    return "\(Checksum.text(of: text.utf8)) \(text)\n"
  }

  private var text: String {
    switch self {
    case .header(let name, let value): "\(name) \(Self.escaped(value))"
    case .input(let text): "input \(Self.escaped(text))"
    case .withdrawn: "withdrawn"
    case .crashed(let input, let reason): "crashed \(input) \(Self.escaped(reason))"
    case .position(let position, let end): "at \(position.step) \(position.shown) \(end)"
    case .name(let step, let name): "name \(step) \(Self.escaped(name))"
    case .marks(let text): "marks \(Self.escaped(text))"
    case .goodbye: "goodbye"
    }
  }

  /// The names of the records of the head.
  static let headerNames: Set<String> = ["journal", "feature", "scenario", "seed", "date", "shape"]

  /// Reads a line without its line break; `nil` when its checksum or its form is wrong.
  init?(line: some StringProtocol) {
    let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, Checksum.text(of: parts[1].utf8) == parts[0] else { return nil }
    let words = parts[1].split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = words.count == 2 ? words[1] : ""
    switch words[0] {
    case "input": self = .input(Self.unescaped(rest))
    case "marks": self = .marks(Self.unescaped(rest))
    case "withdrawn": self = .withdrawn
    case "goodbye": self = .goodbye
    case "crashed":
      let parts = rest.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let input = Int(parts[0]) else { return nil }
      self = .crashed(input: input, reason: Self.unescaped(parts[1]))
    case "at":
      let numbers = rest.split(separator: " ").compactMap { Int($0) }
      guard numbers.count == 3 else { return nil }
      self = .position(Position(step: numbers[0], shown: numbers[1]), end: numbers[2])
    case "name":
      let parts = rest.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let step = Int(parts[0]) else { return nil }
      self = .name(step: step, Self.unescaped(parts[1]))
    case let name where Self.headerNames.contains(String(name)):
      self = .header(name: String(name), value: Self.unescaped(rest))
    default: return nil
    }
  }

  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x5C || $0 == 0x0A || $0 == 0x0D }) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func unescaped(_ text: some StringProtocol) -> String {
    var result = String.UnicodeScalarView()
    var isEscape = false
    for scalar in text.unicodeScalars {
      switch (isEscape, scalar) {
      case (false, "\\"):
        isEscape = true
        continue
      case (true, "n"): result.append("\n")
      case (true, "r"): result.append("\r")
      default: result.append(scalar)
      }
      isEscape = false
    }
    return String(result)
  }
}
