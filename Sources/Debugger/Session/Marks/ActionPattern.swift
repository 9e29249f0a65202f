import ActionLanguage
import Foundation

/// Which actions a breakpoint means: the names of cases from the outside in, each perhaps with an id, the last perhaps with its payload.
///
/// `tick` means every action with a case `tick` on its way, `.tick` only the root's own; `rows.toggle` means the toggle of every
/// row, `rows[id: 3].toggle` that of one; `*` stands for any case.
struct ActionPattern {
  private(set) var text: String
  private var parts: [String]
  private var payload: String?
  private let isFromRoot: Bool
  /// What it is to find, with what is done to a stack named behind the stack, however it was written.
  private var wanted: (parts: [String], payload: String?)
  /// What must be pushed, where the pattern says: `.meeting` for every state of that case, or one that is written out.
  private var pushed: String?
  /// As many as a name in any other place may have.
  private static let partLimit = 512

  /// Reads a pattern.
  ///
  /// - Parameters:
  ///   - state: The current state, which says which row a position means.
  ///   - now: What `now` means in it.
  ///   - command: How the examples in errors begin.
  /// - Throws: `CommandError` for a name that is no case of the action or of anything below it, or none of the case before it.
  init(_ arguments: CommandArguments, of type: Any.Type, state: Any, now: Date, command: String) throws(CommandError) {
    try self.init(arguments, of: type, state: state, now: now, command: command, proposes: true)
  }

  /// - Parameter proposes: Whether an error is to have the pattern that was meant.
  private init(
    _ arguments: CommandArguments, of type: Any.Type, state: Any, now: Date, command: String, proposes: Bool
  ) throws(CommandError) {
    self.init(arguments.text)
    // Swift's own spelling, and what a binding sets, is known where the whole of it can be read.
    if payload != nil || pushed != nil, let printed = PatternNames.dotted(arguments.text, of: type, state: state, now: now) {
      let (head, _) = Self.push(in: arguments.text)
      let (found, foundPayload) = Self.split(printed)
      if pushed != nil {
        pushed = Self.state(in: foundPayload)
        text = head + " " + (pushed ?? "")
      } else {
        (parts, payload) = (found, foundPayload)
        text = (isFromRoot ? "." : "") + printed
        wanted = Self.behindStack(parts, payload)
        return
      }
    } else if let name = pushed {
      try Self.check(name, behind: parts, arguments, of: type, state: state, command: command)
      pushed = name.hasPrefix(".") ? name : "." + name
      text = Self.push(in: arguments.text).head + " " + (pushed ?? "")
    } else if parts.contains("binding"), Self.sets(parts, payload, of: type, state: state, now: now) {
      return
    }
    if let dot = Self.strayDot(in: arguments.text) {
      throw CommandError(
        dot == arguments.text.count - 1
          ? "behind the dot a name is missing" : "a dot separates two names, and between these dots there is none",
        column: arguments.column + dot, length: 1, examples: [.after(command, .pattern)])
    }
    guard !parts.isEmpty, parts.allSatisfy({ $0.first != "[" }) else {
      throw CommandError(
        "a breakpoint needs an action: the name of a case, here stands none", column: arguments.column,
        length: arguments.text.count, examples: [.after(command, .pattern)])
    }
    guard parts.count <= Self.partLimit else {
      throw CommandError(
        "a name may have \(Self.partLimit) parts", column: arguments.column, length: arguments.text.count,
        examples: [.after(command, .pattern)])
    }
    // Where each part stands as it was written.
    var columns: [Int] = []
    var rest = arguments.text[...]
    var column = arguments.column
    for part in parts {
      let found = rest.firstRange(of: part) ?? rest.startIndex..<rest.startIndex
      column += rest.distance(from: rest.startIndex, to: found.lowerBound)
      columns.append(column)
      column += part.count
      rest = rest[found.upperBound...]
    }
    columns.append(arguments.column + arguments.text.count - (payload?.count ?? 0))
    var failed = 0
    do throws(ActionLanguageError) {
      let canonical = try PatternNames.canonical(parts, of: type, state: state, now: now, failed: &failed)
      let canonicalPayload = try payload.map { (payload) throws(ActionLanguageError) in
        failed = parts.count
        return try PatternNames.canonical(payload: payload, behind: canonical, of: type, state: state, now: now)
      }
      if canonical != parts || canonicalPayload != payload {
        (parts, payload) = (canonical, canonicalPayload)
        text = (isFromRoot ? "." : "") + Self.joined(parts) + (payload ?? "")
        wanted = Self.behindStack(parts, payload)
      }
    } catch {
      // What is wrong stands in one of the names, or in the payload behind them.
      let part = (failed < parts.count ? parts[failed] : payload ?? "").utf8
      let start = String(decoding: part.prefix(error.range.lowerBound), as: UTF8.self).count
      let end = String(decoding: part.prefix(error.range.upperBound), as: UTF8.self).count
      var example = CommandExample.after(command, .pattern)
      if proposes, failed == parts.count, let payload, let value = error.example {
        let names = String(arguments.text.dropLast(payload.count))
        let meant = Self.meant(payload.prefix(start) + value + payload.dropFirst(end), value, behind: parts[parts.count - 1])
          .map { names + $0.trimmed }
          .first { line in
            guard !Self.namesElement(line) || Self.namesElement(arguments.text) else { return false }
            let whole = CommandArguments(line: line, text: line, column: 0)
            return (try? ActionPattern(whole, of: type, state: state, now: now, command: command, proposes: false)) != nil
          }
        if let meant { example = .line(command + " " + meant) }
      }
      throw CommandError(
        error.message, column: columns[failed] + start, length: max(1, end - start), examples: [example],
        notes: error.candidates.isEmpty
          ? [] : [(error.kind == .notFound ? "These live: " : "Choose from: ") + error.candidates.joined(separator: ", ")])
    }
    let names = CaseNames(of: type)
    var previous: String?
    for (index, part) in parts.enumerated() {
      let column = columns[index]
      let name = String(part.prefix { $0 != "[" })
      let candidates = index == 0 ? (isFromRoot ? names.first : names.all) : names.following(previous, isFirst: index == 1)
      if name == "*" || candidates.contains(name) {
        previous = name == "*" ? nil : name
        continue
      }
      if name.contains("*") {
        let meant = candidates.sorted().filter { Self.fits($0, name) }
        throw CommandError(
          "* stands for a whole case only, not for a part of its name" + (meant.isEmpty ? "; try \"actions\"" : ""),
          column: column,
          length: name.count, examples: [.after(command, .pattern)],
          notes: meant.isEmpty
            ? [] : ["These are called so: " + meant.prefix(6).joined(separator: ", ") + (meant.count > 6 ? ", …" : "")])
      }
      let nearest = NearestName.of(name, in: candidates.sorted())
      throw CommandError(
        (previous.map { "\($0) has no action called \"\(name)\"" } ?? "no action is called \"\(name)\"")
          + (nearest.map { "; did you mean \"\($0)\"?" } ?? ". Try \"actions\"."), column: column, length: max(1, name.count),
        examples: [nearest.map { .line(Self.line(arguments, command, part: index, named: $0)) } ?? .after(command, .pattern)])
    }
  }

  /// What may have been meant as the payload: with a value in the place of the wrong one, or that of a whole action of this name.
  private static func meant(_ repaired: String, _ value: String, behind part: String) -> [String] {
    let name = part.prefix { $0 != "[" }
    let action = value.trimmed.drop { $0 == "." }
    let payload = action.hasPrefix(name) ? String(action.dropFirst(name.count)) : nil
    return [repaired, payload].compactMap(\.self).filter { $0.isEmpty || $0.hasPrefix("(") || $0.trimmed.hasPrefix("=") }
  }

  /// Whether a text says of which element of a stack or list an action is, as examples do by the type alone.
  static func namesElement(_ text: String) -> Bool { text.contains("element(id: ") || text.contains("popFrom(id: ") }

  /// The place of a dot that no name stands behind, in characters; the one before the first name is none.
  private static func strayDot(in text: String) -> Int? {
    var strings = StringScan()
    var depth = 0
    var previous: Character = " "
    for (place, character) in text.enumerated() {
      var isInString = false
      for byte in character.utf8 where strings.takes(byte) { isInString = true }
      if !isInString, depth == 0, "(=".contains(character) { return previous == "." ? place - 1 : nil }
      if !isInString, "[(".contains(character) { depth += 1 }
      if !isInString, "])".contains(character) { depth -= 1 }
      if depth == 0, previous == ".", character == "." || character.isWhitespace { return character == "." ? place : place - 1 }
      previous = isInString || depth > 0 ? "a" : character
    }
    return previous == "." ? text.count - 1 : nil
  }

  /// The command with the names up to one of them, which is replaced by the one that was meant.
  private static func line(_ arguments: CommandArguments, _ command: String, part index: Int, named name: String) -> String {
    let (parts, _) = split(arguments.text)
    let isFromRoot = arguments.text.hasPrefix(".")
    return command + " " + (isFromRoot ? "." : "") + joined(parts.prefix(index) + [name])
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
    let (head, pushed) = Self.push(in: text)
    self.pushed = pushed
    (parts, payload) = Self.split(isFromRoot ? String(head.dropFirst()) : head)
    wanted = Self.behindStack(parts, payload)
  }

  /// The parts as they are written: what is done to a stack stands before a space.
  private static func joined(_ parts: [String]) -> String {
    guard parts.count > 1, CaseNames.verbs.contains(parts[0]) else { return parts.joined(separator: ".") }
    return parts[0] + " " + parts.dropFirst().joined(separator: ".")
  }

  /// `push path` as `path.push`, `pop path[#1]` and `path.popFrom(id: #1)` as `path[#1].popFrom`: an action of a stack is printed in
  /// one way or the other.
  private static func behindStack(_ parts: [String], _ payload: String?) -> (parts: [String], payload: String?) {
    if parts == ["pop"] { return (["popFrom"], payload) }
    if parts.count > 1, CaseNames.verbs.contains(parts[0]) {
      return (parts.dropFirst() + [parts[0] == "pop" ? "popFrom" : parts[0]], payload)
    }
    let start = "(id: #"
    guard parts.count > 1, let last = parts.last, ["popFrom", "push"].contains(last), let payload, payload.hasPrefix(start),
      payload.hasSuffix(")")
    else { return (parts, payload) }
    let key = payload.dropFirst(start.count - 1).prefix { $0 != "," && $0 != ")" }
    let stack = parts[parts.count - 2].prefix { $0 != "[" } + "[\(key)]"
    return (parts.dropLast(2) + [String(stack), last], last == "push" ? payload : nil)
  }

  /// Whether an action in its dotted spelling is meant.
  func matches(_ action: String) -> Bool {
    let split = Self.split(action)
    var (found, foundPayload) = Self.behindStack(split.parts, split.payload)
    let (parts, payload) = wanted
    // What an element of a stack or a row does is printed without the name of the case that hands it over.
    if parts.contains("element"), found.last != "popFrom" {
      found = found.flatMap { $0.contains("[") ? [$0, "element"] : [$0] }
    }
    guard found.count >= parts.count else { return false }
    let starts = isFromRoot ? 0...0 : 0...found.count - parts.count
    return starts.contains { start in
      for (index, part) in parts.enumerated() where !Self.matches(part, found[start + index]) { return false }
      let isLast = start + parts.count == found.count
      if let pushed { return isLast && Self.isState(Self.state(in: foundPayload), pushed) }
      return payload == nil || isLast && payload == foundPayload
    }
  }

  // MARK: What is pushed

  /// `push path` and `.meeting` of `push path .meeting`.
  private static func push(in text: String) -> (head: String, pushed: String?) {
    guard text.hasPrefix("push ") else { return (text, nil) }
    var strings = StringScan()
    var depth = 0
    for index in text.utf8.indices.dropFirst("push ".count) {
      let byte = text.utf8[index]
      if strings.takes(byte) { continue }
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "("): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: " ") where depth == 0:
        let pushed = text[index...].trimmed
        return (String(text[..<index]), pushed.isEmpty ? nil : pushed)
      default: break
      }
    }
    return (text, nil)
  }

  /// The state of `(id: #1, state: .meeting(…))`.
  private static func state(in payload: String?) -> String? {
    guard let payload, let start = payload.firstRange(of: ", state: "), payload.hasSuffix(")") else { return nil }
    return String(payload[start.upperBound...].dropLast())
  }

  private static func isState(_ state: String?, _ pushed: String) -> Bool {
    guard let state, state.hasPrefix(pushed) else { return false }
    return state.count == pushed.count || state.dropFirst(pushed.count).first == "("
  }

  /// Makes sure that a state of that case can be pushed.
  private static func check(
    _ pushed: String, behind parts: [String], _ arguments: CommandArguments, of type: Any.Type, state: Any, command: String
  ) throws(CommandError) {
    let names = parts.dropFirst().map { String($0.prefix { $0 != "[" }) }
    var known: [String] = []
    for entry in ActionCatalogue(of: type, limit: 10_000).entries where entry.spelling.hasPrefix("push ") {
      guard split(entry.spelling).parts.dropFirst().map({ String($0.prefix { $0 != "[" }) }).suffix(names.count) == names[...]
      else { continue }
      let line = entry.spelling + " ."
      known += ActionLanguage.Completion.candidates(for: line, cursor: line.utf8.count, actionType: type, state: state).candidates
        .map { "." + $0.text.drop { $0 == "." }.prefix { $0.isLetter || $0.isNumber || $0 == "_" } }
    }
    guard !known.contains(pushed), !known.contains("." + pushed) else { return }
    let head = arguments.text.dropLast(pushed.count)
    let nearest = NearestName.of(String(pushed.drop { $0 == "." }), in: known.map { String($0.dropFirst()) })
    throw CommandError(
      "what can be pushed here is not written so" + (nearest.map { "; did you mean \".\($0)\"?" } ?? ""),
      column: arguments.column + head.count, length: pushed.count,
      examples: [.line("\(command) \(head.trimmed)" + (nearest.map { " .\($0)" } ?? ""))],
      notes: known.isEmpty ? [] : ["Choose from: " + known.prefix(12).joined(separator: ", ")])
  }

  // MARK: What is set

  /// Whether names lead to a binding, and on to a property that it sets.
  private static func sets(_ parts: [String], _ payload: String?, of type: Any.Type, state: Any, now: Date) -> Bool {
    guard let binding = parts.firstIndex(of: "binding"), binding + 2 < parts.count else { return false }
    let names = parts[...binding].map { String($0.prefix { $0 != "[" }) }
    var tried: Set<String> = []
    for entry in ActionCatalogue(of: type, limit: 10_000).entries {
      let found = split(entry.spelling).parts
      guard let end = found.firstIndex(of: "binding"),
        found[...end].map({ String($0.prefix { $0 != "[" }) }).suffix(names.count) == names[...],
        tried.insert(found[...end].joined(separator: ".")).inserted
      else { continue }
      let line = found[...end].joined(separator: ".") + " " + parts[(binding + 1)...].joined(separator: ".") + " "
      if let payload { return PatternNames.dotted(line + payload, of: type, state: state, now: now) != nil }
      // Whatever the value is, it is what is there: nothing else is known of its type.
      if PatternNames.isPlace(line, of: type, state: state) { return true }
    }
    return false
  }

  private static func matches(_ pattern: String, _ part: String) -> Bool {
    if pattern == "*" || pattern == part { return true }
    return !pattern.contains("[") && part.hasPrefix(pattern) && part.dropFirst(pattern.count).first == "["
  }

  /// The parts of a dotted spelling, each a name with its brackets, and the payload behind the last.
  static func split(_ text: String) -> (parts: [String], payload: String?) {
    var parts: [String] = []
    let bytes = text.utf8
    var start = bytes.startIndex
    var depth = 0
    var strings = StringScan()
    func end(_ index: String.Index) {
      if start < index { parts.append(String(text[start..<index])) }
    }
    for index in bytes.indices {
      let byte = bytes[index]
      if strings.takes(byte) { continue }
      switch byte {
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "(") where depth == 0, UInt8(ascii: "=") where depth == 0:
        end(index)
        return (parts, String(text[index...]))
      case UInt8(ascii: ".") where depth == 0, UInt8(ascii: " ") where depth == 0:
        end(index)
        start = bytes.index(after: index)
      default: break
      }
    }
    end(bytes.endIndex)
    return (parts, nil)
  }

  /// The names of cases, and which may follow which on the way to an action.
  struct CaseNames {
    private(set) var all: Set<String> = []
    private(set) var first: Set<String> = []
    private var next: [String: Set<String>] = [:]
    /// What stands behind what is done to a stack.
    private var stacks: [String: Set<String>] = [:]
    /// What is done to a stack, as it is written before it.
    static let verbs: Set<String> = ["push", "pop"]
    /// How the catalogue writes that a feature goes on in itself.
    private static let recursion = "…"

    init(of type: Any.Type) {
      for entry in ActionCatalogue(of: type, limit: 10_000).entries {
        let parts = ActionPattern.split(entry.spelling).parts
        let names = parts.map { String($0.prefix { $0 != "[" }) }
        let isDoneToStack = Self.verbs.contains { entry.spelling.hasPrefix($0 + " ") }
        if isDoneToStack, let stack = names.last {
          // As it is printed.
          next[stack, default: []].insert(names[0] == "pop" ? "popFrom" : names[0])
          stacks[names[0], default: []].insert(names[1])
        } else {
          for (index, part) in parts.enumerated() where part.contains("[") && index + 1 < parts.count {
            next[names[index], default: []].insert("element")
            next["element", default: []].insert(names[index + 1])
          }
        }
        for (index, name) in names.enumerated() {
          all.insert(name)
          if index == 0 { first.insert(name) }
          if index > (isDoneToStack ? 1 : 0) { next[names[index - 1], default: []].insert(name) }
        }
      }
      all.remove(Self.recursion)
    }

    /// The names that may stand after another; any where that one is not known.
    ///
    /// - Parameter isFirst: Whether that one is the first.
    func following(_ name: String?, isFirst: Bool = false) -> Set<String> {
      guard let name else { return all }
      let names = (next[name] ?? []).union(isFirst ? stacks[name] ?? [] : [])
      return names.contains(Self.recursion) ? all : names
    }
  }
}
