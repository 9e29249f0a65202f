/// Why a text is no JSON, and where.
struct JSONError: Error, Equatable {
  let message: String
  /// From 1.
  let line: Int
  /// From 1, in bytes.
  let column: Int
}

extension JSONText {
  /// The deepest a value may be nested; reading is recursive.
  static let readingDepthLimit = 200
  /// A text may not have more values, so that a small file cannot take much memory.
  static let readingValueLimit = 4_000_000

  /// Reads a value, which must be all there is in the text.
  ///
  /// - Throws: `JSONError`.
  /// - Complexity: Linear in the number of bytes.
  init(reading bytes: some Sequence<UInt8>) throws(JSONError) {
    var reader = JSONReader(bytes: Array(bytes))
    self = try reader.document()
  }

  /// The value of a member of an object; `nil` when there is none, or it is no object.
  subscript(name: String) -> JSONText? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.0 == name }?.1
  }

  var string: String? { if case .string(let text) = self { text } else { nil } }
  var number: Int? { if case .number(let number) = self { number } else { nil } }
  var array: [JSONText]? { if case .array(let values) = self { values } else { nil } }
}

private struct JSONReader {
  let bytes: [UInt8]
  private var index = 0
  private var values = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func document() throws(JSONError) -> JSONText {
    let value = try value(depth: 0)
    skipSpace()
    guard index == bytes.count else { throw error("there is something after the value") }
    return value
  }

  private func error(_ message: String, at place: Int? = nil) -> JSONError {
    let before = bytes.prefix(place ?? index)
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return JSONError(message: message, line: before.count { $0 == 0x0A } + 1, column: before.count - lineStart + 1)
  }

  private mutating func skipSpace() {
    while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSONText {
    guard depth < JSONText.readingDepthLimit else {
      throw error("values are nested more than \(JSONText.readingDepthLimit) deep")
    }
    values += 1
    guard values <= JSONText.readingValueLimit else { throw error("there are more than \(JSONText.readingValueLimit) values") }
    skipSpace()
    guard index < bytes.count else { throw error("a value is missing: the text ends here") }
    switch bytes[index] {
    case UInt8(ascii: "{"): return try object(depth)
    case UInt8(ascii: "["): return try array(depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default: throw error("no value begins like this")
    }
  }

  private mutating func word(_ text: String, _ value: JSONText) throws(JSONError) -> JSONText {
    guard bytes[index...].starts(with: text.utf8) else { throw error("no value begins like this") }
    index += text.utf8.count
    return value
  }

  private mutating func object(_ depth: Int) throws(JSONError) -> JSONText {
    index += 1
    var members: [(String, JSONText)] = []
    skipSpace()
    if take(UInt8(ascii: "}")) { return .object(members) }
    while true {
      skipSpace()
      guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { throw error("a name in quotes is expected") }
      let name = try string()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw error("a colon is expected after a name") }
      members.append((name, try value(depth: depth + 1)))
      skipSpace()
      if take(UInt8(ascii: ",")) { continue }
      guard take(UInt8(ascii: "}")) else { throw error("a comma or } is expected") }
      return .object(members)
    }
  }

  private mutating func array(_ depth: Int) throws(JSONError) -> JSONText {
    index += 1
    var elements: [JSONText] = []
    skipSpace()
    if take(UInt8(ascii: "]")) { return .array(elements) }
    while true {
      elements.append(try value(depth: depth + 1))
      skipSpace()
      if take(UInt8(ascii: ",")) { continue }
      guard take(UInt8(ascii: "]")) else { throw error("a comma or ] is expected") }
      return .array(elements)
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard index < bytes.count, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  private mutating func number() throws(JSONError) -> JSONText {
    let start = index
    _ = take(UInt8(ascii: "-"))
    let whole = digits()
    guard whole > 0, whole == 1 || bytes[index - whole] != UInt8(ascii: "0") else {
      throw error("no number is written so", at: start)
    }
    var isWhole = true
    if take(UInt8(ascii: ".")) {
      isWhole = false
      guard digits() > 0 else { throw error("a digit is expected after the point") }
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isWhole = false
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      guard digits() > 0 else { throw error("a digit is expected in the exponent") }
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isWhole, let number = Int(text) { return .number(number) }
    return .literal(text)
  }

  private mutating func digits() -> Int {
    let start = index
    while index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) { index += 1 }
    return index - start
  }

  private mutating func string() throws(JSONError) -> String {
    let start = index
    index += 1
    var units: [UInt8] = []
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        guard let text = String(validating: units, as: UTF8.self) else { throw error("the text is not UTF-8", at: start) }
        return text
      case UInt8(ascii: "\\"):
        index += 1
        try units.append(contentsOf: escaped())
      case 0..<0x20: throw error("a control character must be escaped in a text")
      default:
        units.append(byte)
        index += 1
      }
    }
    throw error("the text that begins here does not end", at: start)
  }

  private mutating func escaped() throws(JSONError) -> [UInt8] {
    guard index < bytes.count else { throw error("the text ends in the middle of an escape") }
    let byte = bytes[index]
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"):
      let first = try unit()
      var value = UInt32(first)
      if (0xD800..<0xDC00).contains(first), bytes[index...].starts(with: "\\u".utf8) {
        let here = index
        index += 2
        let second = try unit()
        if (0xDC00..<0xE000).contains(second) {
          value = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
        } else {
          index = here
        }
      }
      // Half of a pair is no character; the sign for that is what other readers make of it.
      return Array(String(Character(Unicode.Scalar(value) ?? "\u{FFFD}")).utf8)
    default: throw error("\\\(Character(Unicode.Scalar(byte))) is no escape", at: index - 2)
    }
  }

  private mutating func unit() throws(JSONError) -> UInt16 {
    guard index + 4 <= bytes.count, let text = String(validating: bytes[index..<index + 4], as: UTF8.self),
      text.allSatisfy(\.isHexDigit), let value = UInt16(text, radix: 16)
    else { throw error("four hexadecimal digits are expected after \\u") }
    index += 4
    return value
  }
}
