import ActionLanguage

/// A line as typed: one command, or several between `;;`.
enum CommandLineParts {
  /// Where the last command of a line begins, in characters: behind the last `;;` and the blanks after it.
  ///
  /// - Complexity: Linear in the length of the line.
  static func lastStart(in line: String) -> Int {
    guard line.contains(";;") else { return 0 }
    let text = line.utf8
    var start = text.startIndex
    var strings = StringScan()
    var previousWasSeparator = false
    for index in text.indices {
      let isSeparator = !strings.takes(text[index]) && text[index] == UInt8(ascii: ";")
      if isSeparator, previousWasSeparator { start = text.index(after: index) }
      previousWasSeparator = isSeparator && !previousWasSeparator
    }
    guard start > text.startIndex else { return 0 }
    return line[..<start].count + line[start...].prefix(while: \.isWhitespace).count
  }

  /// The commands of a line; `;;` inside a string separates nothing.
  ///
  /// - Complexity: Linear in the length of the line.
  static func of(_ line: String) -> [String] {
    guard line.contains(";;") else { return [line] }
    var parts: [String] = []
    let text = line.utf8
    var start = text.startIndex
    var strings = StringScan()
    var previousWasSeparator = false
    for index in text.indices {
      let isSeparator = !strings.takes(text[index]) && text[index] == UInt8(ascii: ";")
      if isSeparator, previousWasSeparator {
        parts.append(String(line[start..<text.index(before: index)]))
        start = text.index(after: index)
      }
      previousWasSeparator = isSeparator && !previousWasSeparator
    }
    parts.append(String(line[start...]))
    return parts.map(\.trimmed).filter { !$0.isEmpty }
  }
}
