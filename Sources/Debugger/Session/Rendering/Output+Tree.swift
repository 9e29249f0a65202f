import ActionLanguage
import Terminal

extension Output {
  /// A value as a tree, with path, presentation and destination marked.
  func tree(_ root: ValueNode) {
    var budget = Self.nodeLimit
    let tree = StateTree(node(root, depth: 0, budget: &budget))
    drawn(tree.lines(in: appearance))
    if budget <= 0 { note("more than \(Self.nodeLimit) values; give a path to see a part of them") }
  }

  /// More lines than this nobody reads, and a state of a million rows must not fill the memory with them.
  private static let nodeLimit = 10_000

  private func node(_ value: ValueNode, depth: Int, budget: inout Int) -> StateTree.Node {
    budget -= 1
    let children = depth < 64 ? value.children : []
    var shown: [StateTree.Node] = []
    for child in children.prefix(100) where budget > 0 { shown.append(node(child, depth: depth + 1, budget: &budget)) }
    let style: Style =
      switch value.kind {
      case .path: value.isActive ? .path : .plain
      case .presentation: value.isActive ? .presentation : .plain
      case .destination, .alert: .destination
      case .value, .plain, .collection: .plain
      }
    return StateTree.Node(
      label: value.label, text: value.summary, style: style, children: shown, omittedChildren: children.count - shown.count)
  }
}
