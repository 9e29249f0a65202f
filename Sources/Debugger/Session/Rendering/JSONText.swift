import ActionLanguage
import Terminal

/// A JSON value, written in one line with its keys in the order given.
enum JSONText {
  case string(String)
  case number(Int)
  case boolean(Bool)
  case null
  /// A number as it is written already.
  case literal(String)
  case array([JSONText])
  case object([(String, JSONText)])

  /// The value as text. Whatever would act on a terminal is escaped, too.
  var text: String {
    var result = ""
    write(to: &result)
    return result
  }

  private func write(to result: inout String) {
    switch self {
    case .string(let string): Self.write(string, to: &result)
    case .number(let number): result += "\(number)"
    case .boolean(let flag): result += flag ? "true" : "false"
    case .null: result += "null"
    case .literal(let text): result += text
    case .array(let values):
      result += "["
      for (index, value) in values.enumerated() {
        if index > 0 { result += "," }
        value.write(to: &result)
      }
      result += "]"
    case .object(let members):
      result += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { result += "," }
        Self.write(member.0, to: &result)
        result += ":"
        member.1.write(to: &result)
      }
      result += "}"
    }
  }

  private static func write(_ string: String, to result: inout String) {
    result += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      default:
        if scalar.value < 0x20 || Sanitized.isDangerous(scalar) || scalar.value == 0x2028 || scalar.value == 0x2029 {
          for unit in String(scalar).utf16 {
            result += "\\u" + String(repeating: "0", count: 4 - String(unit, radix: 16).count) + String(unit, radix: 16)
          }
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    result += "\""
  }
}

extension JSONText {
  /// A value of a state: numbers, texts, flags and nothing as themselves, lists as arrays, the rest as objects by their labels; what
  /// has no parts and is none of these as the text that `print` shows.
  init(_ value: Any) { self.init(ValueNode.inspect(value), depth: 0) }

  private static let depthLimit = 64

  private init(_ node: ValueNode, depth: Int) {
    guard depth < Self.depthLimit else {
      self = .string(node.summary)
      return
    }
    let children = node.children
    if children.isEmpty {
      self =
        node.summary == "empty" && node.kind == .collection || node.summary == "empty" && node.kind == .path
        ? .array([]) : Self.leaf(node.summary)
    } else if node.kind == .collection, !node.summary.hasSuffix("entries"), !node.summary.hasSuffix("entry") {
      self = .array(children.map { JSONText($0, depth: depth + 1) })
    } else {
      let parts = children.map { (Self.key($0.label), JSONText($0, depth: depth + 1)) }
      self = .object(node.summary.hasPrefix(".") ? [("case", .string(node.summary))] + parts : parts)
    }
  }

  /// `[#0]` as `#0`, `["a"]` as `a`.
  private static func key(_ label: String) -> String {
    guard label.hasPrefix("["), label.hasSuffix("]") else { return label }
    let inside = String(label.dropFirst().dropLast())
    if case .string(let text) = leaf(inside) { return text }
    return inside
  }

  private static func leaf(_ text: String) -> JSONText {
    switch text {
    case "nil": return .null
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    default: break
    }
    if text.hasPrefix("\""), text.hasSuffix("\""), let string = try? ActionDecoder().value(text, as: String.self) as? String {
      return .string(string)
    }
    if let number = Int(text) { return .number(number) }
    if let number = Double(text), number.isFinite, text.allSatisfy({ "0123456789.-+eE".contains($0) }), text.first != ".",
      text.first != "+"
    {
      return .literal(text)
    }
    return .string(text)
  }

  init(_ change: ValueDiff.Change) {
    let path = change.path.isEmpty ? StatePath.rootName : change.path
    var members: [(String, JSONText)] = [("kind", .string("\(change.kind)")), ("path", .string(path))]
    if change.kind != .inserted { members.append(("old", .string(change.old))) }
    if change.kind != .removed { members.append(("new", .string(change.new))) }
    self = .object(members)
  }
}
