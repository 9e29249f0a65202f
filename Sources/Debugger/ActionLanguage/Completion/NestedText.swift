/// Text in which strings and brackets hide what is in them.
enum NestedText {
  /// Where a text that begins at `start` ends.
  ///
  /// - Parameter stops: What ends it, unless in a string or between brackets that opened in it.
  /// - Returns: The place of the first stop; `nil` when there is none, be it for a string or bracket that is open.
  /// - Complexity: Linear in the number of bytes.
  static func end(in bytes: [UInt8], from start: Int, before stops: String) -> Int? {
    var depth = 0
    var strings = StringScan()
    for position in start..<max(start, bytes.count) {
      let byte = bytes[position]
      if strings.takes(byte) { continue }
      if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") {
        depth += 1
      } else if depth > 0 {
        if byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") { depth -= 1 }
      } else if stops.utf8.contains(byte) {
        return position
      }
    }
    return nil
  }
}
