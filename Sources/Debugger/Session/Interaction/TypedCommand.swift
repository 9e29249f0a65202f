import ActionLanguage

/// A command of a line that may have been typed in several, so that what is wrong in it is shown where it was typed.
struct TypedCommand {
  /// All that was typed.
  let line: OneLine
  /// The command as it is carried out, in one line.
  let text: String
  /// Where it begins in the text of the line, in bytes.
  let offset: Int

  init(line: OneLine, text: String, offset: Int) {
    self.line = line
    self.text = text
    self.offset = offset
  }

  /// A line with one command.
  init(_ line: OneLine) { self.init(line: line, text: line.text, offset: 0) }

  /// Whether a string that was typed stands in several lines.
  var hasSeveralLines: Bool { line.original.utf8.contains(UInt8(ascii: "\n")) }

  /// An error in the command as one in the line where it was typed.
  ///
  /// - Parameter error: A `LanguageFailure` or a `CommandError`.
  /// - Returns: The error with that line, and how many lines stand above it; `nil` where the command was typed in one line or the error
  ///   tells no place in it.
  func moved(_ error: any Error) -> (error: any Error, line: String, above: Int)? {
    guard hasSeveralLines else { return nil }
    switch error {
    case var failure as LanguageFailure where failure.arguments.line == text:
      let place = place(of: failure.moved.range)
      failure.error.range = place.range
      failure.arguments = CommandArguments(line: place.line, text: place.line, column: 0)
      return (failure, place.line, place.above)
    case var error as CommandError:
      guard let column = error.column else { return nil }
      let start = text.prefix(column).utf8.count
      let place = place(of: start..<max(start + 1, text.prefix(column + error.length(in: text)).utf8.count))
      func characters(_ offset: Int) -> Int { String(decoding: place.line.utf8.prefix(offset), as: UTF8.self).count }
      error.column = characters(place.range.lowerBound)
      error.length = max(1, characters(place.range.upperBound) - characters(place.range.lowerBound))
      return (error, place.line, place.above)
    default: return nil
    }
  }

  private func place(of range: Range<Int>) -> PlaceInLines {
    PlaceInLines(of: line.original(of: range.lowerBound + offset..<range.upperBound + offset), in: line.original)
  }
}

/// One of several lines, with a place in it.
struct PlaceInLines {
  let line: String
  /// How many lines stand above it.
  let above: Int
  /// Offsets into the UTF-8 of the line.
  let range: Range<Int>

  /// - Parameters:
  ///   - range: Offsets into the UTF-8 of `text`; what goes on in the next line ends with this one.
  ///   - text: The lines.
  init(of range: Range<Int>, in text: String) {
    let bytes = Array(text.utf8)
    let start = min(range.lowerBound, bytes.count)
    let first = bytes[..<start].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let last = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    line = String(decoding: bytes[first..<last], as: UTF8.self)
    above = bytes[..<first].count { $0 == UInt8(ascii: "\n") }
    self.range = start - first..<max(start, min(range.upperBound, last)) - first
  }
}
