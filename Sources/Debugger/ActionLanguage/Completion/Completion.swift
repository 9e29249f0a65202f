import Reflection

/// What may stand at the cursor.
///
/// Nothing of the feature runs: only metadata and the current state are looked at.
public enum Completion {
  /// One way to go on.
  public struct Candidate: Sendable, Hashable {
    /// What replaces the text in `Proposal.range`.
    public var text: String
    /// The payload's types, for the hint: `(id: UUID, action: Row.Action)`; empty when there is none.
    public var signature: String
    /// What it is: a case, a label, an id, a property and its type.
    public var explanation: String

    public init(text: String, signature: String = "", explanation: String = "") {
      self.text = text
      self.signature = signature
      self.explanation = explanation
    }
  }

  /// The candidates and the text they replace.
  public struct Proposal: Sendable, Hashable {
    /// Offsets into the UTF-8 of the line.
    public var range: Range<Int>
    public var candidates: [Candidate]

    public init(range: Range<Int>, candidates: [Candidate]) {
      self.range = range
      self.candidates = candidates
    }
  }

  /// What a path may lead to where it can stand for a whole condition.
  public enum Alone: Sendable {
    /// It is printed, whatever it is.
    case anything
    case truth
    /// It is drawn.
    case numberOrTruth

    func takes(_ value: Any) -> Bool {
      guard let value = StateLookup.unwrapped(value) else { return self == .anything }
      switch self {
      case .anything: return true
      case .truth: return value is Bool
      case .numberOrTruth: return value is Bool || value is any Numeric
      }
    }
  }

  /// How many candidates are proposed at most: more could not be read.
  static let limit = 500
  /// How much text in front of the cursor is read.
  static let lengthLimit = 8_192

  /// Proposes how an action goes on.
  ///
  /// - Parameters:
  ///   - line: The line as typed so far.
  ///   - cursor: The place of the cursor, as an offset into the UTF-8 of `line`.
  ///   - actionType: The type of the action.
  ///   - state: The current state, whose rows and elements are proposed.
  /// - Complexity: linear in the text before the cursor and the number of candidates.
  public static func candidates(
    for line: String, cursor: Int, actionType: Any.Type, state: Any? = nil
  ) -> Proposal {
    let bytes = bytes(of: line, before: cursor)
    guard bytes.count <= lengthLimit else { return Proposal(range: bytes.count..<bytes.count, candidates: []) }
    var reader = CompletionReader(bytes: bytes, root: CompletionReader.Place(notation: .of(actionType), state: state))
    return reader.proposal()
  }

  /// What the place at the end of an unfinished action expects: `(id: UUID, title: String)` behind the name of a case, `title:
  /// String)` in its brackets, the type behind `=`.
  ///
  /// - Parameters:
  ///   - line: The action as typed so far.
  ///   - actionType: The type of the action.
  ///   - state: The current state.
  /// - Complexity: linear in the text.
  public static func hint(for line: String, actionType: Any.Type, state: Any? = nil) -> String? {
    let bytes = Array(line.utf8)
    guard bytes.count <= lengthLimit else { return nil }
    var reader = CompletionReader(bytes: bytes, root: CompletionReader.Place(notation: .of(actionType), state: state))
    return reader.hint()
  }

  /// Proposes how a value of a type goes on.
  ///
  /// - Parameters:
  ///   - text: The value as typed so far.
  ///   - type: Its type.
  ///   - state: The current state, whose ids are proposed.
  public static func values(for text: String, as type: Any.Type, state: Any? = nil) -> Proposal {
    let bytes = Array(text.utf8)
    guard bytes.count <= lengthLimit else { return Proposal(range: bytes.count..<bytes.count, candidates: []) }
    var reader = CompletionReader(
      bytes: bytes, root: CompletionReader.Place(notation: .of(type), state: nil), ids: state)
    return reader.proposal()
  }

  /// What the place at the end of an unfinished value expects.
  public static func hint(forValue text: String, as type: Any.Type) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.count <= lengthLimit else { return nil }
    var reader = CompletionReader(bytes: bytes, root: CompletionReader.Place(notation: .of(type), state: nil), ids: nil)
    return reader.hint()
  }

  /// What stands before a cursor; one inside of a character counts as in front of it.
  private static func bytes(of line: String, before cursor: Int) -> [UInt8] {
    let utf8 = line.utf8
    var end = utf8.index(utf8.startIndex, offsetBy: max(0, cursor), limitedBy: utf8.endIndex) ?? utf8.endIndex
    while end < utf8.endIndex, end > utf8.startIndex, utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
    return Array(utf8[..<end])
  }

  /// Proposes how a path into the state goes on.
  ///
  /// - Parameters:
  ///   - line: The text; the path is what stands before the cursor without a space.
  ///   - cursor: The place of the cursor, as an offset into the UTF-8 of `line`.
  ///   - state: The current state.
  ///   - isAlone: Whether the text is to be one path and nothing besides.
  public static func paths(for line: String, cursor: Int, state: Any, isAlone: Bool = false) -> Proposal {
    let bytes = bytes(of: line, before: cursor)
    guard bytes.count <= lengthLimit else { return Proposal(range: bytes.count..<bytes.count, candidates: []) }
    // A path may begin as a key path, or with the `$` that stands for it in values.
    let mark = bytes.first == UInt8(ascii: "$") ? 1 : lengthOfRoot(bytes, in: type(of: state))
    var proposal = PathCompletion(bytes: Array(bytes.dropFirst(mark)), state: state, isAlone: isAlone).proposal()
    proposal.range = proposal.range.lowerBound + mark..<proposal.range.upperBound + mark
    return proposal
  }

  /// How much of a key path says where it begins: a backslash, the name of the root's type or none, and a dot.
  private static func lengthOfRoot(_ bytes: [UInt8], in root: Any.Type) -> Int {
    guard bytes.first == UInt8(ascii: "\\") else { return 0 }
    let names = StoredKeyPath.rootNames(of: .of(root))
    for count in (0...names.count).reversed() {
      let beginning = "\\" + names.suffix(count).joined(separator: ".") + "."
      if bytes.starts(with: beginning.utf8) { return beginning.utf8.count }
    }
    return 0
  }

  /// Proposes how a path to a shared value goes on.
  ///
  /// - Parameters:
  ///   - text: The path as typed so far.
  ///   - state: The current state.
  public static func sharedPaths(for text: String, state: Any) -> Proposal {
    var proposal = paths(for: text, cursor: text.utf8.count, state: state, isAlone: true)
    let before = String(decoding: Array(text.utf8)[..<proposal.range.lowerBound], as: UTF8.self)
    // In brackets stand ids, and a dot may come after them.
    guard before.last != "[" else { return proposal }
    proposal.candidates.removeAll { !SharedPlaces.leads(before + $0.text, in: state) }
    return proposal
  }

  /// Whether a path leads to a shared value, or into one.
  public static func isShared(_ path: String, in state: Any) -> Bool { SharedPlaces.goesThrough(path, in: state) }

  /// Proposes how a condition goes on: a path, an operator that fits what stands before it, or a value it is compared with.
  ///
  /// - Parameters:
  ///   - line: The condition.
  ///   - cursor: The place of the cursor, as an offset into the UTF-8 of `line`.
  ///   - state: The current state.
  ///   - alone: What a path that is all there is may lead to; any other is proposed with the space before its operator.
  public static func predicates(for line: String, cursor: Int, state: Any, alone: Alone = .anything) -> Proposal {
    let bytes = bytes(of: line, before: cursor)
    guard bytes.count <= lengthLimit else { return Proposal(range: bytes.count..<bytes.count, candidates: []) }
    return PredicateCompletion(bytes: bytes, state: state, alone: alone).proposal()
  }

  /// The candidates that begin as typed, without repetitions.
  static func proposal(_ range: Range<Int>, typed: String, _ candidates: [Candidate]) -> Proposal {
    var seen: Set<String> = []
    let wanted = typed.lowercased()
    let matching = candidates.filter { $0.text.lowercased().hasPrefix(wanted) && seen.insert($0.text).inserted }
    return Proposal(range: range, candidates: Array(matching.prefix(limit)))
  }
}

/// Completion of paths.
struct PathCompletion {
  let bytes: [UInt8]
  let state: Any
  let isAlone: Bool

  func proposal() -> Completion.Proposal {
    // The path starts after the last space, operator or bracket that is not part of it.
    var depth = 0
    var start = bytes.count
    scan: while start > 0 {
      let byte = bytes[start - 1]
      switch byte {
      case UInt8(ascii: "]"): depth += 1
      case UInt8(ascii: "["):
        // An open bracket holds an id that is being typed.
        if depth > 0 { depth -= 1 }
      case UInt8(ascii: " "), UInt8(ascii: "("), UInt8(ascii: "!"), UInt8(ascii: "="), UInt8(ascii: "&"), UInt8(ascii: "|"),
        UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\t"):
        if depth == 0, !isInsideID(start) { break scan }
      default: break
      }
      start -= 1
    }
    guard start == 0 || !isAlone else { return Completion.Proposal(range: bytes.count..<bytes.count, candidates: []) }
    let text = Array(bytes[start...])
    if let bracket = openBracket(text) {
      let typedStart = start + bracket + 1
      let typed = String(decoding: bytes[typedStart...], as: UTF8.self)
      let container = value(at: Array(text[..<bracket]))
      return Completion.proposal(typedStart..<bytes.count, typed: typed, Self.keys(of: container, typed: typed))
    }
    let dot = text.lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? 0
    let typed = String(decoding: text[dot...], as: UTF8.self)
    let container: Any? = dot == 0 ? .some(state) : value(at: Array(text[..<(dot - 1)]))
    let members =
      dot > 0 && StateLookup.unwrapped(container) == nil ? membersOfNothing(text[..<(dot - 1)]) : Self.members(of: container)
    return Completion.proposal(start + dot..<bytes.count, typed: typed, members)
  }

  /// What can be asked of a value that is nil now, by its type.
  private func membersOfNothing(_ text: ArraySlice<UInt8>) -> [Completion.Candidate] {
    guard let path = try? StatePath(String(decoding: text, as: UTF8.self)), (try? path.evaluateChaining(in: state)) != nil,
      let types = try? path.possibleTypes(in: type(of: state)), let notation = types.bare.first, types.bare.count == 1
    else { return [] }
    return StatePath.properties(of: notation).filter { $0 != "first" && $0 != "last" }
      .map { Completion.Candidate(text: $0, explanation: "property") }
  }

  /// Whether the space belongs to `[id: …` that is being typed.
  private func isInsideID(_ end: Int) -> Bool {
    let before = bytes[..<end]
    guard let open = before.lastIndex(of: UInt8(ascii: "[")) else { return false }
    return !before[open...].contains(UInt8(ascii: "]"))
  }

  private func openBracket(_ text: [UInt8]) -> Int? {
    guard let open = text.lastIndex(of: UInt8(ascii: "[")), !text[open...].contains(UInt8(ascii: "]")) else { return nil }
    return open
  }

  private func value(at path: [UInt8]) -> Any? {
    guard let path = try? StatePath(String(decoding: path, as: UTF8.self)) else { return nil }
    return try? path.evaluate(in: state)
  }

  static func keys(of container: Any?, typed: String) -> [Completion.Candidate] {
    guard let value = StateLookup.unwrapped(container) else { return [] }
    if let collection = value as? any CollectionNotation {
      return CompletionReader.keyCandidates(collection, typed: typed)
    }
    if let dictionary = value as? any DictionaryNotation {
      return dictionary.allPairs.prefix(Completion.limit).map {
        Completion.Candidate(text: ValuePrinter.text(of: $0.key) + "]", explanation: "key")
      }
    }
    return []
  }

  static func members(of container: Any?) -> [Completion.Candidate] {
    var value = StateLookup.unwrapped(container)
    var result: [Completion.Candidate] = []
    // A case and what is inside of it are both in reach.
    for _ in 0..<8 {
      guard let current = value else { break }
      let notation = Notation.of(type(of: current))
      switch notation.form {
      case .structure, .tuple:
        result += notation.shape.fields.map { field in
          Completion.Candidate(text: Notation.writtenName(of: field), explanation: Notation.of(field.type).name)
        }
        return result
      case .enumeration:
        guard let (found, payload) = try? notation.shape.project(current) else { return result }
        result.append(Completion.Candidate(text: found.name, explanation: "case"))
        value = StateLookup.unwrapped(payload)
      default:
        // Where nothing is, there is no first.
        let isEmpty =
          (current as? any Collection)?.isEmpty ?? (current as? any CollectionNotation).map { $0.elementCount == 0 } ?? false
        return result
          + StatePath.properties(of: notation).filter { !isEmpty || $0 != "first" && $0 != "last" }
          .map { Completion.Candidate(text: $0, explanation: "property") }
      }
    }
    return result
  }
}
