/// Entries of the log as commands take them: `3..7`, `3..` on to the end, `..7` from the start.
struct EntryRange: Equatable {
  /// The first entry's number; `nil` from the start.
  let first: Int?
  /// The last entry's number; `nil` to the end.
  let last: Int?

  /// Whether a word is meant as a range, rightly written or not.
  static func isMeant(by word: String) -> Bool {
    let parts = word.split(separator: "..", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return false }
    return parts.allSatisfy(\.isEmpty) || parts.contains { bound($0) != nil }
  }

  private static func bound(_ text: Substring) -> Int? {
    let digits = text.first == "#" ? text.dropFirst() : text
    return digits.allSatisfy { $0.isASCII && $0.isNumber } ? Int(digits) : nil
  }

  /// Reads a range.
  ///
  /// - Parameters:
  ///   - text: The range.
  ///   - command: How the example in the error begins.
  ///   - column: Where the range stands in the line.
  /// - Throws: `CommandError` when the text is no range, or one that runs backwards.
  init(_ text: String, of command: String, column: Int) throws(CommandError) {
    let parts = text.split(separator: "..", omittingEmptySubsequences: false)
    func refused(_ reason: String) -> CommandError {
      CommandError(
        "\"\(text)\" is no range of entries: \(reason)", column: column, length: text.count,
        examples: [.after(command, .entries)] + (command == "log" ? ["log all"] : []),
        notes: ["A range is FIRST..LAST; without FIRST from the start, without LAST on to the end."])
    }
    guard parts.count == 2 else { throw refused("it has \(parts.count < 2 ? "no" : "more than one") \"..\"") }
    if let wrong = parts.first(where: { !$0.isEmpty && Self.bound($0) == nil }) {
      throw refused(
        wrong.hasPrefix(".") ? "it has more than two dots" : "\"\(wrong)\" is no entry's number")
    }
    (first, last) = (Self.bound(parts[0]), Self.bound(parts[1]))
    if let first, let last, first > last {
      throw CommandError(
        "\"\(text)\" is no range of entries: it runs backwards", column: column, length: text.count,
        examples: [.range(command, first: last, last: first)])
    }
  }
}

extension Session {
  /// The places of the entries of a range on the current branch, which the initial state is none of.
  ///
  /// - Throws: As `places(of:column:)`, and when the range holds no entry.
  func entryPlaces(of range: EntryRange, column: Int) throws -> ClosedRange<Int> {
    let places = try places(of: range, column: column)
    guard places.upperBound > 0 else {
      throw CommandError(
        "0 is the start, which is no entry"
          + (playback.timeline.entryCount == 0
            ? "; the log is empty" : "; the first entry is #\(playback.timeline.entry(atPlace: 1))"),
        column: column)
    }
    return max(places.lowerBound, 1)...places.upperBound
  }

  /// The places of a range on the current branch; from the initial state where it is open at its start.
  ///
  /// - Throws: When an entry it names is not there, or on another branch.
  func places(of range: EntryRange, column: Int) throws -> ClosedRange<Int> {
    func place(_ number: Int) throws -> Int {
      if let place = playback.timeline.place(ofEntry: number) { return place }
      guard playback.timeline.position(ofEntry: number) != nil else {
        throw SessionError.unknownEntry("\(number)", last: playback.timeline.entryCount)
      }
      throw CommandError(
        "#\(number) is on another branch; go there first: switch \(number)", column: column,
        examples: [.line("switch \(number)")])
    }
    let first = try range.first.map(place) ?? 0
    return try first...max(first, range.last.map(place) ?? playback.timeline.branchEntryCount)
  }
}
