/// Tells, byte by byte, what of a text stands in a string, whose escapes may hide quotes: `"…"`, `"""…"""`, `#"…"#`.
public struct StringScan {
  private enum State {
    case outside
    /// One quote was read: of a string, or the first of three.
    case opening
    /// Two were read: those of an empty string, or the first of three.
    case openingFurther
    case inside(isMultiLine: Bool)
  }

  private var state = State.outside
  /// How many `#` stand before the string.
  private var hashes = 0
  /// Whether the next byte is escaped; behind a backslash in a raw string, how many `#` were read that make it an escape.
  private var isEscaped = false
  private var escapeHashes: Int?
  /// The quotes in a row, and the `#` after them.
  private var quotes = 0
  private var closingHashes = 0

  public init() {}

  /// Whether a string is open that goes on over the end of the line.
  public var isInMultiLineString: Bool { if case .inside(isMultiLine: true) = state { true } else { false } }

  /// How many `#` an escape has in the string that is open; `nil` where none is.
  public var hashesOfEscapes: Int? {
    switch state {
    case .opening, .inside: hashes
    case .outside, .openingFurther: nil
    }
  }

  /// Whether the next byte is part of a string, its quotes included.
  public mutating func takes(_ byte: UInt8) -> Bool {
    switch state {
    case .outside:
      if byte == UInt8(ascii: "\"") {
        state = .opening
        return true
      }
      hashes = byte == UInt8(ascii: "#") ? hashes + 1 : 0
      return false
    case .opening:
      if byte == UInt8(ascii: "\"") {
        state = .openingFurther
      } else {
        begin(isMultiLine: false)
        goOn(byte, quotesToClose: 1)
      }
      return true
    case .openingFurther:
      if byte == UInt8(ascii: "\"") {
        begin(isMultiLine: true)
        return true
      }
      if hashes == 0 {
        state = .outside
        return takes(byte)
      }
      begin(isMultiLine: false)
      quotes = 1
      goOn(byte, quotesToClose: 1)
      return true
    case .inside(let isMultiLine):
      goOn(byte, quotesToClose: isMultiLine ? 3 : 1)
      return true
    }
  }

  private mutating func begin(isMultiLine: Bool) {
    state = .inside(isMultiLine: isMultiLine)
    (isEscaped, escapeHashes, quotes, closingHashes) = (false, nil, 0, 0)
  }

  private mutating func end() {
    state = .outside
    hashes = 0
  }

  private mutating func goOn(_ byte: UInt8, quotesToClose: Int) {
    if isEscaped {
      isEscaped = false
      return
    }
    if let count = escapeHashes {
      escapeHashes = nil
      if byte == UInt8(ascii: "#") {
        if count + 1 == hashes { isEscaped = true } else { escapeHashes = count + 1 }
        return
      }
    }
    switch byte {
    case UInt8(ascii: "\""):
      quotes += 1
      closingHashes = 0
      if quotes >= quotesToClose, hashes == 0 { end() }
    case UInt8(ascii: "#") where quotes >= quotesToClose:
      closingHashes += 1
      if closingHashes == hashes { end() }
    case UInt8(ascii: "\\"):
      quotes = 0
      if hashes == 0 { isEscaped = true } else { escapeHashes = 0 }
    default: quotes = 0
    }
  }
}
