/// Lines without line breaks: what is kept, saved and shown of an input stands in one.
public enum OneLine {
  /// A text with its multi-line strings written as strings of one line, which mean the same.
  ///
  /// A string that means nothing, such as one that is indented less than its closing quotes, stays as it is.
  /// - Complexity: Linear in the length of the text.
  public static func text(of text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\n")) else { return text }
    let bytes = Array(text.utf8)
    var scan = StringScan()
    var result: [UInt8] = []
    var copied = 0
    var start: Int?
    for (place, byte) in bytes.enumerated() {
      let wasInside = scan.isInMultiLineString
      _ = scan.takes(byte)
      if !wasInside, scan.isInMultiLineString {
        // This is the third of the quotes that open it; the number signs of a raw string stand before them.
        start = bytes[..<(place - 2)].lastIndex { $0 != UInt8(ascii: "#") }.map { $0 + 1 } ?? 0
      } else if wasInside, !scan.isInMultiLineString, let first = start {
        start = nil
        let literal = bytes[first...place]
        guard literal.contains(UInt8(ascii: "\n")),
          let value = try? ActionDecoder().decode(String(decoding: literal, as: UTF8.self), as: String.self) as? String
        else { continue }
        result += bytes[copied..<first]
        result += ValuePrinter.text(of: value).utf8
        copied = place + 1
      }
    }
    return String(decoding: result + bytes[copied...], as: UTF8.self)
  }
}
