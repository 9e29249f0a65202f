/// What could stand at the cursor.
public struct Completion: Sendable, Hashable {
  /// One way to go on.
  public struct Candidate: Sendable, Hashable {
    /// What replaces the range; add a space or a bracket to it when that always follows.
    public var text: String
    /// Shown beside it in the list: a payload, a summary.
    public var explanation: String

    public init(_ text: String, explanation: String = "") {
      self.text = text
      self.explanation = explanation
    }
  }

  /// The part of the line that a candidate replaces, in characters from the start of the line.
  public var replaceRange: Range<Int>
  public var candidates: [Candidate]

  public init(replacing replaceRange: Range<Int>, with candidates: [Candidate]) {
    self.replaceRange = replaceRange
    self.candidates = candidates
  }

  /// The longest text that every candidate starts with.
  public var commonPrefix: String {
    guard var prefix = candidates.first?.text[...] else { return "" }
    for candidate in candidates.dropFirst() {
      var end = prefix.startIndex
      for (one, other) in zip(prefix.indices, candidate.text) {
        guard prefix[one] == other else { break }
        end = prefix.index(after: one)
      }
      prefix = prefix[..<end]
    }
    return String(prefix)
  }

  /// The candidates as they are listed below the prompt.
  ///
  /// - Parameters:
  ///   - appearance: Colours and signs.
  ///   - size: The screen; with explanations each candidate has its own line, and columns share a line where that is taller than
  ///     the screen.
  ///   - limit: How many are listed before "… and n more".
  func listing(in appearance: Appearance, size: TerminalSize, limit: Int = 100) -> [String] {
    let shown = candidates.prefix(limit)
    var lines: [String]
    let width = max(size.columns - 1, 1)
    if shown.contains(where: { !$0.explanation.isEmpty }) {
      lines = Self.explained(Array(shown), in: appearance, width: width, height: max(size.rows - 3, 1))
    } else {
      lines = Table.columnar(shown.map(\.text.sanitized), width: width)
    }
    if candidates.count > limit {
      lines.append(appearance.palette.paint("\(appearance.glyphs.ellipsis) and \(candidates.count - limit) more", .muted))
    }
    return lines
  }

  /// What an explanation needs to say anything beside its candidate.
  private static let explanationWidth = 14

  /// Candidates with their explanations, in as few columns as fit on the screen, read downwards.
  private static func explained(
    _ candidates: [Candidate], in appearance: Appearance, width: Int, height: Int
  ) -> [String] {
    let names = candidates.map(\.text.sanitized)
    let widest = names.map { DisplayWidth.of($0) }.max() ?? 0
    let most = max(1, (width + 2) / (widest + 2 + explanationWidth + 2))
    let columns = (1...most).first { (candidates.count + $0 - 1) / $0 <= height } ?? most
    let cell = max(1, (width - 2 * (columns - 1)) / columns)
    let lineCount = (candidates.count + columns - 1) / columns
    return (0..<lineCount).map { line in
      let indices = stride(from: line, to: candidates.count, by: lineCount)
      return indices.map { index in
        let isLast = index + lineCount >= candidates.count
        let name = DisplayWidth.truncate(names[index], to: cell, ellipsis: appearance.glyphs.ellipsis)
        let room = cell - widest - 2
        guard !candidates[index].explanation.isEmpty, room > 0 else {
          return isLast ? name : DisplayWidth.pad(name, to: cell)
        }
        let explanation = DisplayWidth.truncate(
          candidates[index].explanation.sanitized, to: room, ellipsis: appearance.glyphs.ellipsis)
        // No spaces at the end of a line: they wrap in a narrow window.
        let fill = isLast ? "" : String(repeating: " ", count: room - DisplayWidth.of(explanation))
        return DisplayWidth.pad(name, to: widest) + "  " + appearance.palette.paint(explanation, .muted) + fill
      }.joined(separator: "  ")
    }
  }
}
