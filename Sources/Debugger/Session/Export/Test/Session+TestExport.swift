import Foundation
import Terminal
import Timeline

extension Session {
  /// Prints a test of the current branch, or writes it to a file.
  ///
  /// - Throws: `CommandError` when the entries are not there or nothing can be tested, `SessionError` when the file cannot be written.
  func exportTest(_ arguments: CommandArguments) throws {
    var words = arguments.words
    var path: String?
    if let last = words.last, last.hasSuffix(".swift") {
      path = last
      words.removeLast()
    }
    guard words.count <= 1 else {
      let odd = words.first { !EntryRange.isMeant(by: $0) && Int($0) == nil } ?? words[1]
      throw CommandError(
        "export test takes entries such as 3..9, and a file that ends in .swift", column: arguments.column(ofWord: odd),
        length: odd.count, examples: [.after("export test", .entries)])
    }
    let places = try words.first.map { try stepPlaces($0, column: arguments.column(ofWord: $0)) }
    let base = path.map { ($0 as NSString).lastPathComponent.dropLast(".swift".count) } ?? "\(playback.name)-session"[...]
    let text = try playback.exportedTest(named: Self.suiteName(String(base)), places: places)
    guard let path else { return output.text(String(text.dropLast())) }
    // What is escaped in a string's literal is the same string, and the source reads in the order it is compiled in.
    try FileStore.write(Sanitized(text, keepsLineBreaks: true).text, to: path)
    output.line("wrote a test to \(path)")
  }

  /// The steps of some entries of this branch, by their place in it; a number alone is the step of that entry.
  private func stepPlaces(_ text: String, column: Int) throws -> ClosedRange<Int> {
    let isNumber = Int(text.hasPrefix("#") ? String(text.dropFirst()) : text) != nil
    let range = try EntryRange(isNumber ? "\(text)..\(text)" : text, of: "export test", column: column)
    let places = try entryPlaces(of: range, column: column)
    let timeline = playback.timeline
    func depth(_ place: Int) -> Int {
      place == 0 ? 0 : timeline.steps[timeline.step(ofEntry: timeline.entry(atPlace: place))].depth
    }
    // Inputs without entries belong to an open end.
    let last = range.last == nil ? timeline.branch.count - 1 : depth(places.upperBound)
    let first = max(1, depth(places.lowerBound))
    return first...max(first, last)
  }

  /// `01-state-and-actions` as `StateAndActionsTests`.
  static func suiteName(_ text: String) -> String {
    var words = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    if words.count > 1, words[0].allSatisfy(\.isNumber) { words.removeFirst() }
    let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    let safe = name.first?.isNumber == false ? name : "Session" + name
    return safe.hasSuffix("Tests") ? safe : safe + "Tests"
  }
}
