import ActionLanguage

/// Which actions a breakpoint means: the names of cases from the outside in, each perhaps with an id, the last perhaps with its payload.
///
/// `tick` means every action with a case `tick` on its way, `.tick` only the root's own; `rows.toggle` means the toggle of every
/// row, `rows[id: 3].toggle` that of one; `*` stands for any case.
struct ActionPattern {
  let text: String
  private let parts: [String]
  private let payload: String?
  private let isFromRoot: Bool

  /// Reads a pattern.
  ///
  /// - Throws: `CommandError` for a name that is no case of the action or of anything below it, or none of the case before it.
  init(_ arguments: CommandArguments, of type: Any.Type) throws(CommandError) {
    self.init(arguments.text)
    guard !parts.isEmpty else {
      throw CommandError("a breakpoint needs an action", column: arguments.column, notes: ["For example: break timerTicked"])
    }
    let names = CaseNames(of: type)
    var rest = arguments.text[...]
    var previous: String?
    for (index, part) in parts.enumerated() {
      let start = rest.firstRange(of: part) ?? rest.startIndex..<rest.endIndex
      let column = arguments.column + arguments.text.distance(from: arguments.text.startIndex, to: start.lowerBound)
      rest = rest[start.upperBound...]
      let name = String(part.prefix { $0 != "[" })
      let candidates = index == 0 ? (isFromRoot ? names.first : names.all) : names.following(previous)
      if name == "*" || candidates.contains(name) {
        previous = name == "*" ? nil : name
        continue
      }
      if name.contains("*") {
        let meant = candidates.sorted().filter { Self.fits($0, name) }
        throw CommandError(
          "* stands for a whole case only, not for a part of its name" + (meant.isEmpty ? "; try \"actions\"" : ""),
          column: column,
          notes: meant.isEmpty
            ? [] : ["These are called so: " + meant.prefix(6).joined(separator: ", ") + (meant.count > 6 ? ", …" : "")])
      }
      let nearest = NearestName.of(name, in: candidates.sorted())
      throw CommandError(
        (previous.map { "\($0) has no action called \"\(name)\"" } ?? "no action is called \"\(name)\"")
          + (nearest.map { "; did you mean \"\($0)\"?" } ?? ". Try \"actions\"."), column: column)
    }
  }

  /// Whether a name is what somebody means who takes `*` for any letters.
  private static func fits(_ name: String, _ pattern: String) -> Bool {
    let pieces = pattern.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
    guard let first = pieces.first, let last = pieces.last, name.count >= first.count + last.count, name.hasPrefix(first),
      name.hasSuffix(last)
    else { return false }
    var rest = name.dropFirst(first.count).dropLast(last.count)
    for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
      guard let found = rest.firstRange(of: piece) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }

  /// Reads a pattern whose names may be any.
  init(_ text: String) {
    self.text = text
    isFromRoot = text.hasPrefix(".")
    (parts, payload) = Self.split(isFromRoot ? String(text.dropFirst()) : text)
  }

  /// Whether an action in its dotted spelling is meant.
  func matches(_ action: String) -> Bool {
    let (found, foundPayload) = Self.split(action)
    guard found.count >= parts.count else { return false }
    let starts = isFromRoot ? 0...0 : 0...found.count - parts.count
    return starts.contains { start in
      for (index, part) in parts.enumerated() where !Self.matches(part, found[start + index]) { return false }
      return payload == nil || start + parts.count == found.count && payload == foundPayload
    }
  }

  private static func matches(_ pattern: String, _ part: String) -> Bool {
    if pattern == "*" || pattern == part { return true }
    return !pattern.contains("[") && part.hasPrefix(pattern) && part.dropFirst(pattern.count).first == "["
  }

  /// The parts of a dotted spelling, each a name with its brackets, and the payload behind the last.
  static func split(_ text: String) -> (parts: [String], payload: String?) {
    var parts: [String] = []
    var part = ""
    var depth = 0
    var isInString = false
    var isEscaped = false
    for (offset, character) in text.enumerated() {
      if isInString {
        part.append(character)
        if !isEscaped, character == "\"" { isInString = false }
        isEscaped = character == "\\" && !isEscaped
        continue
      }
      if depth == 0, character == "(" || character == "=" {
        if !part.isEmpty { parts.append(part) }
        return (parts, String(text.dropFirst(offset)))
      }
      if depth == 0, character == "." || character == " " {
        if !part.isEmpty { parts.append(part) }
        part = ""
        continue
      }
      if character == "[" { depth += 1 }
      if character == "]" { depth -= 1 }
      if character == "\"" { isInString = true }
      part.append(character)
    }
    if !part.isEmpty { parts.append(part) }
    return (parts, nil)
  }

  /// The names of cases, and which may follow which on the way to an action.
  private struct CaseNames {
    private(set) var all: Set<String> = []
    private(set) var first: Set<String> = []
    private var next: [String: Set<String>] = [:]
    /// How the catalogue writes that a feature goes on in itself.
    private static let recursion = "…"

    init(of type: Any.Type) {
      for entry in ActionCatalogue(of: type, limit: 10_000).entries {
        let names = ActionPattern.split(entry.spelling).parts.map { String($0.prefix { $0 != "[" }) }
        for (index, name) in names.enumerated() {
          all.insert(name)
          if index == 0 { first.insert(name) } else { next[names[index - 1], default: []].insert(name) }
        }
      }
      all.remove(Self.recursion)
    }

    /// The names that may stand after another; any where that one is not known.
    func following(_ name: String?) -> Set<String> {
      guard let name else { return all }
      let names = next[name] ?? []
      return names.contains(Self.recursion) ? all : names
    }
  }
}
