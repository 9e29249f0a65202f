/// Tells, byte by byte, what of a text stands in a string, whose escapes may hide quotes.
public struct StringScan {
  private var isInString = false
  private var isEscaped = false

  public init() {}

  /// Whether the next byte is part of a string, its quotes included.
  public mutating func takes(_ byte: UInt8) -> Bool {
    guard isInString else {
      isInString = byte == UInt8(ascii: "\"")
      return isInString
    }
    isInString = isEscaped || byte != UInt8(ascii: "\"")
    isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
    return true
  }
}
