/// Why a saved session could not be read, with the place.
enum SessionFileError: Error, Equatable {
  case empty
  case tooLarge(bytes: Int, limit: Int)
  case tooManyLines(limit: Int)
  case notText(line: Int, column: Int)
  case controlCharacter(line: Int, column: Int, value: UInt32)
  case notASession(firstLine: String)
  case unknownVersion(line: Int, String)
  case missingHeader(String)
  case repeatedHeader(line: Int, name: String)
  case badHeader(line: Int, name: String, expected: String)
  case outcomeWithoutInput(line: Int)
  case badOutcome(line: Int, text: String)
  case openString(line: Int, column: Int)
  case incompleteOutcome(line: Int, column: Int, expected: String)
  case leadingBlank(line: Int)
  case linesAfterEnd(line: Int)
  case truncated(line: Int)

  /// The line and column it is about, from 1.
  var place: (line: Int, column: Int) {
    switch self {
    case .empty, .tooLarge, .missingHeader, .notASession: (1, 1)
    case .tooManyLines(let limit): (limit + 1, 1)
    case .unknownVersion(let line, _): (line, 11)
    case .notText(let line, let column), .controlCharacter(let line, let column, _): (line, column)
    case .badHeader(let line, let name, _): (line, name.count + 2)
    case .repeatedHeader(let line, _), .linesAfterEnd(let line), .truncated(let line), .leadingBlank(let line): (line, 1)
    case .incompleteOutcome(let line, let column, _), .openString(let line, let column): (line, column)
    case .outcomeWithoutInput(let line), .badOutcome(let line, _): (line, 3)
    }
  }

  /// One line a user can act on.
  var message: String {
    switch self {
    case .empty: "the file is empty; a session begins with the line: hindsight \(SessionFile.version)"
    case .tooLarge(let bytes, let limit): "the file has \(bytes) bytes; a session may have \(limit) at the most"
    case .tooManyLines(let limit): "the file has more than \(limit) lines"
    case .notText: "this is not UTF-8 text, so it is no session"
    case .controlCharacter(_, _, let value):
      "control character U+\(String(value, radix: 16, uppercase: true)); in a string write it as "
        + (value == 9 ? "\\t" : "\\u{\(String(value, radix: 16))}")
    case .notASession(let line):
      "no session: the first line must be \"hindsight \(SessionFile.version)\", not \"\(line.prefix(40))\""
    case .unknownVersion(_, let version):
      "version \(version.prefix(20)) of the session format is not known here; the newest known is \(SessionFile.version)"
    case .missingHeader(let name): "the header has no \"\(name)\" line"
    case .repeatedHeader(_, let name): "the header has a second \"\(name)\" line"
    case .badHeader(_, let name, let expected): "the header line \"\(name)\" needs \(expected)"
    case .outcomeWithoutInput: "an indented line says what the input above it caused, but there is no input above it"
    case .badOutcome(_, let text):
      "an indented line begins with one of > ~ + - @ ! or is \"\(SessionFile.nothing)\", not \"\(text.prefix(20))\""
    case .openString:
      "an input stands in one line, in which this string is not closed; a text of several lines is written \"first\\nsecond\""
    case .incompleteOutcome(_, _, let expected): "this line is not whole; expected \(expected)"
    case .leadingBlank:
      "an input begins without a blank, and what it caused is indented by two: expected no blank here, or two"
    case .linesAfterEnd: "there are lines after \"end\""
    case .truncated: "the file stops here without its last line \"end\": it was cut off"
    }
  }
}
