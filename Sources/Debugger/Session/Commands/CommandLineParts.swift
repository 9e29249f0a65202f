import ActionLanguage

/// A line as typed: one command, or several between `;;`.
enum CommandLineParts {
  /// Where the last command of a line begins, in characters: behind the last `;;` and the blanks after it.
  ///
  /// - Complexity: Linear in the length of the line.
  static func lastStart(in line: String) -> Int {
    guard let last = separators(in: line).last else { return 0 }
    return line[..<last.upperBound].count + line[last.upperBound...].prefix(while: \.isWhitespace).count
  }

  /// The commands of a line; `;;` inside a string separates nothing.
  ///
  /// - Complexity: Linear in the length of the line.
  static func of(_ line: String) -> [String] {
    let separators = separators(in: line)
    guard !separators.isEmpty else { return [line] }
    let starts = [line.startIndex] + separators.map(\.upperBound)
    let ends = separators.map(\.lowerBound) + [line.endIndex]
    return zip(starts, ends).map { String(line[$0..<$1]).trimmed }.filter { !$0.isEmpty }
  }

  /// Where `;;` stands outside of strings.
  private static func separators(in line: String) -> [Range<String.Index>] {
    guard line.contains(";;") else { return [] }
    let text = line.utf8
    var result: [Range<String.Index>] = []
    var strings = StringScan()
    var previousWasSemicolon = false
    for index in text.indices {
      let isSemicolon = !strings.takes(text[index]) && text[index] == UInt8(ascii: ";")
      if isSemicolon, previousWasSemicolon { result.append(text.index(before: index)..<text.index(after: index)) }
      previousWasSemicolon = isSemicolon && !previousWasSemicolon
    }
    return result
  }
}
