/// A tree of labelled values, drawn with branches, marks and a legend.
public struct StateTree: Sendable, Hashable {
  /// One line of the tree and what hangs below it.
  public struct Node: Sendable, Hashable {
    /// What it is called; empty for an element that has only a value.
    public var label: String
    /// Its value, or a summary of it; escaped when drawn.
    public var text: String
    /// What it is; decides its colour and its mark.
    public var style: Style
    /// A mark of the caller's own in place of the style's.
    public var mark: String?
    public var children: [Node]
    /// Children that exist but were not made, for a caller that stops early; counted in "… n more".
    public var omittedChildren: Int

    public init(
      label: String, text: String = "", style: Style = .plain, mark: String? = nil, children: [Node] = [],
      omittedChildren: Int = 0
    ) {
      self.label = label
      self.text = text
      self.style = style
      self.mark = mark
      self.children = children
      self.omittedChildren = omittedChildren
    }
  }

  /// How much of a tree is drawn.
  public struct Limits: Sendable, Hashable {
    /// Levels below the root; what is deeper is counted, not drawn.
    public var depth: Int
    /// Children of one node.
    public var children: Int

    public init(depth: Int = 64, children: Int = 100) {
      self.depth = depth
      self.children = children
    }

    public static let none = Limits(depth: .max, children: .max)
  }

  public var root: Node

  public init(_ root: Node) { self.root = root }

  /// The lines of the tree; linear in the nodes drawn, and no deeper in the stack for a deep tree.
  ///
  /// - Parameters:
  ///   - appearance: Colours, signs, and the width lines are cut to.
  ///   - limits: How much is drawn.
  ///   - showsLegend: Whether a last line explains the marks that occur.
  public func lines(in appearance: Appearance, limits: Limits = Limits(), showsLegend: Bool = true) -> [String] {
    let glyphs = appearance.glyphs
    var lines: [String] = []
    var marksUsed: Set<Style> = []
    enum Work {
      case node(Node, indent: String, branch: String, below: String, depth: Int)
      case note(String, indent: String)
    }
    // A stack of work instead of recursion: a feature that nests itself ten thousand deep must not end the process.
    var work: [Work] = [.node(root, indent: "", branch: "", below: "", depth: 0)]
    while let next = work.popLast() {
      switch next {
      case .note(let note, let indent):
        lines.append(draw(indent: indent, mark: "", label: "", text: note, style: .muted, in: appearance))
      case .node(let node, let indent, let branch, let below, let depth):
        let mark = node.mark ?? Self.mark(of: node.style, glyphs)
        if node.mark == nil, mark != nil { marksUsed.insert(node.style) }
        lines.append(
          draw(
            indent: indent + branch, mark: mark ?? "", label: node.label, text: node.text, style: node.style, in: appearance))
        let inner = indent + below
        let total = node.children.count + node.omittedChildren
        guard total > 0 else { continue }
        if depth >= limits.depth {
          work.append(.note("\(glyphs.ellipsis) \(total) below", indent: inner + glyphs.lastBranch))
          continue
        }
        let shown = min(node.children.count, max(limits.children, 0))
        if total > shown { work.append(.note("\(glyphs.ellipsis) \(total - shown) more", indent: inner + glyphs.lastBranch)) }
        for index in (0..<shown).reversed() {
          let isLast = index == total - 1
          work.append(
            .node(
              node.children[index], indent: inner, branch: isLast ? glyphs.lastBranch : glyphs.branch,
              below: isLast ? glyphs.gap : glyphs.trunk, depth: depth + 1))
        }
      }
    }
    if showsLegend, let legend = Self.legend(of: marksUsed, in: appearance) { lines.append(legend) }
    return lines
  }

  /// The mark that shows a style without colour.
  public static func mark(of style: Style, _ glyphs: Glyphs) -> String? {
    switch style {
    case .path: glyphs.path
    case .presentation: glyphs.presentation
    case .destination: glyphs.destination
    case .focus: glyphs.focus
    case .changed: glyphs.changed
    case .added: glyphs.added
    case .removed: glyphs.removed
    default: nil
    }
  }

  /// One line that says what the marks mean; nil when there are none.
  public static func legend(of styles: Set<Style>, in appearance: Appearance) -> String? {
    let parts = [Style.path, .presentation, .destination, .focus, .changed, .added, .removed].filter(styles.contains)
      .compactMap { style in
        mark(of: style, appearance.glyphs).map { appearance.palette.paint($0, style) + " " + style.rawValue }
      }
    return parts.isEmpty ? nil : parts.joined(separator: "   ")
  }

  private func draw(
    indent: String, mark: String, label: String, text: String, style: Style, in appearance: Appearance
  ) -> String {
    var room = appearance.columns ?? .max
    func take(_ part: String) -> String {
      let whole = part.sanitized
      guard room != .max else { return whole }
      let cut = DisplayWidth.truncate(whole, to: room, ellipsis: appearance.glyphs.ellipsis)
      room -= DisplayWidth.of(cut)
      // Nothing may follow an ellipsis on the same line.
      if cut != whole { room = 0 }
      return cut
    }
    let stem = take(indent)
    let head = take(mark.isEmpty ? label : label.isEmpty ? mark : mark + " " + label)
    let separator = label.isEmpty ? (mark.isEmpty || text.isEmpty ? "" : " ") : text.isEmpty ? "" : ": "
    let tail = room > 0 ? take(separator + text) : ""
    let isHighlighted = !head.isEmpty && style != .plain
    return appearance.palette.paint(stem, .muted)
      + (isHighlighted ? appearance.palette.paint(head, style) + tail : head + appearance.palette.paint(tail, style))
  }
}
