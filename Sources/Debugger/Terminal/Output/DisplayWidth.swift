/// How many columns of a terminal text takes, and how to cut, fill and wrap it by columns.
///
/// Widths follow what terminals draw: East Asian wide and fullwidth characters and emoji take two columns, combining marks
/// and format characters none, and a whole grapheme cluster (a family emoji, a flag, conjoining Hangul jamo) is drawn as
/// one. Control characters count as nothing; escape them first with `Sanitized`.
public enum DisplayWidth {
  /// The columns `text` takes; linear in its length.
  public static func of(_ text: some StringProtocol) -> Int {
    var columns = 0
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      for byte in text.utf8 where byte >= 0x20 && byte != 0x7F { columns += 1 }
      return columns
    }
    for character in text { columns += of(character) }
    return columns
  }

  /// The columns one grapheme cluster takes.
  public static func of(_ character: Character) -> Int {
    if let ascii = character.asciiValue { return ascii >= 0x20 && ascii != 0x7F ? 1 : 0 }
    var columns = 0
    var regionalIndicators = 0
    var hasEmojiPresentation = false
    for scalar in character.unicodeScalars {
      if isRegionalIndicator(scalar) { regionalIndicators += 1 }
      if scalar == "\u{FE0F}" { hasEmojiPresentation = true }
      columns += of(scalar)
    }
    let isConjoining = character.unicodeScalars.first.map { (0x1100...0x115F).contains($0.value) } ?? false
    if regionalIndicators == 2 || (hasEmojiPresentation && columns > 0) { return 2 }
    // A cluster's marks, joiners and modifiers sit on its base: it never takes more than its widest part. Several leading
    // jamo are the exception, since terminals draw each of them.
    return isConjoining ? columns : min(columns, 2)
  }

  /// The columns one scalar takes on its own, as the line editor and most terminals count it.
  public static func of(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return value < 0x20 || (0x7F..<0xA0).contains(value) ? 0 : 1 }
    // The vowels and trailing consonants of conjoining Hangul are drawn inside the block that the leading one opened.
    if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FB).contains(value) { return 0 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator, .control, .surrogate: return 0
    default: break
    }
    if isRegionalIndicator(scalar) { return 1 }
    if isEastAsianWide(value) { return 2 }
    return value >= 0x231A && scalar.properties.isEmojiPresentation ? 2 : 1
  }

  /// `text` cut to at most `columns`, ending in `ellipsis` when something was cut off; also cut where marks are heaped on a character.
  ///
  /// - Parameters:
  ///   - text: The text to cut.
  ///   - columns: The columns the result may take, the ellipsis included.
  ///   - ellipsis: What stands for the missing part; dropped when it does not fit itself.
  public static func truncate(_ text: String, to columns: Int, ellipsis: String = "…") -> String {
    guard columns > 0 else { return "" }
    // Bytes are at least columns for everything but the rarest clusters, so short text is not measured character by character.
    if text.utf8.count <= columns, text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var mark = ellipsis
    if of(mark) > columns { mark = "" }
    let room = columns - of(mark)
    var used = 0
    var fitting = text.startIndex
    var index = text.startIndex
    while index < text.endIndex {
      let next = text.index(after: index)
      // Marks without end on one character take no columns, and are no text.
      if text.utf8.distance(from: index, to: next) > clusterLimit {
        let marks = text.unicodeScalars[index...].prefix(8)
        return String(text[..<index]) + String(marks) + mark
      }
      used += of(text[index])
      if used <= room { fitting = next }
      if used > columns { return String(text[..<fitting]) + mark }
      index = next
    }
    return text
  }

  /// The bytes that the largest characters take: families and flags of many parts.
  private static let clusterLimit = 128

  /// Which side the fill goes to.
  public enum Alignment: Sendable { case left, right }

  /// `text` filled with spaces to `columns`; unchanged when it is that wide already.
  public static func pad(_ text: String, to columns: Int, alignment: Alignment = .left) -> String {
    let missing = columns - of(text)
    guard missing > 0 else { return text }
    let fill = String(repeating: " ", count: missing)
    return alignment == .left ? text + fill : fill + text
  }

  /// `text` broken into lines of at most `columns`, at spaces where there are any; line breaks in it are kept.
  ///
  /// - Parameters:
  ///   - text: The text to break.
  ///   - columns: The width of a line; at least 1, and a character wider than that has a line of its own.
  ///   - indent: Put before every line but the first, and counted in its width.
  public static func wrap(_ text: String, to columns: Int, indent: String = "") -> [String] {
    var lines: [String] = []
    let columns = max(columns, 1)
    let indentColumns = of(indent)
    for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var line = lines.isEmpty ? "" : indent
      var used = lines.isEmpty ? 0 : indentColumns
      var isFresh = true
      func breakLine() {
        lines.append(line)
        line = indent
        used = indentColumns
        isFresh = true
      }
      for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
        let width = of(word)
        if !isFresh {
          if used + 1 + width <= columns {
            line += " " + word
            used += 1 + width
            continue
          }
          breakLine()
        }
        isFresh = false
        if used + width <= columns {
          line += word
          used += width
          continue
        }
        for character in word {
          let step = of(character)
          if used + step > columns, used > (lines.isEmpty ? 0 : indentColumns) {
            breakLine()
            isFresh = false
          }
          line.append(character)
          used += step
        }
      }
      lines.append(line)
    }
    return lines
  }

  private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }

  /// East Asian Width W or F, without the emoji, which the standard library knows. From EastAsianWidth.txt of Unicode 15;
  /// unassigned code points between wide ones count as wide, as that file says for the ideographic planes.
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18D08, 0x1AFF0...0x1B2FB,
    0x1F200...0x1F202, 0x1F210...0x1F23B, 0x1F240...0x1F248, 0x1F250...0x1F251, 0x1F260...0x1F265, 0x20000...0x3FFFD,
  ]

  private static func isEastAsianWide(_ value: UInt32) -> Bool {
    for range in wideRanges {
      if value < range.lowerBound { return false }
      if value <= range.upperBound { return true }
    }
    return false
  }
}
