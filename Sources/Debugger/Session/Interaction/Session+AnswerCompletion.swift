import ActionLanguage
import Terminal

/// What Tab offers for a call whose answer is being set: its arguments, and the `=` behind it.
extension Session {
  /// The argument at the end of a known call that is not closed yet: what is typed of it, whether its name is, and the
  /// parameters from it on.
  private func openArgument(
    _ argument: String
  ) -> (typed: String, isNamed: Bool, parameters: ArraySlice<CallText.Parameter>)? {
    guard let open = argument.firstIndex(of: "("),
      let known = playback.knownEndpoints().first(where: { $0.name == argument[..<open].trimmed })
    else { return nil }
    var start = argument.utf8.index(after: open)
    var (depth, index) = (0, 0)
    var strings = StringScan()
    for place in argument[start...].utf8.indices {
      let byte = argument.utf8[place]
      if strings.takes(byte) { continue }
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"):
        depth -= 1
        if depth < 0 { return nil }
      case UInt8(ascii: ",") where depth == 0:
        index += 1
        start = argument.utf8.index(after: place)
      default: break
      }
    }
    guard index < known.parameters.count else { return nil }
    var typed = argument[start...].drop { $0 == " " }
    // The names of parameters may be written.
    var isNamed = false
    if let colon = typed.firstIndex(of: ":"), typed[..<colon].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) {
      isNamed = true
      typed = typed[typed.index(after: colon)...].drop { $0 == " " }
    }
    return (String(typed), isNamed, known.parameters[index...])
  }

  /// Whether a text is a call that an answer can be set for, of those that are known.
  private func isKnownCall(_ text: String) -> Bool {
    guard let call = try? CallText(text), let known = playback.knownEndpoints().first(where: { $0.name == call.name })
    else { return false }
    return (try? call.canonical(parameters: known.parameters, now: playback.date)) != nil
  }

  /// The candidates in the brackets of a known call or behind it; `nil` where none is being written.
  func call(_ argument: String, at cursor: Int) -> Terminal.Completion? {
    guard StatePath.sides(ofAssignment: argument) == nil else { return nil }
    if let open = openArgument(argument), let parameter = open.parameters.first {
      if open.parameters.count == 1, !open.typed.isEmpty, isKnownCall(argument + ")") {
        return Terminal.Completion(
          replacing: cursor..<cursor, with: [Terminal.Completion.Candidate(")", explanation: "the end of the values")])
      }
      var values = value(open.typed, as: parameter.type, at: cursor - open.typed.count)
      if let label = parameter.label, !open.isNamed, label.hasPrefix(open.typed) {
        let name = Terminal.Completion.Candidate("\(label): ", explanation: ActionDecoder.name(of: parameter.type))
        values = Terminal.Completion(replacing: cursor - open.typed.count..<cursor, with: [name] + values.candidates)
      }
      return values
    }
    guard argument.last == ")" || argument.last == " ", isKnownCall(argument.trimmed) else { return nil }
    return Terminal.Completion(
      replacing: cursor..<cursor,
      with: [Terminal.Completion.Candidate(argument.last == " " ? "= " : " = ", explanation: "what it returns")])
  }

  /// What the brackets of a known call expect at their end.
  func hint(inCall argument: String) -> String? {
    guard StatePath.sides(ofAssignment: argument) == nil, let open = openArgument(argument), let parameter = open.parameters.first
    else { return nil }
    if !open.typed.isEmpty { return ActionLanguage.Completion.hint(forValue: open.typed, as: parameter.type) }
    let rest = open.parameters.dropFirst().map(\.signature)
    return ([open.isNamed ? ActionDecoder.name(of: parameter.type) : parameter.signature] + rest).joined(separator: ", ") + ")"
  }
}
