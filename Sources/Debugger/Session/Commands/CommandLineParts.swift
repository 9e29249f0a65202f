/// A line as typed: one command, or several between `;;`.
enum CommandLineParts {
  /// The commands of a line; `;;` inside a string separates nothing.
  ///
  /// - Complexity: Linear in the length of the line.
  static func of(_ line: String) -> [String] {
    guard line.contains(";;") else { return [line] }
    var parts: [String] = []
    var part = ""
    var isInString = false
    var isEscaped = false
    var previousWasSeparator = false
    for character in line {
      if isInString {
        isInString = isEscaped || character != "\""
        isEscaped = !isEscaped && character == "\\"
      } else if character == "\"" {
        isInString = true
      } else if character == ";", previousWasSeparator {
        part.removeLast()
        parts.append(part)
        part = ""
        previousWasSeparator = false
        continue
      }
      previousWasSeparator = !isInString && character == ";"
      part.append(character)
    }
    parts.append(part)
    return parts.map(\.trimmed).filter { !$0.isEmpty }
  }
}
