import ActionLanguage

/// The features that are presented at the moment, the root first and the innermost last, like a stack trace.
struct PresentedPath {
  /// One line a feature: `path[#0] detail "Design"`, `sheet editStandup`, `alert "Delete?"`; below an enum of features, its case.
  private(set) var frames: [String]
  /// The ways to the features, in the state and in actions alike; empty for the root.
  private(set) var paths: [String] = [""]
  /// Siblings that are presented at the same time, which no screen can show: `alert and editStandup`.
  private(set) var conflicts: [String] = []

  /// How deep places that present are looked for below a feature, so that a recursive state ends.
  private static let depthLimit = 32

  /// - Parameters:
  ///   - state: The root feature's state.
  ///   - root: The root feature's name.
  init(of state: Any, root: String) {
    frames = [root]
    let node = ValueNode.inspect(state)
    // The case of an enum of features is the screen that is shown.
    if node.summary.hasPrefix(".") { add(Self.caseName(node) + Self.title(of: node), node) }
    collect(node, depth: 0)
  }

  /// The frames in one line.
  func summary(separator: String) -> String { frames.joined(separator: separator) }

  private mutating func collect(_ node: ValueNode, depth: Int) {
    guard depth < Self.depthLimit else { return }
    // What is presented covers the stack, wherever the two stand in the state.
    let children = node.children
    let covering = children.filter { $0.kind == .presentation || $0.kind == .alert }
    let active = covering.filter(\.isActive)
    if active.count > 1 { conflicts.append(active.map(\.path).joined(separator: " and ")) }
    for child in children.filter({ $0.kind != .presentation && $0.kind != .alert }) + covering {
      switch child.kind {
      case .path where child.isActive:
        for element in child.children {
          add("\(child.label)\(element.label) \(Self.caseName(element))\(Self.title(of: element))", element)
          collect(element, depth: depth + 1)
        }
      case .alert:
        add("alert \(child.summary)", child)
      case .presentation where child.isActive:
        if let inner = child.children.first, inner.kind == .destination || inner.kind == .alert {
          add(inner.kind == .alert ? "alert \(inner.summary)" : "sheet \(inner.label)\(Self.title(of: inner))", inner)
          collect(inner, depth: depth + 1)
        } else {
          add("sheet \(child.label)\(Self.title(of: child))", child)
          collect(child, depth: depth + 1)
        }
      case .plain, .destination:
        collect(child, depth: depth + 1)
      case .value, .collection, .path, .presentation:
        continue
      }
    }
  }

  private mutating func add(_ frame: String, _ node: ValueNode) {
    frames.append(frame)
    // An enum's case is a part of the way to its feature.
    let isCase = node.summary.hasPrefix(".") && !node.path.hasSuffix(node.summary)
    let way = node.path.isEmpty ? [] : [node.path]
    paths.append((isCase ? way + [Self.caseName(node)] : way).joined(separator: "."))
  }

  private static func caseName(_ node: ValueNode) -> String {
    node.summary.hasPrefix(".")
      ? String(node.summary.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" }) : node.typeName
  }

  /// What tells one screen from another of its kind: a title or name in its state, at most three levels down.
  private static func title(of node: ValueNode) -> String {
    var level = [node]
    for _ in 0..<3 {
      let children = level.flatMap(\.children)
      if let named = children.first(where: { $0.label == "title" || $0.label == "name" }), named.summary.hasPrefix("\"") {
        return named.summary == "\"\"" ? "" : " " + named.summary
      }
      level = children.filter { $0.kind == .plain }
    }
    return ""
  }
}
