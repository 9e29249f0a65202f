/// A line as it appears on a terminal, with the columns of one place in it.
struct DrawnLine {
  private(set) var text = ""
  private(set) var caret = 0..<0

  /// - Parameters:
  ///   - line: What was typed; control characters are drawn escaped.
  ///   - range: The place, as offsets into the UTF-8 of `line`.
  ///   - width: How many columns to draw at most; the rest is replaced by `…`.
  init(_ line: String, around range: Range<Int>, width: Int = .max) {
    var pieces: [(text: String, width: Int)] = []
    var offset = 0
    var first: Int?
    var last: Int?
    // A line of a megabyte is drawn around the place only; characters outside could not be shown anyway.
    let bytes = line.utf8
    let reach = 4_000
    var skipped = false
    var source = Substring(line)
    if width != .max, bytes.count > 2 * reach {
      let lower = Swift.max(0, Swift.min(range.lowerBound, bytes.count) - reach)
      let upper = Swift.min(bytes.count, Swift.min(range.upperBound, range.lowerBound + reach) + reach)
      // Slicing rounds both ends to whole Unicode scalars.
      let start = bytes.index(bytes.startIndex, offsetBy: lower)
      let end = bytes.index(bytes.startIndex, offsetBy: upper)
      source = line[start..<end]
      offset = bytes.distance(from: bytes.startIndex, to: source.startIndex)
      skipped = offset > 0
    }
    for character in source {
      let next = offset + character.utf8.count
      if first == nil, next > range.lowerBound { first = pieces.count }
      if offset < range.upperBound { last = pieces.count }
      offset = next
      let drawn = Escaping.escaped(character)
      pieces.append((drawn, drawn.count == 1 ? DisplayWidth.of(character) : drawn.count))
    }
    let lower = first ?? pieces.count
    let upper = Swift.max(lower, last.map { $0 + 1 } ?? lower)

    // The window starts as far left as lets the place end inside.
    var start = 0
    var total = pieces.prefix(Swift.min(upper, lower + width / 2)).reduce(0) { $0 + $1.width }
    let room = width == .max ? Int.max : width * 3 / 4
    while total > room, start < lower {
      total -= pieces[start].width
      start += 1
    }
    var column = 0
    if start > 0 || skipped {
      text += "…"
      column = 1
    }
    var caretStart: Int?
    var caretEnd: Int?
    var index = start
    while index < pieces.count {
      if column + pieces[index].width > width - 1, index < pieces.count - 1 || column + pieces[index].width > width {
        text += "…"
        break
      }
      if index == lower { caretStart = column }
      column += pieces[index].width
      if index < upper { caretEnd = column }
      text += pieces[index].text
      index += 1
    }
    let from = caretStart ?? column
    caret = from..<Swift.max(from, caretEnd ?? from)
  }
}

/// How many columns a character takes on a terminal.
enum DisplayWidth {
  static func of(_ character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    if scalar.isASCII { return 1 }
    if character.unicodeScalars.contains(where: { $0.value == 0xFE0F }) { return 2 }
    return isWide(scalar) ? 2 : 1
  }

  static func of(_ text: String) -> Int { text.reduce(0) { $0 + of($1) } }

  /// East Asian wide and full-width blocks, and what is drawn as emoji.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isEmojiPresentation { return true }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
      0x20000...0x3FFFD:
      return true
    default: return false
    }
  }
}
