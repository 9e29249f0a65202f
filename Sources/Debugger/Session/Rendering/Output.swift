import ActionLanguage
import Foundation
import Terminal

/// A piece of a line with the style that decides its colour.
struct Span {
  let text: String
  let style: Style

  init(_ text: String, _ style: Style = .plain) {
    self.text = text
    self.style = style
  }
}

/// Where a session's results and errors go, and how they look.
///
/// Everything written is escaped first: no control character of any state, action or file reaches the terminal.
public final class Output {
  /// Colours, signs and width of results.
  public var appearance: Appearance
  private let errorPalette: Palette
  private let write: (String) -> Void
  private let writeError: (String) -> Void
  /// How wide the terminal is now, where one is written to.
  private let columns: (() -> Int)?
  /// What is held back for the pager.
  private var held: String?
  /// Whether errors are held back with it.
  private var heldWithErrors = false

  /// - Parameters:
  ///   - appearance: How results look.
  ///   - errorPalette: How errors look.
  ///   - write: Takes text for results, line breaks included.
  ///   - writeError: Takes text for errors.
  ///   - columns: How wide the terminal is now, where one is written to.
  public init(
    appearance: Appearance, errorPalette: Palette = .plain, write: @escaping (String) -> Void,
    writeError: @escaping (String) -> Void, columns: (() -> Int)? = nil
  ) {
    self.appearance = appearance
    self.errorPalette = errorPalette
    self.write = write
    self.writeError = writeError
    self.columns = columns
  }

  /// Results on standard output, errors on standard error.
  ///
  /// - Parameter color: What the command line says about colour.
  public static func standard(color: ColorPolicy) -> Output {
    Output(
      appearance: .detected(color: color), errorPalette: Appearance.detected(descriptor: 2, color: color).palette,
      write: { Pager.write($0, to: 1) }, writeError: { Pager.write($0, to: 2) },
      columns: { TerminalSize.of(descriptor: 1).columns })
  }

  /// Measures the terminal again, whose window may have another size by now.
  func measure() {
    if let columns, appearance.columns != nil { appearance.columns = columns() }
  }

  /// Text of the program's own, such as its usage.
  public func text(_ text: String) {
    for part in text.split(separator: "\n", omittingEmptySubsequences: false) { line(String(part)) }
  }

  /// The list of the features that can be loaded, each with the lessons that fit.
  public func features(_ features: [RootFeature], lessons: LessonShelf) {
    let width = (features.map { DisplayWidth.of($0.name) }.max() ?? 0) + 2
    line("Features", style: .heading)
    for feature in features {
      line([Span("  " + feature.name.padded(to: width), .heading), Span(feature.summary)])
      if !feature.scenarios.isEmpty {
        line(
          "  " + String(repeating: " ", count: width) + "scenarios: " + feature.scenarios.joined(separator: ", "), style: .muted)
      }
      let names = lessons.entries(of: feature.name).map(\.name)
      if !names.isEmpty {
        let room = max(40, (appearance.columns ?? 100) - width - 2)
        for part in DisplayWidth.wrap("learn: " + names.joined(separator: ", "), to: room) {
          line("  " + String(repeating: " ", count: width) + part, style: .muted)
        }
      }
    }
    line("Open one with: hindsight NAME. Inside, \"help\" lists the commands. hindsight --help says more.", style: .muted)
  }

  /// A list of lessons.
  ///
  /// - Parameter command: The words that play one where the list is shown.
  public func lessons(_ lessons: [LessonShelf.Entry], title: String, command: String = "hindsight learn") {
    let width = (lessons.map { DisplayWidth.of($0.name) }.max() ?? 0) + 2
    prose(title, style: .heading)
    for lesson in lessons {
      let number = String(repeating: " ", count: max(0, 3 - "\(lesson.number)".count)) + "\(lesson.number)  "
      let indent = 5 + width
      prose([Span(number, .number), Span(lesson.name.padded(to: width), .heading), Span(lesson.title)], indent: indent)
      prose([Span(String(repeating: " ", count: indent) + "\(lesson.feature): \(lesson.summary)", .muted)], indent: indent)
    }
    if lessons.isEmpty { line("  none", style: .muted) }
    prose("Play one with: \(command) NAME. Return goes on, resume comes back, quit leaves.", style: .muted)
  }

  /// Where long output goes that is read a screen at a time; `nil` prints it all.
  public var pager: Pager?

  /// Collects what an operation prints and shows it through the pager.
  func paged(_ operation: () throws -> Void) rethrows {
    guard let pager, held == nil else { return try operation() }
    held = ""
    defer {
      let lines = (held ?? "").split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
      held = nil
      pager.show(lines)
    }
    try operation()
  }

  /// Collects what an operation prints, results and errors, instead of printing it.
  func collecting(_ operation: () -> Void) -> String {
    let before = (held, heldWithErrors)
    held = ""
    heldWithErrors = true
    defer { (held, heldWithErrors) = before }
    operation()
    return held ?? ""
  }

  private func emit(_ text: String) { if held == nil { write(text) } else { held? += text } }

  var glyphs: Glyphs { appearance.glyphs }

  /// A line of results.
  func line(_ text: String, style: Style = .plain) { line([Span(text, style)]) }

  /// A line of results made of pieces.
  func line(_ spans: [Span]) {
    emit(spans.map { appearance.palette.paint($0.text.sanitized, $0.style) }.joined() + "\n")
  }

  /// A line for reading, broken between words where the window is too narrow for it.
  ///
  /// - Parameter indent: The columns before what does not fit; two more than before the rest if there is none.
  func prose(_ spans: [Span], indent: Int? = nil) {
    for part in Self.broken(spans, columns: appearance.columns, indent: indent) { line(part) }
  }

  /// A line for reading, broken between words where the window is too narrow for it.
  func prose(_ text: String, style: Style = .plain) { prose([Span(text, style)]) }

  /// A line of a drawing, cut where the window ends.
  func row(_ spans: [Span]) {
    guard var room = appearance.columns else { return line(spans) }
    var shown: [Span] = []
    for (index, span) in spans.enumerated() where room > 0 {
      let isLast = index == spans.count - 1
      let text = span.text.sanitized
      let width = DisplayWidth.of(text)
      // What follows is cut off as a whole when this takes the last column.
      let fits = width < room || width == room && isLast
      shown.append(
        fits ? span : Span(DisplayWidth.truncate(text + (isLast ? "" : "  "), to: room, ellipsis: glyphs.ellipsis), span.style))
      room = fits ? room - width : 0
    }
    line(shown)
  }

  /// Something worth knowing beside a result.
  func note(_ text: String) { prose("  (\(text))", style: .muted) }

  /// Something that is wrong without being an error of the user's.
  func warning(_ text: String) {
    for part in text.split(separator: "\n") where !part.allSatisfy(\.isWhitespace) { prose(String(part), style: .warning) }
  }

  /// An error; what a user typed may stand in it, so a line of it is cut at a length nobody reads.
  ///
  /// - Parameter isWhole: Whether a line is left to the terminal where the window is too narrow for it, as what is to be copied is.
  public func error(_ text: String, isWhole: Bool = false) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let shown = DisplayWidth.truncate(String(line).sanitized, to: 1_000)
      for part in Self.broken([Span(shown, .failure)], columns: isWhole ? nil : appearance.columns) {
        let text = errorPalette.paint(part.map(\.text).joined(), .failure) + "\n"
        if heldWithErrors { held? += text } else { writeError(text) }
      }
    }
  }

  /// What went wrong in what was asked to be tried: a result, so it stands among the others, and written as errors are.
  func failure(_ text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      prose(DisplayWidth.truncate(String(line).sanitized, to: 1_000), style: .failure)
    }
  }

  /// Spans in lines of at most so many columns, later ones indented more than the first. A word that is too long alone is left to the
  /// terminal, so that it can be copied whole.
  private static func broken(_ spans: [Span], columns: Int?, indent: Int? = nil) -> [[Span]] {
    guard let columns, spans.reduce(0, { $0 + DisplayWidth.of($1.text) }) > columns else { return [spans] }
    let leading = spans.first?.text.prefix { $0 == " " }.count ?? 0
    let indent = min(indent ?? leading + 2, columns / 2)
    var lines: [[Span]] = [[]]
    var column = 0
    var word: [Span] = []
    var gap = ""
    func endWord() {
      let width = word.reduce(0) { $0 + DisplayWidth.of($1.text) }
      guard width > 0 else { return }
      if column + gap.count + width > columns, column > indent {
        lines.append([Span(String(repeating: " ", count: indent))])
        column = indent
        gap = ""
      }
      if !gap.isEmpty { lines[lines.count - 1].append(Span(gap)) }
      lines[lines.count - 1] += word
      column += gap.count + width
      word = []
      gap = ""
    }
    for span in spans {
      var rest = span.text[...]
      while !rest.isEmpty {
        let spaces = rest.prefix { $0 == " " }
        if !spaces.isEmpty {
          endWord()
          gap += spaces
        }
        rest = rest.dropFirst(spaces.count)
        let letters = rest.prefix { $0 != " " }
        if !letters.isEmpty { word.append(Span(String(letters), span.style)) }
        rest = rest.dropFirst(letters.count)
      }
    }
    endWord()
    return lines
  }

  /// Text of the program's own without a line break, such as a bar that is drawn again in its place.
  func raw(_ text: String) { emit(text) }

  /// A prompt in its colours.
  func prompt(_ text: String) -> String { appearance.palette.paint(text.sanitized, .prompt) }

  /// Lines that are escaped and coloured already.
  func drawn(_ lines: [String]) { emit(lines.map { $0 + "\n" }.joined()) }
}

extension String {
  /// The text filled with spaces to a number of columns.
  func padded(to columns: Int) -> String { DisplayWidth.pad(self, to: columns) }
}
