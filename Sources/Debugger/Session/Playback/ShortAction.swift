import ActionLanguage

/// An action written without the way to its feature: `editButtonTapped` for `path[#0].detail.editButtonTapped`.
///
/// A person means what is in front of them, so the innermost presented feature is asked first, then the ones below it; after that
/// any feature that lives, if only one has such an action. What is presented is what `where` shows, plain optional children included;
/// of those that live side by side, none is in front of the others.
struct ShortAction {
  /// What the line is short for; decoding it may still find its payload wrong.
  let line: String
  /// How many characters were put in front.
  let prefixLength: Int

  /// Where in the line as it was typed a place of the whole line stands; its first name, where that is in what was put in front.
  func typedRange(_ range: Range<Int>, in typed: String) -> Range<Int> {
    let prefix = line.prefix(prefixLength).utf8.count
    // A dot in front of the name was left out.
    let dot = typed.hasPrefix(".") ? 1 : 0
    guard range.lowerBound >= prefix else {
      let name = typed.dropFirst(dot).prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      return dot..<dot + name.utf8.count
    }
    return range.lowerBound - prefix + dot..<range.upperBound - prefix + dot
  }

  /// The longest list of actions that is searched, so that a state of many rows costs no more.
  private static let searchLimit = 2_000

  /// Finds the innermost presented feature whose binding a line sets: `title = "A"`, `binding title = "A"`.
  ///
  /// - Returns: `nil` when the root takes the line itself, or no presented feature does.
  static func binding(_ line: String, in playback: any Playback) -> ShortAction? {
    let unfinished = line.hasPrefix("binding ") ? (path: line, value: "") : nil
    guard let sides = StatePath.sides(ofAssignment: line) ?? unfinished, !sides.value.hasPrefix("=") else { return nil }
    let name = line.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    guard !name.isEmpty, name == "binding" || !ActionCases.begin(line, of: playback.actionType) else { return nil }
    let state = playback.stateForInput()
    // Where a value is missing or not to be read, what is set tells whose it is.
    let whole = (try? Predicate(sides.value)) == nil ? "\(sides.path) = _" : line
    func takes(_ prefix: String) -> Bool {
      do throws(ActionLanguageError) {
        _ = try ActionDecoder().decode(prefix + whole, as: playback.actionType, state: state)
        return true
      } catch {
        // The place is right where the property is there, and only what is in it or the value is wrong; but not where nothing can be set.
        let isValue = error.range.lowerBound > (prefix + sides.path).utf8.count
        let isWholeValue = isValue && error.range.upperBound == (prefix + whole).utf8.count
        return !(error.kind == .unexpectedPart && isWholeValue) && error.range.lowerBound >= prefix.utf8.count + name.utf8.count
      }
    }
    guard !takes("") else { return nil }
    let presented = PresentedPath(forInputTo: playback)
    let path = presented.paths.last { !$0.isEmpty && takes($0 + ".") }
    guard let path, presented.rivals(of: path, among: presented.paths.filter { takes($0 + ".") }).isEmpty else { return nil }
    return ShortAction(line: path + "." + line, prefixLength: path.count + 1)
  }

  /// The action whose name is nearest to a mistyped one: a case of the root, or any action that can be sent now.
  ///
  /// - Returns: Its name, with the way to it where it is none of the root's own, and a line that sends it, if one is known.
  static func nearest(to word: String, in playback: any Playback) -> (name: String, line: String?)? {
    let entries = ActionCatalogue(of: playback.actionType, state: playback.stateForInput(), limit: searchLimit).entries
    let own = ActionCases.names(of: playback.actionType)
    // Of two that are as near, the root's own is meant.
    let names = own + entries.map { String($0.spelling.split(separator: ".").last ?? "") }
    guard let name = NearestName.of(word, in: names), let index = names.firstIndex(of: name) else { return nil }
    if index < own.count {
      return (name, entries.first { $0.spelling == name || $0.spelling.hasPrefix(name + ".") }?.example)
    }
    let entry = entries[index - own.count]
    return (entry.spelling, entry.example)
  }

  /// Finds what a line is short for.
  ///
  /// - Parameters:
  ///   - line: The line; its first name is the action's.
  ///   - playback: The loaded feature.
  /// - Returns: `nil` when no living feature has such an action.
  /// - Throws: `CommandError` when several have and none of them is presented.
  static func resolve(_ line: String, in playback: any Playback) throws(CommandError) -> ShortAction? {
    let line = line.first == "." ? String(line.dropFirst()) : line
    let name = String(line.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    guard !name.isEmpty else { return nil }
    let state = playback.stateForInput()
    let entries = ActionCatalogue(of: playback.actionType, state: state, limit: searchLimit).entries
    func ways(to name: some StringProtocol) -> [String] {
      entries.filter { $0.spelling.hasSuffix("." + name) }.map { String($0.spelling.dropLast(name.count)) }
    }
    // The name of the enum that an action stands in may go before it.
    let names = line.prefix { $0.isLetter || $0.isNumber || "_.".contains($0) }
    let longer = names.count > name.count ? ways(to: names) : []
    let matching = longer.isEmpty ? ways(to: name) : longer
    guard !matching.isEmpty else { return nil }
    let presented = PresentedPath(forInputTo: playback)
    let fitting = presented.paths.filter { matching.contains($0 + ".") }
    if let path = fitting.last, presented.rivals(of: path, among: fitting).isEmpty {
      return ShortAction(line: path + "." + line, prefixLength: path.count + 1)
    }
    guard matching.count == 1 else {
      throw CommandError(
        "\"\(name)\" could be several actions: \(matching.prefix(6).map { $0 + name }.joined(separator: ", "))\(matching.count > 6 ? ", …" : "")",
        column: 0)
    }
    return ShortAction(line: matching[0] + line, prefixLength: matching[0].count)
  }
}
