extension SourceTree {
  /// Why the value cannot be written, when a part of it cannot.
  package var obstacle: String? {
    switch self {
    case .text, .nothing: nil
    case .unwritable(let reason): reason
    case .some(let inside), .shared(let inside): inside.obstacle
    case .structure(let name, let labels, let parts):
      parts.lazy.compactMap { part in part.value.obstacle.map { "\(name).\(part.name): \($0)" } }.first
        ?? parts.first { !$0.isMutable && !labels.contains($0.name) }.map { "no initialiser of \(name) takes its \($0.name)" }
    case .enumeration(_, _, let parts, _), .tuple(let parts): parts.lazy.compactMap(\.value.obstacle).first
    case .list(_, let elements), .dictionary(let elements):
      elements.lazy.compactMap { $0.value.obstacle ?? $0.key?.obstacle }.first
    case .alert(_, _, let buttons, _): buttons.lazy.compactMap { $0.action?.obstacle }.first
    }
  }

  /// Whether it is what a property begins with more often than not: zero, `false`, nothing, empty.
  private var isPlain: Bool {
    switch self {
    case .text(let text): ["0", "0.0", "false", "\"\""].contains(text)
    case .nothing: true
    case .list(_, let elements), .dictionary(let elements): elements.isEmpty
    case .shared(let inside): inside.isPlain
    case .structure(_, let labels, let parts): labels.isEmpty && parts.allSatisfy(\.value.isPlain)
    case .some, .enumeration, .tuple, .alert, .unwritable: false
    }
  }

  /// The parts of a struct that its initialiser does not take and that have to be assigned after it.
  private static func assigned(_ labels: [String?], _ parts: [Part]) -> [Part] {
    parts.filter { !labels.contains($0.name) && !$0.value.isPlain }
  }

  /// The lines of the expression, indented by a number of spaces; as few of them as the width allows.
  ///
  /// - Parameters:
  ///   - indent: The spaces before each line.
  ///   - prefix: What stands before it.
  ///   - suffix: What stands behind it.
  package func lines(indent: Int, prefix: String = "", suffix: String = "") -> [String] {
    let space = String(repeating: " ", count: indent)
    if let text = inline, indent + prefix.count + text.count + suffix.count <= Self.width {
      return [space + prefix + text + suffix]
    }
    switch self {
    case .some(let inside): return inside.lines(indent: indent, prefix: prefix, suffix: suffix)
    case .shared(let inside): return inside.lines(indent: indent, prefix: prefix, suffix: suffix)
    case .structure(let name, let labels, let parts):
      let taken = labels.compactMap { label in parts.first { $0.name == label } }
      let later = Self.assigned(labels, parts)
      guard !later.isEmpty else { return Self.call(name, taken, indent, prefix, suffix) }
      var lines = [space + prefix + "{"]
      lines += Self.call(name, taken, indent + 2, "var value = ", "")
      for part in later { lines += Self.assignments(of: part, to: "value", indent + 2) }
      return lines + [space + "  return value", space + "}()" + suffix]
    case .enumeration(let type, let name, let payload, _): return Self.call("\(type).\(name)", payload, indent, prefix, suffix)
    case .tuple(let parts): return Self.call("", parts, indent, prefix, suffix)
    case .list(_, let elements):
      return [space + prefix + "["] + elements.flatMap { $0.value.lines(indent: indent + 2, suffix: ",") } + [
        space + "]" + suffix
      ]
    case .dictionary(let pairs):
      return [space + prefix + "["]
        + pairs.flatMap { $0.value.lines(indent: indent + 2, prefix: ($0.key?.inline ?? "") + ": ", suffix: ",") }
        + [space + "]" + suffix]
    case .alert(let type, let title, let buttons, let message):
      var lines = [space + prefix + type + " {"] + title.lines(indent: indent + 2)
      if !buttons.isEmpty {
        lines.append(space + "} actions: {")
        for button in buttons {
          var arguments = button.role.map { ["role: .\($0)"] } ?? []
          if let action = button.action { arguments.append("action: \(action.inline ?? "")") }
          lines.append(space + "  ButtonState\(arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))") {")
          lines += button.label.lines(indent: indent + 4) + [space + "  }"]
        }
      }
      if let message { lines += [space + "} message: {"] + message.lines(indent: indent + 2) }
      return lines + [space + "}" + suffix]
    case .text, .nothing, .unwritable: return [space + prefix + (inline ?? "") + suffix]
    }
  }

  /// What is assigned to a part after the initialiser of the struct around it, which made one already.
  private static func assignments(of part: Part, to target: String, _ indent: Int) -> [String] {
    let place = "\(target).\(part.name)"
    switch part.value {
    case .shared(let inside):
      return inside.lines(indent: indent, prefix: "\(target).$\(part.name).withLock { $0 = ", suffix: " }")
    case .structure(_, let labels, let parts) where labels.isEmpty && parts.allSatisfy(\.isMutable):
      return assigned(labels, parts).flatMap { assignments(of: $0, to: place, indent) }
    default: return part.value.lines(indent: indent, prefix: place + " = ")
    }
  }

  /// The widest a line gets where it can be broken.
  private static var width: Int { 110 }

  private static func call(_ name: String, _ parts: [Part], _ indent: Int, _ prefix: String, _ suffix: String) -> [String] {
    let space = String(repeating: " ", count: indent)
    let arguments = parts.map { ($0.label.map { $0 + ": " } ?? "") + ($0.value.inline ?? "\n") }
    let whole =
      space + prefix + name
      + (parts.isEmpty && name.contains(".") && name.first == "." ? "" : "(\(arguments.joined(separator: ", ")))") + suffix
    if whole.count <= width, !whole.contains("\n") { return [whole] }
    let last = parts.count - 1
    return [space + prefix + name + "("]
      + parts.enumerated().flatMap { index, part in
        part.value.lines(
          indent: indent + 2, prefix: part.label.map { $0 + ": " } ?? "", suffix: index == last ? "" : ",")
      } + [space + ")" + suffix]
  }

  /// The expression in one line; `nil` when it takes more.
  package var inline: String? {
    switch self {
    case .text(let text): return text
    case .nothing: return "nil"
    case .unwritable: return "<#value#>"
    case .some(let inside), .shared(let inside): return inside.inline
    case .structure(let name, let labels, let parts):
      guard Self.assigned(labels, parts).isEmpty else { return nil }
      return Self.arguments(labels.compactMap { label in parts.first { $0.name == label } }).map { "\(name)(\($0))" }
    case .enumeration(let type, let name, let payload, _):
      return payload.isEmpty ? "\(type).\(name)" : Self.arguments(payload).map { "\(type).\(name)(\($0))" }
    case .tuple(let parts): return Self.arguments(parts).map { "(\($0))" }
    case .list(_, let elements):
      let texts = elements.compactMap(\.value.inline)
      return texts.count == elements.count ? "[\(texts.joined(separator: ", "))]" : nil
    case .dictionary(let pairs):
      if pairs.isEmpty { return "[:]" }
      let texts = pairs.compactMap { pair in pair.value.inline.flatMap { value in pair.key?.inline.map { "\($0): \(value)" } } }
      return texts.count == pairs.count ? "[\(texts.joined(separator: ", "))]" : nil
    case .alert: return nil
    }
  }

  private static func arguments(_ parts: [Part]) -> String? {
    let texts = parts.compactMap { part in part.value.inline.map { (part.label.map { $0 + ": " } ?? "") + $0 } }
    return texts.count == parts.count ? texts.joined(separator: ", ") : nil
  }
}
