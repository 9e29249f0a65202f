/// Prints values in the dump format.
struct Printer {
  let objects: ObjectNumbers
  /// Whether the old side of a comparison is printed.
  var former = false

  /// The dump of a value.
  ///
  /// - Parameters:
  ///   - value: Any value.
  ///   - name: The name before it, `name: `.
  ///   - maxDepth: How many levels of parts are shown; deeper ones print `…`.
  ///   - isRoot: Whether an enum case names its type.
  func lines(_ value: Any, name: String? = nil, maxDepth: Int = .max, isRoot: Bool = false) -> [String] {
    var lines = valueLines(unwrapped(value, former: former), maxDepth: maxDepth, isRoot: isRoot)
    if let name { lines[0] = name + ": " + lines[0] }
    return lines
  }

  private func valueLines(_ value: Any, maxDepth: Int, isRoot: Bool) -> [String] {
    var mark = ""
    if let object = dumpedObject(value) {
      mark = objects.mark(object)
      guard objects.visit(object) else {
        return [mark + dumpedTypeName(type(of: object)) + "(↩︎)"]
      }
    }
    let shape = Shape(of: value, isRoot: isRoot)
    if shape.isLeaf {
      var lines = splitLines(shape.leafText)
      lines[0] = mark + lines[0]
      return lines
    }
    if shape.isInline(former: former) {
      let child = shape.children[0]
      let inner = lines(child.value, name: child.name, maxDepth: maxDepth)
      if inner.count == 1 { return [mark + shape.text + inner[0] + shape.closing] }
    }
    guard maxDepth > 0 else { return [mark + shape.text + "…" + shape.closing] }
    var result = [mark + shape.text]
    for (offset, child) in shape.children.enumerated() {
      var inner = lines(child.value, name: child.name, maxDepth: maxDepth - 1)
      if offset < shape.children.count - 1 { inner[inner.count - 1] += "," }
      for line in inner { result.append("  " + line) }
    }
    result.append(shape.closing)
    return result
  }
}

/// The lines of a text, always at least one.
func splitLines(_ text: String) -> [String] {
  text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
}
