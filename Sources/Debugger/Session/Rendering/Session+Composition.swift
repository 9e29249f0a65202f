import ComposableArchitecture
import Reflection
import Terminal

/// How the reducers that a feature is made of look.
extension Session {
  func showComposition() {
    let parts = playback.composition()
    let root: StateTree.Node
    if let only = parts.first, parts.count == 1 {
      root = StateTree.Node(label: playback.name, text: only.feature, children: only.parts.map(node))
    } else {
      root = StateTree.Node(label: playback.name, children: parts.map(node))
    }
    output.drawn(StateTree(root).lines(in: output.appearance, showsLegend: false))
    output.prose(
      "from top to bottom as they run; \(output.glyphs.incoming) the parent's actions that reach a child", style: .muted)
  }

  private func node(_ part: CompositionPart) -> StateTree.Node {
    let actions = part.actionCases.joined(separator: " or ")
    let domain = part.domain.isEmpty ? actions : part.domain
    let names = [part.operation, domain].filter { !$0.isEmpty }
    var text = names.isEmpty ? "" : part.feature
    if text.isEmpty, part.actions != nil {
      text = part.parts.isEmpty ? "goes away with any of its actions" : "the one that is there"
    }
    if part.isRecursive { text += text.isEmpty ? "as above" : ", as above" }
    if !actions.isEmpty { text += (text.isEmpty ? "" : "  ") + "\(output.glyphs.incoming) \(actions)" }
    return StateTree.Node(
      label: names.isEmpty ? part.feature : names.joined(separator: " "), text: text, children: part.parts.map(node))
  }

}

extension CompositionPart {
  /// The cases of the parent's action that hold the child's actions.
  var actionCases: [String] { actions.map { Self.cases(of: $0.parent, holding: $0.child) } ?? [] }

  /// The case that a reducer runs on: the one that holds its state. Where several do, the state and the action tell which it is, or is
  /// not.
  static func name(of cases: ReducerTrace.Cases) -> String {
    if let current = cases.current, current.isMeant { return current.name }
    var names = Self.cases(of: cases.state.parent, holding: cases.state.child).filter { $0 != cases.current?.name }
    if let sent = cases.sent, names.count > 1, names.contains(sent.name) {
      names = names.filter { ($0 == sent.name) == sent.isMeant }
    }
    return names.joined(separator: " or ")
  }

  private static func cases(of parent: Any.Type, holding child: Any.Type) -> [String] {
    func holds(_ payload: Any.Type) -> Bool {
      if payload == child { return true }
      let shape = TypeShape.of(payload)
      if shape.kind == .tuple { return shape.fields.contains { $0.type == child } }
      return shape.name == "IdentifiedAction" && shape.cases.contains { $0.payload.map(holds) == true }
    }
    return TypeShape.of(parent).cases.filter { $0.payload.map(holds) == true }.map(\.name)
  }
}
