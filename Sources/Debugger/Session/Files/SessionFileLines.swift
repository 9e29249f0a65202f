import Foundation

/// The lines of a session file one after the other, so that a file of nothing but line breaks is never held as an array of them.
struct SessionFileLines {
  /// Whether the text began with a byte order mark, which is no part of its first line.
  let beginsWithMark: Bool
  /// The number of the line returned last, from 1.
  private(set) var number = 0
  /// Whether that line ended with a line break, and whether a carriage return stood before it.
  private(set) var endsWithLineBreak = true
  private(set) var endsWithReturn = false

  private var rest: Substring.UTF8View
  private let limit: Int

  init(_ text: String, limit: Int) {
    beginsWithMark = text.unicodeScalars.first == "\u{FEFF}"
    rest = Substring(text).utf8.dropFirst(beginsWithMark ? 3 : 0)
    self.limit = limit
  }

  /// The next line without its line break; `nil` at the end.
  ///
  /// - Throws: `SessionFileError.tooManyLines`.
  mutating func next() throws(SessionFileError) -> String? {
    guard !rest.isEmpty else { return nil }
    guard number < limit else { throw .tooManyLines(limit: limit) }
    number += 1
    let end = rest.firstIndex(of: 0x0A)
    var line = rest[..<(end ?? rest.endIndex)]
    endsWithLineBreak = end != nil
    endsWithReturn = end != nil && line.last == 0x0D
    if endsWithReturn { line = line.dropLast() }
    rest = end.map { rest[rest.index(after: $0)...] } ?? rest[rest.endIndex...]
    return String(Substring(line))
  }

  /// The text of a file's bytes.
  ///
  /// - Throws: `SessionFileError` for the first place that is no text.
  static func text(of bytes: Data) throws(SessionFileError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      var line = 1
      var start = bytes.startIndex
      while start < bytes.endIndex {
        let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.endIndex
        if String(validating: bytes[start..<end], as: UTF8.self) == nil {
          let valid = String(decoding: bytes[start..<end], as: UTF8.self).prefix { $0 != "\u{FFFD}" }
          throw .notText(line: line, column: valid.count + 1)
        }
        line += 1
        start = end + 1
      }
      throw .notText(line: 1, column: 1)
    }
    var previous: UInt8 = 0
    for byte in text.utf8 {
      // Controls of one byte, those of two (U+0080...U+009F), and a carriage return that ends no line.
      let isControl =
        byte < 0x20 && byte != 0x0A && byte != 0x0D || byte == 0x7F || previous == 0xC2 && byte < 0xA0
        || previous == 0x0D && byte != 0x0A
      if isControl { throw firstControl(in: text) }
      previous = byte
    }
    if previous == 0x0D { throw firstControl(in: text) }
    return text
  }

  private static func firstControl(in text: String) -> SessionFileError {
    var (line, column) = (1, 1)
    let scalars = text.unicodeScalars
    for index in scalars.indices {
      let scalar = scalars[index]
      if scalar == "\n" {
        (line, column) = (line + 1, 1)
        continue
      }
      if scalar.value < 0x20 || scalar.value == 0x7F || (0x80...0x9F).contains(scalar.value) {
        let next = scalars.index(after: index)
        if scalar != "\r" || next == scalars.endIndex || scalars[next] != "\n" {
          return .controlCharacter(line: line, column: column, value: scalar.value)
        }
      }
      if line > 1 || column > 1 || scalar != "\u{FEFF}" { column += 1 }
    }
    return .notText(line: line, column: column)
  }

  /// One line of a file that may be no text, for showing what is wrong with it.
  static func line(_ number: Int, of bytes: Data) -> String? {
    var start = bytes.startIndex
    for _ in 1..<max(number, 1) {
      guard let end = bytes[start...].firstIndex(of: 0x0A) else { return nil }
      start = end + 1
    }
    guard start < bytes.endIndex else { return nil }
    var line = bytes[start..<(bytes[start...].firstIndex(of: 0x0A) ?? bytes.endIndex)].prefix(Self.shownBytes)
    if number == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
    if line.last == 0x0D { line = line.dropLast() }
    return String(decoding: line, as: UTF8.self)
  }

  /// Nobody reads more of a line in an error.
  private static let shownBytes = 1 << 16
}
