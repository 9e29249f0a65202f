/// Collects the lines of a difference.
struct Differ {
  enum Side {
    case first
    case second
    case both
  }

  struct Line {
    var side: Side
    var text: String
  }

  private(set) var lines: [Line] = []
  private let former = Printer(objects: ObjectNumbers(), former: true)
  private let latter = Printer(objects: ObjectNumbers())
  private var compared: Set<ObjectPair> = []
  private var references: [ObjectIdentifier: Int] = [:]

  /// What stands around two values that face each other.
  struct Place {
    var firstName: String?
    var secondName: String?
    /// What follows each of the values, and what follows lines of both.
    var firstEnd = ""
    var secondEnd = ""
    var bothEnd = ""
    var indent = 0
    /// The mark of a reference that both values hold.
    var mark = ""

    func name(_ side: Side) -> String {
      ((side == .first ? firstName : secondName).map { $0 + ": " } ?? "") + mark
    }

    func end(_ side: Side) -> String {
      switch side {
      case .first: firstEnd
      case .second: secondEnd
      case .both: bothEnd
      }
    }
  }

  /// Appends the lines of two values that may differ.
  mutating func compare(_ lhs: Any, _ rhs: Any, at place: Place = Place(), isRoot: Bool = false) {
    var place = place
    if isSame(lhs, rhs) {
      emit(.both, latter.lines(rhs, maxDepth: 0, isRoot: isRoot), place)
      return
    }
    if let old = lhs as? any SharedReferenceDumpable, let new = rhs as? any SharedReferenceDumpable,
      old.dumpedReference === new.dumpedReference
    {
      let reference = ObjectIdentifier(new.dumpedReference)
      let isFirst = references[reference] == nil
      let number = references[reference] ?? references.count + 1
      references[reference] = number
      place.mark = "#\(number) "
      let shape = Shape(of: unwrapped(rhs), isRoot: isRoot)
      if !isFirst, !shape.isLeaf {
        emit(.both, [shape.text + "↩︎" + shape.closing], place)
        return
      }
    }
    changed(unwrapped(lhs, former: true), unwrapped(rhs), at: place, isRoot: isRoot)
  }

  private mutating func changed(_ lhs: Any, _ rhs: Any, at place: Place, isRoot: Bool) {
    let first = Shape(of: lhs, isRoot: isRoot)
    let second = Shape(of: rhs, isRoot: isRoot)
    if let oldObject = dumpedObject(lhs), let newObject = dumpedObject(rhs) {
      let pair = ObjectPair(first: ObjectIdentifier(oldObject), second: ObjectIdentifier(newObject))
      guard compared.insert(pair).inserted else {
        emit(.both, [dumpedTypeName(type(of: newObject)) + "(↩︎)"], place)
        return
      }
    }
    let start = lines.count
    switch (first.kind, second.kind) {
    case (.fields, .fields) where facesFields(first, second):
      fields(first, second, at: place)
    case (.sequence, .sequence):
      let steps = align(first.children.map(\.value), second.children.map(\.value))
      collection(steps, first, second, at: place)
    case (.dictionary, .dictionary), (.set, .set):
      collection(alignByKey(first.children, second.children), first, second, at: place)
    case (.string, .string):
      if !strings(first.text, second.text, at: place) { replaced(lhs, rhs, at: place, isRoot: isRoot) }
    default:
      replaced(lhs, rhs, at: place, isRoot: isRoot)
    }
    if !lines[start...].contains(where: { $0.side != .both }) {
      lines.removeSubrange(start...)
      replaced(lhs, rhs, at: place, isRoot: isRoot)
    }
  }

  /// Whether two values have the same fields, and enough of them to be worth a line each.
  private func facesFields(_ first: Shape, _ second: Shape) -> Bool {
    first.text == second.text && first.children.map(\.name) == second.children.map(\.name) && !first.isLeaf
      && !(first.isInline(former: true) && second.isInline(former: false))
  }

  private mutating func fields(_ first: Shape, _ second: Shape, at place: Place) {
    emit(.both, [second.text], place, ends: false)
    for (offset, (old, new)) in zip(first.children, second.children).enumerated() {
      let end = offset < second.children.count - 1 ? "," : ""
      let inner = Place(
        firstName: old.name, secondName: new.name, firstEnd: end, secondEnd: end, bothEnd: end, indent: place.indent + 2)
      compare(old.value, new.value, at: inner)
    }
    close(second, place)
  }

  private mutating func collection(_ steps: [AlignmentStep], _ first: Shape, _ second: Shape, at place: Place) {
    let opening = second.isLeaf && second.kind == .dictionary ? "[" : second.text
    emit(.both, [opening], place, ends: false)
    var unchanged: [(step: Int, offset: Int)] = []
    func inner(_ step: Int, _ old: Int?, _ new: Int?) -> Place {
      Place(
        firstName: old.flatMap { first.children[$0].name }, secondName: new.flatMap { second.children[$0].name },
        firstEnd: old.map { $0 < first.children.count - 1 } == true ? "," : "",
        secondEnd: new.map { $0 < second.children.count - 1 } == true ? "," : "",
        bothEnd: step < steps.count - 1 ? "," : "", indent: place.indent + 2)
    }
    func flush(_ differ: inout Differ) {
      if let (step, offset) = unchanged.last {
        let place = inner(step, nil, offset)
        if unchanged.count == 1 {
          differ.emit(.both, differ.latter.lines(second.children[offset].value, maxDepth: 0), place)
        } else {
          var place = place
          place.secondName = nil
          differ.emit(.both, ["… (\(unchanged.count) unchanged)"], place)
        }
      }
      unchanged = []
    }
    for (step, alignment) in steps.enumerated() {
      switch alignment {
      case .both(let old, let new):
        if isSame(first.children[old].value, second.children[new].value) {
          unchanged.append((step, new))
        } else {
          flush(&self)
          compare(first.children[old].value, second.children[new].value, at: inner(step, old, new))
        }
      case .removed(let old):
        flush(&self)
        emit(.first, former.lines(first.children[old].value), inner(step, old, nil))
      case .added(let new):
        flush(&self)
        emit(.second, latter.lines(second.children[new].value), inner(step, nil, new))
      }
    }
    flush(&self)
    close(second, place)
  }

  private func alignByKey(_ first: [Shape.Child], _ second: [Shape.Child]) -> [AlignmentStep] {
    var steps: [AlignmentStep] = []
    var old = 0
    var new = 0
    while old < first.count || new < second.count {
      let oldKey = old < first.count ? first[old].key : nil
      let newKey = new < second.count ? second[new].key : nil
      if let oldKey, let newKey, oldKey == newKey {
        steps.append(.both(old, new))
        old += 1
        new += 1
      } else if let oldKey, newKey.map({ oldKey < $0 }) ?? true {
        steps.append(.removed(old))
        old += 1
      } else {
        steps.append(.added(new))
        new += 1
      }
    }
    return steps
  }

  /// Compares strings of several lines line by line.
  ///
  /// - Returns: Whether it did; one line against one is better shown whole.
  private mutating func strings(_ first: String, _ second: String, at place: Place) -> Bool {
    let old = splitLines(first)
    let new = splitLines(second)
    guard old.count > 1, new.count > 1, old.first == new.first else { return false }
    emit(.both, [new[0]], place, ends: false)
    let oldLines = Array(old.dropFirst().dropLast())
    let newLines = Array(new.dropFirst().dropLast())
    let difference = newLines.difference(from: oldLines)
    var removals: Set<Int> = []
    var insertions: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removals.insert(offset)
      case .insert(let offset, _, _): insertions.insert(offset)
      }
    }
    let inner = Place(indent: place.indent)
    var left = 0
    var right = 0
    while left < oldLines.count || right < newLines.count {
      if left < oldLines.count, removals.contains(left) {
        emit(.first, [oldLines[left]], inner)
        left += 1
      } else if right < newLines.count, insertions.contains(right) {
        emit(.second, [newLines[right]], inner)
        right += 1
      } else {
        emit(.both, [newLines[right]], inner)
        left += 1
        right += 1
      }
    }
    emit(.both, [new[new.count - 1] + place.end(.both)], inner)
    return true
  }

  /// Shows both values whole.
  private mutating func replaced(_ lhs: Any, _ rhs: Any, at place: Place, isRoot: Bool) {
    let indent = String(repeating: " ", count: place.indent)
    // The objects of a value shown whole are all new to the reader, so that its numbers start afresh.
    var old = Printer(objects: ObjectNumbers(), former: true).lines(lhs, isRoot: isRoot)
    var new = Printer(objects: ObjectNumbers()).lines(rhs, isRoot: isRoot)
    if old == new {
      let oldType = dumpedFullTypeName(type(of: lhs))
      let newType = dumpedFullTypeName(type(of: rhs))
      if oldType != newType {
        old[old.count - 1] += " as \(oldType)"
        new[new.count - 1] += " as \(newType)"
      } else {
        lines.append(Line(side: .both, text: indent + "// Not equal but no difference detected:"))
      }
    }
    emit(.first, old, place)
    emit(.second, new, place)
  }

  private mutating func close(_ shape: Shape, _ place: Place) {
    emit(.both, [shape.closing + place.end(.both)], Place(indent: place.indent))
  }

  /// Appends lines of a value: the name before the first, what follows it after the last.
  private mutating func emit(_ side: Side, _ texts: [String], _ place: Place, ends: Bool = true) {
    let indent = String(repeating: " ", count: place.indent)
    for (offset, text) in texts.enumerated() {
      let name = offset == 0 ? place.name(side) : ""
      let end = ends && offset == texts.count - 1 ? place.end(side) : ""
      lines.append(Line(side: side, text: indent + name + text + end))
    }
  }
}
