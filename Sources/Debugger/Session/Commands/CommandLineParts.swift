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
  static func of(_ line: String) -> [String] { placed(in: line).map(\.text) }

  /// The same, each with the place where it begins in the UTF-8 of the line.
  ///
  /// - Complexity: Linear in the length of the line.
  static func placed(in line: String) -> [(text: String, offset: Int)] {
    let separators = separators(in: line)
    guard !separators.isEmpty else { return [(line, 0)] }
    let starts = [line.startIndex] + separators.map(\.upperBound)
    let ends = separators.map(\.lowerBound) + [line.endIndex]
    var result: [(text: String, offset: Int)] = []
    var (counted, offset) = (line.startIndex, 0)
    for (start, end) in zip(starts, ends) {
      let part = line[start..<end].drop(while: \.isWhitespace)
      offset += line.utf8.distance(from: counted, to: part.startIndex)
      counted = part.startIndex
      let text = part.trimmed
      if !text.isEmpty { result.append((text, offset)) }
    }
    return result
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
