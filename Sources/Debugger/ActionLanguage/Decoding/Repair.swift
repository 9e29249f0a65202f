/// Looks for a text near a refused one that is accepted, as the example of its error.
///
/// Brackets and strings are closed, what is wrong is left out, and where the error of such an attempt knows an example, that takes
/// its place. Only texts that were tried are proposed.
struct Repair {
  /// Reads a text and gives back how what it means is printed; the error says why it is not accepted.
  typealias Attempt = (_ text: String) throws(ActionLanguageError) -> String

  private let attempt: Attempt
  /// More attempts than this would be felt, and a text that needs more was meant otherwise.
  private var attemptsLeft = 80
  private static let lengthLimit = 400

  private init(_ attempt: @escaping Attempt) { self.attempt = attempt }

  /// A text that is accepted in place of `text`, which was refused with `error`; `nil` when none was found.
  static func of(_ text: String, after error: ActionLanguageError, attempt: @escaping Attempt) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.count <= lengthLimit, error.range.upperBound <= bytes.count else { return nil }
    var repair = Repair(attempt)
    let before = bytes[..<error.range.lowerBound]
    var candidates = [bytes[...]]
    // What is missing may be the bracket or the comma right here.
    if let bracket = Self.closing(of: before) { candidates.append(before + [bracket] + bytes[error.range.lowerBound...]) }
    candidates.append(before + Array(",".utf8) + bytes[error.range.lowerBound...])
    // `1h 30m` is one word.
    let joined = before.reversed().drop { $0 == UInt8(ascii: " ") }.reversed()
    if joined.count < before.count, joined.last.map(isLetter) == true, bytes[error.range.lowerBound...].first.map(isDigit) == true
    {
      candidates.append(joined + bytes[error.range.lowerBound...])
    }
    candidates += [before + bytes[error.range.upperBound...], before]
    // A dangling operator, dot or comma belongs to what is missing.
    var shorter = before
    while let last = shorter.last, " .,=<>&|!+-:".utf8.contains(last) { shorter.removeLast() }
    candidates.append(shorter)
    // What tells values apart says little about them.
    let names = error.candidates.filter { $0 != "id" } + error.candidates.filter { $0 == "id" }
    for name in ([error.nearest].compactMap(\.self) + names.prefix(3)).reversed() {
      // An element is listed as it stands in a path, with its brackets.
      let isElement = name.hasPrefix("[") && before.last == UInt8(ascii: "[")
      let written = isElement ? name.dropFirst().dropLast() : name[...]
      candidates.insert(before + Array(written.utf8) + bytes[error.range.upperBound...], at: 0)
    }
    var tried: Set<String> = []
    for candidate in candidates {
      let closed = String(decoding: Self.closed(candidate), as: UTF8.self)
      // A comma behind which a bracket closes is taken, but shows nobody how it is meant.
      guard !closed.isEmpty, !closed.contains(#/, *[)\]]/#), tried.insert(closed).inserted else { continue }
      if let accepted = repair.accepted(closed) { return accepted }
    }
    return nil
  }

  /// The error with an example that was tried: a text for the place that it is about, or else one in place of all that was written.
  ///
  /// What is proposed as the nearest name is part of the example where that helps.
  ///
  /// - Parameter fallback: What to propose when nothing near is accepted.
  static func improved(
    _ error: ActionLanguageError, of text: String, fallback: () -> String?, attempt: @escaping Attempt
  ) -> ActionLanguageError {
    var better = error
    // A text that is not well-formed has no place that could be filled: the whole of it is shown.
    guard error.kind != .syntax else {
      better.example =
        error.example.flatMap { (try? attempt($0)) == nil ? nil : $0 } ?? of(text, after: error, attempt: attempt) ?? fallback()
      return better.trimmed
    }
    let named = error.nearest.flatMap { naming($0, in: text, after: error, attempt: attempt) }
    if let whole = named {
      better.example = place(in: whole, of: error, in: text)
    } else if let fitted = error.example.flatMap({ fitted($0, of: error, in: text, attempt: attempt) }) {
      better.example = fitted
    } else {
      better.example = of(text, after: error, attempt: attempt).map { place(in: $0, of: error, in: text) } ?? fallback()
    }
    return better.trimmed
  }

  /// The text with a name in place of what is wrong, and what else it then needs; `nil` when that is accepted in no way.
  private static func naming(
    _ name: String, in text: String, after error: ActionLanguageError, attempt: @escaping Attempt
  ) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.count <= lengthLimit, error.range.upperBound <= bytes.count else { return nil }
    var repair = Repair(attempt)
    let written = bytes[..<error.range.lowerBound] + Array(name.utf8) + bytes[error.range.upperBound...]
    return repair.accepted(String(decoding: closed(written), as: UTF8.self))
  }

  /// What an accepted text has in the place of an error; all of it when it differs elsewhere too.
  private static func place(in whole: String, of error: ActionLanguageError, in text: String) -> String {
    let (bytes, accepted) = (Array(text.utf8), Array(whole.utf8))
    let (before, after) = (bytes[..<error.range.lowerBound], bytes[error.range.upperBound...])
    guard accepted.count > before.count + after.count, accepted.starts(with: before),
      accepted.suffix(after.count).elementsEqual(after), accepted[before.count] != UInt8(ascii: " ")
    else { return whole }
    return String(decoding: accepted[before.count..<accepted.count - after.count], as: UTF8.self)
  }

  /// The example of an error where it is accepted in place of what is wrong; where it is for the argument, the call or the line around
  /// that, the whole text with it. `nil` when it is accepted nowhere.
  ///
  /// A text too long to be tried is trusted.
  private static func fitted(_ example: String, of error: ActionLanguageError, in text: String, attempt: Attempt) -> String? {
    let bytes = Array(text.utf8)
    let (lower, upper) = (error.range.lowerBound, error.range.upperBound)
    guard bytes.count <= lengthLimit, upper <= bytes.count else { return example }
    let starts =
      [lower]
      + bytes[..<lower].indices.reversed().filter { ".(,[ ".utf8.contains(bytes[$0]) }
      .flatMap { [$0 + 1, $0] } + [0]
    var ends = [upper, bytes.count]
    for index in bytes[upper...].indices where ",()[] ".utf8.contains(bytes[index]) { ends += [index, index + 1] }
    var tried: Set<String> = []
    for start in starts {
      for end in ends {
        guard tried.count < 300 else { return nil }
        // Two words that stand side by side are no longer what was written.
        let isGlued = start != lower || lower == bytes.count || !isPartOfWord(bytes[lower])
        if isGlued, let last = bytes[..<start].last, isPartOfWord(last), example.utf8.first.map(isPartOfWord) == true {
          continue
        }
        let written = String(decoding: bytes[..<start] + Array(example.utf8) + bytes[end...], as: UTF8.self)
        guard tried.insert(written).inserted, (try? attempt(written)) != nil else { continue }
        return place(in: written, of: error, in: text)
      }
    }
    return nil
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || isLetter(byte) || isDigit(byte)
  }
  private static func isLetter(_ byte: UInt8) -> Bool { Character(Unicode.Scalar(byte | 0x20)).isLetter && byte < 0x80 }
  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// The text itself when it is accepted, or with the example of its error in the place that the error is about.
  private mutating func accepted(_ text: String) -> String? {
    guard attemptsLeft > 0 else { return nil }
    attemptsLeft -= 1
    let error: ActionLanguageError
    do throws(ActionLanguageError) {
      return Self.complete(text, printed: try attempt(text))
    } catch let failure {
      error = failure
    }
    guard let example = error.example, error.kind != .syntax else { return nil }
    let bytes = Array(text.utf8)
    let (lower, upper) = (error.range.lowerBound, error.range.upperBound)
    guard upper <= bytes.count else { return nil }
    // The example is for the place alone, or for the name, the argument or the line around it.
    let starts = [lower] + bytes[..<lower].indices.reversed().filter { ".(,[ ".utf8.contains(bytes[$0]) }.map { $0 + 1 } + [0]
    let ends = [upper] + (upper < bytes.count ? [bytes.count] : [])
    for start in starts {
      for end in ends {
        guard attemptsLeft > 0 else { return nil }
        attemptsLeft -= 1
        let written = String(decoding: bytes[..<start] + Array(example.utf8) + bytes[end...], as: UTF8.self)
        if let printed = try? attempt(written) { return Self.complete(written, printed: printed) }
      }
    }
    return nil
  }

  /// The text, or where it leaves out by empty brackets what a case takes, how it is printed: that shows what belongs there.
  private static func complete(_ text: String, printed: String) -> String {
    let shown = text.contains("()") && !printed.contains("()") ? printed : text
    return String(shown.drop { $0 == " " })
  }

  /// The text with every bracket and string closed; a bracket that closes nothing is left out, one of the wrong kind replaced.
  private static func closed(_ text: ArraySlice<UInt8>) -> [UInt8] {
    let (result, missing) = closing(text)
    guard !missing.isEmpty else { return result }
    let end = result.lastIndex { $0 != 32 && $0 != 44 } ?? -1
    // Nothing is left open in front of what closes it, unless it stands in a string.
    return (missing.first == UInt8(ascii: "\"") ? result : Array(result[...end])) + missing
  }

  /// The bracket that would close the innermost one that is open.
  private static func closing(of text: ArraySlice<UInt8>) -> UInt8? {
    let missing = closing(text).missing
    return missing.first == UInt8(ascii: "\"") ? nil : missing.first
  }

  /// The text without brackets that close nothing, and what closes all that is open.
  private static func closing(_ text: ArraySlice<UInt8>) -> (text: [UInt8], missing: [UInt8]) {
    var result: [UInt8] = []
    var open: [UInt8] = []
    var quote: UInt8?
    var isEscaped = false
    for byte in text {
      if let current = quote {
        result.append(byte)
        if byte == current, !isEscaped { quote = nil }
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "`"): quote = byte
      case UInt8(ascii: "("): open.append(UInt8(ascii: ")"))
      case UInt8(ascii: "["): open.append(UInt8(ascii: "]"))
      case UInt8(ascii: ")"), UInt8(ascii: "]"):
        if let closing = open.popLast() { result.append(closing) }
        continue
      default: break
      }
      result.append(byte)
    }
    return (result, (quote.map { [$0] } ?? []) + open.reversed())
  }
}
