import ActionLanguage
import Terminal

/// A line whose multi-line string goes on with the next line: what was written so far.
struct OpenLine {
  /// Far above any text that is typed; below what a string that is never closed would take of a long file.
  static let limit = 1 << 20
  /// What stands before each line that goes on.
  static let prompt = "...> "

  private var scan = StringScan()
  private var text = ""
  private var isTooLong = false
  /// Where it began; `nil` when no line is open.
  private(set) var firstLine: Int?

  var isOpen: Bool { firstLine != nil }

  /// Takes the next line.
  ///
  /// - Parameter number: The number of the line where it stands.
  /// - Returns: The whole line and the number it began at; `nil` when it goes on.
  /// - Throws: `CommandError` when what was closed is too long; all of it is dropped then.
  mutating func take(_ line: String, number: Int = 1) throws(CommandError) -> (text: String, number: Int)? {
    if !isOpen {
      // By far the most lines are whole; a comment is, whatever is in it.
      guard line.contains("\"\"\""), line.first(where: { !$0.isWhitespace }) != "#" else { return (line, number) }
    }
    scan = scanOfNextLine
    for byte in line.utf8 { _ = scan.takes(byte) }
    let first = firstLine ?? number
    isTooLong = isTooLong || text.utf8.count + line.utf8.count > Self.limit
    if isTooLong { text = "" } else { text += isOpen ? "\n" + line : line }
    firstLine = first
    guard !scan.isInMultiLineString else { return nil }
    let (whole, failed) = (text, isTooLong)
    self = OpenLine()
    if failed { throw CommandError("the text that begins in line \(first) is longer than \(Self.limit) bytes") }
    return (whole, first)
  }

  /// A text that is put in behind the beginning of a line, with escapes for what cannot be seen in a string.
  ///
  /// Outside of strings tabs become blanks. Those that indent a line of a string stay, since they may be no part of it.
  /// - Complexity: Linear in the length of both.
  func escaping(_ inserted: String, behind line: String) -> String {
    guard inserted.unicodeScalars.contains(where: { Self.isUnseen($0) }) else { return inserted }
    var open = self
    var current = line
    var scan = open.scanOfNextLine
    for byte in line.utf8 { _ = scan.takes(byte) }
    var isIndentation = open.isOpen && line.allSatisfy(\.isWhitespace)
    var result = String.UnicodeScalarView()
    for scalar in inserted.unicodeScalars {
      if scalar == "\n" || scalar == "\r" {
        let isSecondSign = scalar == "\n" && result.last == "\r"
        result.append(scalar)
        if isSecondSign { continue }
        _ = try? open.take(current)
        current = ""
        scan = open.scanOfNextLine
        isIndentation = open.isOpen
        continue
      }
      var text = String(scalar)
      if scalar != " ", scalar != "\t" { isIndentation = false }
      if Self.isUnseen(scalar), !isIndentation {
        if let hashes = scan.hashesOfEscapes {
          let name = Escaping.name(ofHidden: scalar) ?? "u{\(String(scalar.value, radix: 16, uppercase: true))}"
          text = "\\" + String(repeating: "#", count: hashes) + name
        } else if scalar == "\t" {
          text = " "
        }
      }
      for byte in text.utf8 { _ = scan.takes(byte) }
      current += text
      result.append(contentsOf: text.unicodeScalars)
    }
    return String(result)
  }

  /// What stands in strings of the line that comes next.
  private var scanOfNextLine: StringScan {
    var scan = scan
    if isOpen { _ = scan.takes(UInt8(ascii: "\n")) }
    return scan
  }

  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    Sanitized.isDangerous(scalar) || Escaping.name(ofHidden: scalar) != nil
  }

  /// What is wrong when nothing follows; `nil` when no line is open. What was open is dropped.
  mutating func end() -> (message: String, line: Int)? {
    guard let firstLine else { return nil }
    self = OpenLine()
    return ("the string that begins in line \(firstLine) is not closed: its \"\"\" is missing", firstLine)
  }
}
