/// A text without line breaks, with the way back to the text it was made of: what is kept, saved and shown of an input stands in one line.
public struct OneLine: Sendable {
  /// What was written, its lines between line breaks as they are here.
  public let original: String
  /// The same with its multi-line strings written as strings of one line, which mean the same.
  ///
  /// A string that means nothing, such as one that is indented less than its closing quotes, stays as it is.
  public let text: String
  /// The strings that were rewritten, as offsets into the UTF-8 of both.
  private let literals: [(range: Range<Int>, original: Range<Int>)]

  /// - Complexity: Linear in the length of the text.
  public init(_ original: String) {
    self.init(original, rewriting: { try? ValuePrinter.text(of: Self.value(of: $0)) })
  }

  /// A text as it stands, for places that were found in it before anything was rewritten.
  public static func unchanged(_ text: String) -> OneLine { OneLine(text, rewriting: { _ in nil }) }

  private init(_ written: String, rewriting rewritten: (String) -> String?) {
    // Other programs, and files that are handed over, may end lines in the way of other systems.
    let original = written.utf8.contains(UInt8(ascii: "\r")) ? written.replacing("\r\n", with: "\n") : written
    self.original = original
    guard original.utf8.contains(UInt8(ascii: "\n")) else {
      (text, literals) = (original, [])
      return
    }
    let bytes = Array(original.utf8)
    var result: [UInt8] = []
    var copied = 0
    var literals: [(range: Range<Int>, original: Range<Int>)] = []
    for range in Self.literals(of: bytes) {
      guard let literal = rewritten(String(decoding: bytes[range], as: UTF8.self)) else { continue }
      result += bytes[copied..<range.lowerBound]
      literals.append((result.count..<result.count + literal.utf8.count, range))
      result += literal.utf8
      copied = range.upperBound
    }
    text = String(decoding: result + bytes[copied...], as: UTF8.self)
    self.literals = literals
  }

  /// A text in one line.
  public static func text(of text: String) -> String { OneLine(text).text }

  /// The same, but a string that means nothing is written in one line, too, so that what is wrong in it can be mended there.
  ///
  /// - Complexity: Linear in the length of the text.
  public static func draft(of text: String) -> String {
    OneLine(text, rewriting: { (try? ValuePrinter.text(of: value(of: $0))) ?? joined($0) }).text
  }

  /// Where in what was written a place of the line stands; all of a string, where the place is in one that was rewritten.
  ///
  /// - Parameter range: Offsets into the UTF-8 of `text`.
  /// - Complexity: Linear in the number of strings that were rewritten.
  public func original(of range: Range<Int>) -> Range<Int> {
    func place(_ offset: Int, isEnd: Bool) -> Int {
      var shift = 0
      for (range, original) in literals {
        if isEnd ? offset <= range.lowerBound : offset < range.lowerBound { break }
        if isEnd ? offset <= range.upperBound : offset < range.upperBound {
          return isEnd ? original.upperBound : original.lowerBound
        }
        shift = original.upperBound - range.upperBound
      }
      return offset + shift
    }
    let start = place(range.lowerBound, isEnd: false)
    return start..<max(start, range.isEmpty ? start : place(range.upperBound, isEnd: true))
  }

  // MARK: Strings that mean nothing

  /// What is wrong with the first multi-line string that means nothing; its range points into the text.
  ///
  /// - Returns: `nil` when there is no such string.
  /// - Complexity: Linear in the length of the text.
  public static func problem(in text: String) -> ActionLanguageError? {
    let bytes = Array(text.utf8)
    for range in literals(of: bytes, areWhole: false) {
      do throws(ActionLanguageError) {
        _ = try SyntaxParser.expression(String(decoding: bytes[range], as: UTF8.self))
      } catch {
        return error.offset(by: range.lowerBound)
      }
    }
    return nil
  }

  /// Where a multi-line string begins that is not closed, in characters from 0; `nil` when there is none.
  ///
  /// - Complexity: Linear in the length of the text.
  public static func columnOfOpenString(in text: String) -> Int? {
    let bytes = Array(text.utf8)
    guard let last = literals(of: bytes, areWhole: false).last, literals(of: bytes).last != last else { return nil }
    return String(decoding: bytes[..<last.lowerBound], as: UTF8.self).count
  }

  private static func value(of literal: String) throws(ActionLanguageError) -> Any {
    try ActionDecoder().decode(literal, as: String.self)
  }

  /// Where strings stand that go over several lines, with the number signs around them.
  ///
  /// - Parameter areWhole: Whether one that is not closed is left out.
  private static func literals(of bytes: [UInt8], areWhole: Bool = true) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var scan = StringScan()
    var start: Int?
    for (place, byte) in bytes.enumerated() {
      let wasInside = scan.isInMultiLineString
      _ = scan.takes(byte)
      if !wasInside, scan.isInMultiLineString {
        // This is the third of the quotes that open it; the number signs of a raw string stand before them.
        start = bytes[..<(place - 2)].lastIndex { $0 != UInt8(ascii: "#") }.map { $0 + 1 } ?? 0
      } else if wasInside, !scan.isInMultiLineString, let first = start {
        start = nil
        if bytes[first...place].contains(UInt8(ascii: "\n")) { found.append(first..<place + 1) }
      }
    }
    if let start, !areWhole { found.append(start..<bytes.count) }
    return found
  }

  /// The lines of a string as one that has escapes between them, whatever is wrong in them.
  private static func joined(_ literal: String) -> String {
    let hashes = String(literal.prefix { $0 == "#" })
    let delimiter = hashes.count + 3
    func isBlank(_ line: Substring) -> Bool { line.utf8.allSatisfy { $0 == 32 || $0 == 9 } }
    var lines = literal.dropFirst(delimiter).dropLast(delimiter).split(omittingEmptySubsequences: false) { $0 == "\n" }
    let last = lines.last ?? ""
    let indentation = isBlank(last) ? last.count : 0
    if let first = lines.first, isBlank(first) { lines.removeFirst() }
    if lines.count > 1, isBlank(last) { lines.removeLast() }
    var text = ""
    for (index, line) in lines.enumerated() {
      let content = line.dropFirst(min(indentation, line.prefix { $0 == " " || $0 == "\t" }.count))
      // A backslash at the end goes on with the next line.
      let goesOn = content.hasSuffix("\\" + hashes) && index < lines.count - 1
      append(goesOn ? content.dropLast(1 + hashes.count) : content, hashes: hashes, to: &text)
      if !goesOn, index < lines.count - 1 { text += "\\" + hashes + "n" }
    }
    return hashes + "\"" + text + "\"" + hashes
  }

  /// Appends what stands in a string of several lines as it stands in a string of one.
  private static func append(_ content: Substring, hashes: String, to text: inout String) {
    let escape = Array(("\\" + hashes).unicodeScalars)
    // How much of the beginning of an escape was read; the sign behind a whole one belongs to it.
    var matched = 0
    for scalar in content.unicodeScalars {
      if matched == escape.count {
        matched = 0
      } else if scalar == escape[matched] {
        matched += 1
      } else {
        matched = scalar == escape[0] ? 1 : 0
        if scalar == "\"" {
          text += "\\" + hashes
        } else if let name = Escaping.name(ofHidden: scalar) {
          text += "\\" + hashes + name
          continue
        }
      }
      text.unicodeScalars.append(scalar)
    }
  }
}
