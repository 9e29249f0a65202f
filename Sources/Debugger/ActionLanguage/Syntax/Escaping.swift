/// Escapes that keep data from acting on the terminal or from reading other than it is.
public enum Escaping {
  /// Controls, bidirectional overrides and isolates, line separators and invisible marks.
  ///
  /// The zero-width joiner stays: emoji are made with it.
  static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F, 0xAD, 0x061C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
      0xFFF9...0xFFFB, 0xE0000...0xE007F:
      true
    default: false
    }
  }

  /// The character as it is drawn: itself, or Swift escapes when any part of it is hidden.
  static func escaped(_ character: Character) -> String {
    guard character.unicodeScalars.contains(where: isHidden) else { return String(character) }
    var result = ""
    for scalar in character.unicodeScalars { append(scalar, to: &result, quotes: false) }
    return result
  }

  /// Text with everything hidden escaped, for names and summaries outside of string literals.
  package static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHidden) else { return text }
    var result = ""
    for scalar in text.unicodeScalars { append(scalar, to: &result, quotes: false) }
    return result
  }

  /// No word and no quotation in a message is longer than this.
  private static let wordLimit = 80

  /// A message in which words and quotations that nobody would read to their end have lost their middle.
  ///
  /// Paths of files are left whole, since they are to be copied.
  public static func shortened(_ message: String) -> String {
    guard message.utf8.count > wordLimit else { return message }
    var result = ""
    // Every second piece stands between quotes.
    for (index, piece) in message.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
      if index > 0 { result += "\"" }
      let isQuoted = !index.isMultiple(of: 2)
      if isQuoted, piece.count > wordLimit, !piece.contains("/") {
        result += withoutMiddle(piece)
      } else {
        result += piece.split(separator: " ", omittingEmptySubsequences: false).map {
          $0.count > wordLimit && !$0.contains("/") ? withoutMiddle($0) : String($0)
        }.joined(separator: " ")
      }
    }
    return result
  }

  private static func withoutMiddle(_ text: Substring) -> String {
    let side = (wordLimit - 1) / 2
    return "\(text.prefix(side))…\(text.suffix(side))"
  }

  /// Appends a Swift string literal to `output`.
  static func appendLiteral(_ text: String, to output: inout String) {
    output += "\""
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    if isPlain {
      output += text
    } else {
      for scalar in text.unicodeScalars { append(scalar, to: &output, quotes: true) }
    }
    output += "\""
  }

  private static func append(_ scalar: Unicode.Scalar, to output: inout String, quotes: Bool) {
    if quotes, scalar == "\"" || scalar == "\\" {
      output += "\\"
    } else if let name = name(ofHidden: scalar) {
      output += "\\" + name
      return
    }
    output.unicodeScalars.append(scalar)
  }

  /// What stands behind the backslash of a hidden scalar's escape: `t`, `u{202E}`.
  ///
  /// - Returns: `nil` for what is drawn as it is.
  public static func name(ofHidden scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "\n": "n"
    case "\r": "r"
    case "\t": "t"
    case "\0": "0"
    case _ where isHidden(scalar): "u{\(String(scalar.value, radix: 16, uppercase: true))}"
    default: nil
    }
  }
}
