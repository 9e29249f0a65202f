import ActionLanguage

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
    if isOpen { _ = scan.takes(UInt8(ascii: "\n")) }
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

  /// What is wrong when nothing follows; `nil` when no line is open. What was open is dropped.
  mutating func end() -> (message: String, line: Int)? {
    guard let firstLine else { return nil }
    self = OpenLine()
    return ("the string that begins in line \(firstLine) is not closed: its \"\"\" is missing", firstLine)
  }
}
