import ActionLanguage
import ComposableArchitecture

/// A trace as a tree of lines: each reducer with what it changed itself, paths counted from the root.
struct TraceTree {
  /// One reducer, or an operator that did not run its child.
  struct Node {
    /// `Scope tab1: CounterFeature`, `Reduce`, `StandupsFeature`.
    var label: String
    /// Why it was not run; `nil` when it was.
    var skipped: String?
    /// What it changed itself, not through the reducers inside.
    var changes: [ValueDiff.Change]
    /// Whether it changed a shared value, which other parts of the state may show too.
    var changesShared = false
    /// The effects it returned itself.
    var effects: [String]
    var children: [Node]

    var didSomething: Bool { !changes.isEmpty || changesShared || !effects.isEmpty }
  }

  let root: Node
  /// A recursive feature may be as deep as its state; more than this nobody reads.
  fileprivate static let depthLimit = 64

  /// - Parameters:
  ///   - root: The trace.
  ///   - restoreShared: Puts the shared values of a moment in place, as the trace holds them.
  init(_ root: ReducerTrace.Node, restoreShared: @escaping (AnyObject?) -> Void) {
    self.root = Reading(restoreShared: restoreShared).read(root, prefix: "", depth: 0).node
  }

  /// The reducers that did something, each with the way to it.
  var active: [(way: [String], node: Node)] {
    var found: [(way: [String], node: Node)] = []
    func visit(_ node: Node, _ way: [String]) {
      let way = way + [node.label]
      for child in node.children { visit(child, way) }
      if node.didSomething { found.append((way, node)) }
    }
    visit(root, [])
    return found
  }

  /// The way to the reducer that changed a path, the part of it or what it is part of.
  ///
  /// - Parameter paths: The spellings of the path, the likeliest first. What is counted changes with the elements that come and go.
  func reducer(thatChanged paths: [String]) -> [String]? {
    func concerns(_ change: ValueDiff.Change, _ path: String) -> Bool {
      change.path == path || change.path.isEmpty || Self.isInside(change.path, path) || Self.isInside(path, change.path)
    }
    let active = active
    for path in paths {
      if let found = active.first(where: { $0.node.changes.contains { concerns($0, path) } }) { return found.way }
    }
    for path in paths {
      guard let counted = [".count", ".isEmpty"].first(where: path.hasSuffix).map({ String(path.dropLast($0.count)) }) else {
        continue
      }
      let found = active.first { active in
        active.node.changes.contains {
          ($0.kind == .inserted || $0.kind == .removed) && Self.isElement($0.path, of: counted)
        }
      }
      if let found { return found.way }
    }
    return active.first { $0.node.changesShared }?.way
  }

  /// Whether a path is one subscript longer than another.
  private static func isElement(_ path: String, of collection: String) -> Bool {
    guard isInside(path, collection), path.hasSuffix("]"), !path.dropFirst(collection.count).hasPrefix(".") else { return false }
    var depth = 0
    var strings = StringScan()
    for (index, byte) in path.utf8.dropFirst(collection.utf8.count).dropLast().enumerated() where !strings.takes(byte) {
      if byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: "]") { depth -= 1 }
      if depth == 0, index > 0 { return false }
    }
    return true
  }

  private static func isInside(_ path: String, _ outer: String) -> Bool {
    path.hasPrefix(outer) && path.dropFirst(outer.count).first.map { ".[".contains($0) } == true
  }

  /// The runtime's own glue, which says nothing as a name.
  fileprivate static func isStructural(_ name: String) -> Bool {
    [
      "Reduce", "ReducerPair", "ReducerList", "ReducerChoice", "ReducerOption", "CombineReducers", "EmptyReducer", "Optional",
      "HeldReducer", "ForEach", "ForEachStack", "IfLet", "IfLetPresentation", "IfCaseLet", "OnChange", "WithDependencies",
      "BindingReducer", "Scope", "_PrintChangesReducer",
    ].contains(name)
  }

  fileprivate static func identity(_ id: Any?) -> String {
    guard let id else { return "" }
    return id is StackElementID ? "[\(id)]" : "[id: \(ValuePrinter.text(of: id))]"
  }

  fileprivate static func joined(_ prefix: String, _ node: ReducerTrace.Node) -> String {
    node.domain.isEmpty ? prefix : joined(prefix, node.domain + identity(node.id))
  }

  fileprivate static func joined(_ prefix: String, _ path: String) -> String {
    if prefix.isEmpty || path.isEmpty { return prefix + path }
    return path.hasPrefix("[") ? prefix + path : "\(prefix).\(path)"
  }
}

/// Makes lines of a trace.
private struct Reading {
  typealias Node = TraceTree.Node
  let restoreShared: (AnyObject?) -> Void

  func read(
    _ traced: ReducerTrace.Node, prefix: String, depth: Int
  ) -> (node: Node, allChanges: [ValueDiff.Change], allEffects: [String]) {
    let prefix = TraceTree.joined(prefix, traced)
    var label = traced.operation
    let domain = traced.domain.isEmpty ? traced.cases.map(CompositionPart.name) ?? "" : traced.domain
    if !domain.isEmpty { label += " \(domain)\(TraceTree.identity(traced.id))" }
    if !traced.reducer.isEmpty, !TraceTree.isStructural(traced.reducer) {
      label = label.isEmpty ? traced.reducer : "\(label): \(traced.reducer)"
    }
    if case .skipped(let reason) = traced.outcome {
      return (Node(label: label, skipped: reason, changes: [], effects: [], children: []), [], [])
    }
    // The feature that an operator runs is named on the operator's line.
    var inside = traced.children
    while inside.count == 1, inside[0].operation.isEmpty, inside[0].reducer == traced.reducer { inside = inside[0].children }
    let children = depth < TraceTree.depthLimit ? inside.map { read($0, prefix: prefix, depth: depth + 1) } : []
    let changesShared = traced.sharedBefore !== traced.sharedAfter && !inside.contains { $0.sharedBefore !== $0.sharedAfter }
    let changes = changes(of: traced, sharedToo: changesShared).map { change in
      var change = change
      change.path = TraceTree.joined(prefix, change.path)
      return change
    }
    let effects = traced.effects.map(Self.text)
    let known = Set(children.flatMap(\.allChanges).map(\.path))
    var ownEffects = effects
    for effect in children.flatMap(\.allEffects) {
      // The same effect sends a parent's action further out; it is the first of its kind that is meant.
      let kind = effect.prefix { $0 != " " }
      if let index = ownEffects.firstIndex(where: { $0 == effect || $0.hasPrefix(kind) }) { ownEffects.remove(at: index) }
    }
    // Reducers that are composed merge their effects, too; only one with nothing inside returned them together itself.
    if inside.isEmpty, ownEffects.count > 1 { ownEffects = ["merge(\(ownEffects.joined(separator: ", ")))"] }
    // Glue around one reducer is not worth a line.
    if label.isEmpty, children.count == 1, children[0].node.skipped == nil {
      return (children[0].node, changes, effects)
    }
    return (
      Node(
        label: label, skipped: nil, changes: changes.filter { !known.contains($0.path) }, changesShared: changesShared,
        effects: ownEffects, children: children.map(\.node)), changes, effects
    )
  }

  /// `send second`, `concatenate(run, run)`, `debounce(send searched), id CancelID.search`.
  private static func text(of effect: TracedEffect) -> String {
    let parts = effect.parts.isEmpty ? "" : "(\(effect.parts.map(text).joined(separator: ", ")))"
    let action = effect.action.map { " " + ValuePrinter.dotted(action: $0) } ?? ""
    return ValuePrinter.spellingIdentifiers(in: effect.text) + action + parts
      + ValuePrinter.spellingIdentifiers(in: effect.ending)
  }

  /// What one reducer and those inside it changed, paths counted from its domain.
  ///
  /// - Parameter sharedToo: Whether shared values are compared: only where they were written. Outside of that the same value shows
  ///   wherever else it is shared.
  private func changes(of traced: ReducerTrace.Node, sharedToo: Bool) -> [ValueDiff.Change] {
    guard let before = traced.before, let after = traced.after else { return [] }
    guard sharedToo else { return ValueDiff.changes(from: before, to: after) }
    return ValueDiff.changes(from: before, to: after) { side in
      restoreShared(side == .old ? traced.sharedBefore : traced.sharedAfter)
    }
  }
}
