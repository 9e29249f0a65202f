import ActionLanguage
import Foundation
import Terminal

/// How the unfinished pattern of a breakpoint goes on: with what `ActionPattern` takes, and nothing else.
struct PatternCompletion {
  private let type: Any.Type
  private let state: Any
  private let now: Date

  init(of type: Any.Type, state: Any, now: Date) {
    self.type = type
    self.state = state
    self.now = now
  }

  /// What stands where in the text.
  private struct Scan {
    /// Where the last part begins.
    var partStart: String.Index
    /// The separator before it; `nil` at the beginning.
    var separator: Character?
    /// The bracket of an id that is being typed.
    var openKey: String.Index?
    /// Where the payload begins.
    var payload: String.Index?
    /// The last space that is in no brackets and in no string.
    var lastSpace: String.Index?

    init(_ text: String) {
      partStart = text.startIndex
      var depth = 0
      var strings = StringScan()
      for index in text.utf8.indices {
        let byte = text.utf8[index]
        if strings.takes(byte) { continue }
        switch byte {
        case UInt8(ascii: "["), UInt8(ascii: "("):
          if depth == 0, byte == UInt8(ascii: "["), payload == nil { openKey = index }
          if depth == 0, byte == UInt8(ascii: "("), payload == nil { payload = index }
          depth += 1
        case UInt8(ascii: "]"), UInt8(ascii: ")"):
          depth -= 1
          if depth == 0 { openKey = nil }
        case UInt8(ascii: "=") where depth == 0 && payload == nil: payload = index
        case UInt8(ascii: ".") where depth == 0, UInt8(ascii: " ") where depth == 0:
          if byte == UInt8(ascii: " ") { lastSpace = index }
          guard payload == nil else { continue }
          partStart = text.utf8.index(after: index)
          separator = byte == UInt8(ascii: " ") ? " " : "."
        default: break
        }
      }
    }
  }

  /// The candidates, and the part of the text they replace, in characters.
  func completion(of text: String) -> Terminal.Completion {
    let scan = Scan(text)
    let end = text.count
    var result: Terminal.Completion
    // What is pushed is a state, and no action.
    if text.hasPrefix("push "), text.dropFirst("push ".count).contains(" "), scan.openKey == nil {
      result = action(text)
    } else if scan.payload != nil {
      result = payload(text)
    } else if let bracket = scan.openKey {
      result = isPattern(String(text[..<bracket])) ? action(text) : Terminal.Completion(replacing: end..<end, with: [])
    } else {
      result = names(text, scan)
    }
    // A pattern that is whole may have a condition.
    let word = "if "
    if let space = scan.lastSpace, case let typed = text[text.index(after: space)...], word.hasPrefix(typed),
      isPattern(text[..<space].trimmed)
    {
      if result.candidates.isEmpty { result.replaceRange = end - typed.count..<end }
      if result.replaceRange == end - typed.count..<end {
        result.candidates.append(Terminal.Completion.Candidate(word, explanation: "only where a condition is true"))
      }
    }
    return result
  }

  private func isPattern(_ text: String) -> Bool {
    let arguments = CommandArguments(line: text, text: text, column: 0)
    return (try? ActionPattern(arguments, of: type, state: state, now: now, command: "break")) != nil
  }

  /// The names of cases that may stand at the end.
  private func names(_ text: String, _ scan: Scan) -> Terminal.Completion {
    let typed = text[scan.partStart...]
    let range = text.count - typed.count..<text.count
    let nothing = Terminal.Completion(replacing: range, with: [])
    let known = ActionPattern.CaseNames(of: type)
    let before = text[..<scan.partStart].dropLast()
    var found: Set<String>
    if before.isEmpty {
      found = scan.separator == nil ? known.all : scan.separator == "." ? known.first : []
    } else {
      let parts = ActionPattern.split(String(before)).parts
      let last = parts.last.map { String($0.prefix { $0 != "[" }) } ?? ""
      // What is done to a stack and a property that is set stand behind a space, everything else behind a dot.
      let isBehindSpace = last == "binding" || parts.count == 1 && ActionPattern.CaseNames.verbs.contains(last)
      guard isBehindSpace == (scan.separator == " "), isPattern(String(before)) else { return nothing }
      found = known.following(last == "*" ? nil : last, isFirst: parts.count == 1)
      // What is done to a stack is not done to one of its elements.
      if parts.last?.contains("[") == true { found.subtract(["push", "popFrom", "element"]) }
    }
    let names = found.filter { $0.hasPrefix(typed) }.sorted()
    return Terminal.Completion(
      replacing: range, with: names.map { Terminal.Completion.Candidate($0, explanation: "case") })
  }

  /// How an action goes on that is spelled from the root feature on.
  private func action(_ text: String) -> Terminal.Completion {
    let shift = text.hasPrefix(".") ? 1 : 0
    let line = String(text.dropFirst(shift))
    let proposal = ActionLanguage.Completion.candidates(for: line, cursor: line.utf8.count, actionType: type, state: state)
    func characters(_ bytes: Int) -> Int { String(decoding: line.utf8.prefix(bytes), as: UTF8.self).count + shift }
    return Terminal.Completion(
      replacing: characters(proposal.range.lowerBound)..<characters(proposal.range.upperBound),
      with: proposal.candidates.map {
        Terminal.Completion.Candidate($0.text, explanation: $0.signature.isEmpty ? $0.explanation : $0.signature)
      })
  }

  /// How the payload of an action goes on whose names need not begin at the root feature.
  private func payload(_ text: String) -> Terminal.Completion {
    let end = text.count
    let nothing = Terminal.Completion(replacing: end..<end, with: [])
    let (parts, payload) = ActionPattern.split(text.hasPrefix(".") ? String(text.dropFirst()) : text)
    let names = parts.map { String($0.prefix { $0 != "[" }) }
    // The payload of a case that leads to other actions is written with a dot.
    guard let payload, let last = names.last,
      ActionPattern.CaseNames(of: type).following(last, isFirst: names.count == 1).isEmpty
    else { return nothing }
    let fromRoot = action(text)
    if !fromRoot.candidates.isEmpty || text.hasPrefix(".") { return fromRoot }
    for entry in ActionCatalogue(of: type, limit: 10_000).entries {
      let (found, _) = ActionPattern.split(entry.spelling)
      guard found.map({ String($0.prefix { $0 != "[" }) }).suffix(names.count) == names[...] else { continue }
      let way = entry.spelling.hasSuffix("=") ? String(entry.spelling.dropLast()) : entry.spelling
      var completion = action(way + payload)
      let shift = end - (way + payload).count
      guard completion.replaceRange.lowerBound >= way.count else { return nothing }
      completion.replaceRange = completion.replaceRange.lowerBound + shift..<completion.replaceRange.upperBound + shift
      return completion
    }
    return nothing
  }
}
