/// Why a text was not accepted, and where.
public struct ActionLanguageError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What went wrong.
  public enum Kind: Sendable, Hashable {
    /// The text is not well-formed: an unbalanced bracket, an unfinished string, a stray character.
    case syntax
    /// The text is nested deeper or is longer than the language allows.
    case tooComplex
    /// A name that the type does not have.
    case unknownName
    /// A literal or value of another type.
    case typeMismatch
    /// A part without default was left out.
    case missingPart
    /// A part that the type does not have, or a wrong label.
    case unexpectedPart
    /// More than one reading.
    case ambiguous
    /// An id, position or key that does not live in the state.
    case notFound
    /// An id that another element has.
    case taken
    /// A type no text can make, such as a closure.
    case notWritable
  }

  private struct Content: Sendable, Hashable {
    var kind: Kind
    var message: String
    var expected: String?
    var found: String?
    var nearest: String?
    var example: String?
    var note: String?
    var candidates: [String]
    var range: Range<Int>
    var meansNil = false
  }

  /// In a box, so that the many routines that can throw have small frames: nested texts are read by recursion.
  private final class Box: Sendable {
    let content: Content
    init(_ content: Content) { self.content = content }
  }

  private var box: Box
  private var content: Content {
    get { box.content }
    set { box = Box(newValue) }
  }

  /// What went wrong.
  public var kind: Kind {
    get { content.kind }
    set { content.kind = newValue }
  }
  /// One sentence for a person.
  public var message: String {
    get { content.message }
    set { content.message = newValue }
  }
  /// The type or form that would be accepted, when the sentence does not say it all.
  public var expected: String? {
    get { content.expected }
    set { content.expected = newValue }
  }
  /// What stands there instead.
  public var found: String? {
    get { content.found }
    set { content.found = newValue }
  }
  /// The closest name that exists.
  public var nearest: String? {
    get { content.nearest }
    set { content.nearest = newValue }
  }
  /// A text that would be accepted at this place.
  public var example: String? {
    get { content.example }
    set { content.example = newValue }
  }
  /// What else helps, such as how code can make the text acceptable.
  public var note: String? {
    get { content.note }
    set { content.note = newValue }
  }
  /// The readings or names to choose from.
  public var candidates: [String] {
    get { content.candidates }
    set { content.candidates = newValue }
  }
  /// The place: offsets into the UTF-8 of the text that was read.
  public var range: Range<Int> {
    get { content.range }
    set { content.range = newValue }
  }

  /// Whether it tells of what Swift has as nil: what is behind an optional that is nil, the first of no elements.
  public var meansNil: Bool { content.meansNil }
  /// The same of what Swift has as nil.
  var meaningNil: ActionLanguageError {
    var error = self
    error.content.meansNil = true
    return error
  }

  public init(
    _ kind: Kind, _ message: String, expected: String? = nil, found: String? = nil, nearest: String? = nil,
    example: String? = nil, candidates: [String] = [], note: String? = nil, at range: Range<Int>
  ) {
    box = Box(
      Content(
        kind: kind, message: Escaping.shortened(message), expected: expected, found: found.map(Escaping.shortened),
        nearest: nearest, example: example, note: note,
        candidates: candidates, range: range))
  }

  public static func == (first: Self, second: Self) -> Bool { first.content == second.content }
  public func hash(into hasher: inout Hasher) { hasher.combine(content) }

  public var description: String { message }

  /// The display columns of the place in `line`, counted from 0; wide characters count two.
  public func columns(in line: String) -> Range<Int> {
    let drawn = DrawnLine(line, around: range)
    return drawn.caret
  }

  /// The error as lines of text: the line, a caret under the place, the sentence, then what would help.
  ///
  /// What the sentence says already is not said again.
  ///
  /// - Parameters:
  ///   - line: The text that was read. Long lines are cut to the neighbourhood of the place.
  ///   - width: How many columns the drawn line may take.
  public func render(line: String, width: Int = 100) -> [String] {
    let drawn = DrawnLine(line, around: range, width: Swift.max(width, 12))
    var lines = [
      drawn.text,
      String(repeating: " ", count: drawn.caret.lowerBound) + "^"
        + String(repeating: "~", count: max(0, drawn.caret.count - 1)),
      message,
    ]
    if let expected, !says(expected) { lines.append("  expected: \(expected)") }
    if let found, !says(found) { lines.append("  found: \(found)") }
    if let nearest { lines.append("  did you mean: \(nearest)") }
    if !candidates.isEmpty { lines.append("  choose from: \(candidates.joined(separator: ", "))") }
    if let example, example != nearest { lines.append("  example: \(example)") }
    if let note { lines.append("  note: \(note)") }
    // Names in the sentences may come from the text that was read.
    return lines.map(Escaping.escaped)
  }

  /// Whether the sentence holds a text as words of its own.
  private func says(_ text: String) -> Bool {
    // An empty name, as two backticks are, is found everywhere.
    guard !text.isEmpty else { return true }
    var rest = message[...]
    while let found = rest.firstRange(of: text) {
      let isWhole = { (character: Character?) in character.map { !$0.isLetter && !$0.isNumber && $0 != "_" } ?? true }
      if isWhole(rest[..<found.lowerBound].last), isWhole(rest[found.upperBound...].first) { return true }
      rest = rest[found.upperBound...]
    }
    return false
  }

  /// As many of some candidates as a person reads, and a sign that there are more.
  static func listed(_ candidates: [String]) -> [String] {
    let limit = 12
    return candidates.count <= limit ? candidates : candidates.prefix(limit) + ["…"]
  }

  /// The error moved by the length of a text that stood before the text that was read.
  public func offset(by distance: Int) -> ActionLanguageError {
    var moved = self
    moved.range = range.lowerBound + distance..<range.upperBound + distance
    return moved
  }
}
