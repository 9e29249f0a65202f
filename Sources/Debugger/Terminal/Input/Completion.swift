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
  ///   - size: The screen; with explanations each candidate has its own line, unless that is taller than the screen.
  ///   - limit: How many are listed before "… and n more".
  func listing(in appearance: Appearance, size: TerminalSize, limit: Int = 100) -> [String] {
    let shown = candidates.prefix(limit)
    var lines: [String]
    let width = max(size.columns - 1, 1)
    if shown.contains(where: { !$0.explanation.isEmpty }), shown.count <= size.rows - 3 {
      var appearance = appearance
      appearance.columns = width
      lines = Table(
        columns: [.init(), .init(style: .muted)],
        rows: shown.map { $0.explanation.isEmpty ? [$0.text] : [$0.text, $0.explanation] }
      ).lines(in: appearance)
    } else {
      lines = Table.columnar(shown.map(\.text.sanitized), width: width)
    }
    if candidates.count > limit {
      lines.append(appearance.palette.paint("\(appearance.glyphs.ellipsis) and \(candidates.count - limit) more", .muted))
    }
    return lines
  }
}
