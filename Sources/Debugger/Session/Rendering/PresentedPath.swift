import ActionLanguage
import ComposableArchitecture

/// The features that are presented at the moment, the root first and the innermost last, like a stack trace.
struct PresentedPath {
  /// One line a feature: `path[#0] detail "Design"`, `sheet editStandup`, `alert "Delete?"`; below an enum of features, its case.
  private(set) var frames: [String]
  /// The ways to the features, in the state and in actions alike; empty for the root.
  private(set) var paths: [String] = [""]
  /// Siblings that are presented at the same time, which no screen can show: `alert and editStandup`.
  private(set) var conflicts: [String] = []
  /// The ways to optional children without presentation that live side by side, so that none of them is in front of the others.
  private(set) var neighbours: [[String]] = []

  /// How deep places that present are looked for below a feature, so that a recursive state ends.
  private static let depthLimit = 32

  /// The ways to optional children without presentation, in the state; their elements have no keys.
  private let optionalChildren: Set<String>

  /// - Parameters:
  ///   - state: The root feature's state.
  ///   - root: The root feature's name.
  ///   - composition: What the feature is made of, if its optional children without presentation are to be shown, too.
  init(of state: Any, root: String, composition: [CompositionPart] = []) {
    frames = [root]
    optionalChildren = Set(composition.flatMap { Self.optionalChildren(in: $0, below: [""]) })
    let node = ValueNode.inspect(state)
    // The case of an enum of features is the screen that is shown.
    if node.summary.hasPrefix(".") { add(Self.caseName(node) + Self.title(of: node), node) }
    collect(node, depth: 0)
  }

  /// The frames in one line.
  func summary(separator: String) -> String { frames.joined(separator: separator) }

  /// What is presented at the moment, plain optional children included.
  init(of playback: any Playback) {
    self.init(of: playback.currentState(), root: playback.name, composition: playback.composition())
  }

  /// What is presented when an input that is typed now is performed.
  init(forInputTo playback: any Playback) {
    self.init(of: playback.stateForInput(), root: playback.name, composition: playback.composition())
  }

  /// The ways to what is in front: the innermost feature, and those beside it.
  var inFront: [String] {
    guard let last = paths.last, !last.isEmpty else { return [] }
    return [last] + neighbours.filter { $0.contains(last) }.joined().filter { $0 != last }
  }

  /// The ways to what is in front and to what it covers, the innermost first; none to one of several that live side by side unless one
  /// of them is in front.
  var reached: [String] {
    let front = inFront
    let besides = neighbours.joined()
    let covered = paths.reversed().filter { way in
      !way.isEmpty && !front.contains(way) && !besides.contains { way == $0 || way.hasPrefix($0 + ".") }
    }
    return front + covered.prefix(Self.coveredLimit)
  }
  /// A deep stack must not make a line slow to complete.
  private static let coveredLimit = 12

  /// Those of some ways that lead to a neighbour of one of them, or below it: nothing tells which is meant.
  func rivals(of way: String, among ways: [String]) -> [String] {
    func isIn(_ way: String, _ child: String) -> Bool { way == child || way.hasPrefix(child + ".") }
    return neighbours.flatMap { group in
      guard let own = group.first(where: { isIn(way, $0) }) else { return [String]() }
      return ways.filter { other in group.contains { $0 != own && isIn(other, $0) } }
    }
  }

  private mutating func collect(_ node: ValueNode, depth: Int) {
    guard depth < Self.depthLimit else { return }
    // What is presented covers the stack, wherever the two stand in the state.
    let children = node.children
    let covering = children.filter { $0.kind == .presentation || $0.kind == .alert }
    let active = covering.filter(\.isActive)
    if active.count > 1 { conflicts.append(active.map(\.path).joined(separator: " and ")) }
    var besides: [String] = []
    defer { if besides.count > 1 { neighbours.append(besides) } }
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
        if optionalChildren.contains(Self.withoutKeys(child.path)) {
          add(child.label + Self.title(of: child), child)
          if let way = paths.last { besides.append(way) }
        }
        collect(child, depth: depth + 1)
      case .value, .collection, .path, .presentation:
        continue
      }
    }
  }

  /// The ways of `ifLet` in a part of the composition. A case's way is looked for under the name of its action, as cases of features and
  /// of their actions are called the same.
  private static func optionalChildren(in part: CompositionPart, below ways: [String]) -> [String] {
    var inside = ways
    if !part.operation.isEmpty, part.actions != nil {
      let domains = part.domain.isEmpty ? part.actionCases : [part.domain]
      inside = ways.flatMap { way in domains.map { way.isEmpty ? $0 : "\(way).\($0)" } }
    }
    return (part.operation == "ifLet" && part.actions != nil ? inside : [])
      + part.parts.flatMap { optionalChildren(in: $0, below: inside) }
  }

  private static func withoutKeys(_ path: String) -> String {
    guard path.contains("[") else { return path }
    var depth = 0
    return String(
      path.filter { character in
        if character == "[" { depth += 1 }
        defer { if character == "]" { depth -= 1 } }
        return depth == 0
      })
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
