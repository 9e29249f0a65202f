import Foundation

extension ValuePrinter {
  /// A text made by others with each UUID in the spelling of the language: `rows[UUID(3)]` for
  /// `rows[00000000-0000-0000-0000-000000000003]`.
  ///
  /// What stands in quotes is a text of somebody's and stays; `UUID(…)` around one is not doubled.
  /// - Complexity: linear in the length of the text.
  public static func spellingIdentifiers(in text: String) -> String {
    let bytes = Array(text.utf8)
    guard bytes.count >= length, bytes.contains(UInt8(ascii: "-")) else { return text }
    var result: [UInt8] = []
    var copied = 0
    var index = 0
    while index + length <= bytes.count {
      guard isIdentifier(bytes[index..<index + length]),
        index == 0 || !isNamePart(bytes[index - 1]) && bytes[index - 1] != UInt8(ascii: "\""),
        index + length == bytes.count || !isNamePart(bytes[index + length]),
        let id = UUID(uuidString: String(decoding: bytes[index..<index + length], as: UTF8.self))
      else {
        index += 1
        continue
      }
      var (start, end) = (index, index + length)
      let opening = Array("UUID(".utf8)
      if bytes[copied..<start].suffix(opening.count) == opening[...], end < bytes.count, bytes[end] == UInt8(ascii: ")") {
        start -= opening.count
        end += 1
      }
      result += bytes[copied..<start]
      result += Array(Self.text(of: id).utf8)
      copied = end
      index = end
    }
    return String(decoding: result + bytes[copied...], as: UTF8.self)
  }

  private static let length = 36

  private static func isIdentifier(_ bytes: ArraySlice<UInt8>) -> Bool {
    for (offset, byte) in bytes.enumerated() {
      let isDash = [8, 13, 18, 23].contains(offset)
      let isHexadecimal = (48...57).contains(byte) || (65...70).contains(byte & 0xDF)
      guard isDash ? byte == UInt8(ascii: "-") : isHexadecimal else { return false }
    }
    return true
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...90).contains(byte & 0xDF) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
      || byte >= 0x80
  }
}
