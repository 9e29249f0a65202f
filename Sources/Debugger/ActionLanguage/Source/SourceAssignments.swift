/// The statements that make one value of another, assigning no more than what differs.
package struct SourceAssignments {
  indirect enum Statement {
    case assign(String, SourceTree)
    case line(String)
    /// A call with a value as its argument: `$0.rows.append(value)`.
    case call(String, SourceTree, String)
    case block(String, [Statement])
  }

  let statements: [Statement]
  /// Why a value that changed cannot be written.
  package let obstacle: String?

  /// The statements from one value to another.
  ///
  /// - Parameters:
  ///   - old: The value before.
  ///   - new: The value after.
  ///   - target: The variable that holds it: `$0`.
  package init(from old: SourceTree, to new: SourceTree, target: String = "$0") {
    statements = Self.changes(old, new, target) ?? [.assign(target, new)]
    obstacle = statements.lazy.compactMap(Self.obstacle).first
  }

  package var isEmpty: Bool { statements.isEmpty }

  /// The statements' lines.
  package func lines(indent: Int) -> [String] { statements.flatMap { Self.lines($0, indent) } }

  private static func obstacle(_ statement: Statement) -> String? {
    switch statement {
    case .assign(_, let value), .call(_, let value, _): value.obstacle
    case .line: nil
    case .block(_, let inside): inside.lazy.compactMap(obstacle).first
    }
  }

  private static func lines(_ statement: Statement, _ indent: Int) -> [String] {
    let space = String(repeating: " ", count: indent)
    switch statement {
    case .assign(let target, let value): return value.lines(indent: indent, prefix: target + " = ")
    case .line(let text): return [space + text]
    case .call(let start, let value, let end): return value.lines(indent: indent, prefix: start, suffix: end)
    case .block(let header, let inside):
      if inside.count == 1, let only = lines(inside[0], 0).first, lines(inside[0], 0).count == 1,
        indent + header.count + only.count < 100
      {
        return [space + "\(header) { \(only) }"]
      }
      return [space + header + " {"] + inside.flatMap { lines($0, indent + 2) } + [space + "}"]
    }
  }

  /// The statements, or `nil` where the whole has to be assigned.
  private static func changes(_ old: SourceTree, _ new: SourceTree, _ target: String) -> [Statement]? {
    if old == new { return [] }
    switch (old, new) {
    case (.some(let before), .some(let after)): return changes(before, after, target + "?")
    case (.structure(let name, _, let before), .structure(let other, _, let after))
    where name == other && before.map(\.name) == after.map(\.name):
      var statements: [Statement] = []
      for (left, right) in zip(before, after) where left.value != right.value {
        guard right.isMutable else { return nil }
        let place = "\(target).\(right.name)"
        if case (.shared(let before), .shared(let after)) = (left.value, right.value) {
          let inside = changes(before, after, "$0") ?? [.assign("$0", after)]
          statements.append(.block("\(target).$\(right.name).withLock", inside))
        } else {
          statements += changes(left.value, right.value, place) ?? [.assign(place, right.value)]
        }
      }
      return statements
    case (.enumeration(_, let name, let before, true), .enumeration(_, let other, let after, true)):
      guard name == other, before.count == 1, after.count == 1, after[0].label == nil,
        let inside = changes(before[0].value, after[0].value, "$0")
      else { return nil }
      return [.block("\(target).modify(\\.\(name))", inside)]
    case (.list(.identified, let before), .list(.identified, let after)): return identified(before, after, target)
    case (.list(.stack, let before), .list(.stack, let after)): return stack(before, after, target)
    case (.list(.array, let before), .list(.array, let after)): return array(before.map(\.value), after.map(\.value), target)
    case (.list(.set, let before), .list(.set, let after)):
      let (old, new) = (Set(before.map(\.value)), Set(after.map(\.value)))
      return before.filter { !new.contains($0.value) }.map { .call("\(target).remove(", $0.value, ")") }
        + after.filter { !old.contains($0.value) }.map { .call("\(target).insert(", $0.value, ")") }
    case (.dictionary(let before), .dictionary(let after)):
      var statements: [Statement] = []
      for pair in before where !after.contains(where: { $0.key == pair.key }) {
        statements.append(.line("\(target)[\(pair.key?.inline ?? "")] = nil"))
      }
      for pair in after where !before.contains(pair) {
        statements.append(.assign("\(target)[\(pair.key?.inline ?? "")]", pair.value))
      }
      return statements
    default: return nil
    }
  }

  private static func identified(
    _ before: [SourceTree.Element], _ after: [SourceTree.Element], _ target: String
  ) -> [Statement]? {
    let old = Dictionary(before.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    let new = Set(after.map(\.key))
    let surviving = before.filter { new.contains($0.key) }.map(\.key)
    guard surviving == after.filter({ old[$0.key] != nil }).map(\.key), !surviving.isEmpty || after.count < 2 else { return nil }
    var statements: [Statement] = []
    for element in before where !new.contains(element.key) {
      statements.append(.line("\(target).remove(id: \(element.key?.inline ?? ""))"))
    }
    var count = surviving.count
    for (index, element) in after.enumerated() {
      let place = "\(target)[id: \(element.key?.inline ?? "")]"
      if let value = old[element.key] {
        guard value != element.value else { continue }
        statements += changes(value, element.value, place + "?") ?? [.assign(place, element.value)]
      } else {
        statements.append(
          index == count
            ? .call("\(target).append(", element.value, ")") : .call("\(target).insert(", element.value, ", at: \(index))"))
        count += 1
      }
    }
    return statements
  }

  private static func stack(_ before: [SourceTree.Element], _ after: [SourceTree.Element], _ target: String) -> [Statement]? {
    let kept = zip(before, after).prefix { $0.key == $1.key }.count
    var statements: [Statement] = []
    for (left, right) in zip(before.prefix(kept), after) where left.value != right.value {
      let place = "\(target)[id: \(right.key?.inline ?? "")]"
      statements += changes(left.value, right.value, place + "?") ?? [.assign(place, right.value)]
    }
    if kept < before.count {
      let rest = before[kept...]
      let new = Set(after.map(\.key))
      if rest.allSatisfy({ !new.contains($0.key) }) {
        statements.append(.line("\(target).pop(from: \(rest.first?.key?.inline ?? ""))"))
      } else {
        // What survives stands in the order of before.
        let survivors = rest.filter { new.contains($0.key) }
        guard survivors.map(\.key) == after[kept...].map(\.key) else { return nil }
        statements += rest.filter { !new.contains($0.key) }.map { .line("\(target)[id: \($0.key?.inline ?? "")] = nil") }
        return statements
      }
    }
    for element in after[kept...] { statements.append(.assign("\(target)[id: \(element.key?.inline ?? "")]", element.value)) }
    return statements
  }

  private static func array(_ before: [SourceTree], _ after: [SourceTree], _ target: String) -> [Statement]? {
    if before.count == after.count {
      let changed = before.indices.filter { before[$0] != after[$0] }
      guard changed.count * 2 <= max(2, before.count) else { return nil }
      return changed.flatMap { index in
        changes(before[index], after[index], "\(target)[\(index)]") ?? [.assign("\(target)[\(index)]", after[index])]
      }
    }
    if !before.isEmpty || after.count == 1, after.count > before.count, Array(after.prefix(before.count)) == before {
      return after[before.count...].map { .call("\(target).append(", $0, ")") }
    }
    if before.count == after.count + 1 {
      let index = zip(before, after).prefix { $0 == $1 }.count
      if Array(before[(index + 1)...]) == Array(after[index...]) { return [.line("\(target).remove(at: \(index))")] }
    }
    return nil
  }
}
